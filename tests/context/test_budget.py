"""A context stays within its budget, shrinks from below, and says what it leaves out."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.board.tables import SCHEMA
from renkei.commands.contracts import OfferContract
from renkei.context.blocks import Block, fit_blocks
from renkei.context.gather import gather_situation
from renkei.context.render import DEFAULT_BUDGET, TurnContext, render_context
from renkei.context.tokens import ESTIMATE, Tokenizer
from renkei.errors import BadInput
from renkei.eventlog.memory import MemoryLog
from renkei.kit.words import speaker
from renkei.protocol.contracts import TaskContract
from renkei.settings import LEAST_BUDGET, Budgets
from renkei.tokenizers import find_tokenizer
from tests.support.hub_messages import PAYLOADS
from tests.support.hub_team import Team

O200K = find_tokenizer(None)
COUNTERS = [O200K, ESTIMATE]
ORDER = ["critical", "relevant", "background"]


def make_team() -> Team:
    """In memory: the store has no part in what fits."""
    return Team(MemoryLog(SCHEMA)).join("alice", "bob").join("carol", role="lead")


@pytest.fixture
def team() -> Team:
    return make_team()


def context(team: Team, budget: int, tokenizer: Tokenizer = O200K, lang: str = "en") -> TurnContext:
    with team.hub.read() as view:
        found = gather_situation(view, "alice")
    return render_context(found, speaker(lang), budget=budget, tokenizer=tokenizer, explain=True)


def prose(number: int, sentences: int = 6) -> str:
    return " ".join(f"Sentence {number}.{each} tells what was done and why it matters." for each in range(sentences))


def flood(team: Team, count: int = 12) -> dict[str, list[str]]:
    """As many messages of each tier, each a paragraph."""
    team.write("alice", current_task="Build the login endpoint")
    sent: dict[str, list[str]] = {tier: [] for tier in ORDER}
    for number in range(count):
        text = prose(number)
        sent["critical"].append(str(team.say(text, by="bob", to="alice", priority="blocking").id))
        sent["relevant"].append(str(team.say(f"login: {text}", by="bob").id))
        sent["background"].append(str(team.say(text, by="bob").id))
    return sent


def forms(found: TurnContext, tier: str) -> list[str]:
    return [each.shown for each in found.explanations if each.tier == tier]


@pytest.mark.req("BUD-2")
@pytest.mark.parametrize("tokenizer", COUNTERS, ids=lambda each: each.name)
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("budget", [LEAST_BUDGET, 800, 1500, 3000, 6000, DEFAULT_BUDGET])
def test_it_is_never_over_the_budget(team: Team, budget: int, lang: str, tokenizer: Tokenizer):
    flood(team)
    found = context(team, budget, tokenizer, lang)
    assert O200K.count(found.text) <= budget
    assert found.tokens == tokenizer.count(found.text)
    assert (found.budget, found.tokenizer) == (budget, tokenizer.name)


WORDS = st.sampled_from(
    [
        "login",
        "認証基盤",
        "ログイン画面を直しました。",
        "=== x ===",
        "🙏",
        "src/auth/token.ts:88",
        "\u200b",
        "x" * 40,
        "zqxjk",
        "\n",
    ]
)
TEXTS = st.one_of(
    st.lists(WORDS, min_size=1, max_size=60).map(" ".join),
    st.text(alphabet=st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=300),
    st.text(alphabet="abcdefghijklmnopqrstuvwxyz ", min_size=1, max_size=600),
).filter(lambda text: any(each.isalnum() for each in text))
SENDS = st.lists(
    st.tuples(TEXTS, st.sampled_from(["alice", "all", "#general"]), st.sampled_from(["blocking", "normal"])),
    max_size=25,
)


@pytest.mark.req("BUD-2")
@settings(deadline=None, max_examples=60)
@given(SENDS, TEXTS, st.integers(LEAST_BUDGET, 3000), st.sampled_from(["en", "ja"]))
def test_whatever_others_write_it_is_never_over_the_budget(
    sends: list[tuple[str, str, str]], task: str, budget: int, lang: str
):
    team = make_team()
    team.write("alice", current_task=task, blocked_by=task)
    team.write("bob", current_task=task)
    for text, to, priority in sends:
        team.say(text, by="bob", to=to, priority=priority)
    for tokenizer in COUNTERS:
        assert O200K.count(context(team, budget, tokenizer, lang).text) <= budget


@pytest.mark.req("BUD-2")
def test_lower_tiers_shrink_first(team: Team):
    flood(team)
    seen: list[tuple[int, ...]] = []
    for budget in range(6000, LEAST_BUDGET - 1, -250):
        found = context(team, budget)
        critical, relevant, background = (forms(found, tier) for tier in ORDER)
        if "omitted" in critical:
            assert set(relevant) | set(background) == {"omitted"}
        if "line" in critical:  # no room for one of them whole, so none for three lines of each of the others
            assert set(relevant) <= {"line", "omitted", "summary"}
            assert relevant.count("summary") < len(relevant)
        if "omitted" in relevant:
            assert set(background) == {"omitted"}
        seen.append((critical.count("whole"), relevant.count("summary"), len(background) - background.count("omitted")))
    assert seen[0] == (12, 12, 12)
    assert seen[-1][1:] == (0, 0)
    assert all(earlier[0] >= later[0] for earlier, later in pairwise(seen))


@pytest.mark.req("BUD-2")
def test_a_relevant_message_is_one_line_before_it_is_left_out(team: Team):
    flood(team)
    kinds = {form for budget in range(LEAST_BUDGET, 6000, 100) for form in forms(context(team, budget), "relevant")}
    assert kinds == {"summary", "line", "omitted"}


@pytest.mark.req("BUD-2")
@pytest.mark.parametrize(
    ("lang", "words"), [("en", "over the budget of 1200 tokens"), ("ja", "1200 トークンの予算を超え")]
)
def test_critical_over_the_budget_is_said_with_how_to_page(team: Team, lang: str, words: str):
    sent = flood(team, 30)
    found = context(team, 1200, lang=lang)
    shown = [name for name in sent["critical"] if f"[{name}]" in found.text]
    assert shown == sent["critical"][: len(shown)]  # the oldest, for they have waited longest
    assert 0 < len(shown) < 30
    assert words in found.text
    assert "renkei message ID" in found.text
    assert "renkei inbox alice" in found.text
    assert {each.id for each in found.omitted if each.tier == "critical"} == set(sent["critical"][len(shown) :])
    assert next(each.reason for each in found.omitted if each.tier == "critical") in (
        "over the budget of 1200 tokens",
        "1200 トークンの予算を超える",
    )


@pytest.mark.req("BUD-2", "BUD-3")
def test_one_huge_critical_message_is_a_line_with_its_id_and_the_rest_is_there(team: Team):
    huge = str(team.say(prose(1, 600), by="bob", to="alice", priority="blocking").id)
    small = str(team.say("stop please", by="bob", to="alice", priority="blocking").id)
    found = context(team, 1500)
    assert forms(found, "critical") == ["line", "whole"]
    assert f"renkei message {huge}" in found.text
    assert "body: stop please" in found.text
    assert (found.omitted, small in found.text) == ((), True)


@pytest.mark.req("BUD-2")
def test_at_most_a_hundred_are_named_the_most_critical_first(team: Team):
    flood(team, 60)
    found = context(team, LEAST_BUDGET)
    assert len(found.omitted) == 100
    tiers = [each.tier for each in found.omitted]
    assert tiers == sorted(tiers, key=ORDER.index)
    left = sum(share.messages for share in found.tiers.values()) + len(found.omitted) + sum(found.omitted_more.values())
    assert left == 180


@pytest.mark.req("BUD-2", "BUD-6")
def test_a_contract_that_does_not_fit_is_named_with_how_to_read_it(team: Team):
    value = {
        "id": "TC-007",
        "assignee": "alice",
        "inputs": {
            "description": "Build the login endpoint",
            "constraints": [{"constraint": prose(1, 200), "hard": True}],
        },
        "expected_output": {"format": "code"},
        "acceptance_criteria": [{"criterion": "works", "verification_method": "look"}],
    }
    team.do(OfferContract(contract=TaskContract.model_validate(value)), by="carol")
    text = context(team, 1500).text
    assert "task_contract: TC-007 offered: Build the login endpoint (whole: renkei contract show TC-007)" in text
    assert "task_contract:\n  id: TC-007" in context(team, 8000).text


@pytest.mark.req("BUD-2")
def test_an_entry_and_a_board_that_do_not_fit_say_where_they_are(team: Team):
    long = prose(1, 70)
    team.write("alice", current_task=long, blocked_by=long)
    for number in range(60):
        team.join(f"helper-{number}")
        team.write(f"helper-{number}", current_task=prose(number, 2))
    found = context(team, LEAST_BUDGET)
    assert O200K.count(found.text) <= LEAST_BUDGET
    assert "Not all of your entry fits. See: renkei board" in found.text
    assert "more are open. See: renkei board" in found.text
    assert "Older ones are left out. See: renkei board --since 0" in found.text


@pytest.mark.req("BUD-2", refused=True)
def test_a_budget_into_which_no_heading_fits_is_refused(team: Team):
    with pytest.raises(BadInput, match="too small"):
        context(team, 20)


@pytest.mark.req("BUD-2")
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("tokenizer", COUNTERS, ids=lambda each: each.name)
def test_the_least_budget_holds_the_frame_of_any_agent(team: Team, lang: str, tokenizer: Tokenizer):
    name = "a" * 64
    team.join(name)
    for number in range(40):
        team.say(f"@{name} {prose(number)}", by="bob")
        team.say(prose(number), by="bob")
    with team.hub.read() as view:
        found = gather_situation(view, name)
    text = render_context(found, speaker(lang), budget=LEAST_BUDGET, tokenizer=tokenizer).text
    assert O200K.count(text) <= LEAST_BUDGET


@pytest.mark.req("BUD-1", "BUD-5")
def test_each_message_has_a_reason_for_its_tier(team: Team):
    team.write("alice", current_task="Build the login endpoint")
    sent = [
        team.say("stop", by="bob", to="alice", priority="blocking").id,
        team.say("@alice look", by="bob").id,
        team.post("DECISION_REQUEST", PAYLOADS["DECISION_REQUEST"], by="bob", to="alice").id,
        team.say("hello", by="bob", to="alice").id,
        team.say("the login page moved", by="bob").id,
        team.say("lunch", by="bob").id,
    ]
    found = context(team, DEFAULT_BUDGET)
    assert [(each.id, each.tier, each.reason, each.shown) for each in found.explanations] == [
        (sent[0], "critical", "blocking, and addressed to you", "whole"),
        (sent[1], "critical", "it mentions you", "whole"),
        (sent[2], "critical", "it asks you for a decision", "whole"),
        (sent[3], "relevant", "addressed to you", "summary"),
        (sent[4], "relevant", "to a group, and about your task: login", "summary"),
        (sent[5], "background", "to a group, with nothing in common with your task", "line"),
    ]
    assert all(each.tokens > 0 for each in found.explanations)


@pytest.mark.req("BUD-1")
def test_what_names_an_artifact_that_the_agent_owns_or_depends_on_is_relevant(team: Team):
    value: dict[str, Any] = {
        "assignee": "alice",
        "inputs": {"description": "決済", "artifacts": ["db-schema-v3"]},
        "expected_output": {"format": "code", "deliverables": ["src/pay/charge.py"]},
        "acceptance_criteria": [{"criterion": "works", "verification_method": "look"}],
    }
    team.do(OfferContract(contract=TaskContract.model_validate(value)), by="carol")
    named = {
        "db-schema-v3": "db-schema-v3 は来週凍結します",
        "src/pay/charge.py": "I moved src/pay/charge.py yesterday",
    }
    sent = {name: team.say(text, by="bob").id for name, text in named.items()}
    other = team.say("src/pay/charge.pyi and db-schema-v30 are not hers", by="bob").id
    found = {each.id: (each.tier, each.reason) for each in context(team, DEFAULT_BUDGET).explanations}
    for name, message in sent.items():
        assert found[str(message)] == ("relevant", f"to a group, and it names {name}")
    assert "it names" not in found[str(other)][1]


# What fits, on its own.


def blocks(*sizes: Iterable[int]) -> list[Block]:
    return [Block(forms=tuple(("x" * size,) for size in each)) for each in sizes]


def chosen(groups: list[list[Block]], room: int) -> list[list[int | None]]:
    choice = fit_blocks(groups, room, lambda lines: len(lines[0]))
    return [[len(choice[each][0]) if each in choice else None for each in group] for group in groups]


@pytest.mark.parametrize(
    ("room", "expected"),
    [
        (100, [[30, 30], [20, 20]]),
        (80, [[30, 30], [5, 5]]),
        (75, [[30, 30], [5, 5]]),
        (60, [[30, 30], [None, None]]),
        (45, [[30, 3], [5, 5]]),
        (62, [[30, 30], [None, None]]),
        (33, [[30, 3], [None, None]]),
        (6, [[3, 3], [None, None]]),
        (5, [[3, None], [None, None]]),
        (2, [[None, None], [None, None]]),
    ],
)
def test_a_group_takes_what_it_can_use_before_the_next_one(room: int, expected: list[list[int | None]]):
    assert chosen([blocks((30, 3), (30, 3)), blocks((20, 5), (20, 5))], room) == expected


def test_the_first_of_many_is_told_in_full_if_that_leaves_half_of_the_room():
    assert chosen([blocks(*[(30, 3)] * 30)], 60) == [[30, *[3] * 10, *[None] * 19]]
    assert chosen([blocks(*[(30, 3)] * 30)], 58) == [[3] * 19 + [None] * 11]


@given(
    st.lists(st.lists(st.tuples(st.integers(1, 50), st.integers(1, 10)), max_size=6), max_size=4), st.integers(0, 400)
)
def test_no_choice_takes_more_than_there_is(groups: list[list[tuple[int, int]]], room: int):
    made = [blocks(*((max(pair), min(pair)) for pair in group)) for group in groups]
    assert sum(size for group in chosen(made, room) for size in group if size) <= room


# Whose budget.


@pytest.mark.req("BUD-2")
@pytest.mark.parametrize(
    ("agent", "model", "tokens"),
    [
        ("alice", "claude-opus-4", 700),
        ("bob", "claude-opus-4", 20_000),
        ("bob", "claude-haiku-4", 5_000),
        ("bob", "gpt-5", 9_000),
        ("bob", None, 9_000),
    ],
)
def test_an_agents_own_budget_beats_its_models_and_that_the_projects(agent: str, model: str | None, tokens: int):
    budgets = Budgets(tokens=9_000, agents={"alice": 700}, models={"claude": 5_000, "claude-opus": 20_000})
    assert budgets.of_agent(agent, model) == tokens
