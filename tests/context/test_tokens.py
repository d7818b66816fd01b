"""The estimate of tokens is near the truth in every script."""

import pytest

from renkei.context.tokens import estimate_tokens

ENGLISH = "The login endpoint is specified; it has to be built before the review starts. "
JAPANESE = "ユーザー認証APIの実装を依頼します。既存のエンドポイントとの後方互換性を維持してください。"
CODE = "def login(user: str) -> Session:\n        if user in known:\n            return Session(user)\n"


@pytest.mark.parametrize(
    ("text", "real"),
    [(ENGLISH * 20, 321), (JAPANESE * 20, 600), (CODE * 20, 400)],
    ids=["English", "Japanese", "code"],
)
def test_it_is_within_a_tenth_of_what_a_tokenizer_counts(text: str, real: int):
    """`real` was counted with o200k_base."""
    assert abs(estimate_tokens(text) - real) <= real / 10


def test_nothing_costs_nothing_and_anything_costs_one():
    assert (estimate_tokens(""), estimate_tokens("a")) == (0, 1)


def test_half_a_character_does_not_stop_it():
    assert estimate_tokens("\ud800") == 1
