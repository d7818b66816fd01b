"""What work took: tokens by kind and model, and money where somebody knows it."""

from typing import Annotated

from pydantic import Field

from renkei.protocol.base import FilledText, Model, Name
from renkei.protocol.terms import MOST_TOKENS, TOKEN_KINDS, Priced

Count = Annotated[int, Field(ge=0, le=MOST_TOKENS)]


class Spend(Model):
    """What one model was used for. The kinds do not overlap: `input` is without what came from a cache."""

    agent: Name | None = None
    """Who used it, where that is not the one that this is reported of: a verifier within an attempt."""
    model: FilledText | None = None
    input: Count = 0
    output: Count = 0
    cache_read: Count = 0
    cache_write: Count = 0
    cache_write_1h: Count = 0
    """Of caches that are kept longer, and cost more."""
    other: Count = 0
    micros: Count | None = None
    """What it cost, in millionths of a dollar; None: nobody knows a price, which is not the same as free."""
    priced: Priced | None = None

    @property
    def tokens(self) -> int:
        return self.input + self.output + self.cache_read + self.cache_write + self.cache_write_1h + self.other

    @property
    def is_empty(self) -> bool:
        return not self.tokens and not self.micros


def add_spends(one: Spend, other: Spend) -> Spend:
    """Both in one, of the same agent and model. Where one of them has no price, neither has the sum."""
    counts = {kind: min(getattr(one, kind) + getattr(other, kind), MOST_TOKENS) for kind in TOKEN_KINDS}
    known = [each.micros for each in (one, other) if not each.is_empty]
    micros = None if None in known else min(sum(each or 0 for each in known), MOST_TOKENS)
    return one.model_copy(update={**counts, "micros": micros, "priced": None if micros is None else one.priced})
