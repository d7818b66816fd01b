"""Keywords of English and Japanese text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.context.keywords import STOP, extract_keywords


@pytest.mark.req("BUD-1")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Build the login endpoint", {"login", "endpoint"}),
        ("Login tokens", {"login", "token"}),
        ("userSessionStore in session_store.py", {"session", "store"}),
        ("see TC-007 and D-012", {"tc-007", "d-012"}),
        ("the class passes", {"class", "passe"}),
        ("UI of a DB", set[str]()),
        ("ＬＯＧＩＮ", {"login"}),
        ("please update the task status", set[str]()),
        ("", set[str]()),
    ],
)
def test_english(text: str, found: set[str]):
    assert extract_keywords(text) == found


@pytest.mark.req("BUD-1")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("認証基盤の実装", {"認証", "証基", "基盤"}),
        ("ログイン", {"ログイン"}),
        ("ログインフォーム", {"ログイン", "グインフ", "インフォ", "ンフォー", "フォーム"}),
        ("ﾛｸﾞｲﾝ", {"ログイン"}),
        ("キーとバグ", {"キー", "バグ"}),
        ("これはとてもよい", set[str]()),
        ("本日の進捗を報告", set[str]()),
        ("JWTで認証", {"jwt", "認証"}),
    ],
)
def test_japanese(text: str, found: set[str]):
    assert extract_keywords(text) == found


@pytest.mark.req("BUD-1")
@pytest.mark.parametrize(
    ("one", "other", "is_related"),
    [
        ("ユーザー認証APIの実装", "認証方式をJWTに変えます", True),
        ("ログイン画面を作る", "ログインフォームの文言が決まりました", True),
        ("ログイン画面を作る", "プラグインを入れ替えました", False),
        ("ユーザー認証APIの実装", "今日の昼食は外で食べます", False),
        ("決済処理の修正", "検索処理の修正が完了", True),  # 処理 is shared: better shown than missed
        ("Build POST /login", "Login sessions last 24 hours", True),
        ("Build POST /login", "The billing report is done", False),
        ("src/auth/session.py", "auth moves to another host", True),
        ("ログインAPI", "The API of the shop changes", True),
    ],
)
def test_two_texts_about_the_same_thing_share_a_keyword(one: str, other: str, is_related: bool):
    assert bool(extract_keywords(one) & extract_keywords(other)) is is_related


@given(st.text())
def test_any_text_has_keywords_of_two_characters_or_more_and_none_that_fits_every_task(text: str):
    found = extract_keywords(text)
    assert all(len(word) >= 2 for word in found)
    assert not found & STOP
