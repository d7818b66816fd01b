"""Japanese: English template to Japanese template. A test proves that none is missing and that parameters agree."""

from typing import Final

JA: Final[dict[str, str]] = {
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
    "The store {path} is gone. Run renkei init again.": (
        "ストア {path} がなくなっています。renkei init をもう一度実行してください。"
    ),
    "there is no such file": "そのファイルはありません",
    "a number from 0 to 100": "0 から 100 の数値",
    "SUCCESS, PARTIAL or FAILED": "SUCCESS、PARTIAL、FAILED のいずれか",
    "the sections Status, Summary, Findings, Key References and Confidence": (
        "ステータス、サマリー、調査結果、主要な参照、信頼度の各セクション"
    ),
    "the text is no result; expected {expected}": "結果として読めません。必要なもの: {expected}",
    "the result is empty; expected {expected}": "結果が空です。必要なもの: {expected}",
    "what is quoted is not on this line, and too short to look for elsewhere": (
        "引用された内容はこの行になく、他の場所を探すには短すぎます"
    ),
    "what is quoted stands at line {line}": "引用された内容は {line} 行目にあります",
    "what is quoted stands nowhere in {path!r}": "引用された内容は {path!r} のどこにもありません",
    "lines are counted from 1": "行番号は 1 から数えます",
    "the range ends before it starts": "範囲の終わりが始まりより前です",
    "{path!r} has {count} lines": "{path!r} は {count} 行です",
    "there is no file {path!r}; did you mean {meant}?": "ファイル {path!r} はありません。{meant} のことですか？",
    "{reference} is not there: {reason}": "{reference} は存在しません: {reason}",
    "the code quoted for {reference} is not in the file: {reason}": (
        "{reference} として引用されたコードはファイルにありません: {reason}"
    ),
    "{section} is missing or empty; expected {expected}": "{section} がないか空です。必要なもの: {expected}",
    "{section} is {value!r}; expected {expected}": "{section} が {value!r} です。必要なもの: {expected}",
    "there is no confidence; add the section {section}": "信頼度がありません。セクション {section} を追加してください",
    "a required section is missing or empty: {section}": "必須のセクションがないか空です: {section}",
    "the summary has about {tokens} tokens; keep it within 500": (
        "サマリーが約 {tokens} トークンあります。500 以内にしてください"
    ),
    "FAILED without a blocker or error details; say what stopped the work": (
        "FAILED なのにブロッカーもエラー詳細もありません。何が妨げたかを書いてください"
    ),
    "PARTIAL without a blocker, an issue or a next step; say what is left": (
        "PARTIAL なのにブロッカー・問題・次のステップがありません。残りを書いてください"
    ),
    "a confidence of {stated} needs verified_confidence and inferred_confidence": (
        "信頼度 {stated} には verified_confidence と inferred_confidence が必要です"
    ),
    "combined_confidence is {combined}; the mean of verified and inferred is {mean}": (
        "combined_confidence が {combined} ですが、verified と inferred の平均は {mean} です"
    ),
    "a confidence of {stated} needs a justification; missing: {missing}": (
        "信頼度 {stated} には根拠が必要です。不足: {missing}"
    ),
    "the finding {finding!r} has no file:line": "調査結果 {finding!r} に file:line がありません",
    "the confidence has no reason; write it as `85 - reason`": (
        "信頼度に根拠がありません。`85 - 根拠` の形で書いてください"
    ),
    "{lines} lines of raw tool output; sum them up": "ツールの生の出力が {lines} 行あります。要約してください",
    "the issue {issue!r} has no severity; write critical, important or minor": (
        "問題 {issue!r} に重大度がありません。critical、important、minor のいずれかを書いてください"
    ),
    "the blocker {blocker!r} does not say what would resolve it": "ブロッカー {blocker!r} に解決策がありません",
    "no next steps are given": "次のステップがありません",
    "no recovery options are given for the error": "エラーの回復方法がありません",
    "no trade-offs are weighed": "トレードオフが検討されていません",
    "no patterns of the code are cited": "コードのパターンが引用されていません",
    "the box {subject!r} is not ticked; do the check, then tick it": (
        "チェック項目 {subject!r} が未チェックです。確認してからチェックしてください"
    ),
    "the box {subject!r} is ticked, but {reason} is against it": (
        "チェック項目 {subject!r} にチェックがありますが、{reason} がそれに反します"
    ),
    "the verification checklist has no box for: {points}": "検証チェックリストに次の項目がありません: {points}",
    "its content is not in this repository; run `git fetch` and check again": (
        "内容がこのリポジトリにありません。`git fetch` してからやり直してください"
    ),
    "{rev!r} cannot name a commit; give a branch, a tag or a commit id": (
        "{rev!r} はコミットの名前になりません。ブランチ、タグ、コミット ID を指定してください"
    ),
    "the repository {path!r} has no commits yet; commit first, or check the folder": (
        "リポジトリ {path!r} にはまだコミットがありません。先にコミットするか、フォルダーを対象にしてください"
    ),
    "there is no commit {rev!r} in {path!r}; `git log --all` lists them": (
        "{path!r} にコミット {rev!r} はありません。`git log --all` で一覧できます"
    ),
    "the commit {rev!r} has no folder {path!r}; check from a folder it has": (
        "コミット {rev!r} にフォルダー {path!r} はありません。存在するフォルダーを指定してください"
    ),
    "it is not a regular file": "通常のファイルではありません",
    "it is a directory; name a file in it": "ディレクトリです。中のファイルを指定してください",
    "it leaves the tree; name a file inside of it": "ツリーの外を指しています。中のファイルを指定してください",
    "the inside of .git is no part of the tree": ".git の中はツリーに含まれません",
    "the name holds characters that no file name should have": "ファイル名に使えない文字が含まれています",
    "it is a binary file, which has no lines": "バイナリファイルなので行がありません",
    "it is only a Git LFS pointer here; run `git lfs pull` and check the folder": (
        "ここには Git LFS のポインターしかありません。`git lfs pull` してからフォルダーを対象にしてください"
    ),
    "it may not be read; check its permissions": "読み取れません。権限を確認してください",
    "it has {size} MB and is not read; the limit is {limit} MB": "{size} MB あるため読みません。上限は {limit} MB です",
    "it is inside the submodule {name!r}, which is not here; check that repository instead": (
        "ここにないサブモジュール {name!r} の中です。そのリポジトリを対象にしてください"
    ),
    "there is no folder {path!r}; name a git repository": (
        "フォルダー {path!r} はありません。git リポジトリを指定してください"
    ),
    "git is not installed; install it, or check the folder instead": (
        "git がインストールされていません。インストールするか、フォルダーを対象にしてください"
    ),
    "{path!r} is in no git repository; run `git init`, or check the folder": (
        "{path!r} は git リポジトリの中にありません。`git init` するか、フォルダーを対象にしてください"
    ),
    "git cannot read {path!r}; it says: {said}": "git が {path!r} を読めません: {said}",
    "there is no folder {path!r}; name the root of the code to check": (
        "フォルダー {path!r} はありません。対象コードのルートを指定してください"
    ),
    "{actor} may not bring a log in. A person may.": "{actor} はログを取り込めません。取り込めるのは人だけです。",
    "Reading": "読み込み中",
    "Writing": "書き出し中",
    "Checking": "検査中",
    "It is forgotten, but another process reads {path}, and the journal beside it keeps the old pages until that is "
    "done. Any later redaction clears it.": (
        "内容は消去されましたが、別のプロセスが {path} を読んでおり、終わるまで隣のジャーナルに古いページが残ります。"
        "次の消去の際に片付きます。"
    ),
    "fold every table anew from the log first": "先にすべての表をログから作り直す",
    # The commands and their help
    "usage": "使い方",
    "positional arguments": "引数",
    "options": "オプション",
    "show this help and exit": "このヘルプを表示して終了",
    "The coordination layer for teams of AI coding agents.": (
        "AI コーディングエージェントのチームのための連携レイヤー。"
    ),
    "Commands:": "コマンド:",
    "renkei COMMAND --help shows one command. The flags above stand before or after it.": (
        "各コマンドの説明は renkei COMMAND --help で表示します。上のフラグはコマンドの前にも後にも置けます。"
    ),
    "A short walk of a message through all of it, in a temporary folder": (
        "メッセージが全体をどう流れるかを一時フォルダで見る短いデモ"
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
    "the newest N posts": "最新の N 件",
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
    # Settings, files and stores
    "--lang: expected en or ja, not {lang!r}.": "--lang: en か ja を指定してください（指定された値: {lang!r}）。",
    "--store: expected sqlite:///PATH or postgresql://HOST/DATABASE, not {store!r}.": (
        "--store: sqlite:///PATH か postgresql://HOST/DATABASE を指定してください（指定された値: {store!r}）。"
    ),
    "There is no folder {path}.": "フォルダ {path} はありません。",
    "There is no file {path}.": "ファイル {path} はありません。",
    "{path} cannot be read ({error}).": "{path} を読み込めません（{error}）。",
    "{path} cannot be written ({error}).": "{path} に書き込めません（{error}）。",
    "{path}: no TOML ({error}).": "{path}: TOML として読めません（{error}）。",
    "{path}: {key} cannot be {value!r}.": "{path}: {key} に {value!r} は指定できません。",
    "{path}: nothing is called {key}. Known: {known}.": "{path}: {key} という設定はありません。使える設定: {known}。",
    "A store in PostgreSQL needs an extra that is not installed. Type: pip install 'renkei[postgres]'": (
        "PostgreSQL のストアには追加パッケージが必要ですが、インストールされていません。次を実行してください: "
        "pip install 'renkei[postgres]'"
    ),
    "The hooks of a client keep what they see in a file, and cannot use a store in PostgreSQL yet. Give them "
    "one: renkei init --claude --store sqlite:///PATH": (
        "クライアントのフックは見たものをファイルに記録するため、PostgreSQL のストアはまだ使えません。"
        "ファイルのストアを指定してください: renkei init --claude --store sqlite:///PATH"
    ),
    "--store: expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with %40 for @, %2F for / and %25 for % "
    "in a password.": (
        "--store: postgresql://USER:PASSWORD@HOST:PORT/DATABASE の形で指定してください。パスワード中の @ は %40、"
        "/ は %2F、% は %25 と書きます。"
    ),
    "PostgreSQL at {store} cannot be reached, or does not let us in ({detail}). Check that the server "
    "runs, and host, port, database, user and password; or keep the store in a file with "
    "--store sqlite:///PATH.": (
        "PostgreSQL {store} に接続できないか、接続を拒否されました（{detail}）。サーバーが動いていること、"
        "ホスト、ポート、データベース、ユーザー、パスワードを確認してください。または --store sqlite:///PATH で "
        "ストアをファイルに置いてください。"
    ),
    "The database {store} holds text as {encoding}; a store needs UTF8. Make one with: "
    "createdb --encoding UTF8 --template template0 NAME": (
        "データベース {store} の文字コードは {encoding} ですが、ストアには UTF8 が必要です。次のように作成して"
        "ください: createdb --encoding UTF8 --template template0 NAME"
    ),
    "The connection to {store} was lost ({detail}). Nothing was changed; try again.": (
        "{store} との接続が切れました（{detail}）。何も変更していません。もう一度実行してください。"
    ),
    "The connection to {store} was lost during the commit ({detail}): nobody can tell whether the change is "
    "there. Look before you repeat it. Under the same idempotency key (--key) it is safe to repeat.": (
        "コミット中に {store} との接続が切れました（{detail}）。変更が保存されたかどうかは分かりません。"
        "繰り返す前に確認してください。同じ冪等キー（--key）であれば、繰り返しても安全です。"
    ),
    "The store {store} is locked by somebody else ({detail}). Nothing was changed; try again when they are done.": (
        "ストア {store} はほかの書き込みにロックされています（{detail}）。何も変更していません。"
        "それが終わってからもう一度実行してください。"
    ),
    "The store {store} took too long ({detail}). Nothing was changed; try again.": (
        "ストア {store} の処理に時間がかかりすぎました（{detail}）。何も変更していません。もう一度実行してください。"
    ),
    "{store} is a server that only reads ({detail}). Nothing was changed. Give the address of the one that writes.": (
        "{store} は読み取り専用のサーバーです（{detail}）。何も変更していません。書き込めるサーバーを指定してください。"
    ),
    "The role that {store} is opened with may not do that ({detail}). Nothing was changed. The owner "
    "of the store has to open it once with this version of Renkei, and to grant what the role needs: "
    "python -m renkei.eventlog.postgres_roles shows it.": (
        "{store} を開いたロールにはその権限がありません（{detail}）。何も変更していません。ストアの所有者が"
        "このバージョンの Renkei で一度開き、必要な権限を与えてください。必要な権限は "
        "python -m renkei.eventlog.postgres_roles で表示できます。"
    ),
    "The store {store} has lost a table ({detail}). Fold all of them anew with `renkei verify-store "
    "--repair`, or bring back a copy of the database.": (
        "ストア {store} のテーブルが失われています（{detail}）。`renkei verify-store --repair` で作り直すか、"
        "データベースの控えを戻してください。"
    ),
    "The server of {store} is full or failing ({detail}). Nothing was changed; make room or see its log, and try "
    "again.": (
        "{store} のサーバーは容量不足か、障害が起きています（{detail}）。何も変更していません。容量を空けるか、"
        "サーバーのログを確認して、もう一度実行してください。"
    ),
    "The store {store} failed: {detail}. Nothing was changed.": (
        "ストア {store} でエラーが起きました: {detail}。何も変更していません。"
    ),
    "extras: {names}": "追加パッケージ: {names}",
    "{folder} cannot be made ({error}). Check its permissions, or choose another place with --store.": (
        "{folder} を作成できません（{error}）。権限を確認するか、--store で別の場所を指定してください。"
    ),
    "The store {path} is locked by another process ({detail}). Nothing was changed; try again when it is done.": (
        "ストア {path} は別のプロセスがロックしています（{detail}）。何も変更していません。"
        "そのプロセスが終わってから再実行してください。"
    ),
    "The store {path} is damaged or is no SQLite file ({detail}). It was left as it is. Move it aside and bring "
    "back a copy, or rebuild it with `renkei import` from an export.": (
        "ストア {path} は破損しているか、SQLite ファイルではありません（{detail}）。ファイルには触れていません。"
        "別の場所に移してからコピーを戻すか、書き出したログから `renkei import` で再構築してください。"
    ),
    "The disk under {path} is full or failing ({detail}). What was acknowledged is safe; the last change may have been "
    "taken or not. Make room, then look, or repeat it with the same --key.": (
        "{path} のあるディスクに空きがないか、障害が起きています（{detail}）。完了と表示された変更は安全ですが、"
        "最後の変更は反映されたか分かりません。空きを作って確認するか、同じ --key で再実行してください。"
    ),
    "The store {path} cannot be opened for writing ({detail}). Check the permissions of the file and its folder, "
    "or choose another place with --store.": (
        "ストア {path} を書き込み用に開けません（{detail}）。ファイルとフォルダの権限を確認するか、"
        "--store で別の場所を指定してください。"
    ),
    "The store {path} failed: {detail}. Nothing was changed.": (
        "ストア {path} でエラーが起きました: {detail}。何も変更していません。"
    ),
    "{path} is on {filesystem}, where SQLite's write-ahead log is not safe. Put the store on a local disk "
    "with --store sqlite:////path/renkei.db, or use PostgreSQL with --store postgresql://...": (
        "{path} は {filesystem} 上にあり、SQLite の先行書き込みログ（WAL）を安全に使えません。"
        "--store sqlite:////path/renkei.db でローカルディスクに置くか、--store postgresql://... で "
        "PostgreSQL を使ってください。"
    ),
    "The store {path} is empty: it was cut off, or something else made it. It was left as it is. Remove it "
    "to start anew, or bring back a copy.": (
        "ストア {path} は空です。書き込みが途中で切れたか、別のプログラムが作ったファイルです。"
        "ファイルには触れていません。新しく始めるなら削除し、続けるならコピーを戻してください。"
    ),
    "{path} is a SQLite file, but no Renkei store. Choose another with --store.": (
        "{path} は SQLite ファイルですが、Renkei のストアではありません。--store で別のストアを指定してください。"
    ),
    "The store {path} has schema {found}; this Renkei knows up to {known}. Use a newer Renkei.": (
        "ストア {path} のスキーマは {found} ですが、この Renkei が扱えるのは {known} までです。"
        "新しい Renkei を使ってください。"
    ),
    "The store has lost the mark of where its log ends. Bring back a copy of it.": (
        "ストアからログの終端の記録が失われています。コピーを戻してください。"
    ),
    "This store is written by a newer Renkei (writer {needed}, this one is {have}). It can be read; "
    "to write, restart with the newer version.": (
        "このストアには新しい Renkei が書き込んでいます（必要な書き込み版 {needed}、こちらは {have}）。"
        "読み取りはできます。書き込むには新しいバージョンで起動し直してください。"
    ),
    "The tables of this store were folded by another version of Renkei. Restart this one.": (
        "このストアのテーブルは別のバージョンの Renkei が構築しました。起動し直してください。"
    ),
    "The events of the store are out of order: its file is damaged. Bring back a copy of it.": (
        "ストアのイベントの順序が乱れています。ファイルが破損しています。コピーを戻してください。"
    ),
    "A row of the table {table} is damaged: {error}": "テーブル {table} の行が破損しています: {error}",
    "There is no store at {store}.": "{store} にストアはありません。",
    # The log: reading, checking, export and import
    "The log is empty.": "ログは空です。",
    "Type": "型",
    "Messages": "件数",
    "FREEFORM is {share:.0%} of {total} messages.": "FREEFORM は全 {total} 件の {share:.0%} です。",
    "{count} events are in {path}.": "イベント {count} 件を {path} に書き出しました。",
    "{new} events are new; the log has {total}.": "新しいイベントは {new} 件、ログは全 {total} 件です。",
    "{name}: {wrong}": "{name}: {wrong}",
    "Line {line}: {wrong}. The file was changed or is cut off.": (
        "{line} 行目: {wrong}。ファイルが変更されたか、途中で切れています。"
    ),
    "Line {line}: this store holds another history at seq {seq}. Import into an empty store.": (
        "{line} 行目: このストアの seq {seq} は別の履歴です。空のストアに取り込んでください。"
    ),
    "Line {line}: the file ends after {found} of {due} events. It is cut off.": (
        "{line} 行目: イベント {due} 件のうち {found} 件でファイルが終わっています。途中で切れています。"
    ),
    "Line 1: this is no export of a Renkei log. Make one with: renkei export": (
        "1 行目: 書き出した Renkei のログではありません。書き出すには: renkei export"
    ),
    "Line {line}: no record of a log ({where}: {wrong}).": (
        "{line} 行目: ログのレコードではありません（{where}: {wrong}）。"
    ),
    "The store holds: {events} events, chain and tables agree.": (
        "ストアは正常です。イベント {events} 件、チェーンとテーブルは一致しています。"
    ),
    "The store does not hold: {count} flaws in {events} events.": (
        "ストアに不整合があります。イベント {events} 件中 {count} か所です。"
    ),
    "seq {seq} follows seq {previous}": "seq {previous} の次が seq {seq} です",
    "the record does not match its hash": "レコードがハッシュと一致しません",
    "the body does not match its digest": "本文がダイジェストと一致しません",
    "it has a salt, but no body": "ソルトがあるのに本文がありません",
    "its cause {cause} does not stand before it": "原因のイベント {cause} が前にありません",
    "its time {time} is before {previous}": "時刻 {time} が直前の {previous} より前です",
    "the log ends at seq {seq}, the store says {stored}": (
        "ログは seq {seq} で終わりますが、ストアの記録は {stored} です"
    ),
    "its body is gone, and no redaction says so": "消去の記録がないのに本文がありません",
    "its body was redacted, and is there": "消去したはずの本文が残っています",
    "the row differs": "行がログと異なります",
    "the row is missing": "行がありません",
    "the row is not in the log": "ログにない行です",
    "Event {seq} is a {type}, which this Renkei does not know. Use a newer one.": (
        "イベント {seq} の型 {type} は、この Renkei では扱えません。新しい Renkei を使ってください。"
    ),
    "Event {seq} is no {type}: {error}": "イベント {seq} は {type} として正しくありません: {error}",
    "Event {seq} speaks of something that no event before it made.": (
        "イベント {seq} は、それより前のどのイベントも作っていないものを指しています。"
    ),
    "What {id} said is forgotten; the chain still holds. Copies and exports are yours to find.": (
        "{id} の内容を消去しました。チェーンは保たれています。コピーや書き出したファイルはご自身で処理してください。"
    ),
    "{id} holds nothing to forget.": "{id} に消去する内容はありません。",
    # Documents: what is wrong with them
    "{name} is not valid.": "内容が正しくありません: {name}",
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
    # Who acts, and who may
    "Nobody acts as 'system' but Renkei itself.": "'system' として操作できるのは Renkei 自体だけです。",
    "No agent is called {name}. Add it with: renkei agent add {name} --role ROLE": (
        "エージェント {name} はいません。追加するには: renkei agent add {name} --role ROLE"
    ),
    "No agent is called {name}. `renkei agent list` shows the team.": (
        "エージェント {name} はいません。チームは `renkei agent list` で表示します。"
    ),
    "The token in RENKEI_TOKEN is not valid here; a newer one may have replaced it. "
    "A person can mint one with: renkei agent token NAME": (
        "RENKEI_TOKEN のトークンはここでは無効です。新しいトークンに置き換えられた可能性があります。"
        "人が発行するには: renkei agent token NAME"
    ),
    "This is {agent}'s token: {agent} may not act as {name}. A person may, without the token.": (
        "これは {agent} のトークンです。{agent} は {name} として操作できません。"
        "人なら、トークンを使わずに操作できます。"
    ),
    "{actor} may not change the team. A person or the lead may.": (
        "{actor} はチームを変更できません。変更できるのは人かリードです。"
    ),
    "{actor} may not do this: it hands out identities or forgets what was said. A person may.": (
        "{actor} にはこの操作はできません。身元の発行や内容の消去ができるのは人です。"
    ),
    "{actor} may not mark another's messages. Their reader or a person may.": (
        "{actor} は他者のメッセージに印を付けられません。付けられるのは、その読み手か人です。"
    ),
    # The team
    "{name} is on the team as {role}.": "{name} は {role} としてチームに入りました。",
    "{name} is on the team as {role} already; nothing changed.": (
        "{name} はすでに {role} としてチームにいます。何も変更していません。"
    ),
    "{name} is off the team. What it said stays in the log.": (
        "{name} をチームから外しました。これまでの発言はログに残ります。"
    ),
    "Name": "名前",
    "Role": "ロール",
    "Model": "モデル",
    "Nobody is on the team yet. Add an agent with: renkei agent add NAME --role ROLE": (
        "チームにはまだ誰もいません。エージェントを追加するには: renkei agent add NAME --role ROLE"
    ),
    "Give it to {name} as RENKEI_TOKEN. It is shown once; older ones stop working.": (
        "RENKEI_TOKEN として {name} に渡してください。表示は今回限りで、以前のトークンは無効になります。"
    ),
    "{name} is a name of Renkei's own. Choose another for the agent.": (
        "{name} は Renkei が使う名前です。エージェントには別の名前を付けてください。"
    ),
    "{name} is a channel already. Choose another name for the agent.": (
        "{name} はすでにチャンネルの名前です。エージェントには別の名前を付けてください。"
    ),
    "added a member": "メンバーを追加",
    "changed a member": "メンバーを変更",
    "removed a member": "メンバーを除外",
    # Messages and chat
    "There is no message {id}.": "メッセージ {id} はありません。",
    "There is no message or event {target}.": "メッセージまたはイベント {target} はありません。",
    "{reader} has no message {message}.": "{reader} 宛てのメッセージ {message} はありません。",
    "Nothing waits for {name}.": "{name} の未処理メッセージはありません。",
    "--key is for one message, --lines for many.": (
        "--key はメッセージ 1 件用、--lines は複数件用です。同時には指定できません。"
    ),
    "Stopped at line {number}; the lines before it are posted.": (
        "{number} 行目で中断しました。それより前の行は投稿済みです。"
    ),
    "The message is {size} bytes; at most {limit} are taken. Put long content in a file and name the file.": (
        "メッセージが {size} バイトあります。上限は {limit} バイトです。"
        "長い内容はファイルに置き、メッセージではそのファイルを示してください。"
    ),
    "to: expected at most one channel, not {channels}.": (
        "to: チャンネルは 1 つまでです（指定されたチャンネル: {channels}）。"
    ),
    "to: {to} is nobody but the sender. Name another agent, `all` or a #channel.": (
        "to: {to} は送信者自身だけです。別のエージェント、`all`、#channel のいずれかを指定してください。"
    ),
    "to: {name} cannot be a channel: {bare} is the name of somebody.": (
        "to: {name} はチャンネルにできません。{bare} はすでに誰かの名前です。"
    ),
    "to: nobody is called {name!r}. The team: {team}. A channel is written #name.": (
        "to: {name!r} という宛先はありません。チーム: {team}。チャンネルは #name と書きます。"
    ),
    "expected_response_type: a {type} can expect {allowed}, not {given}.": (
        "expected_response_type: {type} が期待できる応答は {allowed} です（指定された値: {given}）。"
    ),
    "{field}: nothing is known of {kind} {id}.": "{field}: {kind} {id} は登録されていません。",
    "There is no channel {channel}. It begins with its first post.": (
        "チャンネル {channel} はありません。最初の投稿で作られます。"
    ),
    "--limit: expected at least 1, not {limit}.": "--limit: 1 以上を指定してください（指定された値: {limit}）。",
    "{channel!r} cannot be the name of a channel.": "{channel!r} はチャンネル名にできません。",
    "Nobody has said anything in #{channel} yet.": "#{channel} にはまだ投稿がありません。",
    # Decisions
    "The decision {id} is resolved already: {resolution}. Ask under a new id.": (
        "意思決定 {id} は解決済みです: {resolution}。新しい id で依頼してください。"
    ),
    "{actor} may not decide {id}. Its owner ({owners}) or a person may.": (
        "{actor} は {id} を決定できません。決定できるのは担当者（{owners}）か人です。"
    ),
    "payload.chosen_option: expected one of {labels}, not {chosen!r}.": (
        "payload.chosen_option: {labels} のいずれかを指定してください（指定された値: {chosen!r}）。"
    ),
    "asked for a decision": "意思決定を依頼",
    "decided": "決定",
    # The board and turns
    "Goal": "ゴール ",  # as wide as the phase below it
    "Phase": "フェーズ",
    "(no goal yet: renkei board set goal=TEXT)": "（未設定: renkei board set goal=TEXT）",
    "Agents": "エージェント",
    "  Nobody yet. Add one with: renkei agent add NAME --role ROLE": (
        "  まだ誰もいません。追加するには: renkei agent add NAME --role ROLE"
    ),
    "Open decisions": "未決の意思決定",
    "Blockers": "ブロッカー",
    "Last changes": "最近の変更",
    "Nothing changed on the board since seq {seq}.": "seq {seq} 以降、ボードに変更はありません。",
    "Set {fields} (seq {seq}).": "{fields} を設定しました（seq {seq}）。",
    "Expected FIELD=VALUE, not {word!r}.": "FIELD=VALUE の形で指定してください（指定された値: {word!r}）。",
    "{field} stands twice. Give each field once.": (
        "{field} が 2 回あります。各フィールドは 1 回だけ指定してください。"
    ),
    "Two of {fields} are the same field.": "{fields} の中に同じフィールドが 2 つあります。",
    "--based-on {based_on} is ahead of the log, which ends at {head}.": (
        "--based-on {based_on} はログの終端 {head} より先です。"
    ),
    "{field} belongs to an agent's entry. Say whose with --as AGENT.": (
        "{field} はエージェントのエントリのフィールドです。--as AGENT で誰のものかを指定してください。"
    ),
    "The board has no field {path}. Fields are: {fields}.": (
        "ボードにフィールド {path} はありません。使えるフィールド: {fields}。"
    ),
    "{actor} may not set {field}: it is the project's. The lead or a person may.": (
        "{actor} は {field} を設定できません。プロジェクトのフィールドを設定できるのはリードか人です。"
    ),
    "{actor} may not write {owner}'s entry. Only {owner} itself may.": (
        "{actor} は {owner} のエントリに書き込めません。書き込めるのは {owner} 自身だけです。"
    ),
    "status: expected one of {statuses}, not {value!r}.": (
        "status: 次のいずれかを指定してください: {statuses}（指定された値: {value!r}）。"
    ),
    "{path} had been set by {other} after seq {based_on}. Your value stands; {other} is told to read again.": (
        "{path} は seq {based_on} の後に {other} が設定していました。今回の値が有効になり、"
        "{other} にはボードの読み直しを伝えます。"
    ),
    "Read the board again": "ボードを読み直してください",
    "Your value of {path} does not stand: {winner} set it to {value} at the same time, later than you.": (
        "あなたが設定した {path} の値は無効になりました。{winner} が同時に、あなたより後に {value} に設定しました。"
    ),
    "You wrote this field before.": "あなたが先に書き込んだフィールドです。",
    "Read the board again before you go on.": "続ける前にボードを読み直してください。",
    "set {field}": "{field} を設定",
    "reported a blocker": "ブロッカーを報告",
    "registered an artifact": "成果物を登録",
    "{agent} has no open turn. It begins with: renkei turn start {agent}": (
        "{agent} のターンは始まっていません。始めるには: renkei turn start {agent}"
    ),
    "{agent} has not updated its entry in this turn. Set its status, or send a STATUS_UPDATE or TASK_RESULT, "
    "then end the turn.": (
        "{agent} はこのターンで自分のエントリを更新していません。status を設定するか、STATUS_UPDATE か "
        "TASK_RESULT を送ってから、ターンを終えてください。"
    ),
    "Only an agent has turns. Say which with --as AGENT.": (
        "ターンがあるのはエージェントだけです。--as AGENT で指定してください。"
    ),
    "\nSince the last turn of {agent}:": "\n{agent} の前回のターン以降:",
    "{agent}'s turn has ended.": "{agent} のターンが終わりました。",
    "{agent} has not reported in this turn. Send a STATUS_UPDATE or TASK_RESULT, then end the turn.": (
        "{agent} はこのターンで報告をしていません。STATUS_UPDATE か TASK_RESULT を送ってから、ターンを終えてください。"
    ),
    "{count} blocking message(s) to {agent} come first: {messages}. Answer them, or mark them as handled: "
    "renkei inbox {agent} --handled ID": (
        "{agent} 宛の blocking メッセージ {count} 件への対応が先です: {messages}。回答するか、処理済みにしてください: "
        "renkei inbox {agent} --handled ID"
    ),
    "{what} is not switched on: it needs layers = {needed}, and this project has layers = {layers}. "
    "A person can change it in .renkei/config.toml.": (
        "{what} は有効になっていません。layers = {needed} が必要ですが、このプロジェクトは layers = {layers} です。"
        ".renkei/config.toml で変更できます。"
    ),
    # The turn context, in the seed's words
    "What an agent's turn begins with: what is new for it, by how much it matters": (
        "エージェントのターン開始時のコンテキスト: 新着を重要度別に表示"
    ),
    "start the agent's turn; without it: a look only": "エージェントのターンを開始。省略時は表示のみ",
    "{count} more": "ほか {count} 件",
    "=== Your current state ===": "=== あなたの現在の状態 ===",
    "=== Unhandled received messages (critical) ===": "=== 未処理の受信メッセージ (critical) ===",
    "=== Recent changes (relevant) ===": "=== 最近の変更 (relevant) ===",
    "=== Background (latest N) ===": "=== バックグラウンド (直近N件) ===",
    "=== Current state of the whole project ===": "=== プロジェクト全体の現在の状態 ===",
    "(nothing)": "(なし)",
    "  (nothing)": "  (なし)",
    '{type} "{summary}"': "{type}「{summary}」",
    "[Summary] {agent} carried out {action}.": "[要約] {agent} が {action} を実施。",
    "[Impact] Impact on your task: {impact_assessment}": "[影響] あなたのタスクへの影響: {impact_assessment}",
    "[If you need details] Ask for the message by its ID: {msg_id}": (
        "[詳細が必要なら] メッセージID: {msg_id} を参照要求してください。"
    ),
    "addressed to you; expects {types}": "あなた宛て。{types} の返信が必要",
    "addressed to you": "あなた宛て",
    "about the same as your task ({words})": "あなたのタスクと共通の話題（{words}）",
    "; ": "。",
    "N is {last}.": "N は {last} です。",
    "N is {last}; {count} older ones are left out. They wait in: renkei inbox {agent}": (
        "N は {last} です。それより古い {count} 件は省略しました。参照するには: renkei inbox {agent}"
    ),
    "older than the last {last}": "直近 {last} 件より古い",
    "nothing to do with you": "あなたに関係しない",
    "Lines with * concern you.": "* の行はあなたに関係します。",
    "  Older ones are left out. See: renkei board --since {since}": (
        "  これより古いものは省略しました。参照するには: renkei board --since {since}"
    ),
    "changelog (since your last turn, seq {since}):": "changelog（前回のターン以降、seq {since} から）:",
    "The key {key!r} was used for another command before (seq {seq}). Use a new key.": (
        "キー {key!r} は以前に別のコマンドで使われています（seq {seq}）。新しいキーを使ってください。"
    ),
    "The log has moved: seq {expected} was expected, it is at {seq}. Read again, then repeat.": (
        "ログが進んでいます。想定は seq {expected}、現在は seq {seq} です。読み直してから再実行してください。"
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
    # Results: `check` and the hooks
    "the result, as the agent wrote it": "エージェントが書いたままの結果",
    "the code it speaks of (default: the repository around here)": "対象のコード（既定: 現在地のリポジトリ）",
    "the code at this commit instead of the working tree": "作業ツリーの代わりに、このコミットのコード",
    "the form of the result (default: found out)": "結果の形式（既定: 自動判別）",
    "--rev: expected a commit, not nothing.": "--rev: コミットを指定してください（空です）。",
    "line": "行",
    "valid": "有効",
    "not valid": "無効",
    "{verified} of {all} references verified, {breaches} breaches of the contract": (
        "参照 {all} 件中 {verified} 件を確認、契約違反 {breaches} 件"
    ),
    "Renkei does not accept this result ({attempt} of {most}):": (
        "Renkei はこの結果を受理しません（{most} 回中 {attempt} 回目）:"
    ),
    "Open the files, mend these points, and hand the whole result in again. Leave out what you cannot show; do not "
    "invent a place to please this check.": (
        "ファイルを開いて上の点を直し、結果全体をもう一度提出してください。示せないものは省いてください。"
        "この検査を通すために場所を創作しないでください。"
    ),
    "(A person can switch this off: RENKEI_HOOKS=off, or renkei off)": (
        "（人はこれを無効にできます: RENKEI_HOOKS=off または renkei off）"
    ),
    "Renkei: the result of {agent} failed verification after {most} refusals.": (
        "Renkei: {agent} の結果は {most} 回の拒否の後も検証を通りませんでした。"
    ),
    "Renkei would have refused the result of {agent} (observe mode):": (
        "Renkei が拒否したはずの {agent} の結果です（observe モード）:"
    ),
    "Renkei: the result of {agents} is stated with a confidence of 85 or more. Start {verifier} on its references "
    "before you build on it.": (
        "Renkei: {agents} の結果は確信度 85 以上と申告されています。それを前提に進める前に、"
        "参照の検証のため {verifier} を起動してください。"
    ),
    # Setting a repository up
    "agents and hooks for Claude Code": "Claude Code 用のエージェントとフック",
    "record what would be refused, or refuse it": "拒否の対象を記録するだけか、実際に拒否するか",
    "write settings that the team shares in git": "git でチームが共有する設定に書き込む",
    "show what would change, and change nothing": "変更内容を表示するだけで、何も変更しない",
    "Say for which client: renkei init --claude": "クライアントを指定してください: renkei init --claude",
    "The command renkei is not installed beside {python}.": (
        "コマンド renkei が {python} と同じ場所にインストールされていません。"
    ),
    "Nothing to change: it is all there.": "変更はありません。すべて設定済みです。",
    "Nothing was changed: this was a rehearsal.": "何も変更していません（--dry-run）。",
    "Done. `renkei uninstall` takes it out again; `renkei off` or RENKEI_HOOKS=off stops the hooks.": (
        "完了しました。元に戻すには `renkei uninstall`、フックを止めるには `renkei off` か RENKEI_HOOKS=off を"
        "使ってください。"
    ),
    "{path}: no JSON ({error}). Mend it and try again.": (
        "{path}: JSON として読めません（{error}）。修正してから再実行してください。"
    ),
    "{path}: hooks are not as Claude Code has them. Mend it and try again.": (
        "{path}: hooks が Claude Code の形式ではありません。修正してから再実行してください。"
    ),
    "{path}, which says what init has changed, is damaged. Move it away and try again.": (
        "init の変更を記録した {path} が壊れています。別の場所に移してから再実行してください。"
    ),
    "{path}: expected an object. Mend it and try again.": (
        "{path}: オブジェクトである必要があります。修正してから再実行してください。"
    ),
    "An agent may not switch the hooks. A person may, at a terminal.": (
        "エージェントはフックを切り替えられません。切り替えられるのは端末を使う人です。"
    ),
    "The hooks of this project are on.": "このプロジェクトのフックは有効です。",
    "The hooks of this project are off. `renkei on` switches them on again.": (
        "このプロジェクトのフックは無効です。再び有効にするには `renkei on` を使ってください。"
    ),
    "as it was before": "元に戻しました",
    "removed": "削除しました",
    "edited since: our part is out, the rest stays": "その後に編集あり: Renkei の部分だけを取り除きました",
    "edited since: left as it is": "その後に編集あり: そのまま残しました",
    "was gone already": "すでにありません",
    "The store stays; remove .renkei/ to forget that, too.": (
        "ストアは残っています。それも消すには .renkei/ を削除してください。"
    ),
    "Nothing to take out: init was not run here.": "取り除くものはありません。ここでは init が実行されていません。",
    # What follows from an event: the seed's templates word for word
    "The task that you were waiting for is completed.\n"
    "Completed task: {completed_task}\n"
    "Artifacts: {artifact_refs}\n"
    "→ Look at the Shared State Board and take up your work again.": (
        "待機中だった依存タスクが完了しました。\n"
        "完了タスク: {completed_task}\n"
        "成果物: {artifact_refs}\n"
        "→ Shared State Board を確認し、作業を再開してください。"
    ),
    "{blocked_agent} is blocked, waiting for your {dependency}.": (
        "{blocked_agent} があなたの {dependency} を待ってブロックされています。"
    ),
    "Decision {decision_id} is resolved.\nWhat was decided: {resolution}\nImpact on your task: {impact_assessment}": (
        "意思決定 {decision_id} が解決しました。\n決定内容: {resolution}\nあなたのタスクへの影響: {impact_assessment}"
    ),
    "Artifact {artifact_ref}, on which you depend, was updated from v{old_version} to v{new_version}.\n"
    "What changed: {change_summary}\n"
    "Please check whether you have to do something.": (
        "依存している成果物 {artifact_ref} が v{old_version} → v{new_version} に更新されました。\n"
        "変更要約: {change_summary}\n"
        "対応が必要か確認してください。"
    ),
    # What else Renkei says when something follows
    "Artifact {ref}": "成果物 {ref}",
    "Your contract takes it in.": "あなたのタスク契約の入力です。",
    "Check whether you have to do something.": "対応が必要か確認してください。",
    "{agent} is blocked and has given no cause": "{agent} がブロックされています（原因の記載なし）",
    "{agent} is blocked by a cause outside the team: {cause}": (
        "{agent} がチーム外の要因でブロックされています: {cause}"
    ),
    "You lead the team.": "あなたがチームのリードです。",
    "{agent} cannot go on without it.": "それがないと {agent} は作業を進められません。",
    "{agent} is blocked": "{agent} がブロックされています",
    "Finish it, or say when it can be expected.": "完了させるか、見込みを伝えてください。",
    "work": "作業",
    "The conflict {id} is settled": "矛盾 {id} が解消しました",
    "{agent} has answered the conflict {id} with {type} {answer}: {summary}": (
        "{agent} が矛盾 {id} に {type} {answer} で回答しました: {summary}"
    ),
    "You were waiting for it and can go on.": "待機が解けました。作業を再開できます。",
    "Read the answer before you go on.": "再開する前に回答を読んでください。",
    "Decision {id}": "意思決定 {id}",
    "Check your work against the decision.": "決定に照らして作業を確認してください。",
    "Your contract {contract} refers to it.": "あなたのタスク契約 {contract} がこの決定を参照しています。",
    "Your task {task} refers to it.": "あなたのタスク {task} がこの決定を参照しています。",
    "You asked for it.": "あなたが依頼した決定です。",
    "waits for a review of {ref}": "{ref} のレビュー待ち",
    "resolved a blocker": "ブロッカーを解消",
    "Your team's rule {rule} says so.": "チームのルール {rule} による通知です。",
    "expected a status or the name of an event: {triggers}": "ステータスかイベント名を指定してください: {triggers}",
    "expected text with {{field}} where a field goes; a brace itself is written twice": (
        "フィールドを {{field}} と書いたテキストにしてください。波括弧そのものは 2 つ重ねて書きます"
    ),
    "expected either message or set_status in do[{number}]": (
        "do[{number}] には message か set_status のどちらか一方を書いてください"
    ),
    "{trigger} has no field {field}{place}; known: {known}": (
        "{trigger} に {field} というフィールドはありません{place}。使えるもの: {known}"
    ),
    "Renkei: this may not wait for your next turn, {agent}:": (
        "Renkei: {agent} への至急の連絡です（次のターンを待てません）:"
    ),
    # A person's answers
    "Decisions and questions that wait for a person; answer one": "人の回答を待つ意思決定と質問の一覧、または回答",
    "{actor} may not answer for a person. An agent answers a decision that it owns with a DECISION_RESULT.": (
        "{actor} は人に代わって回答できません。自分が責任を持つ意思決定には DECISION_RESULT で回答してください。"
    ),
    "Overdue answers": "期限を過ぎた回答",
    "the decision or question; without it: what waits": "意思決定または質問。省略すると一覧を表示",
    "the label of an option, or the answer": "選択肢のラベル、または回答",
    "the reason; needed for what was not offered": "理由。選択肢にない回答では必須",
    "Say what to answer: renkei decide {id} OPTION": "回答を指定してください: renkei decide {id} OPTION",
    "Nothing waits for a person.": "人の回答を待つものはありません。",
    "No decision or question is called {id}. `renkei decide` lists them.": (
        "意思決定や質問 {id} はありません。`renkei decide` で一覧を確認できます。"
    ),
    "{option!r} is none of the options of {id} ({labels}). A person may choose it all the same: say why "
    "with --why TEXT.": (
        "{option!r} は {id} の選択肢（{labels}）にありません。人はそれでも選べます。--why TEXT で理由を書いてください。"
    ),
    "{id} is a {type}: it is answered with {expected}. Post that with: renkei send": (
        "{id} は {type} です。{expected} で回答します。投稿するには: renkei send"
    ),
    "A person chose it.": "人が選びました。",
    # Contracts
    "Task contracts: offer, accept, deliver, verify": "タスク契約: 提示、受諾、納品、検証",
    "The contract {contract} is {state}: {step} is not possible now. Possible: {possible}.": (
        "契約 {contract} は {state} の状態です。いま {step} はできません。できること: {possible}。"
    ),
    "{delegator} offers you the contract {id}": "{delegator} が契約 {id} を提示しています",
    "You are its assignee.": "あなたが担当者です。",
    "Read it: renkei contract show {id}. Then: renkei contract accept {id}, or decline {id}.": (
        "内容の確認: renkei contract show {id}。その後: renkei contract accept {id}、または decline {id}。"
    ),
    "{assignee} has declined the contract {id}": "{assignee} が契約 {id} を辞退しました",
    "You are its delegator.": "あなたが委譲元です。",
    "Offer it to another agent, or on other terms.": "別のエージェントに提示するか、条件を変えて提示してください。",
    "{assignee} has delivered {id}.": "{assignee} が {id} を納品しました。",
    "{delivered} Your word is needed on:\n{checks}": "{delivered} 次の項目の判断が必要です:\n{checks}",
    "The contract {id} waits to be verified": "契約 {id} が検証を待っています",
    "The contract {id} has come to its limit of {limit} steps.": "契約 {id} は上限の {limit} ステップに達しました。",
    "The contract {id} is closed: {outcome}": "契約 {id} は終了しました: {outcome}",
    "The contract {id} was sent back {most} times and is still not met.": (
        "契約 {id} は {most} 回差し戻されましたが、まだ満たされていません。"
    ),
    "The contract {id} comes back to you": "契約 {id} が差し戻されました",
    "The contract {id} is not met yet:\n{checks}\n{note}": "契約 {id} はまだ満たされていません:\n{checks}\n{note}",
    "Mend it, then deliver it again: renkei contract deliver {id} FILE": (
        "直してから、もう一度納品してください: renkei contract deliver {id} FILE"
    ),
    "What the contract {id} says for this case": "この場合について契約 {id} が定めていること",
    "You are a party to this contract.": "あなたはこの契約の当事者です。",
    "who acts (default: the person)": "誰として行うか（既定: 人）",
    "idempotency key: the same step under the same key is taken once": (
        "冪等キー: 同じキーの同じステップは一度だけ行われます"
    ),
    "run code of this repository": "このリポジトリのコードを実行する",
    "run nothing, and say what was left out": "何も実行せず、省いたものを示す",
    "offer a contract; prints its id": "契約を提示し、その ID を表示する",
    "JSON or YAML: the contract in the seed's form": "JSON または YAML: シードの形式の契約",
    "take a contract on": "契約を受諾する",
    "turn a contract down": "契約を辞退する",
    "report the result": "結果を納品する",
    "JSON or YAML: the payload of a TASK_RESULT": "JSON または YAML: TASK_RESULT のペイロード",
    "run the commands and take a reviewer's word": "コマンドを実行し、レビュー担当者の判断を受け付ける",
    "check N is met": "項目 N は満たされている",
    "check N is not met": "項目 N は満たされていない",
    "what the assignee should know": "担当者に伝えること",
    "allow the contract's commands, word for word; for a person only": (
        "契約のコマンドを一字一句そのまま許可する（人だけ）"
    ),
    "ask before deciding what the contract reserves": "契約が相談を求める事項を、決める前に相談する",
    "an entry of must_consult": "must_consult の項目",
    "report at once what the contract wants to be told": "契約が報告を求める事項をすぐに報告する",
    "the work cannot go on": "作業を続けられない",
    "an assumption does not hold": "前提条件が崩れた",
    "an escalation trigger is met": "エスカレーション条件に該当した",
    "let held work go on": "中断した作業を再開させる",
    "end a contract before it is fulfilled": "履行前の契約を終了する",
    "one contract whole": "契約 1 件の全体",
    "every contract and its state": "すべての契約とその状態",
    "{name}: expected the payload of a TASK_RESULT.": "{name}: TASK_RESULT のペイロードが必要です。",
    "{name}: original_task_ref is {ref!r}, and the contract is {id}.": (
        "{name}: original_task_ref は {ref!r} ですが、契約は {id} です。"
    ),
    "The contract {id} is now {state}.": "契約 {id} は {state} になりました。",
    "There is no contract {name}. `renkei contract list` shows them.": (
        "契約 {name} はありません。`renkei contract list` で一覧を表示できます。"
    ),
    "running commands": "コマンドを実行中",
    "$ {command}": "$ {command}",
    "--approve is for a person at a terminal. A script lists commands under [verify].": (
        "--approve は端末の前の人のためのものです。スクリプトでは [verify] にコマンドを列挙してください。"
    ),
    "--approve is for a person, and CI is set. List the commands under [verify] instead.": (
        "--approve は人のためのものですが、CI が設定されています。代わりに [verify] にコマンドを列挙してください。"
    ),
    (
        "Check {number} is left out: {command!r} is not allowed yet. List it under [verify] commands in "
        ".renkei/config.toml, or approve it at a terminal with --approve."
    ): (
        "項目 {number} は省きました: {command!r} はまだ許可されていません。.renkei/config.toml の [verify] "
        "commands に書くか、端末で --approve を付けて許可してください。"
    ),
    "Commands are left out: --no-exec.": "コマンドは省きました: --no-exec。",
    "This runs code of {folder}. Allow it for this repository? [y/N]": (
        "{folder} のコードを実行します。このリポジトリで許可しますか？ [y/N]"
    ),
    "Commands are left out: nobody has allowed code of this repository to be run. Use --exec.": (
        "コマンドは省きました: このリポジトリのコードの実行はまだ許可されていません。--exec を付けてください。"
    ),
    "id": "番号",
    "state": "状態",
    "from": "委譲元",
    "to": "担当",
    "task": "タスク",
    "There is no contract yet. One is offered with: renkei contract offer FILE --as AGENT": (
        "契約はまだありません。提示するには: renkei contract offer FILE --as AGENT"
    ),
    "    What it says was redacted.": "    内容は削除されています。",
    "steps {steps}, sent back {retries} times": "ステップ {steps}、差し戻し {retries} 回",
    "held by {message}": "{message} により中断中",
    "a reviewer's word": "レビュー担当者の判断",
    "delegator: expected {actor}, who offers it, not {delegator!r}. Leave it out, or use --as {delegator}.": (
        "delegator: 提示する {actor} でなければなりません（指定された値: {delegator!r}）。省くか、--as {delegator}"
        " を使ってください。"
    ),
    "assignee: nobody is called {name!r}. `renkei agent list` shows the team.": (
        "assignee: {name!r} という名前の者はいません。`renkei agent list` でチームを表示できます。"
    ),
    "assignee: {name} cannot give a contract to itself: who would verify it?": (
        "assignee: {name} は自分自身に契約を提示できません。検証する者がいなくなります。"
    ),
    "id: there is a contract {id} already. Choose another, or leave it out.": (
        "id: 契約 {id} はすでにあります。別の ID にするか、省いてください。"
    ),
    "{actor} may not {step} the contract {contract}. {who} or a person may.": (
        "{actor} は契約 {contract} に対して {step} できません。できるのは {who} か人です。"
    ),
    "A partial result of the contract {contract} says in `deviations` what is missing.": (
        "契約 {contract} の部分的な結果は、足りないものを `deviations` に書く必要があります。"
    ),
    (
        "This team hands tasks over under a contract. Add payload.task_contract: the id of one that was offered, "
        "or a whole one."
    ): (
        "このチームではタスクは契約のもとで引き渡します。payload.task_contract に、提示済みの契約の ID か契約全体"
        "を加えてください。"
    ),
    "payload.task_contract: there is no contract {id}. Offer it first.": (
        "payload.task_contract: 契約 {id} はありません。先に提示してください。"
    ),
    "to: the contract is for {assignee}; a hand-off that carries it goes to nobody else.": (
        "to: この契約は {assignee} のものです。契約を伴う引き継ぎは他の者には送れません。"
    ),
    "The contract {contract} waits for {decisions}: what was asked is decided before it is delivered.": (
        "契約 {contract} は {decisions} を待っています。納品の前に、相談した事項の決定が必要です。"
    ),
    (
        "The deliverables of the contract {contract} have to be looked up in the work tree. Deliver it with: "
        "renkei contract deliver {contract} FILE"
    ): (
        "契約 {contract} の成果物は作業ツリーで確認する必要があります。次のコマンドで納品してください: renkei "
        "contract deliver {contract} FILE"
    ),
    "The contract {contract} is not delivered: {missing} is not there. Make it, or report status partial.": (
        "契約 {contract} は納品されていません: {missing} がありません。作成するか、status を partial として報告し"
        "てください。"
    ),
    "The contract {contract} is not delivered: {problem} (and {more} more). Mend it, or report status partial.": (
        "契約 {contract} は納品されていません: {problem}（ほか {more} 件）。直すか、status を partial として報告し"
        "てください。"
    ),
    "The soft constraint {constraint!r} of the contract {contract} is not kept. List it in `deviations`.": (
        "契約 {contract} の努力目標の制約 {constraint!r} が守られていません。`deviations` に記載してください。"
    ),
    "The hard constraint {constraint!r} of the contract {contract} is not kept. Keep it, or report status failed.": (
        "契約 {contract} の絶対遵守の制約 {constraint!r} が守られていません。守るか、status を failed として報告し"
        "てください。"
    ),
    "--met and --unmet both name {numbers}.": "--met と --unmet の両方に {numbers} が指定されています。",
    "What the contract {contract} says was redacted; a person can only close it.": (
        "契約 {contract} の内容は削除されています。人が終了させることだけができます。"
    ),
    "There is no entry {number}: the contract has {count} of this kind.": (
        "項目 {number} はありません。契約にはこの種の項目が {count} 件あります。"
    ),
    "Check {number} is the command {command!r}: it is run, not taken on trust.": (
        "項目 {number} はコマンド {command!r} です。実行して確かめるもので、申告では認められません。"
    ),
    "Check {number} is not the command {command!r}.": "項目 {number} はコマンド {command!r} ではありません。",
    "There is no check {number}; the contract has {count}.": (
        "項目 {number} はありません。契約の項目は {count} 件です。"
    ),
    "there is no file {path!r}": "ファイル {path!r} がありません",
    "no file ({kinds}) was delivered that could be held against the schema": (
        "スキーマと照合できるファイル（{kinds}）が納品されていません"
    ),
    (
        "The contract has a schema, and what checks it is not installed. Install it with: uv tool install "
        "'renkei[schema]'"
    ): (
        "契約にはスキーマがありますが、それを検査するものがインストールされていません。次のコマンドで入れてくださ"
        "い: uv tool install 'renkei[schema]'"
    ),
    "{actor} may not allow code to be run. A person may, at their own terminal.": (
        "{actor} はコードの実行を許可できません。できるのは自分の端末の前の人だけです。"
    ),
    # The demo
    "A team of two.": "2 人のチームを作ります。",
    "The second member.": "2 人目のメンバーです。",
    "The lead says what it is all for.": "リードがゴールを示します。",
    "The lead hands a task over.": "リードがタスクを引き渡します。",
    "It waits in the other's inbox.": "タスクは相手の受信箱で待っています。",
    "A message that is not right is refused, with place, value and what was expected; nothing is changed.": (
        "正しくないメッセージは、場所と値と期待される内容を示して拒否されます。何も変更されません。"
    ),
    "Only the lead or a person may set the goal.": "ゴールを設定できるのはリードか人だけです。",
    "A question that needs a decision.": "意思決定が必要な質問です。",
    "The lead decides.": "リードが決定します。",
    "In the group chat, a mention.": "グループチャットでのメンションです。",
    "The lead wrote the phase meanwhile ...": "その間にリードがフェーズを書き込みました。",
    "... and a person who had read an older board writes it too: the later value stands.": (
        "古いボードを読んでいた人も書き込みます。後の値が有効になります。"
    ),
    "So the lead is told to read again.": "そこでリードに、読み直すよう伝わります。",
    "The work is done.": "作業が終わりました。",
    "The board now.": "現在のボードです。",
    "The whole log, and the proof that the board follows from it.": (
        "ログ全体を検査し、ボードがログから導かれることを証明します。"
    ),
    "\nAll of it went through one door into one log, and the log proves the board. Next: renkei --help": (
        "\nすべてが 1 つの入口を通って 1 つのログに入り、ログがボードの正しさを証明しました。次は: renkei --help"
    ),
    "The demo expected exit code {expected} here and got {code}.": (
        "デモはここで終了コード {expected} を想定しましたが、{code} でした。"
    ),
    "exit code": "終了コード",
}
