"""The dialects of results, and `convert`."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "One agent's result in another dialect": "エージェントの結果を別の形式に変換",
    "the dialect to write": "変換先の形式",
    "the dialect of the result (default: found out)": "結果の形式（既定: 自動判別）",
    "{dialect} has no place of its own for all of: {parts}; they stand at the end as text": (
        "{dialect} に固有の場所がないもの: {parts}。末尾に文章として残しました"
    ),
    "{dialect} has no place for {parts}; nothing was written.": (
        "{dialect} には {parts} の場所がありません。何も書きませんでした。"
    ),
    "the result says {token} and that it is blocked, needs input or is in conflict; it is not converted.": (
        "結果は {token} としながら、ブロック中・入力待ち・競合のいずれかだとも述べています。変換しません。"
    ),
    "{dialect} cannot keep the verdict {verdict}: read again, it would be a milder one; nothing was written.": (
        "{dialect} では判定 {verdict} を保てません。読み直すと緩い判定になります。何も書き出しませんでした。"
    ),
    "as {dialect} this result could not be read again; nothing was written.": (
        "{dialect} として書くと、この結果は再び読み取れません。何も書き出しませんでした。"
    ),
    "{outcome} is no verdict, and cpf has no word for it; it is not converted.": (
        "{outcome} は判定ではなく、cpf にその語はありません。変換しません。"
    ),
    "{dialect} asks for {field}: fill it in": "{dialect} には {field} が必要です。書き足してください",
    "{name} is binary, not the text of a result (byte {at}).": (
        "{name} は結果のテキストではなくバイナリです（{at} バイト目）。"
    ),
    "a result without a status that can be read is not converted; check it first.": (
        "ステータスを読み取れない結果は変換できません。先に確認してください。"
    ),
    "the result names no file that was written, and written says nothing else.": (
        "結果に書き出したファイルがありません。written にはそれ以外を書けません。"
    ),
    "the result": "結果",
    "a text": "テキスト",
    "a list of texts": "テキストのリスト",
    "text, or ref with path and description": "テキスト、または ref と path・description",
    "an object": "オブジェクト",
    "an entry with key and value": "key と value を持つ項目",
    "ok, needs_input, conflict or blocked": "ok、needs_input、conflict、blocked のいずれか",
    "P0, P1, P2 or null": "P0、P1、P2、null のいずれか",
    "completed, partial or failed": "completed、partial、failed のいずれか",
    "TASK_RESULT": "型 TASK_RESULT",
    "YAML with status, severity, artifacts, contract_outputs, open_questions and blockers": (
        "status、severity、artifacts、contract_outputs、open_questions、blockers を持つ YAML"
    ),
    "a TASK_RESULT with original_task_ref, status, output_artifacts and summary, JSON or YAML": (
        "original_task_ref、status、output_artifacts、summary を持つ TASK_RESULT（JSON または YAML）"
    ),
    "a first line such as BUILDER_COMPLETE, then lines of Name: value": (
        "BUILDER_COMPLETE などの 1 行目と、「名前: 値」の行"
    ),
    "WRITTEN: and the path of the file that was written": "WRITTEN: と書き出したファイルのパス",
}
