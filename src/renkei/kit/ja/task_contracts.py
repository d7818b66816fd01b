"""The contracts of a run's tasks, and what agents at work ask and are told."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "The contract {contract} is a run's: the report that its agent ends with delivers it.": (
        "契約 {contract} は実行のものです。担当エージェントが最後に出す報告が納品になります。"
    ),
    "it is done again": "やり直しになりました",
    "the run has ended": "実行が終わりました",
    "a gate report, YAML": "ゲート報告（YAML）",
    "a completion report, YAML": "完了報告（YAML）",
    "Report status blocked, and what is needed.": "status: blocked と、必要なものを報告する。",
    "After {seconds:g} s without a sign of life the attempt is ended; it has failed.": (
        "{seconds:g} 秒のあいだ反応がなければ、その試行は打ち切られ、失敗となる。"
    ),
    "A person decides what becomes of it (status: failed).": "どうするかは人が決める（status: failed）。",
    "The run goes on without it and writes the gap down (status: partial).": (
        "実行はこれを欠いたまま続き、欠けたことを記録する（status: partial）。"
    ),
    "The run ends (status: failed).": "実行は終わる（status: failed）。",
    "Only these files are written: {files}": "書いてよいファイルはこれだけ: {files}",
    "No file is written.": "ファイルは書かない。",
    "Nobody but a reduce writes {blackboard}": "{blackboard} は集約タスクだけが書く",
    "contract_outputs has no other keys than: {keys}": "contract_outputs のキーはこれだけ: {keys}",
    "The counts of the gate add up, and what it sends back is a task of this run": (
        "ゲートの件数に矛盾がなく、差し戻し先がこの実行のタスクである"
    ),
    "The report says ok, and what it refers to is there": "報告が ok で、参照先がすべて実在する",
    "the run looks itself": "実行が自分で確かめる",
    "The check command succeeds on the work, on top of what others did": (
        "ほかの成果の上に重ねた状態で、検査コマンドが成功する"
    ),
    "{count} failed attempts: a person is asked": "{count} 回失敗したら人に尋ねる",
    "what stands under {keys}": "{keys} に書く内容",
    "what only a person can answer: ask, and go on with the answer": (
        "人にしか答えられないこと。尋ねて、答えを受けて続ける"
    ),
    "{agent} at {task} asks: {question}": "{agent}（{task}）からの質問: {question}",
    "{task} has ended without the answer.": "{task} は答えを待たずに終わりました。",
    "withdrawn": "取り下げ",
}
