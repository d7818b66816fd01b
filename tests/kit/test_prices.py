"""What tokens cost: the list that ships, and a team's own over it."""

import pytest

from renkei.errors import BadInput
from renkei.kit.prices import PriceList, bare_name, load_prices, load_shipped
from renkei.protocol.spend import Spend

SHIPPED = PriceList(load_shipped())


def test_tokens_are_priced_by_kind():
    million = 1_000_000
    used = Spend(model="claude-opus-5-5", input=million, output=million, cache_read=million, cache_write=million)
    priced = SHIPPED.price(used)
    assert (priced.micros, priced.priced) == ((4 + 20 + 0.2 + 5) * million, "listed")


@pytest.mark.parametrize(
    "name",
    ["claude-sonnet-4-5", "claude-sonnet-4-5-20250929", "anthropic/claude-sonnet-4-5", "claude-sonnet-4-5[1m]",
     "claude-sonnet-4-5@20250929"],
)  # fmt: skip
def test_a_model_is_known_by_its_name_whatever_build_of_it(name: str):
    assert bare_name(name) == "claude-sonnet-4-5"
    assert SHIPPED.price(Spend(model=name, input=10)).micros == 30


@pytest.mark.parametrize("model", [None, "claude-sonnet-4-50", "claude-sonnet", "nobody-knows", ""])
def test_a_model_that_no_list_has_is_not_taken_for_another(model: str | None):
    assert SHIPPED.find(model) is None
    priced = SHIPPED.price(Spend(input=10).model_copy(update={"model": model}))
    assert (priced.micros, priced.priced) == (None, None)


def test_tokens_of_an_unknown_kind_have_no_price():
    assert SHIPPED.price(Spend(model="claude-opus-5-5", input=10, other=1)).micros is None
    assert SHIPPED.price(Spend(model="gpt-5-codex", cache_write=1)).micros is None


def test_what_was_reported_counts_before_the_list():
    priced = SHIPPED.price(Spend(model="claude-opus-5-5", input=1_000_000, micros=7))
    assert (priced.micros, priced.priced) == (7, "reported")


def test_a_team_beats_the_list_and_a_subscription_has_no_price():
    own = load_prices(
        b"as_of: '2026-11-01'\nmodels:\n  mine: {input: 1, output: 2}\n  claude-opus-5-5: plan\n", "prices.yaml"
    )
    prices = PriceList(load_shipped(), own)
    assert prices.price(Spend(model="mine", input=3, output=2)).micros == 7
    assert prices.price(Spend(model="claude-opus-5-5", input=3, micros=9)).micros is None
    assert prices.price(Spend(model="claude-opus-5", input=3)).micros == 15


def test_a_team_on_subscriptions_prices_only_what_it_lists():
    own = load_prices(b"as_of: '2026-11-01'\nplan: true\nmodels:\n  mine: {input: 1, output: 2}\n", "prices.yaml")
    prices = PriceList(load_shipped(), own)
    assert prices.price(Spend(model="claude-opus-5", input=3)).micros is None
    assert prices.price(Spend(model="mine", input=3)).micros == 3


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (b"models: {}\n", "as_of"),
        (b"as_of: today\nmodels:\n  m: {input: -1, output: 2}\n", "models.m"),
        (b"as_of: today\nmodels:\n  m: free\n", "models.m"),
        (b"as_of: today\nmodel: {}\n", "model"),
    ],
)
def test_a_list_that_is_none_is_told_by_its_place(text: bytes, place: str):
    with pytest.raises(BadInput) as raised:
        load_prices(text, "prices.yaml")
    assert any(place in problem.path for problem in raised.value.problems)


def test_each_price_that_ships_says_where_it_is_from():
    for name, price in load_shipped().models.items():
        assert not isinstance(price, str), name
        assert price.source.startswith("stored copy of https://"), name
