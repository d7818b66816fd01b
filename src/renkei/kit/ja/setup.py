"""Setting a repository up."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "The store {path} is gone. Run renkei init again.": (
        "ストア {path} がなくなっています。renkei init をもう一度実行してください。"
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
    "{path}, line {line}, column {column}: no JSON ({error}). Mend it and try again.": (
        "{path}、{line} 行 {column} 列: JSON として読めません（{error}）。修正してから再実行してください。"
    ),
    (
        "{path}, line {line}, column {column}: a comment, and JSON has none: Renkei would lose it. Mend it and try "
        "again."
    ): (
        "{path}、{line} 行 {column} 列: コメントがあります。JSON にコメントはなく、Renkei が書き込むと失われます。"
        "修正してから再実行してください。"
    ),
    "{path} is your own and stays as it is: its results follow no contract of ours.": (
        "{path} は独自のものなのでそのまま残しました。その結果は Renkei の契約に従いません。"
    ),
    (
        "Mode observe: what the rules would refuse is recorded and shown, and nothing is refused. "
        "Refuse it with: renkei init --claude --mode enforce"
    ): (
        "モード observe: 規則で拒否の対象になるものを記録して表示しますが、拒否はしません。"
        "拒否するには: renkei init --claude --mode enforce"
    ),
    (
        "Mode enforce: results that do not hold are refused. Only record them with: renkei init --claude --mode observe"
    ): ("モード enforce: 成り立たない結果を拒否します。記録だけにするには: renkei init --claude --mode observe"),
    "remove what runs have left and nobody needs, too (renkei gc)": ("実行が残した不要なものも削除する（renkei gc）"),
    "{name}: removed": "{name}: 削除しました",
    "{name}: left by a run": "{name}: 実行が残したものです",
    "Remove what runs have left with: renkei uninstall --runs": (
        "実行が残したものを削除するには: renkei uninstall --runs"
    ),
    # doctor
    "not set up": "未設定",
    "Type: {command}": "実行: {command}",
    "Install it to work with hooks: npm install -g @anthropic-ai/claude-code": (
        "フックを使うにはインストールしてください: npm install -g @anthropic-ai/claude-code"
    ),
    "Claude Code: not found": "Claude Code: 見つかりません",
    "Claude Code: {path} does not start": "Claude Code: {path} が起動しません",
    "See what is wrong with: {command}": "原因を確かめるには: {command}",
    "{where}: not for {events}": "{where}: {events} のフックがありません",
    "{where}: {program} does not start, and the client goes on unchecked": (
        "{where}: {program} が起動しないため、クライアントは検査なしで進みます"
    ),
    "{path}: disableAllHooks is set, so no hook is called": (
        "{path}: disableAllHooks が設定されており、フックは呼ばれません"
    ),
    "{program} is not there, and the client goes on unchecked": (
        "{program} がありません。クライアントは検査なしで続行します"
    ),
    "{mode} mode, but not at work: {fault}": "{mode} モードですが、働いていません: {fault}",
    "{where}: switched off": "{where}: 無効にされています",
    "{where}: {count} events": "{where}: {count} 種類のイベント",
    "unknown: {mode}": "不明: {mode}",
    "To have it refused: {command}": "拒否するには: {command}",
    "observe: nothing is refused": "observe: 何も拒否しません",
    "enforce: results that do not hold are refused": "enforce: 成り立たない結果を拒否します",
    "not installed: {names}": "インストールされていません: {names}",
    "Reviews need them. Type: {command}": "レビューに必要です。実行: {command}",
}
