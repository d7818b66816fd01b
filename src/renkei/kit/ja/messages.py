"""Messages and chat."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "There is no message {id}.": "メッセージ {id} はありません。",
    "There is no message or event {target}.": "メッセージまたはイベント {target} はありません。",
    "{reader} has no message {message}.": "{reader} 宛てのメッセージ {message} はありません。",
    "Nothing waits for {name}.": "{name} の未処理メッセージはありません。",
    "{count} of them mention {name}, block, or ask for a decision.": (
        "うち {count} 件は {name} へのメンション、ブロッキング、または決定の依頼です。"
    ),
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
}
