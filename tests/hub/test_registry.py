"""A command is one class, found by its tag: it has all that a command has, and its example is read back as it was."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from renkei.board.tables import SCHEMA
from renkei.commands import load_commands, parse_command
from renkei.commands.base import Command, CommandContext, Outcome, Request
from renkei.errors import BadInput, Refused
from renkei.eventlog.memory import MemoryLog
from renkei.hub import Hub
from renkei.policy.access import ALL, BOARD, CONTRACTS, TEAM_IS_LED, AccessRule, check_access
from renkei.protocol.actors import PERSON, SYSTEM, Actor
from renkei.protocol.events import AgentRemoved
from tests.support.hub_team import Team

COMMANDS: Final = load_commands()
PAGE: Final = Path(__file__).parents[2] / "docs" / "commands.md"
EXAMPLES: Final[list[dict[str, Any]]] = [
    json.loads(line) for line in re.findall(r"^\{.*\}$", PAGE.read_text("utf-8"), re.MULTILINE)
]

LEAD = Actor(name="carol", via="token")
AGENT = Actor(name="alice", via="token")
READER = Actor(name="bob", via="token")
AS_AGENT = Actor(name="alice", via="terminal")
UNKNOWN = Actor(name="zoe", via="token")
GRANTED = Actor(name="alice", via="hook")
EVERYBODY = (PERSON, LEAD, AGENT, READER, AS_AGENT, UNKNOWN, GRANTED, SYSTEM)

WHO: Final[dict[tuple[Actor, ...], str]] = {
    (PERSON,): "AddPerson RemovePerson "
    "IssueToken RevokeToken RedactBody Decide ApproveCommand AllowExecution AllowRunChecks UndoRun CleanUp "
    "SetUpClient RemoveSetUp SoftenMode SwitchHooks AcceptFiles ImportLog RebuildTables MeasureStore CopyStore "
    "ServePeople AcceptFindings ReviewInsight SetCap DecideOnSpecs",
    (PERSON, LEAD): "AddAgent RemoveAgent StartRun RetryTask ResumeRun DirectSpecs",
    (PERSON, LEAD, SYSTEM): "MoveRun",
    (PERSON, LEAD, AGENT, READER, AS_AGENT, GRANTED): "OverrideRule",
    (PERSON, READER): "HandleMessages ReadChannel ShowInterrupts",
    (PERSON, READER, SYSTEM): "RecordSpend",
    (PERSON, AS_AGENT): "RunCode",
    (SYSTEM,): "LeaseRun StartTasks FinishTasks NoteTask PutQuestion ResetTasks SkipTask AskPerson WaitForPerson "
    "ContinueRun FallBack EndRun DismissAgent TellOutside UpdateTurn WithdrawQuestion",
}
"""Who may give what, whatever stands in it."""

BY_CONTENT: Final = (
    "PostMessage SetFields ResolveBlocker WithdrawTask StartTurn EndTurn RecordCheck RecordRefusal OfferContract "
    "AcceptContract DeclineContract DeliverContract VerifyContract ConsultContract ReportContract ResumeContract "
    "CloseContract RecordSteps"
)
"""What `decide` itself refuses."""

LAYERS: Final = {
    CONTRACTS: "OfferContract AcceptContract DeclineContract DeliverContract VerifyContract CloseContract RecordSteps "
    "ApproveCommand AllowExecution",
    ALL: "ConsultContract ReportContract ResumeContract Decide",
}


def document_of(command: Command) -> dict[str, Any]:
    fields = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return json.loads(json.dumps({"type": command.tag, **fields}))


@pytest.mark.parametrize("tag", COMMANDS)
def test_a_command_has_all_that_a_command_has(tag: str):
    kind = COMMANDS[tag]
    assert kind.tag == tag == kind.__name__
    assert kind.who is None or isinstance(kind.who, AccessRule)
    assert BOARD <= kind.layer <= ALL
    assert not kind.__abstractmethods__
    assert kind.observed <= kind.model_fields.keys()


def test_every_command_is_in_one_table_of_who_may():
    listed = [tag for tags in (*WHO.values(), BY_CONTENT) for tag in tags.split()]
    assert sorted(listed) == sorted(COMMANDS)
    assert {tag for tag, kind in COMMANDS.items() if kind.who is None} == set(BY_CONTENT.split())


@pytest.mark.parametrize("tag", COMMANDS)
def test_a_command_is_there_from_its_layer_on(tag: str):
    assert COMMANDS[tag].layer == next((on for on, tags in LAYERS.items() if tag in tags.split()), BOARD)


@pytest.mark.req("DEC-51")
def test_whoever_may_give_a_command_is_let_through(team: Team):
    with team.hub.read() as view:
        for entitled, tags in WHO.items():
            for tag in tags.split():
                for actor in entitled:
                    check_access(COMMANDS[tag].who, view, actor, _given(tag))


@pytest.mark.req("DEC-51", refused=True)
def test_nobody_else_may_give_it(team: Team):
    for entitled, tags in WHO.items():
        for tag in tags.split():
            for actor in (actor for actor in EVERYBODY if actor not in entitled):
                before = team.seq
                with pytest.raises(Refused):
                    team.hub.do(Request(command=_given(tag), actor=actor))
                assert [record.type for record in team.events(before)] == ["RuleRefused"], (tag, actor)


def _given(tag: str) -> Command:
    """As far as a rule looks at it: it is refused before anything else of it matters."""
    return COMMANDS[tag].model_construct(reader="bob", agent="bob")


def test_every_command_from_outside_has_one_documented_example():
    assert sorted(example["type"] for example in EXAMPLES) == [
        tag for tag, kind in COMMANDS.items() if kind.from_outside
    ]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["type"] for example in EXAMPLES])
def test_an_example_is_read_and_written_back_as_it_was(example: dict[str, Any]):
    command = parse_command(example)
    assert type(command) is COMMANDS[example["type"]]
    assert document_of(command) == example


@pytest.mark.parametrize("tag", [tag for tag, kind in COMMANDS.items() if not kind.from_outside])
def test_no_fields_make_a_command_of_renkeis_own_come_from_outside(tag: str):
    for example in EXAMPLES:
        with pytest.raises(BadInput):
            parse_command({**example, "type": tag})


@given((st.text() | st.none() | st.integers()).filter(lambda tag: tag not in COMMANDS))
def test_no_other_tag_is_taken(tag: object):
    for each in (tag, [tag], {"type": tag}):
        with pytest.raises(BadInput):
            parse_command({"type": each})


_ODD_VALUES: Final[list[Any]] = [
    None, True, -1, 10**400, 1.5, float("inf"), "", " ", "\ud800", "\x1b[31m", "x" * 5000, [], {}, [[]], {"\udfff": 1},
]  # fmt: skip
ODD: Final[st.SearchStrategy[Any]] = st.sampled_from(_ODD_VALUES) | st.recursive(
    st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_document_that_was_tampered_with_is_refused_or_says_what_it_says(data: st.DataObject):
    """Any part of any example in other hands: no crash, no value that is changed on the way."""
    document = json.loads(json.dumps(data.draw(st.sampled_from(EXAMPLES))))
    place = data.draw(st.sampled_from(list(_objects(document))))
    keys: list[Any] = list(place) if isinstance(place, dict) else list(range(len(place)))
    key = data.draw(st.sampled_from(keys) | st.text() if isinstance(place, dict) else st.sampled_from(keys))
    cast(dict[Any, Any], place)[key] = data.draw(ODD)
    read = _read(document)
    if isinstance(read, BadInput):
        assert read.problems or str(read).startswith("type: ")
    else:
        assert parse_command(document_of(read)) == read


def _read(document: object) -> Command | BadInput:
    try:
        return parse_command(document)
    except BadInput as error:
        return error


def _objects(value: Any) -> Iterator[dict[str, Any] | list[Any]]:
    """Every object and every list with something in it."""
    if isinstance(value, dict | list) and value:
        found = cast(dict[str, Any] | list[Any], value)
        yield found
        for part in found.values() if isinstance(found, dict) else found:
            yield from _objects(part)


class Ping(Command):
    """One that only this test knows."""

    tag = "Ping"
    who = TEAM_IS_LED
    layer = CONTRACTS

    def decide(self, context: CommandContext) -> Outcome:
        return Outcome(events=(AgentRemoved(agent="bob", action="member removed"),))


def test_a_new_command_needs_no_change_of_the_hub(team: Team):
    team.hub.do(Request(command=Ping(), actor=LEAD))
    assert team.told()[-1] == ("AgentRemoved", "carol")
    with pytest.raises(Refused) as by_rule:
        team.hub.do(Request(command=Ping(), actor=AGENT))
    assert by_rule.value.rule == TEAM_IS_LED.id
    with pytest.raises(Refused) as by_layer:
        Hub(MemoryLog(SCHEMA), layers=BOARD).do(Request(command=Ping(), actor=PERSON))
    assert by_layer.value.rule == "TURN-3"
