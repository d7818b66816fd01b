"""What turn contexts took, by tier: made anew from the log, each as the board was when its turn began."""

from collections import Counter
from collections.abc import Mapping

from renkei.app.project import Project
from renkei.context.render import TurnContext
from renkei.eventlog.base import records_in_batches
from renkei.runs.replay import Setting, contexts_of_turns
from renkei.tokenizers import find_tokenizer
from renkei.values import value

REST = "rest"
"""What no tier takes: the agent's entry and contracts, the board, headings."""


@value
class TierSum:
    tier: str
    messages: int
    tokens: int


@value
class TierLedger:
    turns: int
    tiers: list[TierSum]
    """In the order of a context."""

    @property
    def total(self) -> TierSum:
        messages, tokens = (sum(getattr(each, name) for each in self.tiers) for name in ("messages", "tokens"))
        return TierSum(tier="", messages=messages, tokens=tokens)


def sum_tiers(project: Project) -> TierLedger:
    """By today's settings and tokenizer: with which budget a context was really made the log does not say."""
    settings = project.settings
    setting = Setting(layers=settings.layers, find_budget=settings.budgets.of_agent, find_tokenizer=find_tokenizer)
    turns, messages, tokens = 0, Counter[str](), Counter[str]()
    with project.reader.read() as view:
        records = (record for batch in records_in_batches(view) for record in batch)
        for context in contexts_of_turns(records, setting):
            turns += 1
            tokens.update(_tokens_of(context))
            messages.update({tier: share.messages for tier, share in context.tiers.items()})
    return TierLedger(
        turns=turns, tiers=[TierSum(tier=each, messages=messages[each], tokens=tokens[each]) for each in tokens]
    )


def _tokens_of(context: TurnContext) -> Mapping[str, int]:
    """The pieces of a text are sometimes more tokens than the text."""
    tiers: dict[str, int] = {tier: share.tokens for tier, share in context.tiers.items()}
    return {**tiers, REST: max(context.tokens - sum(tiers.values()), 0)}
