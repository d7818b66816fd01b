"""The ledger on every kind of store: what was used, by whom and for what, and what that cost."""

import pytest

from renkei.board.spend import SpendDimension, SpendSum, sum_spend, total_spend
from renkei.board.verify import find_flaws
from renkei.commands.base import Request
from renkei.commands.spend import RecordSpend
from renkei.commands.team import AddAgent
from renkei.errors import BadInput, NotFound, Refused
from renkei.hub import Hub
from renkei.kit.prices import PriceList, load_shipped
from renkei.protocol.actors import Actor
from renkei.protocol.claims import Usage
from renkei.protocol.spend import Spend
from tests.support.hub_team import Team
from tests.support.store_team import A_CHECK


@pytest.fixture
def priced(team: Team) -> Team:
    team.hub = Hub(team.hub.log, price=PriceList(load_shipped()).price)
    return team


def used(team: Team, agent: str | None, spend: Spend, *, by: str = "person", **fields: str) -> None:
    team.do(RecordSpend(agent=agent, spent=[spend], **fields), by=by)


def rows(team: Team, *by: SpendDimension) -> list[SpendSum]:
    with team.hub.read() as view:
        return sum_spend(view, by)


def total(team: Team) -> SpendSum:
    with team.hub.read() as view:
        return total_spend(view)


OPUS = "claude-opus-5-5"


def test_what_agents_use_is_summed_by_agent_and_model(priced: Team):
    used(priced, "alice", Spend(model=OPUS, input=100, output=10))
    used(priced, "alice", Spend(model=OPUS, input=100))
    used(priced, "alice", Spend(model="other", cache_read=7))
    used(priced, "bob", Spend(other=5))
    found = [(row.agent, row.model, row.tokens, row.cost, row.unpriced) for row in rows(priced, "agent", "model")]
    assert found == [
        ("alice", OPUS, 210, pytest.approx(0.001), 0),
        ("alice", "other", 7, None, 7),
        ("bob", "", 5, None, 5),
    ]
    assert (total(priced).tokens, total(priced).cost, total(priced).unpriced) == (222, pytest.approx(0.001), 12)
    with priced.hub.read() as view:
        assert list(find_flaws(view)) == []


def test_an_agent_without_a_model_in_its_report_used_the_one_that_the_team_knows(priced: Team):
    priced.do(AddAgent(name="carol", role="developer", model=OPUS))
    used(priced, None, Spend(input=1_000_000), by="carol")
    [row] = rows(priced, "agent", "model")
    assert (row.agent, row.model, row.cost) == ("carol", OPUS, 4.0)


@pytest.mark.req("DEC-51", refused=True)
def test_an_agent_reports_for_itself_and_a_person_for_anybody(priced: Team):
    used(priced, "alice", Spend(input=1), by="alice")
    used(priced, "alice", Spend(input=1))
    with pytest.raises(Refused, match="may not say what another has used"):
        used(priced, "bob", Spend(input=1), by="alice")
    assert [(row.agent, row.tokens) for row in rows(priced, "agent")] == [("alice", 2)]


def test_who_and_what_for_has_to_be_there(priced: Team):
    with pytest.raises(NotFound):
        used(priced, "nobody", Spend(input=1))
    with pytest.raises(NotFound):
        used(priced, "alice", Spend(input=1), task="MSG-99")
    with pytest.raises(NotFound):
        used(priced, "alice", Spend(input=1), run="R-1", task="build")
    with pytest.raises(BadInput):
        used(priced, "alice", Spend(input=1), run="R-1")
    assert rows(priced, "agent") == []


def test_what_is_empty_leaves_no_trace(priced: Team):
    before = priced.hub.log.read
    used(priced, "alice", Spend(model=OPUS))
    with before() as view:
        assert view.events(after=0)[-1].type == "AgentAdded"


def test_a_session_that_counts_up_is_counted_once(priced: Team):
    actor = Actor(name="reviewer", via="hook")
    for tokens in (100, 250, 250, 240):
        command = RecordSpend(agent="reviewer", session="s1", agent_id="a1", spent=[Spend(model=OPUS, input=tokens)])
        priced.hub.do(Request(command=command, actor=actor))
    [row] = rows(priced, "agent")
    assert (row.agent, row.tokens) == ("reviewer", 250)


def test_a_check_that_says_what_it_took_is_on_the_ledger(priced: Team):
    usage = Usage(model=OPUS, tokens=50, cost=0.25)
    priced.do(A_CHECK.model_copy(update={"agent": "alice", "session": "", "usage": usage}), by="alice")
    [row] = rows(priced, "agent", "model")
    assert (row.agent, row.model, row.tokens, row.cost) == ("alice", OPUS, 50, 0.25)
