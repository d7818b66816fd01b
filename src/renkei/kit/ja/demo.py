"""The demo."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "Search the list of teas": "お茶 (tea) の一覧を検索できるようにする",
    "How are names compared?": "名前はどのように比べますか。",
    "Build what the specification says, with a test.": "仕様どおりに実装し、テストを付けてください。",
    "A run begins: each agent is a process of its own, in a git work tree of its own.": (
        "ランを始めます。エージェントはそれぞれ別のプロセスとして、自分専用の git 作業ツリーで動きます。"
    ),
    "The goal on the shared board: {goal}": "共有ボードのゴール: {goal}",
    "To {to}: {said}": "{to} へ: {said}",
    "Asks a person and waits: {question} {options}": "人に尋ねて待ちます: {question} {options}",
    "{option}. {why}": "{option}。{why}",
    "Decided as a person would: renkei decide {id} '{option}'": (
        "人が次のコマンドで答えるのと同じです: renkei decide {id} '{option}'"
    ),
    "{id} is offered to {assignee}: what goes in, what comes out, how it is judged.": (
        "{id} を {assignee} に提示します: 入力、成果物、判定方法。"
    ),
    "{id} is now {state}.": "{id} は {state} になりました。",
    "{id} is verified and closed: {outcome}.": "{id} は検証されて閉じられました: {outcome}。",
    "A fresh agent takes {task} on; it is told what went wrong.": (
        "新しいエージェントが {task} を引き継ぎます。何が悪かったかは伝えられています。"
    ),
    "Does {task} again, knowing what the gate found.": "ゲートの指摘を踏まえて {task} をやり直します。",
    "Begins {task}.": "{task} を始めます。",
    "{task} is done. It found: {found}": "{task} が終わりました。指摘: {found}",
    "{task} is checked and committed ({commit}): {files}": "{task} は検査され、コミットされました ({commit}): {files}",
    "{task} is done.": "{task} が終わりました。",
    "Hangs at {task}: {reason}. It is ended and replaced.": (
        "{task} で応答がなくなりました: {reason}。終了させて交代します。"
    ),
    "A hallucinated reference is caught: {reason}": "存在しない参照 (reference) を見つけました: {reason}",
    "REHEARSAL PASS: every file says what was decided.": "REHEARSAL PASS: すべてのファイルが決定どおりです。",
    "REHEARSAL {overall}: {p0} P0 and {p1} P1; sent back: {targets}": (
        "REHEARSAL {overall}: P0 が {p0} 件、P1 が {p1} 件。差し戻し: {targets}"
    ),
    "Only what is affected is done again: {tasks}": "影響を受ける部分だけをやり直します: {tasks}",
    "The run is {state}; merged as {commit} in this demo's own temporary repository": (
        "ランは {state}、デモ専用の一時リポジトリに {commit} としてマージ"
    ),
    "- It was a REHEARSAL: agents that follow a script, merged in a temporary repository that is gone now.": (
        "- これは REHEARSAL（リハーサル）でした。台本どおりに動くエージェントの作業を、もう残っていない一時リポジトリに"
        "マージしました。"
    ),
    "What you have seen, in {seconds:g} s, without a model": "{seconds:g} 秒で、モデルなしで、ご覧いただいたこと",
    "- The team asked before it decided, and a person answered: {answers}.": (
        "- チームは決める前に尋ね、人が答えました: {answers}。"
    ),
    "- Hallucinated references caught before anybody built on them: {count}.": (
        "- 誰かが頼る前に見つかった、存在しない参照 (reference): {count} 件。"
    ),
    "- Hung agents ended and replaced, with nothing lost: {agents}.": (
        "- 応答がなくなり、何も失わずに交代したエージェント: {agents}。"
    ),
    "- The review gate compared code and documents: {gates}.": "- レビューゲートがコードと文書を比べました: {gates}。",
    "  It found: {finding}": "  指摘: {finding}",
    "- {commits} commits, each by one agent on its own files, with tests that ran: {files}": (
        "- {commits} 件のコミット。各エージェントが自分のファイルだけを書き、テストも実行済み: {files}"
    ),
    "- {events} events in one log, and the log proves the board.": (
        "- 1 つのログに {events} 件のイベント。ログがボードの正しさを証明しました。"
    ),
    "The demo did not end as it should: the run is {state}.": (
        "デモは想定どおりに終わりませんでした。ランは {state} です。"
    ),
    "show every step of every task, too": "すべてのタスクの各段階も表示する",
    "leave its repository to look at": "デモのリポジトリを残す",
    "{path} says {stated} for {key}, not {decided}": "{path} の {key} は {stated} ですが、決定は {decided} です",
    "The lie, close up": "うその詳細",
    "  {agent} reported:      {said}": "  {agent} の報告: {said}",
    "  the next was told:    {said}": "  次のエージェントに伝えたこと: {said}",
    "  what came back:       {said}": "  返ってきた結果: {said}",
    "- It was a REHEARSAL: agents that follow a script. Its repository is kept: {folder}": (
        "- これは REHEARSAL（リハーサル）でした。台本どおりに動くエージェントです。リポジトリを残しました: {folder}"
    ),
    "  All of it: {command}. To look at its repository: {keep}": (
        "  すべてを見るには: {command}。リポジトリを見るには: {keep}"
    ),
    "Next": "次に",
    "In a repository of yours, without a model and without a key:": "ご自分のリポジトリで、モデルもキーもなしで:",
}
