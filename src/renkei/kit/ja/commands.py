"""The commands, their help, and bad usage."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    # The commands and their help
    "usage": "使い方",
    "positional arguments": "引数",
    "options": "オプション",
    "show this help and exit": "このヘルプを表示して終了",
    "The coordination layer for teams of AI coding agents.": (
        "AI コーディングエージェントのチームのための連携レイヤー。"
    ),
    "First steps": "はじめに",
    "Code and results": "コードと結果",
    "Runs of a team": "チームの実行",
    "Messages, board, contracts": "メッセージ、ボード、契約",
    "The store": "ストア",
    "For clients and measuring": "クライアント用と計測",
    "Examples": "例",
    "what this branch changed, looked at by real analysers": "このブランチの変更を実際の解析ツールで調べる",
    "does what an agent wrote stand in the code?": "エージェントの記述はコードと一致するか",
    "the same review by a team, with its record": "同じレビューをチームで行い、記録を残す",
    "how the newest run stands": "最新の実行の状況",
    "This list, or the help of one command": "この一覧、または 1 つのコマンドの説明",
    "without it all of them": "省略時はすべて",
    "Completion of commands, flags and their values for bash, zsh or fish": (
        "bash、zsh、fish 用のコマンド、フラグ、値の補完"
    ),
    "your shell": "お使いのシェル",
    'bash: eval "$(renkei completion bash)" in ~/.bashrc; zsh: renkei completion zsh > a folder of $fpath/_renkei; '
    "fish: renkei completion fish > ~/.config/fish/completions/renkei.fish": (
        'bash: ~/.bashrc に eval "$(renkei completion bash)"; zsh: renkei completion zsh > $fpath 内の _renkei; '
        "fish: renkei completion fish > ~/.config/fish/completions/renkei.fish"
    ),
    "There is no command {name!r}. Did you mean: renkei {near}? `renkei --help` lists them all.": (
        "コマンド {name!r} はありません。renkei {near} ですか？一覧は `renkei --help` で表示します。"
    ),
    "renkei COMMAND --help shows one command. The flags above stand before or after it.": (
        "各コマンドの説明は renkei COMMAND --help で表示します。上のフラグはコマンドの前にも後にも置けます。"
    ),
    "A scripted team builds and reviews a small feature, in a temporary repository": (
        "台本どおりのチームが、一時リポジトリで小さな機能を作ってレビューします"
    ),
    "Members of the team: add, list, remove, token": "チームのメンバー: 追加、一覧、除外、トークン発行",
    "Post a typed message from a file or standard input": "型付きメッセージをファイルか標準入力から投稿",
    "What an agent has not handled yet": "エージェントの未処理メッセージ",
    "One message whole": "メッセージ 1 件の全文",
    "The shared state board and its changes; set fields": "共有ボードとその変更の表示、フィールドの設定",
    "An agent's turn: read the board on entry, write it on exit": (
        "エージェントのターン: 開始時にボードを読み、終了時に書く"
    ),
    "Read or post group chat": "グループチャットの閲覧と投稿",
    "The event log": "イベントログ",
    "The log as lines of JSON": "ログを JSON Lines で書き出す",
    "Bring an exported log into a store": "書き出したログをストアに取り込む",
    "Check the chain and fold every table anew": "チェーンを検査し、全テーブルをログから再構築して照合",
    "Forget what a message said without breaking the chain": "チェーンを保ったままメッセージの内容を消去",
    "The rules in force: what follows from what, those that ship and the team's own": (
        "有効なルール: 何が起きると何が続くか（標準のものとチームのもの）"
    ),
    "JSON Schemas of the words": "プロトコルの JSON Schema",
    "What is installed, reachable, configured; what to do about the rest": (
        "インストール、接続、設定の状態と、足りないものへの対処"
    ),
    "Check one agent's result against the contract and the code": "エージェントの結果 1 件を契約とコードに照らして検査",
    "Set a repository up for a coding client": "コーディングクライアント用にリポジトリを設定",
    "Take out what init merged in": "init が組み込んだものを取り除く",
    "What coding clients call at each step": "コーディングクライアントが各段階で呼び出すコマンド",
    "Switch the hooks of this project off": "このプロジェクトのフックを無効にする",
    "Switch the hooks of this project on": "このプロジェクトのフックを有効にする",
    "add a member, or change its role or model": "メンバーを追加、またはロールやモデルを変更",
    "show the team": "チームを表示",
    "take a member off the team": "メンバーをチームから外す",
    "mint its credential": "メンバーのトークンを発行",
    "only what changed after SEQ": "SEQ より後の変更のみ",
    "write fields: status, current_task, blocked_by; goal, current_phase": (
        "フィールドを設定: status, current_task, blocked_by; goal, current_phase"
    ),
    "whose entry (default: the person)": "誰のエントリか（既定: 人）",
    "the seq of the board that was read": "読んだ時点のボードの seq",
    "idempotency key: the same change under the same key is made once": "冪等キー: 同じキーの同じ変更は 1 回だけ行う",
    "without it: the channels there are": "省略時: チャンネルの一覧",
    "post this; without it: read": "投稿する内容（省略時: 閲覧）",
    "who posts or reads (default: the person)": "投稿者または閲覧者（既定: 人）",
    "mark the channel as read": "チャンネルを既読にする",
    "at most N (default: 50)": "最大 N 件（既定: 50）",
    "{count} more. See: {command}": "ほか {count} 件。表示するには: {command}",
    "from there on, not the newest ones": "最新のものではなく、SEQ より後から",
    "the newest N events, with --since the first N after SEQ (default: the newest 50; with --json: all)": (
        "最新の N 件。--since があれば SEQ より後の最初の N 件（既定: 最新の 50 件、--json では全件）"
    ),
    "the newest N events (default: 200; with --json: all)": "最新の N 件（既定: 200、--json では全件）",
    "{count} older events. See: {command}": "これより古いイベントが {count} 件あります。表示するには: {command}",
    "{count} later events. See: {command}": "これより後のイベントが {count} 件あります。表示するには: {command}",
    "write here instead of standard output": "標準出力の代わりに書き込むファイル",
    "what renkei export wrote": "renkei export が書き出したファイル",
    "mark these as handled; without an ID, all that wait": "処理済みにするメッセージ（ID 省略時: 未処理のすべて）",
    "only what came after SEQ": "SEQ より後のイベントのみ",
    "go on showing what comes": "新しいイベントを表示し続ける",
    "messages by type, and FREEFORM's share and intents": "型ごとのメッセージ数と、FREEFORM の割合と意図",
    "a message (MSG-7) or an event (E-7)": "メッセージ（MSG-7）またはイベント（E-7）",
    "without it: the names there are": "省略時: 名前の一覧",
    "JSON or YAML: type, to, priority, payload, ...": "JSON または YAML: type, to, priority, payload, ...",
    "who sends it (default: the person)": "送信者（既定: 人）",
    "idempotency key: the same message under the same key is posted once": (
        "冪等キー: 同じキーの同じメッセージは 1 回だけ投稿する"
    ),
    "one JSON message per line, each its own post": "1 行を 1 件の JSON メッセージとして、1 件ずつ投稿",
    "show the board and what changed since the last turn": "ボードと、前回のターン以降の変更を表示",
    "refused until the agent has reported and updated its entry": (
        "エージェントが報告し、自分のエントリを更新するまで終了できない"
    ),
    # Bad usage
    "the following arguments are required: {names}. See: {prog} --help": (
        "次の引数が必要です: {names}。参照: {prog} --help"
    ),
    "unrecognized arguments: {words}. See: {prog} --help": "不明な引数です: {words}。参照: {prog} --help",
    "argument {name}: expected one argument. See: {prog} --help": "{name}: 値が 1 つ必要です。参照: {prog} --help",
    "argument {name}: invalid int value: {value}. See: {prog} --help": (
        "{name}: 整数を指定してください（指定された値: {value}）。参照: {prog} --help"
    ),
    "argument {name}: invalid choice: {value} (choose from {choices}). See: {prog} --help": (
        "{name}: {value} は選べません（選択肢: {choices}）。参照: {prog} --help"
    ),
    "argument {name}: ignored explicit argument {value}. See: {prog} --help": (
        "{name}: 値は取りません（指定された値: {value}）。参照: {prog} --help"
    ),
    "{message}. See: {prog} --help": "{message}。参照: {prog} --help",
    "There is no command {name!r}. `renkei --help` lists them.": (
        "コマンド {name!r} はありません。一覧は `renkei --help` で表示します。"
    ),
    "renkei: this is a mistake in Renkei itself, not in what you typed. Please report it:": (
        "renkei: 入力の誤りではなく、Renkei 自体の不具合です。次の内容を報告してください:"
    ),
    # Schemas and doctor
    "There is no schema {name}. `renkei schema` lists them.": (
        "スキーマ {name} はありません。一覧は `renkei schema` で表示します。"
    ),
    "Use a Python with SQLite 3.37 or newer.": "SQLite 3.37 以降を含む Python を使ってください。",
    "not found": "見つかりません",
    "Install git: runs work in it.": "git をインストールしてください。実行は git の中で行われます。",
    "{store}: not there yet": "{store}: まだありません",
    "It is made by the first command that writes, such as: renkei agent add NAME --role ROLE": (
        "最初に書き込むコマンドが作成します。例: renkei agent add NAME --role ROLE"
    ),
    "{store}: {events} events": "{store}: イベント {events} 件",
    "a person at a terminal": "端末を使う人",
    "the agent {name}, by its token": "エージェント {name}（トークンによる）",
}
