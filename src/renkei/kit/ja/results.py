"""Results: `check` and the hooks."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "there is no such file": "そのファイルはありません",
    "there is no such file; the first {count} files were searched for one of that name": (
        "そのファイルはありません。最初の {count} 個のファイルから同名のものを探しました"
    ),
    "a number from 0 to 100": "0 から 100 の数値",
    "SUCCESS, PARTIAL or FAILED": "SUCCESS、PARTIAL、FAILED のいずれか",
    "the sections Status, Summary, Findings, Key References and Confidence": (
        "ステータス、サマリー、調査結果、主要な参照、信頼度の各セクション"
    ),
    "the text is no result; expected {expected}": "結果として読めません。必要なもの: {expected}",
    "the result is empty; expected {expected}": "結果が空です。必要なもの: {expected}",
    "what is quoted is not on this line, and too short to look for elsewhere": (
        "引用された内容はこの行になく、他の場所を探すには短すぎます"
    ),
    "what is quoted stands at line {line}": "引用された内容は {line} 行目にあります",
    "{name!r} is called nowhere in {path!r}": "{name!r} は {path!r} のどこでも呼び出されていません",
    "what is quoted stands nowhere in {path!r}": "引用された内容は {path!r} のどこにもありません",
    "lines are counted from 1": "行番号は 1 から数えます",
    "the range ends before it starts": "範囲の終わりが始まりより前です",
    "{path!r} has {count} lines": "{path!r} は {count} 行です",
    "there is no file {path!r}; did you mean {meant}?": "ファイル {path!r} はありません。{meant} のことですか？",
    "{reference} is not there: {reason}": "{reference} は存在しません: {reason}",
    "the code quoted for {reference} is not in the file: {reason}": (
        "{reference} として引用されたコードはファイルにありません: {reason}"
    ),
    "{section} is missing or empty; expected {expected}": "{section} がないか空です。必要なもの: {expected}",
    "{section} is {value!r}; expected {expected}": "{section} が {value!r} です。必要なもの: {expected}",
    "there is no confidence; add the section {section}": "信頼度がありません。セクション {section} を追加してください",
    "a required section is missing: {section}": "必須のセクションがありません: {section}",
    "a required section is empty: {section}; say something, or None and why": (
        "必須のセクションが空です: {section}。内容を書くか、なしとその理由を書いてください"
    ),
    "the justification says {score}, the confidence {stated}": "根拠のスコアは {score}、信頼度は {stated} です",
    "the security finding {finding!r} shows no code that is there; name its file:line": (
        "セキュリティの指摘 {finding!r} に実在するコードがありません。file:line を示してください"
    ),
    "{reference} is [UNVERIFIED]: {reason}": "{reference} は [UNVERIFIED] です: {reason}",
    "{count} false": "誤り {count} 件",
    "{count} verified": "確認済み {count} 件",
    "nothing false": "誤りなし",
    "to look for what is quoted would take too long": "引用を探すには時間がかかりすぎます",
    "the name stands there, and is not seen to be defined there": "その名前はありますが、定義は確認できません",
    "it is {path!r}": "{path!r} のことです",
    "{path!r} defines no {name!r}": "{path!r} に {name!r} の定義はありません",
    "it is ignored or generated, and not there": "無視または生成されるファイルで、ここにはありません",
    "a file of the standard library or of an installed package": "標準ライブラリまたはパッケージのファイルです",
    "a file of the standard library or of an installed package that is not here": (
        "標準ライブラリまたはパッケージのファイルで、ここにはありません"
    ),
    "there is no such file; it may be none at all": "そのようなファイルはありません。ファイルではないかもしれません",
    "it may be {candidates}; not all files were looked at": (
        "{candidates} かもしれません。すべてのファイルは見ていません"
    ),
    "{count} files end so: {candidates}": "末尾が一致するファイルが {count} 個あります: {candidates}",
    "it is gone, and stands in the history of this branch": "今はなく、このブランチの履歴にあります",
    "it is said to stand on the branch {branch}, and was not found there": (
        "ブランチ {branch} にあるとされていますが、見つかりませんでした"
    ),
    "it stands so at {revision}": "{revision} の時点ではそのとおりです",
    "it is said not to be there, and is not": "ないとされており、実際にありません",
    "it is still to be made": "これから作られるものです",
    "it is said not to be there, and it is": "ないとされていますが、あります",
    "it was not found; the agent says itself that it did not look": "見つかりません。エージェントも未確認としています",
    "there is no such file; it is spoken of as gone": "ファイルがありません（なくなったものとして書かれています）",
    "there is no such file; it may be one of another project": "ファイルがありません（別のプロジェクトのものかも）",
    "it is outside of the tree, in what a command printed": "コマンドの出力にある、ツリーの外の場所です",
    "the summary has about {tokens} tokens; keep it within 500": (
        "サマリーが約 {tokens} トークンあります。500 以内にしてください"
    ),
    "FAILED without a blocker or error details; say what stopped the work": (
        "FAILED なのにブロッカーもエラー詳細もありません。何が妨げたかを書いてください"
    ),
    "PARTIAL without a blocker, an issue or a next step; say what is left": (
        "PARTIAL なのにブロッカー・問題・次のステップがありません。残りを書いてください"
    ),
    "a confidence of {stated} needs verified_confidence and inferred_confidence": (
        "信頼度 {stated} には verified_confidence と inferred_confidence が必要です"
    ),
    "combined_confidence is {combined}; the mean of verified and inferred is {mean}": (
        "combined_confidence が {combined} ですが、verified と inferred の平均は {mean} です"
    ),
    "a confidence of {stated} needs a justification; missing: {missing}": (
        "信頼度 {stated} には根拠が必要です。不足: {missing}"
    ),
    "the finding {finding!r} has no file:line": "調査結果 {finding!r} に file:line がありません",
    "the confidence has no reason; write it as `85 - reason`": (
        "信頼度に根拠がありません。`85 - 根拠` の形で書いてください"
    ),
    "{lines} lines of raw tool output; sum them up": "ツールの生の出力が {lines} 行あります。要約してください",
    "the issue {issue!r} has no severity; write critical, important or minor": (
        "問題 {issue!r} に重大度がありません。critical、important、minor のいずれかを書いてください"
    ),
    "the blocker {blocker!r} does not say what would resolve it": "ブロッカー {blocker!r} に解決策がありません",
    "no next steps are given": "次のステップがありません",
    "no recovery options are given for the error": "エラーの回復方法がありません",
    "no trade-offs are weighed": "トレードオフが検討されていません",
    "no patterns of the code are cited": "コードのパターンが引用されていません",
    "the box {subject!r} is not ticked; do the check, then tick it": (
        "チェック項目 {subject!r} が未チェックです。確認してからチェックしてください"
    ),
    "the box {subject!r} is ticked, but {reason} is against it": (
        "チェック項目 {subject!r} にチェックがありますが、{reason} がそれに反します"
    ),
    "the verification checklist has no box for: {points}": "検証チェックリストに次の項目がありません: {points}",
    "its content is not in this repository; run `git fetch` and check again": (
        "内容がこのリポジトリにありません。`git fetch` してからやり直してください"
    ),
    "{rev!r} cannot name a commit; give a branch, a tag or a commit id": (
        "{rev!r} はコミットの名前になりません。ブランチ、タグ、コミット ID を指定してください"
    ),
    "the repository {path!r} has no commits yet; commit first, or check the folder": (
        "リポジトリ {path!r} にはまだコミットがありません。先にコミットするか、フォルダーを対象にしてください"
    ),
    "there is no commit {rev!r} in {path!r}; `git log --all` lists them": (
        "{path!r} にコミット {rev!r} はありません。`git log --all` で一覧できます"
    ),
    "the commit {rev!r} has no folder {path!r}; check from a folder it has": (
        "コミット {rev!r} にフォルダー {path!r} はありません。存在するフォルダーを指定してください"
    ),
    "it is not a regular file": "通常のファイルではありません",
    "it is a directory; name a file in it": "ディレクトリです。中のファイルを指定してください",
    "it leaves the tree; name a file inside of it": "ツリーの外を指しています。中のファイルを指定してください",
    "the inside of .git is no part of the tree": ".git の中はツリーに含まれません",
    "the name holds characters that no file name should have": "ファイル名に使えない文字が含まれています",
    "it is a binary file, which has no lines": "バイナリファイルなので行がありません",
    "it is only a Git LFS pointer here; run `git lfs pull` and check the folder": (
        "ここには Git LFS のポインターしかありません。`git lfs pull` してからフォルダーを対象にしてください"
    ),
    "it may not be read; check its permissions": "読み取れません。権限を確認してください",
    "it has {size} MB and is not read; the limit is {limit} MB": "{size} MB あるため読みません。上限は {limit} MB です",
    "it is inside the submodule {name!r}, which is not here; check that repository instead": (
        "ここにないサブモジュール {name!r} の中です。そのリポジトリを対象にしてください"
    ),
    "there is no folder {path!r}; name a git repository": (
        "フォルダー {path!r} はありません。git リポジトリを指定してください"
    ),
    "git is not installed; install it, or check the folder instead": (
        "git がインストールされていません。インストールするか、フォルダーを対象にしてください"
    ),
    "{path!r} is in no git repository; run `git init`, or check the folder": (
        "{path!r} は git リポジトリの中にありません。`git init` するか、フォルダーを対象にしてください"
    ),
    "git cannot read {path!r}; it says: {said}": "git が {path!r} を読めません: {said}",
    "there is no folder {path!r}; name the root of the code to check": (
        "フォルダー {path!r} はありません。対象コードのルートを指定してください"
    ),
    # Results: `check` and the hooks
    "the result, as the agent wrote it": "エージェントが書いたままの結果",
    "the code it speaks of (default: the repository around here)": "対象のコード（既定: 現在地のリポジトリ）",
    "the code at this commit instead of the working tree": "作業ツリーの代わりに、このコミットのコード",
    "the form of the result (default: found out)": "結果の形式（既定: 自動判別）",
    "--rev: expected a commit, not nothing.": "--rev: コミットを指定してください（空です）。",
    "line": "行",
    "valid": "有効",
    "not valid": "無効",
    "{verified} of {all} references verified, breaches of the contract: {breaches}": (
        "参照 {all} 件中 {verified} 件を確認、契約違反 {breaches} 件"
    ),
    "Renkei does not accept this result ({attempt} of {most}):": (
        "Renkei はこの結果を受理しません（{most} 回中 {attempt} 回目）:"
    ),
    "Open the files, mend these points, and hand the whole result in again. Leave out what you cannot show; do not "
    "invent a place to please this check.": (
        "ファイルを開いて上の点を直し、結果全体をもう一度提出してください。示せないものは省いてください。"
        "この検査を通すために場所を創作しないでください。"
    ),
    "Renkei: the result of {agents} is stated with a confidence of 85 or more. Start {verifier} on its references "
    "before you build on it.": (
        "Renkei: {agents} の結果は確信度 85 以上と申告されています。それを前提に進める前に、"
        "参照の検証のため {verifier} を起動してください。"
    ),
    # What asks for a second look, and evidence by band
    "it is said to be missing, and is": "ないと指摘されており、実際にありません",
    "it is this result itself, which proves nothing": "この結果自身なので証拠になりません",
    "{reference} is this result itself, which proves nothing": "{reference} はこの結果自身なので証拠になりません",
    "{subject} is told in two ways; put it up to the lead": (
        "{subject} について矛盾する記述があります。リードにエスカレーションしてください"
    ),
    "a confidence of {stated} needs the section {section}": "信頼度 {stated} にはセクション {section} が必要です",
    "the security issue {issue!r} shows no code that is there; name its file:line": (
        "セキュリティの問題 {issue!r} に実在するコードの証拠がありません。file:line を示してください"
    ),
    "a result of the kind {kind} also has: {parts}": "種別 {kind} の結果に次の項目がありません: {parts}",
    "a confidence of {stated} needs code evidence that a recorded tool call opened": (
        "信頼度 {stated} には、記録されたツール呼び出しで開いたコードの証拠が必要です"
    ),
    "a confidence of {stated} needs some code evidence": "信頼度 {stated} には何らかのコードの証拠が必要です",
    "a confidence of {stated} needs clear code evidence: a place that is there for each finding": (
        "信頼度 {stated} には明確なコードの証拠（各調査結果に実在する場所）が必要です"
    ),
    "{count} places are cited, and no tool call that opened a file is recorded": (
        "{count} か所が引用されていますが、ファイルを開いたツール呼び出しの記録がありません"
    ),
    "it was not looked at: the check has done all the work that it may": (
        "確認していません。検査に許された作業量を使い切りました"
    ),
    "a confidence of {stated} is stated, and no tool call of the agent is recorded": (
        "信頼度 {stated} と述べていますが、このエージェントのツール呼び出しは 1 つも記録されていません"
    ),
    "code is quoted for {reference}, and no recorded tool call opened that file": (
        "{reference} のコードが引用されていますが、そのファイルを開いたツール呼び出しの記録はありません"
    ),
    "`{command}` did not end as it is told: a recorded tool call shows it": (
        "`{command}` の結果は述べられたとおりではありません。ツール呼び出しの記録が示しています"
    ),
    "`{command}` did not print {told}: a recorded tool call shows {printed}": (
        "`{command}` の出力は「{told}」ではありません。ツール呼び出しの記録では「{printed}」です"
    ),
    "`{command}` was run, but no recorded tool call shows {told}": (
        "`{command}` は実行されていますが、「{told}」を示すツール呼び出しの記録はありません"
    ),
    "{reference} is there, but no recorded tool call opened it": (
        "{reference} は実在しますが、それを開いたツール呼び出しの記録がありません"
    ),
    "a confidence of {stated} rests on assumptions; label them, or add the section on uncertainty": (
        "信頼度 {stated} は仮定に基づきます。仮定を明示するか、不確実性のセクションを追加してください"
    ),
    "a confidence of {stated} is a guess; ask a question that would settle it": (
        "信頼度 {stated} は推測です。明確にするための質問を書いてください"
    ),
    "the finding {finding!r} cites no evidence: no place, no command, no output of a test": (
        "調査結果 {finding!r} に証拠（場所、コマンド、テスト出力）がありません"
    ),
    "the confidence of a finding is {value!r}; expected a number from 0 to 100": (
        "調査結果の信頼度が {value!r} です。0 から 100 の数値を書いてください"
    ),
    "no finding shows what confirms it or the code that stands there": (
        "どの調査結果にも、確認方法やその場所のコードが示されていません"
    ),
    # What the other seeds ask of results in their dialects
    "the text is no {dialect} result; it looks like {found}": "{dialect} の結果ではありません。{found} のようです",
    "the status {status} needs an entry in {field}": "ステータス {status} には {field} の項目が必要です",
    "{token} without a blocker; say what stopped the work": (
        "{token} なのにブロッカーがありません。何が妨げたかを書いてください"
    ),
    "no output: {path} was to be written, and {reason}": "出力がありません: {path}（{reason}）",
    "WRITTEN: stands alone; what else is said does not reach the lead": (
        "WRITTEN: だけを返してください。それ以外はリードに届きません"
    ),
}
