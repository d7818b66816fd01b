"""Who acts, who may, and the team."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    # Who acts, and who may
    "Nobody acts as 'system' but Renkei itself.": "'system' として操作できるのは Renkei 自体だけです。",
    "No agent is called {name}. Add it with: renkei agent add {name} --role ROLE": (
        "エージェント {name} はいません。追加するには: renkei agent add {name} --role ROLE"
    ),
    "No agent is called {name}. `renkei agent list` shows the team.": (
        "エージェント {name} はいません。チームは `renkei agent list` で表示します。"
    ),
    "The token in RENKEI_TOKEN is not valid here: it is empty, a newer one has replaced it, its agent has left "
    "the team, or the task that it was made for is over. A person can mint one with: renkei agent token NAME": (
        "RENKEI_TOKEN のトークンはここでは無効です。空であるか、新しいトークンに置き換えられたか、"
        "エージェントがチームを離れたか、対象のタスクが終わっています。人が発行するには: renkei agent token NAME"
    ),
    "This is {agent}'s token: {agent} may not act as {name}. A person may, without the token.": (
        "これは {agent} のトークンです。{agent} は {name} として操作できません。"
        "人なら、トークンを使わずに操作できます。"
    ),
    "{actor} may not change the team. A person or the lead may.": (
        "{actor} はチームを変更できません。変更できるのは人かリードです。"
    ),
    "{actor} may not do this to the store. A person may.": (
        "{actor} はストアに対してこの操作を行えません。行えるのは人だけです。"
    ),
    "{actor} may not remove what runs have left. A person may.": (
        "{actor} は実行が残したものを削除できません。削除できるのは人だけです。"
    ),
    "{actor} may not accept findings for the project. A person may.": (
        "{actor} はプロジェクトの指摘を受け入れ済みにできません。できるのは人だけです。"
    ),
    "{actor} may not set the project up for a client. A person may, at a terminal.": (
        "{actor} はプロジェクトをクライアント用に設定できません。設定できるのは端末の前の人だけです。"
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
}
