"""The completion report of a run."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "Gate {task}: {overall} (P0 {p0}, P1 {p1}, P2 {p2})": "ゲート {task}: {overall}（P0 {p0}、P1 {p1}、P2 {p2}）",
    "  left: {item}": "  残り: {item}",
    "  it says: {said}": "  言い分: {said}",
    "  left: {count} P1 that the reviewer did not name": "  残り: レビュアーが挙げなかった P1 が {count} 件",
    "  P2: {count} that the reviewer did not name": "  P2: レビュアーが挙げなかったものが {count} 件",
    "Left out: {task} ({agent}): {reason}": "省いたタスク: {task}（{agent}）: {reason}",
    "Refused: {path} of {task} [{rule}], kept in the git folder as {kept}": (
        "拒否: {task} の {path} [{rule}]（git フォルダーの {kept} に保存）"
    ),
    "Flagged: {task}: {flags}": "注意: {task}: {flags}",
    "Not verified in {task}: {doubt}": "{task} の未検証: {doubt}",
    "{verifier} says that this is not so: {said}": "{verifier} によれば事実と異なります: {said}",
    "{verifier} changed files that it only had to read": "{verifier} が、読むだけのはずのファイルを変更しました",
    "{mark} {place}: {reason}": "{mark} {place}: {reason}",
    "{verifier} says nothing of it": "{verifier} はこれについて何も述べていません",
    "{verifier} did not open it": "{verifier} はこれを開いていません",
    "the verdict of {verifier} cannot be read": "{verifier} の判定が読み取れません",
    "{verifier} could not be started: {reason}": "{verifier} を起動できませんでした: {reason}",
    "{verifier} was not done after {seconds:g} s": "{verifier} は {seconds:g} 秒で終わりませんでした",
    "{verifier} ended without a verdict: {reason}": "{verifier} は判定を出さずに終了しました: {reason}",
    "no more than {count} places of a result are looked at": "1 つの結果で確認する箇所は {count} か所までです",
    "what it wrote is kept: git apply {path}": "書いたものは保存されています: git apply {path}",
}
