"""Who may say that something is so: tasks, artifacts, answers, blocks."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    # Refusals
    "The task {task} was withdrawn by its delegator; nothing more is reported on it.": (
        "タスク {task} は委譲元が取り下げました。もう報告はできません。"
    ),
    "{actor} may not report on {task}, which it handed over: {who} or a person may. Its delegator may "
    "withdraw it: renkei board withdraw {task} --why TEXT": (
        "{actor} は自分が委譲した {task} について報告できません。報告できるのは {who} か人です。"
        "委譲元は取り下げることができます: renkei board withdraw {task} --why TEXT"
    ),
    "{actor} may not report on {task}: it is not {actor}'s. {who} or a person may.": (
        "{actor} は {task} について報告できません。{actor} のタスクではありません。報告できるのは {who} か人です。"
    ),
    "{actor} may not report on {task}: nobody has it now. {who} may hand it over anew or withdraw it (renkei "
    "board withdraw {task} --why TEXT), a person may report on it.": (
        "{actor} は {task} について報告できません。今は誰のタスクでもありません。{who} が改めて引き継ぐか取り下げ"
        "（renkei board withdraw {task} --why TEXT）、人が報告することもできます。"
    ),
    "{assignee} has declined the contract {contract}: nobody delivers it. {delegator} may offer it to another "
    "agent, or on other terms.": (
        "{assignee} は契約 {contract} を断りました。納品する者はいません。{delegator} は別のエージェントに、"
        "または別の条件で提示できます。"
    ),
    "What you wait for does not come from {assignee}: it has declined the contract {id}. {delegator} hands it "
    "over anew, or withdraws it.": (
        "待っているものは {assignee} からは届きません。契約 {id} を断りました。{delegator} が改めて引き継ぐか、"
        "取り下げます。"
    ),
    "{what} does not come: it was withdrawn, declined or ended without being completed.": (
        "{what} は届きません。取り下げられたか、断られたか、完了せずに終わっています。"
    ),
    "{what} does not come": "{what} は届きません",
    "{what}, which nobody on the team has": "{what}（チームに担当がいません）",
    "You wait for it.": "あなたはそれを待っています。",
    "{task} is under the contract {contract}: no word completes it, only its verification does. {owner} delivers "
    "it with: renkei contract deliver {contract} FILE": (
        "{task} は契約 {contract} のもとにあります。完了させるのは言葉ではなく検証だけです。"
        "{owner} が納品するには: renkei contract deliver {contract} FILE"
    ),
    "{actor} may not answer {message} in {debtor}'s place. {debtor} or a person may.": (
        "{actor} は {debtor} に代わって {message} に回答できません。回答できるのは {debtor} か人です。"
    ),
    "No rule sets {agent} to {status}: what is done {agent} says itself, and what blocks it ({blocks}) ends by its "
    "own answer.": (
        "ルールは {agent} を {status} にできません。完了は {agent} 自身が伝え、"
        "ブロック（{blocks}）はその回答によって終わります。"
    ),
    "{id} is a task of {owner}'s. A contract for it is offered by {who} or a person, and to {owner}. For any other "
    "work leave the id out, or choose another.": (
        "{id} は {owner} のタスクです。その契約を提示できるのは {who} か人で、相手は {owner} です。"
        "別の作業であれば id を省くか、別の id を選んでください。"
    ),
    "{id} is the name of a question under the contract {contract}. It is asked with: renkei contract consult "
    "{contract}; anything else under another id.": (
        "{id} は契約 {contract} のもとでの質問の名前です。質問するには: renkei contract consult {contract}。"
        "ほかの質問には別の id を使ってください。"
    ),
    "{id} is another question already: {requester} has asked {owners} {question!r}. Ask under another id.": (
        "{id} はすでに別の質問です: {requester} が {owners} に {question!r} と尋ねています。"
        "別の id で依頼してください。"
    ),
    "{id} is a name that Renkei itself gives. Choose another.": (
        "{id} は Renkei 自身が付ける名前です。別の id を選んでください。"
    ),
    "{id} is the name of something else already. Choose another id.": (
        "{id} はすでに別のものの名前です。別の id を選んでください。"
    ),
    "{actor} may not withdraw {task}. {who} or a person may.": (
        "{actor} は {task} を取り下げられません。取り下げられるのは {who} か人です。"
    ),
    "{task} is done with already: there is nothing to withdraw.": (
        "{task} はすでに終わっています。取り下げるものがありません。"
    ),
    "{artifact} belongs to {owner}: {actor} may not hand it in. It changes hands by a TASK_HANDOFF of {owner}, of "
    "the lead, or of the delegator whose expected output names it.": (
        "{artifact} は {owner} のものです。{actor} は提出できません。持ち主が変わるのは、{owner}、リード、"
        "または期待する出力にそれを挙げた委譲元の TASK_HANDOFF によってです。"
    ),
    "{actor} may not hand {artifact} over: it is {owner}'s. {owner}, the lead, or the delegator whose expected "
    "output names it may.": (
        "{actor} は {artifact} を引き渡せません。{owner} のものです。引き渡せるのは {owner}、リード、"
        "または期待する出力にそれを挙げた委譲元です。"
    ),
    "{actor} may not end the conflict {id}. {who} or a person may.": (
        "{actor} は矛盾 {id} を終わらせられません。終わらせられるのは {who} か人です。"
    ),
    "{actor} was not asked for the review {id}. {who} or a person may answer it.": (
        "{actor} はレビュー {id} を依頼されていません。回答できるのは {who} か人です。"
    ),
    "{actor} may not resolve {id}. The lead ({who}) or a person may.": (
        "{actor} は {id} を解消できません。解消できるのはリード（{who}）か人です。"
    ),
    "{id} is resolved already.": "{id} はすでに解消しています。",
    "{id} is a block and no decision: it ends with what is waited for ({cause}). The lead ({who}) or a person may "
    "end it otherwise: renkei board resolve {id} --why TEXT": (
        "{id} は判断ではなくブロックです。待っているもの ({cause}) とともに終わります。"
        "ほかの方法で終わらせられるのはリード ({who}) か人です: renkei board resolve {id} --why TEXT"
    ),
    "{actor} is blocked by {cause} ({id}) and does not end that itself. Its answer does, or the lead or a "
    "person: renkei board resolve {id} --why TEXT": (
        "{actor} は {cause}（{id}）でブロックされていて、自分では終わらせられません。終わらせるのはその回答か、"
        "リードか人です: renkei board resolve {id} --why TEXT"
    ),
    "{actor} waits for {cause} ({id}), as it said itself. Taking that back needs a reason: --why TEXT, or a "
    "STATUS_UPDATE.": (
        "{actor} は自分で申告したとおり {cause}（{id}）を待っています。取り消すには理由が必要です: "
        "--why TEXT、または STATUS_UPDATE。"
    ),
    "{actor} is blocked by {cause} ({id}), which was put on it: the entry says so until that ends. Report what "
    "blocks it besides with a STATUS_UPDATE.": (
        "{actor} は {cause}（{id}）によってブロックされています。それが終わるまで欄はそのままです。"
        "ほかのブロック要因は STATUS_UPDATE で報告してください。"
    ),
    "{message} is a blocking request of {creditor}'s and is not answered yet. {reader} answers it with {expected}.": (
        "{message} は {creditor} からの blocking の依頼で、まだ回答がありません。{reader} は {expected} で回答します。"
    ),
    "{actor} hands in results and writes the board within a turn only. It begins with: renkei turn start {actor}": (
        "{actor} が結果の提出とボードの書き込みをできるのはターンの中だけです。始めるには: renkei turn start {actor}"
    ),
    "There is no blocker {id}. `renkei board` shows them.": (
        "ブロッカー {id} はありません。一覧は `renkei board` で表示します。"
    ),
    "No task {id} was handed over.": "委譲されたタスク {id} はありません。",
    "Blocking requests stay until they are answered: {messages}.": (
        "blocking の依頼は回答するまで残ります: {messages}。"
    ),
    # What follows
    "Nobody of these goes on: each waits for the next. {circle}": ("互いに待ち合っていて、誰も進めません。 {circle}"),
    "End one of the waits: renkei board resolve BLK-n --why TEXT": (
        "待機の一つを終わらせてください: renkei board resolve BLK-n --why TEXT"
    ),
    "{agent} has left the team.": "{agent} がチームから外れました。",
    "{waiting} waits for {what}, and {agent} has left the team: it does not come from there.": (
        "{waiting} は {what} を待っていますが、{agent} がチームから外れたため、そこからは届きません。"
    ),
    "You wait for it, or lead the team.": "あなたが待っているか、あなたがチームのリードです。",
    "Hand it to somebody else, or end the wait: renkei board resolve {id} --why TEXT": (
        "ほかの担当に引き継ぐか、待機を終わらせてください: renkei board resolve {id} --why TEXT"
    ),
    "{agent} has resolved {id}. {why}": "{agent} が {id} を解消しました。 {why}",
    "{id} is resolved": "{id} が解消しました",
    "It held you.": "あなたを止めていたものです。",
    "Take up your work again, if nothing else blocks you.": "ほかに止めるものがなければ、作業を再開してください。",
    "{agent} has taken {task}": "{agent} が {task} を引き受けました",
    "{task} is {agent}'s now: nothing is expected of you any more.": (
        "{task} は {agent} のものになりました。あなたに求められることはもうありません。"
    ),
    "It was handed to you, too.": "あなたにも引き継がれていたタスクです。",
    "{task} is cancelled": "{task} は取り消されました",
    "{task} does not come: {agent} has ended it. {why}": "{task} は届きません。{agent} が終わらせました。 {why}",
    "You work on it or wait for it.": "あなたが担当しているか、待っています。",
    "Take your wait back with a reason, or ask the lead what comes instead.": (
        "理由を添えて待機を取り消すか、代わりに何をするかリードに尋ねてください。"
    ),
    "handed an artifact over": "成果物の持ち主を変更",
    # renkei board
    "why an agent takes back a wait that it declared itself": "自分で申告した待機を取り消す理由",
    "end a block, as the lead or a person": "ブロックを終わらせる（リードか人）",
    "take back a task that was handed over, as its delegator": "委譲したタスクを取り下げる（委譲元）",
    "the reason, which is kept": "理由（記録に残ります）",
    "who orders it (default: the person)": "誰の指示か（既定: 人）",
    "{id} has ended (seq {seq}).": "{id} を終わらせました（seq {seq}）。",
}
