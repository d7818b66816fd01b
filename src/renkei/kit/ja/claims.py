"""Claims that are kept and checked again, and trust."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "Every accepted claim, checked again on the current commit": "受け入れた主張を現在のコミットで確かめ直す",
    "How often each agent was right, how sure it was, and what that took": (
        "各エージェントの正しさ、自信の度合い、かかった費用"
    ),
    "keep the check, and the claims of a valid result": "検査と、有効な結果の主張を記録する",
    "whose result it is (with --record)": "誰の結果か（--record とともに）",
    "the model that it comes from (with --record)": "結果を出したモデル（--record とともに）",
    "the tokens that it took (with --record)": "使ったトークン数（--record とともに）",
    "what it cost, in dollars (with --record)": "かかった費用、ドル（--record とともに）",
    "--record: this project has no store yet. Make one with: renkei agent add NAME --role ROLE": (
        "--record: このプロジェクトにはまだストアがありません。作成: renkei agent add NAME --role ROLE"
    ),
    "--record: {path} is no part of the project {project}.": (
        "--record: {path} はプロジェクト {project} に含まれません。"
    ),
    "This check was recorded before; nothing changed.": "この検査は記録済みです。変更はありません。",
    "{path!r} is in no git repository, so there is no commit {rev!r}": (
        "{path!r} は git リポジトリの中になく、コミット {rev!r} はありません"
    ),
    "No claim that is kept is about a file that has changed since {rev}.": (
        "{rev} 以降に変わったファイルについての主張はありません。"
    ),
    "Recorded for {agent}; claims kept: {count}": "{agent} の検査を記録しました。保存した主張: {count} 件",
    "--{name}: expected a number from 0 on, not {value}.": "--{name}: 0 以上の数値が必要です（{value} ではなく）。",
    "--{name} says something about a check that is recorded; add --record.": (
        "--{name} は記録する検査についての指定です。--record を付けてください。"
    ),
    "only claims about files that have changed since a commit": "あるコミット以降に変わったファイルについての主張だけ",
    "md is for a pull request; json is the same as --json": "md はプルリクエスト用、json は --json と同じ",
    "list those that hold, too": "成り立つものも一覧に出す",
    "No claim is kept yet. Claims are kept when a result is accepted: by the hooks of renkei init, by "
    "renkei check --record, or when renkei contract verify runs a command.": (
        "保存された主張はまだありません。主張は結果が受け入れられたときに保存されます: renkei init のフック、"
        "renkei check --record、または renkei contract verify によるコマンドの実行。"
    ),
    "{holds} hold, {moved} moved, {false} now false, {unknown} unknown (at {commit})": (
        "成立 {holds} 件、移動 {moved} 件、不成立 {false} 件、不明 {unknown} 件（{commit} 時点）"
    ),
    "false since {commit} {subject}": "{commit} {subject} から不成立",
    "Claims": "主張",
    "Claim": "主張",
    "Agent": "エージェント",
    "State": "状態",
    "What happened": "変化",
    "Category": "カテゴリ",
    "Verified": "確認済み",
    "False": "誤り",
    "Stated": "自己申告",
    "Observed": "実績",
    "Brier": "ブライアスコア",
    "Tokens": "トークン",
    "Cost ($)": "費用（$）",
    "Verified per $": "$ あたりの確認数",
    "put together by some of agent, role, model and category (default: by all four)": (
        "agent、role、model、category のうちどれでまとめるか（既定は四つすべて）"
    ),
    "No result has been checked yet. Checks are kept by hooks (renkei init), by runs, and by renkei check --record.": (
        "検査された結果はまだありません。検査は renkei init のフック、実行（run）、renkei check --record が記録します。"
    ),
    "--by: expected some of {known}, not {name!r}.": "--by: {known} のいずれかが必要です（{name!r} ではなく）。",
    "it was run on files that were not committed": "コミットされていないファイルに対して実行されました",
    "the file has changed, is long, and its earlier content is not in git": (
        "ファイルが変わっており、長く、以前の内容が git にありません"
    ),
    "another text stands there now, and what was claimed is too short to look for": (
        "そこには今は別の内容があり、主張された内容は探すには短すぎます"
    ),
    "the code has changed since; run {command!r} again": (
        "その後コードが変わりました。{command!r} をもう一度実行してください"
    ),
    "what was claimed stands nowhere in {path!r}": "主張された内容は {path!r} のどこにもありません",
}
