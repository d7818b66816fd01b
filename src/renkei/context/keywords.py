"""Keywords of a text in English and Japanese, so that two texts can be seen to be about the same thing. No model.

- Latin: words of three letters or more, in lower case, a plural `s` dropped, parts of `camelCase` and `snake_case` on
  their own; ids such as `TC-007` whole.
- Kanji: every two neighbours (認証基盤 -> 認証, 証基, 基盤), for Japanese writes no spaces between words.
- Katakana: a word of up to three characters whole, of a longer one every four neighbours, so that ログインフォーム
  matches ログイン and プラグイン does not.

Words that fit any task (STOP) are none. One shared keyword is enough: what is taken for related by mistake costs two
more lines, what is missed costs the agent something it should have known.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from renkei.memo import remember_short

_ID: Final = re.compile(r"[A-Za-z]+-\d+")
_LATIN: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_KANJI: Final = re.compile("[\u4e00-\u9fff\u3400-\u4dbf々]{2,}")
_KATAKANA: Final = re.compile("[ァ-ヺー]{2,}")

_LONG_KATAKANA: Final = 4

STOP: Final = frozenset(
    re.findall(
        r"\S+",
        """
    about add added after agent all also and any are because been before being best both build but can change changed
    check code complete completed could create did does doing done each error every file fix for from get give had has
    have her here him his how implement implementation info information into its itself just know let like look made
    make many may message more most must need new next nor not note now off old once one only other our out over own
    part per please project ready report result review same see send set should show since some soon start started state
    status step still stop such task team test tested testing than that the their them then there these they thing this
    those thus too two under until update updated use used user using via want was way well were what when where which
    while who why will with work working would yes yet you your
    作業 作成 修正 変更 追加 削除 更新 完了 開始 終了 確認 対応 実施 実装 実行 開発 報告 連絡 共有 依頼 質問 回答 検討
    予定 今日 明日 昨日 今回 次回 現在 以下 以上 必要 可能 全員 全体 本日 担当 進捗 状況 状態 問題 結果 内容 情報
    タスク テスト チーム コード ファイル エラー レビュー メッセージ プロジェクト
    """,
    )
)
"""Words that fit any task."""


@remember_short(4096)
def extract_keywords(text: str) -> frozenset[str]:
    """What a text is about, as far as its words tell."""
    plain = _normalize_text(text)
    found = {*_find_ids(plain), *_latin_words(plain)}
    if not plain.isascii():
        found |= {*_kanji_pairs(plain), *_katakana_words(plain)}
    return frozenset(found)


def _normalize_text(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def _find_ids(text: str) -> Iterable[str]:
    return (found.lower() for found in _ID.findall(text))


def _latin_words(text: str) -> Iterable[str]:
    words = {found.lower() for found in set(_LATIN.findall(text))}
    return (_drop_plural(word) for word in words if len(word) >= 3 and not STOP & {word, _drop_plural(word)})


def _drop_plural(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _kanji_pairs(text: str) -> Iterable[str]:
    pairs = (pair for run in set(_KANJI.findall(text)) for pair in _character_ngrams(run, 2))
    return (pair for pair in pairs if pair not in STOP)


def _katakana_words(text: str) -> Iterable[str]:
    for word in set(_KATAKANA.findall(text)):
        if word not in STOP:
            yield from _character_ngrams(word, _LONG_KATAKANA) if len(word) >= _LONG_KATAKANA else [word]


def _character_ngrams(word: str, count: int) -> list[str]:
    return [word[at : at + count] for at in range(len(word) - count + 1)]
