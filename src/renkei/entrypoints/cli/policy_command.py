"""`renkei policy`: what each role may use and what the lead may do itself; why something is allowed or refused."""

import argparse
from typing import Any, Final

from renkei.app.policies import (
    ACTIONS,
    PolicyInForce,
    explain_use,
    find_exception_uses,
    has_shell,
    load_policy,
    override_rule,
    policy_as_json,
)
from renkei.app.session_ledger import KEPT_DAYS
from renkei.entrypoints.cli.command import Context
from renkei.entrypoints.cli.folding import SCREEN, fold_rows, fold_text
from renkei.entrypoints.cli.output import Output
from renkei.hidden import escape_to_line
from renkei.kit.words import Say
from renkei.sentence import Translatable

_COLUMNS: Final[dict[str, Translatable]] = {
    "condition": "Condition",
    "context_cost": "Context cost",
    "alternative_cost": "Cost of the alternative",
    "justification": "Justification",
    "checks_before": "Checked before",
    "checks_after": "Checked after",
}


def add_policy_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="show|why|override|uses")
    verbs.add_parser("show", help=say("roles, limits, exceptions, levels, and where each value is from"))
    why = verbs.add_parser("why", help=say("may this agent do this, and by which rule not?"))
    why.add_argument("agent", help=say("a member of the team, or a role"))
    why.add_argument("action", choices=ACTIONS, help=say("what it would do"))
    why.add_argument("path", help=say("the file; of run the command, of start the agent"))
    override = verbs.add_parser(
        "override", help=say("go on against a rule of level L2, with a reason that is recorded")
    )
    override.add_argument("rule")
    override.add_argument("--why", required=True, metavar="TEXT", help=say("the reason"))
    override.add_argument("--as", dest="as_name", metavar="AGENT", help=say("who acts (default: the person)"))
    verbs.add_parser("uses", help=say("each use of an exception in the sessions of clients, the newest first"))


def handle_policy(context: Context, args: argparse.Namespace) -> int:
    return {"show": _show, "why": _explain, "override": _override, "uses": _uses}[args.verb](context, args)


def _override(context: Context, args: argparse.Namespace) -> int:
    done = override_rule(context.project, args.rule, why=args.why, as_name=args.as_name)
    if context.out.as_json:
        context.out.print_json({"rule": args.rule, "reason": args.why, "seq": done.seq})
    else:
        context.out.tell("{rule} is overridden; the reason stands in the log.", rule=args.rule)
    return 0


def _uses(context: Context, args: argparse.Namespace) -> int:
    """LEAD-4: what hooks noted when somebody went by an exception."""
    out, found = context.out, find_exception_uses(context.settings.project)
    if out.as_json:
        out.print_json({"uses": found})
        return 0
    if not found:
        out.tell("Nobody has used an exception in the last {days} days.", days=KEPT_DAYS)
    for use in found:
        out.print_styled((use["exception"], "bold"), f"  {use['at']}  {escape_to_line(use['agent'])}")
        out.print_line(f"  {escape_to_line(', '.join(use['paths']))}")
        if use["reason"]:
            out.print_line(f"  {out.say('reason: {reason}', reason=escape_to_line(use['reason']))}")
    return 0


def _explain(context: Context, args: argparse.Namespace) -> int:
    """An answer is no refusal: it exits with 0 either way."""
    found, out = explain_use(context.project, args.agent, args.action, args.path), context.out
    ruling, reason = found.ruling, out.say(found.ruling.text, **found.ruling.params)
    if out.as_json:
        out.print_json(
            {
                "agent": found.grant.agent,
                "role": found.grant.role,
                "action": args.action,
                "path": args.path,
                "allowed": ruling.allowed,
                "rule": ruling.rule or None,
                "reason": reason or None,
                "delegate_to": ruling.delegate_to or None,
                "exception": ruling.exception or None,
            }
        )
    elif ruling.allowed and ruling.exception:
        out.tell("Allowed, as {exception}: its limits stand in renkei policy show.", exception=ruling.exception)
    elif ruling.allowed:
        out.tell("Allowed.")
    else:
        out.tell("Refused by {rule}: {reason}", rule=ruling.rule, reason=reason)
    if not out.as_json:
        _tell_left_out(out, found.left_out)
    return 0


def _show(context: Context, args: argparse.Namespace) -> int:
    found, out = load_policy(context.settings.project, context.project.env), context.out
    if out.as_json:
        out.print_json(policy_as_json(found))
        return 0
    for print_part in (_print_roles, _print_limits, _print_delegation, _print_exceptions, _print_levels, _print_guards):
        print_part(out, found)
    _tell_left_out(out, found.left_out)
    return 0


def _tell_left_out(out: Output, places: tuple[str, ...]) -> None:
    for where in places:
        out.tell("{where} says otherwise, and nothing is done by it: see renkei accept --show", where=where)


def _print_title(out: Output, title: Translatable) -> None:
    out.print_styled((out.say(title), "bold"))


def _origin(out: Output, found: PolicyInForce, place: str) -> str:
    """The files that say something of it, else that it ships."""
    files = {file for at, file in found.origins.items() if at == place or at.startswith(f"{place}.")}
    return ", ".join(sorted(files)) or out.say("shipped")


def _print_roles(out: Output, found: PolicyInForce) -> None:
    _print_title(out, "Roles")
    rows = [
        [
            name,
            _list_names(out, role.tools),
            (role.commands or out.say("any")) if has_shell(role) else "-",
            _list_names(out, role.writes),
            _origin(out, found, f"roles.{name}"),
        ]
        for name, role in found.policy.roles.items()
    ]
    out.print_table(["Role", "Tools", "Commands", "Writes", "From"], fold_rows(rows, (None, 30, None, 18, 18)))
    out.print_line("")
    _print_title(out, "Commands")
    lists = [
        [name, ", ".join(" ".join(each.run) for each in listed), _origin(out, found, f"commands.{name}")]
        for name, listed in found.policy.commands.items()
    ]
    left = found.policy.after_compaction
    commands = ", ".join(" ".join(each.run) for each in left.commands)
    lists.append(["after_compaction", commands, _origin(out, found, "after_compaction.commands")])
    out.print_table(["List", "Commands", "From"], fold_rows(lists, (None, 66, 18)))
    out.print_line("")


def _list_names(out: Output, names: tuple[str, ...] | None) -> str:
    return out.say("any") if names is None else ", ".join(names) or out.say("none")


def _print_limits(out: Output, found: PolicyInForce) -> None:
    _print_title(out, "Limits of the lead")
    rows = [
        [name, *("-" if each is None else f"{each:g}" for each in limit), _origin(out, found, f"limits.{name}")]
        for name, limit in found.policy.limits.items()
    ]
    out.print_table(["Context", "Files", "Lines each", "Lines in all", "Seconds", "From"], rows)
    out.print_line("")


def _print_delegation(out: Output, found: PolicyInForce) -> None:
    _print_title(out, "Whom the lead delegates to")
    kinds = dict(found.policy.kinds)
    rows = [
        [act, role, ", ".join(kinds.get(act, ())) or "-", _origin(out, found, f"delegation.{act}")]
        for act, role in found.policy.delegation.items()
    ]
    out.print_table(["What", "Role", "Paths", "From"], fold_rows(rows, (None, None, 36, 18)))
    out.print_line("")


def _print_exceptions(out: Output, found: PolicyInForce) -> None:
    _print_title(out, "What the lead may do itself")
    for name, exempt in found.policy.exceptions.items():
        out.print_styled((name, "bold"), f"  {exempt.rule}, {_origin(out, found, f'exceptions.{name}')}")
        for column, texts in exempt.columns.items():
            _print_folded(out, f"{out.say(_COLUMNS[column])}: {_text_in(out, texts)}")
        if exempt.needs:
            out.print_line(f"  {out.say('Needs one of')}: {', '.join(exempt.needs)}")
    out.print_line("")


def _print_folded(out: Output, text: str) -> None:
    first, *rest = fold_text(text, SCREEN - 4)
    out.print_line("\n".join([f"  {first}", *(f"    {line}" for line in rest)]))


def _text_in(out: Output, texts: Any) -> str:
    return texts.get(out.lang) or texts["en"]


def _print_levels(out: Output, found: PolicyInForce) -> None:
    _print_title(out, "Levels")
    rows = [
        [name, rule.level, _text_in(out, rule.says), _origin(out, found, f"rules.{name}")]
        for name, rule in found.policy.rules.items()
    ]
    out.print_table(["Rule", "Level", "What it says", "From"], fold_rows(rows, (None, None, 60, 18)))
    out.tell("L1 is enforced, L2 can be overridden with a reason that is recorded, L3 is advice.")
    out.print_line("")


def _print_guards(out: Output, found: PolicyInForce) -> None:
    _print_title(out, "Written by no agent")
    _print_folded(out, ", ".join(found.policy.guarded))
    tables = [f"[{table}] {file}" for file, table in found.policy.guarded_tables.items()]
    out.print_line(f"  {', '.join(tables)}")
    _print_title(out, "A person's commands")
    commands = [" ".join(("renkei", *each)) for each in found.policy.person_commands]
    _print_folded(out, ", ".join((*commands, *found.policy.person_flags)))
