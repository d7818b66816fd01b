"""How contracts look to a person, and to a script."""

from typing import Any, Final

from renkei.app.contracts import Contract
from renkei.contracts.checks import ConstraintState, constraints_without_check
from renkei.entrypoints.cli.output import Output
from renkei.entrypoints.cli.rendering import show_line
from renkei.sentence import Sentence

_MARKS: Final = {True: ("✓", "green"), False: ("✗", "bold red"), None: ("·", "dim")}


_STATES: Final[dict[ConstraintState, Sentence]] = {
    "kept": Sentence("kept"),
    "broken": Sentence("not kept"),
    "confirmed": Sentence("confirmed"),
    "unchecked": Sentence("unchecked"),
}
_STATE_STYLES: Final[dict[ConstraintState, str]] = {
    "kept": "green", "broken": "bold red", "confirmed": "green", "unchecked": "yellow",
}  # fmt: skip


def show_contracts(out: Output, contracts: list[Contract]) -> None:
    """Every contract in one line."""
    if out.as_json:
        out.print_json(
            [{key: value for key, value in each.to_json().items() if key != "task_contract"} for each in contracts]
        )
    elif contracts:
        out.print_table(["id", "state", "from", "to", "task"], [_contract_row(each) for each in contracts])
    else:
        out.tell("There is no contract yet. One is offered with: renkei contract offer FILE --as AGENT")


def show_contract(out: Output, contract: Contract, *, whole: bool = False) -> None:
    """A contract: its state and its checks, and with `whole` all that it says."""
    row, said = contract.row, contract.terms
    show_line(out, (row.id, "bold cyan"), f"  {contract.state}  {row.delegator} → {row.assignee}")
    if said is None:
        out.tell("    What it says was redacted.")
        return
    out.print_styled(f"    {said.inputs.description}")
    limit = said.timeout.max_steps
    counted = out.say(
        "steps {steps}, sent back {retries} times", steps=_count_of_limit(row.steps, limit), retries=row.retries
    )
    out.print_styled((f"    {counted}", "dim"))
    if row.held_by:
        out.print_styled((f"    {out.say('held by {message}', message=row.held_by)}", "yellow"))
    for check in contract.checks:
        mark, style = _MARKS[contract.is_met(check)]
        how = f"$ {check.command}" if check.command else check.method or out.say("a reviewer's word")
        out.print_styled((f"    {mark} ", style), f"{check.number}. {check.text}  ", (how, "dim"))
    for each, state in contract.constraints:
        kind = out.say("hard") if each.hard else out.say("soft")
        out.print_styled((f"    {out.say(_STATES[state])}: ", _STATE_STYLES[state]), f"{each.constraint} ({kind})")
    if row.state == "delivered" and constraints_without_check(said) and not row.confirmed:
        out.tell(
            "    It is completed once its delegator or a person confirms what is unchecked and hard: "
            "renkei contract verify {id} --confirm TEXT",
            id=row.id,
        )
    if whole:
        _show_terms(out, row.contract)


def _show_terms(out: Output, contract: dict[str, Any]) -> None:
    for part in ("inputs", "expected_output", "authority", "failure_handling", "timeout"):
        for name, value in contract.get(part, {}).items():
            if value not in (None, "", []) and name not in ("description", "constraints"):
                out.print_styled((f"    {name}: ", "dim"), *_value_lines(value))


def _value_lines(value: Any) -> list[str]:
    return [f"\n      - {_value_text(each)}" for each in value] if isinstance(value, list) else [_value_text(value)]  # pyright: ignore[reportUnknownVariableType]


def _value_text(value: Any) -> str:
    return str(value)  # pyright: ignore[reportUnknownArgumentType]


def _contract_row(contract: Contract) -> tuple[str, str, str, str, str]:
    row = contract.row
    task = contract.terms.inputs.description.splitlines()[0] if contract.terms else "-"
    return row.id, contract.state, row.delegator, row.assignee, task


def _count_of_limit(count: int, limit: int | None) -> str:
    return str(count) if limit is None else f"{count}/{limit}"
