"""CPF: reading it, verdicts, and `renkei cpf`."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "CPF, the form of reviews: check a file, derive the verdict of a review directory": (
        "レビューの形式 CPF: ファイルの検査、レビューディレクトリからの判定"
    ),
    "the text is not valid CPF; {field}: {expected} (`renkei cpf check` lists all that is wrong)": (
        "CPF として正しくありません。{field}: {expected}（すべての誤りは `renkei cpf check` で分かります）"
    ),
    "{section}: {expected}": "{section}: {expected}",
    "check the form of one file": "1 つのファイルの形式を検査",
    "the file of an inspector or auditor": "Inspector または Auditor のファイル",
    "derive the verdict from the files of the inspectors": "Inspector のファイルから判定を導く",
    "the review directory": "レビューディレクトリ",
    "the kind of review (default: told by the files' names)": "レビューの種類（既定: ファイル名から判別）",
    "the code; findings at places it does not have are removed": "対象のコード。存在しない場所への指摘は除かれます",
    "the file of an auditor": "Auditor のファイル",
    "the file of an inspector": "Inspector のファイル",
    "{file} is left out: a {kind} review has no such inspector.": (
        "{file} は対象外です: {kind} レビューにその Inspector はありません。"
    ),
    "taken out": "除外",
    "missing": "欠落",
    # Verdicts
    "{count} critical: {places}": "重大な指摘が {count} 件: {places}",
    "more than 3 of high severity ({count}): {places}": "重要度 H が 3 件を超えています（{count} 件）: {places}",
    "open conflicts ({count}): {places}": "未解決の矛盾（{count} 件）: {places}",
    "tests fail ({count}): {places}": "テストが失敗しています（{count} 件）: {places}",
    "the root cause is the spec or the design ({count}): {places}": (
        "根本原因は仕様または設計にあります（{count} 件）: {places}"
    ),
    "interfaces do not match ({count}): {places}": "インターフェースが一致しません（{count} 件）: {places}",
    "code and specs have drifted far apart ({count}): {places}": (
        "コードと仕様が大きく乖離しています（{count} 件）: {places}"
    ),
    "nothing worse than 1 to 3 of high severity, to be tracked: {places}": (
        "重要度 H が 1〜3 件で、それより重いものはありません（追跡対象）: {places}"
    ),
    "only medium and low severity ({count})": "重要度 M と L のみ（{count} 件）",
    "{reason}; without {names}": "{reason}（{names} の結果なし）",
    "no findings": "指摘なし",
    "false positive, {place} is not there: {reason}": "誤検出、{place} は存在しません: {reason}",
    "severity {kept}, the worst, is kept": "最も重い {kept} を採用",
    "{agent} says {verdict} and names no issue": "{agent} は {verdict} としながら問題を挙げていません",
    "None of the {count} audits gave a verdict; start them again.": (
        "{count} 件の監査のどれにも判定がありません。もう一度起動してください。"
    ),
    # Review directories
    "file not found": "ファイルがありません",
    "the inspector was unavailable": "Inspector が動作できませんでした",
    "{place} holds no file of a known inspector; it is called like {example}. Known: {known}": (
        "{place} に既知の Inspector のファイルがありません。名前の例: {example}。既知のもの: {known}"
    ),
    "{place} holds files of several kinds of review ({kinds}); name one with --type.": (
        "{place} に複数の種類のレビューのファイルがあります（{kinds}）。--type で 1 つ指定してください。"
    ),
    "{place} holds no findings of the inspectors of a {kind} review ({names}); start them again.": (
        "{place} に {kind} レビューの Inspector（{names}）の結果がありません。もう一度起動してください。"
    ),
    "{first} and {second} are both the file of one inspector; remove one.": (
        "{first} と {second} は同じ Inspector のファイルです。どちらかを削除してください。"
    ),
    "{path} holds no file of an inspector (*.cpf).": "{path} に Inspector のファイル（*.cpf）がありません。",
    "{path} is not a regular file.": "{path} は通常のファイルではありません。",
    "No output: the agent names no file. Expected WRITTEN: and its path.": (
        "出力なし: エージェントがファイルを示していません。WRITTEN: とパスが必要です。"
    ),
    "No output: {path} does not exist. Start the agent again; it writes the same path.": (
        "出力なし: {path} がありません。同じパスに書くので、エージェントをもう一度起動してください。"
    ),
    # Reading
    "{name} is a binary file, not CPF.": "{name} はバイナリファイルで、CPF ではありません。",
    "{name} is not valid CPF.": "CPF として正しくありません: {name}",
    "expected a line VERDICT: with {choices}": "VERDICT: の行が必要です（{choices}）",
    "expected {choices}": "{choices} が必要です",
    "expected this key once": "このキーは 1 度だけ書けます",
    "expected one of the keywords {known}": "次のキーワードのいずれかが必要です: {known}",
    "expected {count} fields: {form}": "{count} 個のフィールドが必要です: {form}",
    "expected only in wave mode, that is with a SCOPE that begins with wave": (
        "wave モード（SCOPE が wave で始まるもの）でのみ書けます"
    ),
    "expected either an inspector's ISSUES or an auditor's sections, not both in one file": (
        "Inspector の ISSUES と Auditor のセクションは 1 つのファイルに両方は書けません"
    ),
    "expected no findings: VERDICT:ERROR says that the inspector could not work": (
        "VERDICT:ERROR は Inspector が動作できなかったことを示すので、指摘は書けません"
    ),
    "expected a verdict: ERROR is an inspector's; an auditor always gives one": (
        "判定が必要です。ERROR は Inspector のもので、Auditor は必ず判定を出します"
    ),
    "expected GO, CONDITIONAL or NO-GO: SPEC-UPDATE-NEEDED is the auditor's to say": (
        "GO、CONDITIONAL、NO-GO のいずれかが必要です。SPEC-UPDATE-NEEDED は Auditor だけが出せます"
    ),
    "expected only with VERDICT:SPEC-UPDATE-NEEDED": "VERDICT:SPEC-UPDATE-NEEDED のときだけ書けます",
    # verdicts.md
    "expected a heading like {form}": "次の形の見出しが必要です: {form}",
    "The heading of a batch cannot be written: {heading}": "バッチの見出しを書けません: {heading}",
    "expected one of {known}": "次のいずれかが必要です: {known}",
}
