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
    "what it wrote is kept: git apply {path}": "書いたものは保存されています: git apply {path}",
}
