"""Benchmarks."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "what it costs to carry runs out durably": "実行を永続的に進めるのにかかるコスト",
    "how many tasks a large run has": "大きな実行のタスク数",
    "--tasks: expected 10 to 5000, not {tasks}.": "--tasks: 10 から 5000 を指定してください（指定された値: {tasks}）。",
    "plain loop": "単純なループ",
    "Memory: {kept:.1f} blocks more for each task that is done (≤ {goal:g}), {mb:.0f} MB at most.": (
        "メモリ: 完了したタスク 1 件につき {kept:.1f} ブロック増（≤ {goal:g}）、最大 {mb:.0f} MB。"
    ),
    "The benchmarks, with what they are measured against beside them": "ベンチマーク（比較対象と並べて測定）",
    "how fast posts become durable; with --store postgresql://, that beside it": (
        "投稿が永続化される速さ（--store postgresql:// があればそれも並べる）"
    ),
    "how long each part is measured": "各部分を測る秒数",
    "the disk to measure (default: here)": "測定するディスク（既定: ここ）",
    "exit 1 when a goal is missed": "目標に届かなければ終了コード 1",
    "--seconds: expected more than 0 and at most 600, not {seconds}.": (
        "--seconds: 0 より大きく 600 以下の値が必要です。{seconds} は使えません。"
    ),
    "disk, fdatasync": "ディスク、fdatasync",
    "bare SQLite writer, {count} posters": "素の SQLite 書き込み、投稿者 {count}",
    "Renkei, 1 poster": "Renkei、投稿者 1",
    "Renkei, {count} posters": "Renkei、投稿者 {count}",
    "PostgreSQL, 1 poster": "PostgreSQL、投稿者 1",
    "PostgreSQL, {count} posters": "PostgreSQL、投稿者 {count}",
    "Measured": "測定対象",
    "per second": "毎秒",
    "p50 ms": "p50 ミリ秒",
    "p99 ms": "p99 ミリ秒",
    "ratio and goal": "比率と目標",
    "{wrong}": "{wrong}",
}
