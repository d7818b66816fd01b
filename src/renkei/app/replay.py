"""The recorded past under other rules, budgets, limits or breaker times; an incident becomes a test."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from renkei.app.policy_replay import judge_calls, read_policy
from renkei.app.project import Project
from renkei.board.fold import refold_tables
from renkei.board.tables import SCHEMA
from renkei.bootstrap import load_rule_set
from renkei.commands.external_acts import CopyStore
from renkei.dispatch import BUILT_IN, RuleSet
from renkei.dispatch.rule_files import load_rules
from renkei.errors import BadInput
from renkei.eventlog.base import records_in_batches
from renkei.eventlog.memory import MemoryLog
from renkei.eventlog.records import Record
from renkei.eventlog.transfer import export_lines, import_lines
from renkei.files import write_whole
from renkei.kit.words import speaker
from renkei.protocol.playbooks import Breaker
from renkei.runs.replay import Hypothesis, Replayed, ReplayFinding, Setting, replay
from renkei.sentence import Parameter
from renkei.settings import LEAST_BUDGET
from renkei.tokenizers import find_tokenizer

__all__ = ["Hypothesis", "ReplayFinding", "Replayed", "make_hypothesis", "replay_export", "replay_log", "save_test"]

_BREAKER: Final = tuple(name for name in Breaker.model_fields if name != "staged")


def make_hypothesis(
    project: Project,
    *,
    rules: str | None = None,
    budget: int | None = None,
    cap_tokens: int | None = None,
    cap_cost: float | None = None,
    breaker: Mapping[str, float] | None = None,
    policy: str | None = None,
    since: int = 0,
) -> Hypothesis:
    """
    Args:
        policy: that `replay_log` is given, too: then nothing else has to be otherwise.

    Raises:
        BadInput: a number or the file of rules is wrong, or nothing is to have been otherwise.
    """
    if budget is not None and budget < LEAST_BUDGET:
        raise BadInput(
            "A turn context needs a budget of {least} tokens or more, not {budget}.", least=LEAST_BUDGET, budget=budget
        )
    for option, number in (("cap_tokens", cap_tokens), ("cap_cost", cap_cost), *(breaker or {}).items()):
        if number is not None and not 0 < number < float("inf"):
            raise BadInput(
                "{option}: expected a number above 0, not {number}.", option=Parameter(option), number=number
            )
    for name in breaker or {}:
        if name not in _BREAKER:
            raise BadInput(
                "{option}: nothing is called {name!r}. Known: {known}.",
                option=Parameter("breaker"),
                name=name,
                known=", ".join(_BREAKER),
            )
    if since < 0:
        raise BadInput("{option}: expected 0 or more, not {number}.", option=Parameter("since"), number=since)
    asked = Hypothesis(
        budget=budget,
        cap_tokens=cap_tokens,
        cap_micros=None if cap_cost is None else max(1, round(cap_cost * 1_000_000)),
        breaker=breaker or None,
        rules=_read_rules(project, rules) if rules else None,
        since=since,
    )
    if asked == Hypothesis(since=since) and policy is None:
        raise BadInput("Say what is to have been otherwise: rules, a policy, a budget, a limit or the breaker's times.")
    return asked


def _read_rules(project: Project, file: str) -> RuleSet:
    path = project.cwd / file
    try:
        return RuleSet(team=load_rules(path.read_bytes(), file))
    except OSError as error:
        raise BadInput("{path} cannot be read ({error}).", path=file, error=error.strerror) from None


def replay_log(project: Project, asked: Hypothesis, *, policy: str | None = None) -> Replayed:
    """Reads the log, and changes nothing.

    Args:
        policy: the file of another policy, which calls of tools are held beside.
    """
    found = _replay_events(project, asked)
    if policy is None:
        return found
    judged, count = judge_calls(project, read_policy(project, policy))
    told = [*found.findings, *(each for each in judged if each.seq > asked.since)]
    passing = sum(each.numbers["allowed_then"] for each in judged)
    totals = {"refused_then": len(judged) - passing, "let_pass_then": passing}
    return Replayed(
        findings=sorted(told, key=lambda each: each.seq),
        judged={**found.judged, "policy": count},
        totals={**found.totals, "policy": totals},
    )


def _replay_events(project: Project, asked: Hypothesis) -> Replayed:
    settings = project.settings
    setting = Setting(
        rules=load_rule_set(settings.project) or BUILT_IN,
        layers=settings.layers,
        find_budget=settings.budgets.of_agent,
        find_tokenizer=find_tokenizer,
    )
    with project.reader.read() as view:
        records = (record for batch in records_in_batches(view) for record in batch)
        return replay(records, asked, setting)


# An incident as a test: the log up to it, what is asked, and what is found; nothing of the project is needed to run it.


def replay_export(
    lines: Iterable[str],
    *,
    rules: str | None = None,
    team_rules: str | None = None,
    layers: int,
    **asked: Any,
) -> list[list[Any]]:
    """The same of an exported log, as a list of what would have been otherwise. Tokens are estimated, so that it is the
    same wherever it runs; `rules` and `team_rules` are the texts of files: asked for, and in force."""
    log = MemoryLog(SCHEMA)
    with log.write() as tx:
        import_lines(tx, lines)
        refold_tables(tx)
    found = replay(
        _records(log),
        Hypothesis(rules=_rule_set(rules), **asked),
        Setting(rules=_rule_set(team_rules) or BUILT_IN, layers=layers),
    )
    return [_row(each) for each in found.findings]


def _rule_set(text: str | None) -> RuleSet | None:
    return None if text is None else RuleSet(team=load_rules(text.encode(), "rules"))


def _records(log: MemoryLog) -> Iterator[Record]:
    with log.read() as view:
        for batch in records_in_batches(view):
            yield from batch


def _row(finding: ReplayFinding) -> list[Any]:
    say = speaker("en")
    return [finding.seq, finding.kind, finding.subject, say(finding.happened), say(finding.would)]


def save_test(project: Project, asked: Hypothesis, file: str, *, rules: str | None = None, force: bool = False) -> int:
    """Writes a test that plays the log up to the last finding again; how many findings it holds to.

    Raises:
        Refused: not for this actor: it copies what everybody said.
        BadInput: nothing would have been otherwise, or the file is there already.
    """
    project.authorize_act(CopyStore())
    path = project.cwd / file
    if path.exists() and not force:
        raise BadInput("{path} is there already. Choose another name, or remove it.", path=str(path))
    found = replay_log(project, asked).findings
    if not found:
        raise BadInput("Nothing would have been otherwise, so that there is nothing to test.")
    lines = _excerpt(project, found[-1].seq)
    own = project.settings.project / "renkei/rules.yaml"
    options: dict[str, Any] = {
        "layers": project.settings.layers,
        "rules": (project.cwd / rules).read_text("utf-8") if rules else None,
        "team_rules": own.read_text("utf-8") if rules and own.is_file() else None,
        "budget": asked.budget,
        "cap_tokens": asked.cap_tokens,
        "cap_micros": asked.cap_micros,
        "breaker": dict(asked.breaker) if asked.breaker else None,
        "since": asked.since,
    }
    expected = replay_export(lines, **options)
    try:
        write_whole(path, _test_text(lines, options, expected).encode(), mode=0o600)
    except OSError as error:
        raise BadInput("{path} cannot be written ({error}).", path=str(path), error=error.strerror) from None
    return len(expected)


def _excerpt(project: Project, last: int) -> list[str]:
    """The log from its beginning: what came before says what was then."""
    with project.reader.read() as view:
        _, *lines = islice(export_lines(view), last + 1)
    header = json.dumps({"renkei": "log", "format": 1, "events": last})
    return [header, *lines]


def _test_text(lines: list[str], options: Mapping[str, Any], expected: list[list[Any]]) -> str:
    given = "".join(f"    {name!r}: {each!r},\n" for name, each in options.items())
    return (
        '"""An incident, played again by `renkei replay`: what would have been otherwise. Made by --save-test."""\n\n'
        "from renkei.app.replay import replay_export\n\n"
        f"LOG = [\n{_list_items(lines)}]\n\n"
        f"ASKED = {{\n{given}}}\n\n"
        f"OTHERWISE = [\n{_list_items(expected)}]\n\n\n"
        "def test_what_would_have_been_otherwise():\n"
        "    assert replay_export(LOG, **ASKED) == OTHERWISE\n"
    )


def _list_items(items: Iterable[Any]) -> str:
    return "".join(f"    {each!r},\n" for each in items)
