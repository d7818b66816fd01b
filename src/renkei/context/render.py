"""The turn context: (situation, words, budget) -> what an agent's turn begins with, in the specification's five parts.

Critical messages stand whole, relevant ones as three lines, background as one; where the budget is short, what matters
least shrinks first (`blocks`). Whatever others wrote stays inside its own lines (`plain`).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from typing import Final, Literal

from renkei.board.contracts import contract_terms
from renkei.board.tables import ContractRow
from renkei.context.blocks import Block, Choice, Lines, Part, Section, fit_blocks, section_lines, write_text
from renkei.context.board_part import artifact_lines, board_part, changes_part
from renkei.context.gather import PlacedMessage, Situation
from renkei.context.message_parts import message_block
from renkei.context.plain import escape_frame, one_line, render_outline
from renkei.context.tiers import Tier
from renkei.context.tokens import ESTIMATE, Tokenizer
from renkei.errors import BadInput
from renkei.kit.words import Say
from renkei.values import value

DEFAULT_BUDGET: Final = 10_000
"""How many tokens a context may take, where nobody says another number."""

LAST_N: Final = 20
"""How many background messages are shown."""

MOST_RELEVANT: Final = 50
"""How many relevant messages are shown, the newest."""

MOST_CRITICAL: Final = 200
"""How many critical messages are shown, the oldest."""

MOST_CONTRACTS: Final = 20
"""How many of an agent's open contracts stand in its context."""

MOST_OMITTED: Final = 100
"""How many messages that were left out are named; of the rest only how many there are."""

SHOWN_TIERS: Final[tuple[Tier, ...]] = ("critical", "relevant", "background")
"""The tiers that an agent gets to read, in the order in which it reads them."""

Form = Literal["whole", "summary", "line", "omitted"]


@value
class TierShare:
    """What a tier takes of the context."""

    messages: int
    tokens: int


@value
class OmittedMessage:
    """A message that the context leaves out, and why."""

    id: str
    tier: Tier
    reason: str


@value
class Explanation:
    """Why a message has its tier, and how much of it is shown."""

    id: str
    tier: Tier
    reason: str
    shown: Form
    tokens: int


@value
class TurnContext:
    agent: str
    text: str
    tokens: int
    budget: int
    tokenizer: str
    """What counted the tokens: a vocabulary, or `estimate`."""
    tiers: dict[Tier, TierShare]
    omitted: tuple[OmittedMessage, ...]
    """The first hundred of those left out."""
    omitted_more: dict[Tier, int]
    """How many more there are."""
    explanations: tuple[Explanation, ...]
    """Of every message that was looked at, oldest first; where it was asked for."""
    as_of: int


def render_context(
    situation: Situation,
    say: Say,
    *,
    last: int = LAST_N,
    budget: int | None = None,
    tokenizer: Tokenizer | None = None,
    explain: bool = False,
    delta: bool = False,
) -> TurnContext:
    """The context of a turn. It stays within the budget, whoever floods the agent, and says what stands beyond it.

    Without a tokenizer tokens are estimated, and a margin is kept. `delta`: for an agent that still has what it was
    told in its last turn.

    Raises:
        BadInput: not even the headings fit into the budget.
    """
    budget = DEFAULT_BUDGET if budget is None else budget
    is_delta = delta and situation.since > 0 and not situation.changes_left_out
    return _Rendering(situation, say, last, budget, tokenizer or ESTIMATE, is_delta).finish(explain)


class _Rendering:
    """One context in the making."""

    def __init__(
        self, situation: Situation, say: Say, last: int, budget: int, tokenizer: Tokenizer, is_delta: bool
    ) -> None:
        self._situation = situation
        self.say = say
        self._last = last
        self._budget = budget
        self._tokenizer = tokenizer
        self._is_delta = is_delta
        self._by_tier = {tier: [each for each in situation.messages if each.tier == tier] for tier in SHOWN_TIERS}
        self._bound()
        self._sections = {tier: self._message_section(tier) for tier in SHOWN_TIERS}
        self._entry = self._entry_section()
        self._contracts = self._contract_section()
        self._board = (changes_part if is_delta else board_part)(situation, say)

    def _bound(self) -> None:
        """Takes out what is more than anybody reads, whatever the budget."""
        say, by_tier = self.say, self._by_tier
        first, later = by_tier["critical"][:MOST_CRITICAL], by_tier["critical"][MOST_CRITICAL:]
        old_news, news = _split_last(by_tier["relevant"], MOST_RELEVANT)
        older, recent = _split_last(by_tier["background"], self._last)
        by_tier.update(critical=first, relevant=news, background=recent)
        irrelevant = [each for each in self._situation.messages if each.tier == "irrelevant"]
        self._out_of_bounds = (
            *_list_omitted(later, say("beyond the first {count}", count=MOST_CRITICAL)),
            *_list_omitted(old_news, say("older than the last {last}", last=MOST_RELEVANT)),
            *_list_omitted(older, say("older than the last {last}", last=self._last)),
            *_list_omitted(irrelevant, say("nothing to do with you")),
        )
        out = Counter[Tier](each.tier for each in self._out_of_bounds)
        self._beyond = Counter[Tier](self._situation.unread) + out

    def finish(self, explain: bool) -> TurnContext:
        choice, text, tokens = self._fit()
        left_out = (*self._out_of_bounds, *self._list_over_budget(choice))
        named = sorted(left_out, key=lambda each: _TIER_ORDER[each.tier])[:MOST_OMITTED]
        missing = Counter[Tier](self._situation.unread) + Counter[Tier](each.tier for each in left_out)
        return TurnContext(
            agent=self._situation.entry.id,
            text=text,
            tokens=tokens,
            budget=self._budget,
            tokenizer=self._tokenizer.name,
            tiers={tier: self._tier_share(tier, choice) for tier in SHOWN_TIERS},
            omitted=tuple(named),
            omitted_more=dict(missing - Counter[Tier](each.tier for each in named)),
            explanations=tuple(self._explain(choice)) if explain else (),
            as_of=self._situation.as_of,
        )

    def _fit(self) -> tuple[Choice, str, int]:
        """What fits, the text of it and its tokens. Pieces that are counted one by one are hardly ever fewer tokens
        than the text that they make; where they are, the text decides."""
        most = self._tokenizer.at_most(self._budget)
        room = most - self._tokenizer.count(self._write({}, all_heads=True))
        while True:
            choice = fit_blocks(self._groups, room, self._size)
            text = self._write(choice)
            tokens = self._tokenizer.count(text)
            if tokens <= most:
                return choice, text, tokens
            if not choice:
                raise BadInput(
                    "The budget of {budget} tokens is too small: {least} are needed at least.",
                    budget=self._budget,
                    least=self._budget + tokens - most,
                )
            room = min(room, self._total_size(choice)) - (tokens - most)

    def _total_size(self, choice: Choice) -> int:
        return sum(map(self._size, choice.values()))

    @cached_property
    def _groups(self) -> Sequence[Sequence[Block]]:
        """All blocks by importance."""
        return (
            self._entry.blocks,
            self._sections["critical"].blocks,
            self._contracts.blocks,
            self._board.own,
            self._sections["relevant"].blocks[::-1],
            self._board.others,
            self._sections["background"].blocks[::-1],
        )

    def _size(self, lines: Lines) -> int:
        return self._tokenizer.count("\n".join(lines)) + 2  # its end, and the empty line before it

    def _write(self, choice: Choice, *, all_heads: bool = False) -> str:
        return write_text(self._parts, choice, self.say("(nothing)"), all_heads=all_heads)

    @cached_property
    def _parts(self) -> Sequence[Part]:
        say, sections = self.say, self._sections
        return (
            Part(heading=say("=== Your current state ==="), sections=(self._entry, self._contracts)),
            Part(heading=say("=== Unhandled received messages (critical) ==="), sections=(sections["critical"],)),
            Part(heading=say("=== Recent changes (relevant) ==="), sections=(sections["relevant"],)),
            Part(heading=say("=== Background (latest N) ==="), sections=(sections["background"],)),
            self._board.part,
        )

    # Part 1: the agent's own entry and its contracts (BUD-6).

    def _entry_section(self) -> Section:
        entry = self._situation.entry
        fields = {**entry.model_dump(exclude={"id"}), "artifacts": artifact_lines(entry)}
        outlines = [tuple(render_outline({name: found})) for name, found in fields.items()]
        blocks = [Block(forms=(lines, (one_line(" ".join(lines)),))) for lines in outlines if lines]
        head = tuple(render_outline({"id": entry.id}))
        return Section(blocks=blocks, head=head, has_fixed_head=True, notice=partial(self._entry_notice, blocks))

    def _entry_notice(self, blocks: Sequence[Block], choice: Choice) -> Lines:
        is_whole = all(choice.get(each) == each.forms[0] for each in blocks)
        return () if is_whole else (self.say("Not all of your entry fits. See: renkei board"),)

    def _contract_section(self) -> Section:
        rows = self._situation.contracts[:MOST_CONTRACTS]
        blocks = [Block(forms=self._contract_forms(row)) for row in rows]
        return Section(blocks=blocks, spaced=True, notice=partial(self._contract_notice, blocks))

    def _contract_forms(self, row: ContractRow) -> tuple[Lines, ...]:
        line = (self._contract_line(row),)
        return (line,) if self._is_delta and row.seq <= self._situation.since else (_render_contract(row), line)

    def _contract_line(self, row: ContractRow) -> str:
        whole = self.say("whole: renkei contract show {id}", id=escape_frame(row.id))
        said = one_line(str(row.contract.get("inputs", {}).get("description", "")))
        return f"task_contract: {escape_frame(row.id)} {row.state}: {said} ({whole})"

    def _contract_notice(self, blocks: Sequence[Block], choice: Choice) -> Lines:
        more = len(self._situation.contracts) - sum(each in choice for each in blocks)
        if not more:
            return ()
        return (self.say("{count} more contracts are open. See: renkei contract list", count=more),)

    # Parts 2 to 4: messages.

    def _message_section(self, tier: Tier) -> Section:
        blocks = [
            message_block(each, tier, self._situation, self.say, short=self._is_delta and each.is_old)
            for each in self._by_tier[tier]
        ]
        notice = self._background_notice if tier == "background" else partial(self._rest_notice, tier)
        return Section(blocks=blocks, spaced=tier != "background", notice=partial(notice, blocks))

    def _rest_notice(self, tier: Tier, blocks: Sequence[Block], choice: Choice) -> Lines:
        """That there are more, or not all of it, and where."""
        short = sum(choice.get(each, each.forms[0]) != each.forms[0] for each in blocks)
        out = sum(each not in choice for each in blocks)
        agent, count = self._situation.entry.id, self._beyond[tier] + out
        lines: list[str] = []
        if tier == "critical" and (short or out):
            lines.append(
                self.say(
                    "Critical messages alone are over the budget of {budget} tokens: {short} stand in one line, "
                    "{count} are left out. Read one whole: renkei message ID. Page through all: renkei inbox {agent}",
                    budget=self._budget,
                    short=short,
                    count=count,
                    agent=agent,
                )
            )
        elif count:
            lines.append(
                self.say("{count} more are left out. They wait in: renkei inbox {agent}", count=count, agent=agent)
            )
        return tuple(lines)

    def _background_notice(self, blocks: Sequence[Block], choice: Choice) -> Lines:
        """What the heading's N is, and where the rest is."""
        shown = sum(each in choice for each in blocks)
        if not (older := self._beyond["background"] + len(blocks) - shown):
            return (self.say("N is {last}.", last=shown),) if shown else ()
        return (
            self.say(
                "N is {last}; {count} older ones are left out. They wait in: renkei inbox {agent}",
                last=shown,
                count=older,
                agent=self._situation.entry.id,
            ),
        )

    # What came of it.

    def _list_over_budget(self, choice: Choice) -> Iterable[OmittedMessage]:
        reason = self.say("over the budget of {budget} tokens", budget=self._budget)
        blocks = (block for tier in SHOWN_TIERS for block in self._sections[tier].blocks)
        return _list_omitted((each.message for each in blocks if each.message and each not in choice), reason)

    def _tier_share(self, tier: Tier, choice: Choice) -> TierShare:
        section = self._sections[tier]
        shown = sum(block in choice for block in section.blocks)
        return TierShare(messages=shown, tokens=self._tokenizer.count("\n".join(section_lines(section, choice))))

    def _explain(self, choice: Choice) -> Iterable[Explanation]:
        blocks = {
            block.message.message.id: block
            for tier in SHOWN_TIERS
            for block in self._sections[tier].blocks
            if block.message
        }
        for placed in self._situation.messages:
            block = blocks.get(placed.message.id)
            form = choice.get(block) if block else None
            yield Explanation(
                id=placed.message.id,
                tier=placed.tier,
                reason=self.say(placed.reason),
                shown=_name_form(placed.tier, block, form),
                tokens=self._tokenizer.count("\n".join(form)) if form else 0,
            )


_TIER_ORDER: Final[dict[Tier, int]] = {"critical": 0, "relevant": 1, "background": 2, "irrelevant": 3}


def _name_form(tier: Tier, block: Block | None, form: Lines | None) -> Form:
    if block is None or form is None:
        return "omitted"
    if tier == "background" or form == block.forms[-1]:
        return "line"
    return "whole" if tier == "critical" else "summary"


def _split_last(placed: list[PlacedMessage], last: int) -> tuple[list[PlacedMessage], list[PlacedMessage]]:
    at = max(len(placed) - last, 0)
    return placed[:at], placed[at:]


def _list_omitted(placed: Iterable[PlacedMessage], reason: str) -> list[OmittedMessage]:
    return [OmittedMessage(id=each.message.id, tier=each.tier, reason=reason) for each in placed]


def _render_contract(row: ContractRow) -> Lines:
    head = {"id": row.id, "state": row.state, "delegator": row.delegator, "assignee": row.assignee}
    said = contract_terms(row)
    terms = said.model_dump(by_alias=True, exclude={*head}) if said else {}
    return tuple(render_outline({"task_contract": {**head, **terms}}))
