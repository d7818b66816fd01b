"""`renkei review`: analysers, findings and the verdict."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "Review a repository: real analysers, verified findings, a verdict": (
        "リポジトリをレビュー（実際の解析器、検証済みの指摘、判定）"
    ),
    "a repository, or a part of one (default: the one around here)": (
        "リポジトリまたはその一部（既定: 現在地を含むもの）"
    ),
    "only what has changed since this revision, or was caused by it": (
        "このリビジョン以降に変更された、または変更が原因の指摘のみ"
    ),
    "how it is printed (default: text)": "出力の形式（既定: text）",
    "findings to accept (default: renkei/review-baseline.json)": (
        "受け入れ済みの指摘（既定: renkei/review-baseline.json）"
    ),
    "accept what is found today, and write it down": "現在の指摘を受け入れ、ファイルに書き出す",
    "ask the network for known weaknesses of dependencies": "依存関係の既知の脆弱性をネットワークに問い合わせる",
    "look at everything anew": "すべてを改めて調べる",
    "run the code of this repository (tests, its own linters)": (
        "このリポジトリのコードを実行する（テスト、独自のリンター）"
    ),
    "run no code of this repository": "このリポジトリのコードを実行しない",
    "{count} findings are accepted in {path}.": "{count} 件の指摘を {path} で受け入れました。",
    "There is nothing to review in {path}: it is empty, or git ignores it.": (
        "{path} にレビューの対象がありません: 空であるか、git が無視しています。"
    ),
    "There is no file or folder {path}.": "ファイルまたはフォルダー {path} はありません。",
    "show the less certain findings, and every minor one": "確信度の低い指摘と、軽微な指摘のすべても表示する",
    "{critical} critical, {important} important, {minor} minor": (
        "critical {critical} 件、important {important} 件、minor {minor} 件"
    ),
    "more than 3 important findings ({count}): {places}": (
        "important の指摘が 3 件を超えています（{count} 件）: {places}"
    ),
    "nothing worse than 1 to 3 important findings, to be tracked: {places}": (
        "important の指摘が 1〜3 件で、それより重いものはありません（追跡対象）: {places}"
    ),
    "only minor findings ({count})": "minor の指摘のみ（{count} 件）",
    "looking for files": "ファイルを探しています",
    "inspecting {files} files: {done} of {total} analysers": (
        "{files} ファイルを検査中: アナライザー {done} / {total}"
    ),
    "{count} more minor findings: --all shows them": ("軽微な指摘がほかに {count} 件あります: --all ですべて表示"),
    "{count} findings of a confidence under {sure}: --all shows them": (
        "信頼度 {sure} 未満の指摘が {count} 件あります: --all で表示"
    ),
    "{count} findings are suppressed or in the baseline": (
        "{count} 件の指摘は抑制済みか、ベースラインに含まれています"
    ),
    "advisories are asked from the network: --online": "脆弱性情報はネットワークに問い合わせます: --online",
    "{name} is not installed. Type: {command}": "{name} がインストールされていません。実行: {command}",
    "{name} did not read {count} files: {paths}": "{name} は {count} 個のファイルを読んでいません: {paths}",
    "did not look at everything: {names}. Type: {command}": "調べきれていません: {names}。実行: {command}",
    "did not look at everything: {names}": "調べきれていません: {names}",
    "there is nothing here that could be looked at": "ここには調べられるものがありません",
    "no analyser here knows the code: {languages}": "このコードの言語に対応した解析器がありません: {languages}",
    "{name} is empty: it passes whatever the code does": "{name} は空です: コードが何をしても成功します",
    "a shell command is put together from pieces: what is in them is run": (
        "シェルコマンドを文字列の連結で組み立てています: 連結した内容がそのまま実行されます"
    ),
    "a query is put together from pieces: pass values as parameters": (
        "クエリを文字列の連結で組み立てています: 値はパラメーターで渡してください"
    ),
    "{name} is imported, and nothing declares it": "{name} をインポートしていますが、どこにも宣言されていません",
    "ruff refuses this configuration: {said}": "ruff がこの設定を受け付けません: {said}",
    "`make {name}` needs a Makefile, and there is none": "`make {name}` には Makefile が必要ですが、ありません",
    "this needs {path!r}, which does not exist": "ここで必要な {path!r} は存在しません",
    "{name} read {read} of {given} files": "{name} は {given} 個のうち {read} 個のファイルしか読んでいません",
    "{program} has no flag {flag}": "{program} にフラグ {flag} はありません",
    "this names {name}, and nothing in the code is called so": "{name} という名前のものはコードにありません",
    "nothing to review": "レビューの対象がありません",
    "Looked at {seen} of {files} files": "{files} 個のうち {seen} 個のファイルを調べました",
    "{language} ({files} files, {lines} lines)": "{language}（{files} 個、{lines} 行）",
    "Not looked at: {languages}": "調べていないもの: {languages}",
    "{language} (1 file)": "{language}（1 個）",
    "{language} ({count} files)": "{language}（{count} 個）",
    "{name} exited with {code}{said}": "{name} が終了コード {code} で終了しました{said}",
    "{name} was ended by signal {number}{said}": "{name} がシグナル {number} で終了しました{said}",
    "{name} {version} has a known weakness ({id}); mended in: {versions}": (
        "{name} {version} には既知の脆弱性があります（{id}）。修正版: {versions}"
    ),
    "the project is set up for {name}, which is not installed here": (
        "プロジェクトは {name} を使う設定ですが、ここにはインストールされていません"
    ),
    "code of this repository is not run: nobody has allowed it (--exec)": (
        "このリポジトリのコードは実行しません: 許可されていません（--exec）"
    ),
    "pytest is not installed in {folder}": "{folder} に pytest がインストールされていません",
    "the tests cannot be run here: {said}. Install the project in .venv": (
        "ここではテストを実行できません: {said}。プロジェクトを .venv にインストールしてください"
    ),
    "{name} fails: {said}": "{name} が失敗しました: {said}",
    "no test runs anything of this file": "このファイルのコードを実行するテストがありません",
    "{what!r} is missing here": "ここに {what!r} がありません",
    "this is no valid syntax, or newer than the grammar that is installed": (
        "構文が正しくないか、インストールされている文法より新しい構文です"
    ),
    "this is no valid syntax": "構文が正しくありません",
    "{path} is no baseline ({error}). Write it anew: renkei review --write-baseline": (
        "{path} はベースラインではありません（{error}）。書き直すには: renkei review --write-baseline"
    ),
    "Settings and baseline of the review are those of the base; the change itself touches them.": (
        "レビューの設定とベースラインは基準リビジョンのものを使います。この変更自体がそれらに触れているためです。"
    ),
    "--base needs git, and {path} is in no repository. Leave it out to review everything.": (
        "--base には git が必要ですが、{path} はリポジトリの中にありません。"
        "全体をレビューするには指定を外してください。"
    ),
    "--base: expected a branch, a tag or a commit, not {rev!r}.": (
        "--base: ブランチ、タグ、コミットのいずれかを指定してください（{rev!r} は指定できません）。"
    ),
    "--base {rev}: {path} has no commit yet. Leave it out to review everything.": (
        "--base {rev}: {path} にはまだコミットがありません。全体をレビューするには指定を外してください。"
    ),
    "--base {rev}: there is no such commit in {path}. `git branch --all` lists them, `git fetch` gets more.": (
        "--base {rev}: {path} にそのコミットはありません。`git branch --all` で一覧、`git fetch` で取得できます。"
    ),
    "--baseline: there is no file {path}. --write-baseline makes one.": (
        "--baseline: ファイル {path} はありません。--write-baseline で作成できます。"
    ),
    "{path} is git's own folder. Name a work tree, or a part of one.": (
        "{path} は git の管理用フォルダーです。作業ツリーか、その一部を指定してください。"
    ),
    "{path} cannot be written ({error}). Name another file with --baseline.": (
        "{path} に書き込めません（{error}）。--baseline で別のファイルを指定してください。"
    ),
    "expected `version` {version}": "`version` は {version} でなければなりません",
    "expected a list `findings`, each with an `id`": "`id` を持つ項目のリスト `findings` が必要です",
    "`make {name}` is not a target of the Makefile": "`make {name}` は Makefile のターゲットにありません",
    "`{runner} run {name}` is not a script of package.json": (
        "`{runner} run {name}` は package.json のスクリプトにありません"
    ),
    "this links to {path!r}, which does not exist": "リンク先 {path!r} は存在しません",
    "this links to {link!r}, and there is no such heading": "リンク先 {link!r} の見出しは存在しません",
    "{text} is not there: {reason}": "{text} がありません: {reason}",
    "the command starts {module}, and there is no such module": (
        "コマンドが起動する {module} というモジュールはありません"
    ),
    "this names {path!r}, which does not exist": "ここで指定されている {path!r} は存在しません",
    "this file cannot be read: {error}": "このファイルは読み込めません: {error}",
    "this file has {size} MB": "このファイルは {size} MB あります",
    "a tool left this file behind": "ツールが残したファイルです",
    "a file of settings for one machine, which often holds passwords, is in the repository": (
        "特定の環境用の設定ファイル（パスワードを含むことが多い）がリポジトリにあります"
    ),
    "a store of private keys is in the repository": "秘密鍵のファイルがリポジトリにあります",
    "a credential is written out here ({name}). Take it out, revoke it, and read it from the environment": (
        "認証情報が直接書かれています（{name}）。削除して無効化し、環境変数から読み込んでください"
    ),
    "{name} asserts nothing: it passes as long as nothing is raised": (
        "{name} は何も検証していません: 例外が起きない限り成功します"
    ),
    "this assertion holds whatever happens": "この検証は常に成り立ちます",
    "this test is skipped, and nothing says why": "このテストは理由なしにスキップされています",
    "a merge was not finished: both sides of it stand here, up to line {line}": (
        "マージが完了していません: {line} 行目まで両方の内容が残っています"
    ),
    "characters that turn the direction of text around hide what this line does": (
        "文字の向きを変える制御文字が、この行の動作を隠しています"
    ),
    "the debugger is called here": "デバッガーの呼び出しが残っています",
    "only this test is run, and all others of the file are left out": (
        "このテストだけが実行され、ファイル内のほかのテストは実行されません"
    ),
    "this test is skipped": "このテストはスキップされています",
    "this suppression says no reason, so it does not count": "この抑制には理由がないため、無効です",
    "{path}: {key} cannot be {value!r}; expected {expected}.": (
        "{path}: {key} に {value!r} は指定できません。指定できるもの: {expected}。"
    ),
    "a table of rules, each with critical, important, minor or off": (
        "規則ごとに critical、important、minor、off のいずれかを指定した表"
    ),
    "a list of paths, in which * and ** may stand": "パスのリスト（* と ** を使用可）",
    "a list of analysers": "解析器のリスト",
    "a number of seconds over 0": "0 より大きい秒数",
    "a number of megabytes over 0": "0 より大きいメガバイト数",
    "a number of kilobytes over 0": "0 より大きいキロバイト数",
    "a path inside of the project": "プロジェクト内のパス",
    "{reason}; not looked at: {languages}": "{reason}。調べていないもの: {languages}",
    "{count} of {files} files not looked at": "{files} 個のうち {count} 個のファイルは未検査",
    "too large to be looked at: {paths}. Set `file_size` or `exclude` for the review": (
        "大きすぎて調べられません: {paths}。レビューの設定 `file_size` か `exclude` を指定してください"
    ),
    "the settings of {name} exclude {count} files: {paths}": (
        "{name} の設定で {count} 個のファイルが除外されています: {paths}"
    ),
    "in the state before: {reason}": "変更前の状態で: {reason}",
    "Severity": "重大度",
    "Place": "場所",
    "Rule": "規則",
    "Finding": "指摘",
    "Confidence": "信頼度",
    "{path}: review.disable cannot have {key!r}: no analyser is called so. Known: {known}.": (
        "{path}: review.disable に {key!r} という解析器はありません。指定できるもの: {known}。"
    ),
    "there is nothing for it to look at": "対象となるファイルがありません",
    "{name} was stopped after {seconds:g} s": "{name} を {seconds:g} 秒で停止しました",
    "{name} gave no result: {error}": "{name} から結果が得られませんでした: {error}",
}
