"""The log: reading, checking, export and import."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "{actor} may not bring a log in. A person may.": "{actor} はログを取り込めません。取り込めるのは人だけです。",
    "{actor} may not copy the store. A person may.": "{actor} はストアをコピーできません。コピーできるのは人だけです。",
    "Copy the store while others write, and check the copy": "書き込み中でもストアをコピーし、コピーを検査",
    "where the copy goes: a store of its own": "コピー先（それ自体がストアになる）",
    "replace a file that is there": "既存のファイルを置き換える",
    "{path} is the store itself. Choose another place for the copy.": (
        "{path} はストアそのものです。別のコピー先を指定してください。"
    ),
    "{path} is a folder. Name a file.": "{path} はフォルダです。ファイルを指定してください。",
    "{path} is there already. Replace it with --force.": "{path} は既にあります。--force で置き換えられます。",
    "{path} has a journal beside it: somebody uses it. Choose another place.": (
        "{path} の隣にジャーナルがあり、使用中です。別のコピー先を指定してください。"
    ),
    "{count} events are in {path}, chain and tables agree.": (
        "{count} 件のイベントを {path} に保存しました。チェーンとテーブルは一致しています。"
    ),
    "Head: {head}": "先端: {head}",
    "The head that was noted is in it: {head}": "控えておいた先端はログにあります: {head}",
    "The store does not hold, so that no copy was made. See: renkei verify-store": (
        "ストアに問題があるため、コピーを作りませんでした。確認するには: renkei verify-store"
    ),
    "whether the log still holds this head, which was noted earlier": "以前に控えた先端がログに残っているかを確認",
    "--head: expected SEQ:HASH as renkei verify-store prints it, not {head!r}.": (
        "--head: renkei verify-store が表示する SEQ:HASH を指定してください（指定された値: {head!r}）。"
    ),
    "the log ends at seq {seq}, and {noted} was noted: its tail is lost": (
        "ログは seq {seq} で終わっていますが、控えは {noted} です。末尾が失われています"
    ),
    "it is not the record that was noted: the log is another one": "控えたレコードと異なります。別のログです",
    "Reading": "読み込み中",
    "Writing": "書き出し中",
    "Checking": "検査中",
    "It is forgotten, but another process reads {path}, and the journal beside it keeps the old pages until that is "
    "done. Any later redaction clears it.": (
        "内容は消去されましたが、別のプロセスが {path} を読んでおり、終わるまで隣のジャーナルに古いページが残ります。"
        "次の消去の際に片付きます。"
    ),
    "fold every table anew from the log first": "先にすべての表をログから作り直す",
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
}
