"""Repositories and work trees."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "{path} is a bare repository: it has no work tree. Work in a clone of it: git clone {path} FOLDER": (
        "{path} はベアリポジトリで、作業ツリーがありません。クローンで作業してください: git clone {path} フォルダー"
    ),
    "{path} is in the middle of a {doing}. End it first: git {doing} --continue, or git {doing} --abort": (
        "{path} は {doing} の途中です。先に終わらせてください: git {doing} --continue または git {doing} --abort"
    ),
    "Nothing can be written in {path} ({error}). Runs keep their work there.": (
        "{path} に書き込めません（{error}）。実行はそこに作業を保存します。"
    ),
    "{path} is a submodule: what changes in it is changed in its own repository": (
        "{path} はサブモジュールです。その中の変更は、それ自身のリポジトリで行います"
    ),
    "{path} is kept by Git LFS, which did not work here: it would be stored whole, in place of its pointer": (
        "{path} は Git LFS の管理下ですが、ここでは LFS が働きません。ポインターの代わりに中身が保存されてしまいます"
    ),
    "Submodules that are empty here are empty for the agents: {paths}. Fill them with: "
    "git submodule update --init --recursive": (
        "ここで空のサブモジュールは、エージェントにも空です: {paths}。中身を入れるには: "
        "git submodule update --init --recursive"
    ),
    "{new} is checked out now, not {old}": "今は {old} ではなく {new} がチェックアウトされています",
    "{path} was changed": "{path} が変更されました",
    "{count} files of {root} changed: {files}": "{root} の {count} 個のファイルが変わりました: {files}",
    "settings that run programs were put back as they were: {names} (the file as it was: {kept})": (
        "プログラムを実行する設定を元に戻しました: {names}（戻す前のファイル: {kept}）"
    ),
    "{name} was put back as it was (what was there: {kept})": "{name} を元に戻しました（戻す前の内容: {kept}）",
    "{name} is new, at {new}": "{name} が新しくできました（{new}）",
    "{name} is gone; it was at {old}": "{name} がなくなりました（{old} にありました）",
    "{name} moved from {old} to {new}": "{name} が {old} から {new} に動きました",
    "what changed outside could not be looked at: {error}": "外で何が変わったかを調べられませんでした: {error}",
    "outside, while {tasks} was at work: {changes}": "{tasks} の作業中に外で: {changes}",
    "git is configured to use another {names} than when the run was started: it was not used": (
        "git の設定の {names} が、実行を始めたときと違います。使いませんでした"
    ),
    "the work tree {path} that it was started in is gone": "実行を始めた作業ツリー {path} がもうない",
    "{name} is in the way of the branches that runs make (renkei/...). Give it another name: "
    "git update-ref refs/heads/OTHER {name} && git update-ref -d {name}": (
        "{name} があるため、実行のブランチ（renkei/...）を作れません。別の名前にしてください: "
        "git update-ref refs/heads/別名 {name} && git update-ref -d {name}"
    ),
    "{run} is not taken back, for {why}.": "{run} は取り消していません: {why}。",
    "git cannot check it out: {said}; and it has left changes in {files}": (
        "git がチェックアウトできない: {said}。変更が残った: {files}"
    ),
    "rules of what git ignores that the project does not have hide {count} files: {files}": (
        "プロジェクトにない git の無視規則で {count} 件のファイルが隠れています: {files}"
    ),
    "of what was refused no patch could be made, the files are kept in {path}": (
        "拒んだ変更はパッチにできないので、ファイルを {path} に残しました"
    ),
    "{count} files or folders are new, and hidden by new rules of what to ignore: {files} (in {root})": (
        "新しい無視規則で隠された新しいファイルまたはフォルダーが {count} 個あります: {files}（{root}）"
    ),
    "The branch {name} is in the way of the one that the run would make ({own}). Give it another name: "
    "git branch -m {name} OTHER": (
        "ブランチ {name} があるため、実行のブランチ（{own}）を作れません。"
        "別の名前にしてください: git branch -m {name} 別名"
    ),
    "{name} is checked out in {folder} and stays where it is; the newest work of the run is {kept} (there: "
    "git merge --ff-only {kept})": (
        "{name} は {folder} でチェックアウトされているので動かしません。実行の最新の成果は {kept} にあります"
        "（そこで: git merge --ff-only {kept}）"
    ),
    "{name} had work of another; it is kept as {kept}": "{name} には別の作業がありました。{kept} として残しました",
    "git could not work with {path} as it was; it was put back (what was there: {kept})": (
        "git は {path} のままでは動けませんでした。元に戻しました（戻す前の内容: {kept}）"
    ),
    "git is in the middle of a {doing}": "git が {doing} の途中である",
    "git cannot check it out: {said}": "git がチェックアウトできない: {said}",
    "git cannot merge it without help: {files}": "git だけではマージできない: {files}",
    "End the {doing} first that git is in the middle of.": "git は {doing} の途中です。先に終わらせてください。",
    "Not merged: {why}. The work stays on {branch}. Mend that, then: renkei resume {run}. Or by hand: "
    "git switch {into} && git merge {how} {branch}": (
        "マージしていません: {why}。成果は {branch} に残ります。直したあとで: renkei resume {run}。手動で取り込むには: "
        "git switch {into} && git merge {how} {branch}"
    ),
    "git {name} did not end within {seconds:g} s and was ended. Something that it reads or runs does not "
    "end, such as a named pipe (find . -type p), a filter (git config --get-regexp ^filter) or a disk that "
    "is gone; in a very large repository, set {limit} to more seconds": (
        "git {name} が {seconds:g} 秒で終わらなかったため止めました。名前付きパイプ（find . -type p）、"
        "フィルター（git config --get-regexp ^filter）、切れたディスクなど、"
        "読み終わらないものか終わらないプログラムがあります。とても大きなリポジトリでは "
        "{limit} に長い秒数を設定してください"
    ),
    "{limit}: expected a number of seconds, not {given!r}.": "{limit}: 秒数が必要です（{given!r} ではなく）。",
    "{path} is a named pipe: git would wait for it for ever. Put back the file that belongs there, or remove it": (
        "{path} は名前付きパイプで、git がいつまでも待ちます。元のファイルに戻すか、削除してください"
    ),
    "{path} was no file any more, but a pipe or a device; it was put back": (
        "{path} がファイルではなくパイプかデバイスになっていたため、元に戻しました"
    ),
    "{path} was a named pipe, for which git would wait for ever: it was removed": (
        "{path} は名前付きパイプで、git がいつまでも待つため、削除しました"
    ),
    "and {count} more": "ほか {count} 件",
    "its work is in {branch} already": "成果はすでに {branch} に入っています",
    "all tasks are done. The run did not start on a branch, so its work stays on its own. To bring it in: "
    "git switch BRANCH && git merge {how} renkei/{run}": (
        "すべてのタスクが終わりました。実行がブランチの上で始まっていないため、成果は専用のブランチに"
        "残ります。取り込むには: git switch ブランチ && git merge {how} renkei/{run}"
    ),
}
