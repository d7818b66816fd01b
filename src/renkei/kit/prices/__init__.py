"""Lists of prices: the one that ships, and a team's own, which beats it model by model."""

import re
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, TypeAdapter

from renkei.protocol.base import FilledText, Model, Text
from renkei.protocol.documents import decode_text, parse_document, validate
from renkei.protocol.spend import Spend
from renkei.protocol.terms import MOST_TOKENS

SHIPPED: Final = Path(__file__).parent / "prices.json"

Dollars = Annotated[float, Field(ge=0, le=1_000_000)]


class ModelPrice(Model):
    """Dollars for a million tokens of each kind. A kind without a price cannot be priced."""

    input: Dollars
    output: Dollars
    cache_read: Dollars | None = None
    cache_write: Dollars | None = None
    cache_write_1h: Dollars | None = None
    source: Text = ""
    as_of: Text = ""


Plan = Literal["plan"]
"""Paid for by a subscription: its tokens are counted, and have no price."""


class PriceFile(Model):
    as_of: FilledText
    source: Text = ""
    plan: bool = False
    """Whether every model is paid for by a subscription, but those that this file lists with a price."""
    models: dict[FilledText, ModelPrice | Plan] = Field(default_factory=dict)


_FILE: Final[TypeAdapter[PriceFile]] = TypeAdapter(PriceFile)

_DATED: Final = re.compile(r"(?:[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest))+$")
"""What vendors put behind a model's name to say which build of it: the price is that of the name."""


class PriceList:
    """What tokens cost: the team's own file beats the one that ships."""

    def __init__(self, *files: PriceFile) -> None:
        """The last one beats those before it."""
        self.files = files

    def price(self, spend: Spend) -> Spend:
        """With its cost, if anybody knows one: what was reported counts, unless a subscription pays for it."""
        found = self.find(spend.model)
        if found == "plan":
            return spend.model_copy(update={"micros": None, "priced": None})
        if spend.micros is not None:
            return spend.model_copy(update={"priced": "reported"})
        micros = None if found is None else _calculate(found, spend)
        return spend.model_copy(update={"micros": micros, "priced": None if micros is None else "listed"})

    def find(self, model: str | None) -> ModelPrice | Plan | None:
        """None where no file knows it: a model that resembles another may cost anything."""
        names = () if model is None else (model, bare_name(model))
        for file in reversed(self.files):
            found = next((name for name in names if name in file.models), None)
            if found is not None:
                return file.models[found]
            if file.plan:
                return "plan"
        return None


def bare_name(model: str) -> str:
    """A model's name without its vendor, its build, and how long its context is."""
    return _DATED.sub("", model.rpartition("/")[2].partition("[")[0])


def _calculate(price: ModelPrice, spend: Spend) -> int | None:
    """In millionths of a dollar, which is what so many dollars a million tokens give for each token; at most what a log
    can hold."""
    pairs = [(getattr(spend, kind), getattr(price, kind)) for kind in _PRICED]
    if spend.other or any(count and each is None for count, each in pairs):
        return None
    return min(round(sum(count * (each or 0) for count, each in pairs)), MOST_TOKENS)


_PRICED: Final = ("input", "output", "cache_read", "cache_write", "cache_write_1h")


def load_prices(data: bytes, name: str) -> PriceFile:
    """
    Raises:
        BadInput: it is no list of prices; names file, line and field.
    """
    text = decode_text(data, name)
    return validate(_FILE, parse_document(text, name), name, text=text)


@cache
def load_shipped() -> PriceFile:
    return load_prices(SHIPPED.read_bytes(), str(SHIPPED))
