"""Settings, files and stores."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "--lang: expected en or ja, not {lang!r}.": "--lang: en か ja を指定してください（指定された値: {lang!r}）。",
    "--store: expected sqlite:///PATH or postgresql://HOST/DATABASE, not {store!r}.": (
        "--store: sqlite:///PATH か postgresql://HOST/DATABASE を指定してください（指定された値: {store!r}）。"
    ),
    "{path}: the store {store!r} is outside the project, and a file that is committed may name no such store: "
    "it would be told your credentials. If it is yours, name it with --store, RENKEI_STORE or a {config} that "
    "is not committed.": (
        "{path}: ストア {store!r} はプロジェクトの外にあります。コミットされたファイルでは、外部のストアを"
        "指定できません（認証情報が送られてしまうためです）。自分のストアであれば、--store、RENKEI_STORE、"
        "またはコミットされていない {config} で指定してください。"
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
    "python -m renkei.eventlog.postgres.roles shows it.": (
        "{store} を開いたロールにはその権限がありません（{detail}）。何も変更していません。ストアの所有者が"
        "このバージョンの Renkei で一度開き、必要な権限を与えてください。必要な権限は "
        "python -m renkei.eventlog.postgres.roles で表示できます。"
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
    "The store {path} cannot be opened for writing ({detail}). Nothing was changed. Check the permissions of the file "
    "and its folder, or choose another place with --store.": (
        "ストア {path} を書き込み用に開けません（{detail}）。何も変更していません。"
        "ファイルとフォルダの権限を確認するか、"
        "--store で別の場所を指定してください。"
    ),
    "The store {path} cannot be locked, and is written to all the time. Try again.": (
        "ストア {path} はロックできず、書き込みが続いています。もう一度試してください。"
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
    "This store is written by a newer Renkei (writer {needed}, this one is {have}). Restart with the newer version.": (
        "このストアには新しい Renkei が書き込んでいます（必要な書き込み版 {needed}、こちらは {have}）。"
        "新しいバージョンで起動し直してください。"
    ),
    "The tables of this store were folded by another version of Renkei. Restart this one.": (
        "このストアのテーブルは別のバージョンの Renkei が構築しました。起動し直してください。"
    ),
    "The events of the store are out of order: its file is damaged. Bring back a copy of it.": (
        "ストアのイベントの順序が乱れています。ファイルが破損しています。コピーを戻してください。"
    ),
    "A row of the table {table} is damaged: {error}": "テーブル {table} の行が破損しています: {error}",
    "There is no store at {store}.": "{store} にストアはありません。",
}
