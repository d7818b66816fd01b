"""Documents: what is wrong with them."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "A command is an object with a `type`, not {kind}.": (
        "コマンドは `type` を持つオブジェクトです（{kind} ではありません）"
    ),
    "type: no command is called {tag}. Did you mean {near}?": (
        "type: {tag} というコマンドはありません。{near} ですか？"
    ),
    "type: expected one of {known}, not {tag}.": ("type: {known} のいずれかを指定してください（{tag} ではありません）"),
    "{name} is not valid.": "内容が正しくありません: {name}",
    "The command line": "コマンドライン",
    "{name} is larger than {limit} bytes, the most that is read.": (
        "{name} は読み込みの上限 {limit} バイトを超えています。"
    ),
    "{name} is not UTF-8 text (byte {at}).": "UTF-8 のテキストではありません: {name}（{at} バイト目）",
    "{name} is nested too deeply.": "{name} の入れ子が深すぎます。",
    "{name}: the key {key!r} stands twice in one object.": (
        "{name}: キー {key!r} が 1 つのオブジェクトに 2 回あります。"
    ),
    "{name}, line {line}: the key {key!r} stands twice in one object.": (
        "{name} の {line} 行目: キー {key!r} が 1 つのオブジェクトに 2 回あります。"
    ),
    "{name}, line {line}, column {column}: no JSON ({wrong}).": (
        "{name} の {line} 行目 {column} 列目: JSON として読めません（{wrong}）。"
    ),
    "{name}: no JSON ({wrong}).": "{name}: JSON として読めません（{wrong}）。",
    "{word} is no JSON value": "{word} は JSON の値ではありません",
    "{name}, line {line}, column {column}: no YAML ({wrong}).": (
        "{name} の {line} 行目 {column} 列目: YAML として読めません（{wrong}）。"
    ),
    "{name}: no YAML ({wrong}).": "{name}: YAML として読めません（{wrong}）。",
    "{name}: half a character (a lone surrogate) at {at}.": (
        "{name}: {at} 文字目に不完全な文字（単独のサロゲート）があります。"
    ),
    "{name}, line {line}: aliases (*{alias}) are not taken. Write the value out.": (
        "{name} の {line} 行目: エイリアス（*{alias}）は使えません。値をそのまま書いてください。"
    ),
    "{name}, line {line}: tags ({tag}) are not taken.": "{name} の {line} 行目: タグ（{tag}）は使えません。",
    "{name}, line {line}: a key has to be a word.": "{name} の {line} 行目: キーは文字列にしてください。",
    "{path} line {number}": "{path} の {number} 行目",
    "{place} (line {line})": "{place}（{line} 行目）",
    "(the document)": "文書全体",
    ", not {value}": "（指定された値: {value}）",
    "this field is required": "このフィールドは必須です",
    "this field is required; where there is nothing, write []": (
        "このフィールドは必須です。なければ [] と書いてください"
    ),
    "no such field is known here": "このフィールドはここでは使えません",
    "leave this out: Renkei fills it in": "指定しないでください。Renkei が設定します",
    "expected {expected}": "次の値を指定してください: {expected}",
    "{others} or {last}": "{others} または {last}",
    "expected text": "文字列を指定してください",
    "expected text without half characters (lone surrogates)": (
        "不完全な文字（単独のサロゲート）のない文字列を指定してください"
    ),
    "expected true or false": "true か false を指定してください",
    "expected a whole number": "整数を指定してください",
    "expected text as a key": "キーには文字列を指定してください",
    "expected what JSON can hold: no infinite or endless number, no half characters (lone surrogates)": (
        "JSON で表せる値を指定してください（無限大や桁数の多すぎる数値、不完全な文字（単独のサロゲート）は使えません）"
    ),
    "expected lists and objects at most {deepest} deep": (
        "リストとオブジェクトの入れ子は {deepest} 段以内にしてください"
    ),
    "expected seconds up to a day": "0 秒から 1 日までの秒数を指定してください",
    "expected a number": "数値を指定してください",
    "expected a list": "リストを指定してください",
    "expected an object": "オブジェクトを指定してください",
    "expected one of {expected_tags}": "次のいずれかを指定してください: {expected_tags}",
    "expected at least {ge}": "{ge} 以上を指定してください",
    "expected at most {le}": "{le} 以下を指定してください",
    "expected at least {min_length} entries": "{min_length} 件以上を指定してください",
    "expected at most {max_length} characters": "{max_length} 文字以内で指定してください",
    "expected text without control characters (found {character} at position {position})": (
        "制御文字 {character}（位置 {position}）を取り除いてください"
    ),
    "expected some text": "空でない文字列を指定してください",
    "expected a name: a letter or digit, then letters, digits, '.', '-' or '_', at most 64": (
        "名前を指定してください。先頭は文字か数字、以降は文字、数字、'.'、'-'、'_' で、64 文字以内です"
    ),
    "expected options with different labels, not {labels}": ("選択肢のラベルが重複しています: {labels}"),
    "expected one of the labels {labels}": "ラベル {labels} のいずれかを指定してください",
    "expected each name once": "同じ名前は 1 回だけ指定してください",
}
