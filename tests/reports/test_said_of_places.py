"""What a result says of a place: planned, made, refuted, of another project; and that none of it hides a lie."""

from pathlib import Path

import pytest

from renkei.reports.check import check_report
from renkei.reports.tree import FixedSurroundings, MemoryTree, Tree, WorkingTree

FILES = {
    "src/app.py": b"import os\n\n\ndef login(user):\n    return user\n",
    "src/web/sessions.py": b"a = 1\n" * 40,
    "src/web/retry.py": b"b = 1\n" * 40,
    "src/api/retry.py": b"b = 1\n" * 40,
    "tests/test_app.py": b"c = 1\n",
}
TREE = MemoryTree(FILES, FixedSurroundings())
DESIGN = """## code-architect Result

### Status: SUCCESS

### Summary
A budget needs one new module. It is wired in the controller. Nothing else changes.

### Findings

#### Recommended Architecture
- {}, consulted from `src/app.py:4`

#### Implementation Map
{}

#### Build Order
1. {}
2. `src/app.py:4`
3. Write `tests/test_budget.py`

### Key References
| Item | file:line | Relevance |
|---|---|---|
| login | src/app.py:4 | where it is consulted |

### Confidence
80 - all read. Verified: 85, Inferred: 75
"""


def states(text: str, tree: Tree = TREE) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for each in check_report(text, tree).references:
        found.setdefault(each.claim.reference.path, set()).add(each.state)
    return found


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    ("architecture", "rows", "step"),
    [
        (
            "A `Budget` class in a new module `src/budget.py`",
            "| File | Action |\n|---|---|\n| `src/budget.py` | Create |\n| `src/app.py` | Modify |",
            "Create `src/budget.py`",
        ),
        ("`Budget` in `src/budget.py`", "- `src/budget.py`: class Budget\n- `src/app.py`: export", "`src/budget.py`"),
        ("`Budget` in `src/budget.py`", "- `src/budget.py` (new)\n- `src/app.py` (modify)", "`src/budget.py`"),
        (
            "`Budget` in `src/budget.py`",
            "| ファイル | 操作 |\n|---|---|\n| `src/budget.py` | 新規作成 |",
            "`src/budget.py`",
        ),
    ],
)
def test_a_file_that_a_design_plans_is_absent_wherever_it_is_named(architecture: str, rows: str, step: str):
    text = DESIGN.format(architecture, rows, step)
    assert states(text) == {"src/budget.py": {"absent"}, "src/app.py": {"verified"}, "tests/test_budget.py": {"absent"}}
    assert check_report(text, TREE).valid


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("- `src/budget.py`: class Budget", "`src/budget.py:12` leaks"),
        ("- `src/budget.py`: class Budget", "I created `src/budget.py`"),
        ("- `src/budget.py`: class Budget", "`src/budget.py` を作成しました"),
        ("- `src/app.py`: export", "`src/budget.py` stores passwords"),
        ("- `src/budget.py`: modify the class", "`src/app.py`"),
        ("- `src/budget.py` stores passwords", "`src/app.py`"),
    ],
)
def test_a_plan_hides_no_place_that_is_said_to_be_there(rows: str, said: str):
    text = DESIGN.format("`Budget`", rows, said)
    assert "missing_file" in states(text)["src/budget.py"]
    assert not check_report(text, TREE).valid


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    "text",
    [
        "Next: add `src/x.py` and `tests/test_x.py`.",
        "We would have to create `src/x.py`, `src/y.py` and `tests/test_x.py`.",
        "Next step: create `src/x.py` with a clock, and `tests/test_x.py` for it.",
        "Extract lines 1-5 of src/app.py into `src/x.py`.",
        "Move `login` from `src/app.py:4` to `src/x.py`.",
        "Rename `src/app.py` to `src/x.py`.",
        "I suggest splitting src/app.py into `src/x.py` and `src/y.py`.",
        "Proposal: split `src/app.py` into `src/x.py` (new) and `src/y.py` (new).",
        "The class should live in `src/x.py`.",
        "Put it into `src/x.py`.",
        "You could put that in a new module, e.g. `src/x.py`.",
        "We need a new file `src/x.py`.",
        "Should I create `src/x.py`?",
        "I'd rather not introduce `src/x.py`.",
        "If we add `src/x.py`, others can register.",
        "A hypothetical `src/x.py:1` would shadow it.",
        "It would be used, hypothetically at `src/x.py:1`.",
        "Hypothetically, a user could put `src/x.py:10` on the path.",
        "If we had a file like `src/x.py`, the defaults could be shared.",
        "It would be nice to have `src/x.py` some day.",
        "Once merged, `src/x.py:1` will hold the clock.",
        "The folder would contain `src/x.py`.",
        "Save it as `src/x.py` and run it.",
        "Move `src/app.py` → `src/x.py` (nothing is moved yet).",
        "Proposed:\n\n| File | Change |\n|---|---|\n| `src/x.py` | new |\n| `src/app.py` | call it |",
        "`src/x.py` is a proposal and not written.",
        "I plan to add a module `src/x.py` with a clock, and a test `tests/test_x.py`. Neither exists yet.",
        "A `tests/test_x.py` would help.",
        "Implementation map:\n- `src/x.py` (create): the class\n- `src/app.py` (modify): export",
        "`src/x.py` *(to be added)*",
        "### Recommended architecture\nAdd a `Budget` class in `src/x.py`. Wire it in `src/app.py:4`.",
        "`src/x.py` を作るべきです。",
        "`src/x.py`（新規）に `Budget` を実装する方針です。",
        "実装計画：\n- `src/x.py` を追加\n- `tests/test_x.py` を追加",
        "推奨: `src/x.py` に切り出す。",
        "次のファイルを作成します。\n\n- `src/x.py`\n- `src/y.py`",
        "以下のファイルを新規作成する予定です。\n\n- `src/x.py`",
        "以下のファイルを追加します。\n1. `src/x.py` — 本体",
        "The following files will be created.\n\n- `src/x.py`",
        "新しく用意するファイルは次のとおりです。\n\n- `src/x.py`",
        "`src/x.py` はこれから書きます。",
        "これから作成: `src/x.py`",
        "今後作る: `src/x.py:1`",
        "追加予定のテストを挙げておきます。\n\n* `tests/test_x.py`",
        "I'll add the following files.\n\n- `src/x.py`",
        "次のファイルを作成します。\n\n- `src/x.py`\n\n`x.py` の 1 行目には `import os` を入れる予定です。",
        "Then adapt `tests/test_x.py`, which has to be written first.",
        "`tests/test_x.py` still needs to be written.",
        "Will be renamed: `src/app.py` → `src/x.py`.",
        "`src/app.py` will be renamed to `src/x.py`.",
        "作業予定:\n\n1. `src/app.py` に追記する\n2. `src/x.py` を `make new` で生成する",
    ],
)
def test_what_is_planned_is_absent(text: str):
    found = {state for each in states(text).values() for state in each}
    assert "absent" in found
    assert found <= {"absent", "verified"}


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "I wrote a new file `src/x.py` that implements the budget.",
        "The new file `tests/test_x.py` has 12 tests.",
        "Tests are in the new file `tests/test_x.py:12`.",
        "`src/x.py` is a new file with the budget.",
        "`src/x.py` (new): implements the budget.",
        "Created `src/x.py` and `tests/test_x.py`.",
        "I created `budget/store.py` with the class.",
        "I added `src/app.py` and `src/x.py`.",
        "新規ファイル `src/x.py` に実装しました。",
        "I moved `login` to `src/x.py`.",
        "I will create `src/app.py`, and `src/x.py` leaks the key.",
        "Extract the check at `src/x.py:10` into `src/app.py`.",
        "### Design decisions\n- `src/x.py` (new) holds the key, tests pass",
        "### Next Steps\n- Fix the passwords in `src/x.py`",
        "### Files Created\n| File | Action |\n|---|---|\n| `src/x.py` | Add |",
    ],
)
def test_what_is_said_to_have_been_made_has_to_be_there(text: str):
    assert {"missing_file"} in states(f"{text}\n\nSee src/app.py:4.").values()


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    "text",
    [
        "- `src/app.py:900` is false: the file has 5 lines",
        "- `src/vault.py:3` is invented: there is no such file",
        "The previous agent cited `src/app.py:900`, but the file only has 5 lines.",
        "`src/app.py:900` is out of range (5 lines), so that report was invented.",
        "Reference check: src/app.py:4 ✅, src/app.py:900 ❌ (out of range).",
        "| Claim | Verdict |\n|---|---|\n| src/app.py:4 | correct |\n| src/app.py:900 | false, no such line |",
        "src/app.py:900 → invalid reference, file has 5 lines.",
        "The reviewer's claim about `src/config.py:10` is wrong: no such file.",
        "The linter reports `src/app.py:900`, a line that does not exist.",
        "I looked for `src/config.py` and found nothing.",
        "I expected a `src/cli.py:1` but could not find it.",
        "Neither `src/config.py` nor `src/settings.py` exists.",
        "Files I could not find: `src/config.py`, `src/settings.py`.",
        "Missing: `tests/test_a.py`, `tests/test_b.py`.",
        "The import of `src/config.py` fails because the file is missing.",
        "The ticket mentions `src/config.py:33`, which must be a mistake.",
        "「`src/app.py:900` で漏れる」という指摘は誤りです。",
        '"src/config.py:10" — that is what the ticket says, but I found no such file.',
        "There used to be a `src/config.py:1` here.",
        "旧版の `src/config.py:12` では扱っていましたが、現在のツリーには含まれていません。",
        "`src/config.py:40` had a bug; this tree no longer ships that file.",
        "Nothing uses `src/config.py`, because that module was never part of this repo.",
    ],
)
def test_who_reports_a_false_reference_does_not_make_one(text: str):
    found = {state for each in states(text).values() for state in each}
    assert "absent" in found
    assert found <= {"absent", "verified"}


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "`src/app.py:900` is wrong: there is no lock.",
        "`src/app.py:900` is false for an empty user, which lets anyone in.",
        "`src/app.py:900` raises IndexError: list index out of range.",
        "`src/app.py:900` fails: no such file or directory.",
        "`src/vault.py:9` leaks, and the file has 40 lines.",
        "I looked for locks in `src/vault.py:9` and found nothing.",
        "The search at `src/vault.py:9` found nothing.",
        "Missing: a lock in `src/vault.py:9`.",
        "`src/vault.py:9` has an error which must be a mistake.",
        "`src/vault.py:9` leaks. Neither lock is held.",
        "The key in `src/vault.py:9` is never part of the log.",
        "Nobody would use `src/vault.py:9`, which leaks.",
        "If the key is read, `src/vault.py:9` leaks it.",
        "Once, `src/vault.py:9` leaked.",
    ],
)
def test_a_finding_that_speaks_of_falsehood_is_looked_up_like_any(text: str):
    assert {state for each in states(text).values() for state in each} & {"missing_file", "missing_line"}


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    "text",
    [
        "CPython's `threading.py:1045` waits.",
        "It is documented in the standard library (`functools.py:35` in CPython).",
        "In the upstream CPython repository, `Lib/concurrent/futures/_base.py:330` defines it.",
        "thread 'main' panicked at library/core/src/panicking.rs:220:5",
        "\tat com.acme.retry.Worker.run(Worker.java:118)",
        "In your application (not in this repository) check `jobs/main.py:20`.",
        "The user's traceback points to their own `jobs/main.py:20`.",
        "In the retrying project (github.com/rholder/retrying) the same was in `retrying.py:120`.",
        "Watchman (facebook/watchman) does that in its own `watchman/root/watchlist.cpp:88`.",
        "`tornado/gen.py:200` (tornado 6.4) yields.",
        "別のプロジェクトの `jobs/main.py:20` にあります。",
        "In the sister project (facebook/watchman), see `watchman/watcher/inotify.cpp:120`.",
        "Their script (`jobs/main.py:12` in their repo, not ours) calls it twice.",
        "Django's `django/utils/functional.py:7` has its own.",
        "See `_pytest/threadexception.py:58` in site-packages.",
        "In the standard library this is `heapq.py:130`.",
        "The port keeps it in `cache/lru.go:88` (separate repository).",
        "More of it is in `more/recipes.py:3`; not in this repository.",
        "main.main()\n\t/build/acme/notify/main.go:27 +0x1d\nexit status 2",
        "    jobs/models/user.rb:42:in `save'",
        "アプリ側の例です（このリポジトリのファイルではありません）: `jobs/main.py:20`",
        "Output of the port (another repository):\n\n```\nerror: mismatched types\n  --> src/main.rs:14:22\n```",
        "```\nerror: mismatched types\n  --> src/main.rs:14:22\n```\n\nThat is from another repository.",
        "```\nerror: mismatched types\n  --> src/main.rs:14:22\n```\n\nDifferent code base, ignore it.",
        "本リポジトリとは無関係の出力です。\n\n```\nerror: mismatched types\n  --> src/main.rs:14:22\n```",
        "```\nerror: mismatched types\n  --> src/main.rs:14:22\n```\n\nThat is the port; nothing to do with this repo.",
    ],
)
def test_a_place_of_another_project_is_outside_where_the_text_says_so(text: str):
    assert list(states(text).values()) == [{"outside"}]
    assert check_report(text, TREE).valid


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "The CPython docs disagree, but `vault/store.py:12` leaks the key.",
        "As in CPython's code, passwords leak; see `src/vault.py:12`.",
        "In another repository too, `src/vault.py:12` stores passwords.",
        "As in other projects, `vault/store.py:12` stores passwords.",
        "In the vault package, `vault/store.py:12` stores passwords.",
        "`threading.py:1045` stores passwords.",
        "`Lib/vault.py:12` stores passwords.",
        "`src/vault.py:12` (src 6.4) stores passwords.",
        "src's `src/vault.py:12` stores passwords.",
        "The separate package leaks, see `src/vault.py:12`.",
        "src/vault.py:12:in `save'",
    ],
)
def test_the_name_of_another_project_hides_no_place_of_this_one(text: str):
    assert {"missing_file"} in states(text).values()


@pytest.mark.req("DEC-38")
def test_sources_of_the_standard_library_are_counted(tmp_path: Path):
    tree = WorkingTree(tmp_path)
    assert states("see Lib/json/decoder.py:3", tree) == {"Lib/json/decoder.py": {"verified"}}
    assert states("see Lib/json/decoder.py:99999999", tree) == {"Lib/json/decoder.py": {"outside"}}
    assert states("see Lib/json/vault.py:3", tree) == {"Lib/json/vault.py": {"missing_file"}}


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    ("written", "state"),
    [("…/web/sessions.py:4", "verified"), ("…/retry.py:4", "unverified"), ("…/web/ghost.py:4", "missing_file")],
)
def test_folders_may_be_left_out_with_an_ellipsis(written: str, state: str):
    assert list(states(f"see `{written}`").values()) == [{state}]


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    "text",
    [
        "I have not looked, but probably `src/vault.py:30` parses it. [UNVERIFIED]",
        "`src/vault.py:30` で解析しているはずです。[UNVERIFIED]",
    ],
)
def test_the_mark_of_what_was_not_looked_at_may_follow_its_sentence(text: str):
    assert states(text) == {"src/vault.py": {"unverified"}}


@pytest.mark.req("DEC-38", refused=True)
def test_that_mark_says_nothing_of_the_sentence_before_its_own():
    assert states("`src/vault.py:30` leaks. It may be old. [UNVERIFIED]") == {"src/vault.py": {"missing_file"}}


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("In part 2, where we added imports to `polls/models.py`, copy them.", "unverified"),
        ("Remember, when we wrote the link in the `polls/index.html` template.", "unverified"),
        ("I added tests to `polls/models.py`.", "missing_file"),
        ("I've written it in `polls/models.py`.", "missing_file"),
        ("We created `polls/models.py` there.", "missing_file"),
        ("The tests are added in `src/models.py`.", "missing_file"),
    ],
)
def test_a_lesson_speaks_of_files_of_its_reader_and_an_agent_of_its_own(text: str, state: str):
    assert {each for found in states(text).values() for each in found} == {state}


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "If we had time, I would look more, but `src/vault.py:9` stores passwords in plain text.",
        "If there was a lock, `src/vault.py:9` would still leak the key.",
        "If you were to call it, `src/vault.py:9` leaks.",
        "`src/vault.py:9` leaks the key. None of them is there by accident.",
        "`src/vault.py:9` leaks the key. Neither is there a test.",
        "The key leaks at `src/vault.py:9`. The project does not have it encrypted.",
        "The key leaks at `src/vault.py:9`; this project does not have that covered by tests.",
        "`src/vault.py:9` leaks; not in this project's tests, but in production.",
        "Hypothetically, it is fine, but in practice `src/vault.py:9` leaks.",
        "Once done, `src/vault.py:9` writes the key to disk.",
        "It could include `src/vault.py:9`, which leaks.",
        "`src/vault.py:9` leaks, which is wrong.",
        "`src/vault.py:9` has a bug, which was a mistake of the author.",
        "The bug at `src/vault.py:9`, which is an error in the loop, leaks.",
        "src's `src/vault.py:9` leaks.",
        "app's `app/vault.py:9` leaks the key.",
        "`src/vault.py:9` of the current branch leaks.",
        "There was once a `src/vault.py:9` check and it leaks.",
        "`src/vault.py:9` is never part of the build, and leaks.",
        "Move fast: `src/vault.py:9` → `src/app.py:1` leaks.",
        "Save it in `src/vault.py:9`, where it leaks.",
        "`src/vault.py:9` は鍵を漏らす。現在のリポジトリには存在しない鍵もあります。",
        "`src/vault.py:9` leaks and there is no such file lock.",
        "I plan it: `src/vault.py:9` leaks. Neither exists yet.",
    ],
)
def test_words_of_doubt_about_something_else_hide_no_false_place(text: str):
    assert {"missing_file"} in states(text).values()


OLD = MemoryTree(FILES, FixedSurroundings(history={"src/old.py": b"x = 1\n" * 12}))


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "No request passes without `src/gate.py:14`, which validates it.",
        "Nothing works without `src/gate.py`; it validates the origin.",
        "I almost ended up missing `src/gate.py:20`, where the check happens.",
        "At first I did not find `src/gate.py:31`, but it trims the list.",
        "Any bug? No, `src/gate.py:12` covers that already.",
        "I expected `src/gate.py:12` to fail, but found nothing odd.",
        "`src/gate.py:12` aborts since the file does not exist at start-up.",
        "I reviewed `src/gate.py:12`, there is no file leak.",
        "`src/gate.py:12` Not Found pages are plain.",
        "There is no `src/gate.py:31`-like limit elsewhere.",
        "`src/gate.py:31` がないと検査されません。",
        "`src/gate.py:40` is wrong: it writes beyond the end of the array.",
        "`src/app.py:350` rejects invalid ranges, i.e. everything out of range.",
        "`src/gate.py:35`: out of bounds write.",
        "`src/app.py:350` の比較は誤りで、配慮がありません。",
        "The names in `src/gate.py:10` are invented for the demo.",
        "The flag is swapped in `src/gate.py:12`, which looks like a mistake.",
        "`src/app.py:420` (`merge`): it has only 3 lines, yet hides a bug.",
        "`src/app.py:420` の処理は3行しかありませんが、危険です。",
        "`src/app.py:420` prints the first 5 lines of the log.",
        "`src/gate.py:9` reads a config file. That file does not exist.",
        "`src/gate.py:9` uses `conf.ini`. That file does not exist.",
        "The keys are in `src/gate.py:9`. I could not find that file's tests.",
        "To the watch list I would add `src/gate.py:31`.",
        "Should we add `src/gate.py:31` to the list?",
        "Consider `src/gate.py`: it trims the list.",
        "I assume the limit in `src/gate.py:31` is arbitrary.",
        "Imagine how I felt when I read `src/gate.py:31`.",
        "ヘッダーを追加する `src/gate.py:12` では順序が保証されません。",
        "`src/gate.py` should be written in a safer way; at present it trusts everyone.",
        "`src/gate.py` is planned to be dropped in 5.0, until then it runs.",
        "既存の `src/gate.py` に検査を追加する予定です。",
        "The check should live in `src/gate.py`, where the other limits already are.",
        "### Implementation plan\n1. `src/gate.py`: the limit is fixed today.",
        "### Missing tests\nThese have none:\n- `src/gate.py`",
        "I'd add `src/gate.py` to the coverage settings.",
        "`src/old.py:4` still runs, although support was dropped years ago.",
        "We renamed the helper, and `src/old.py:4` uses it now.",
        "`src/old.py:4`, unchanged since 0123456789, is used.",
        "Unlike on the 2.x branch, `src/gate.py:31` trims the list here.",
        "`src/gate.py:31` on the checked-out branch trims the list.",
        "Unlike most other projects, this one checks it in `gate/origin.py:12`.",
        "When your app boots, our `gate/boot.py:12` registers the hook.",
        "In our Vault, `vault/store.py:12` stores passwords.",
        "There are no [UNVERIFIED] marks in here: `src/gate.py:31` trims the list.",
        "In version 4.0, `src/gate.py:31` caps the list.",
        "The remaining logic sits in `src/gate.py`.",
        "`src/gate.py` items are removed when stale.",
        "`src/gate.py` を削除するとテストが落ちます。",
    ],
)
def test_a_place_that_its_clause_shows_at_work_has_to_be_there(text: str):
    assert {each for found in states(text, OLD).values() for each in found} & {"missing_file", "missing_line"}


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("We get by without a `src/gate.py`; the check is inline.", "absent"),
        ("I did not find any `src/gate.py` in this release.", "absent"),
        ("`src/gate.py` does not exist today.", "absent"),
        ("Currently there is no `src/gate.py`.", "absent"),
        ("`src/gate.py` is still missing.", "absent"),
        ("`src/gate.py` was never written.", "absent"),
        ("`src/gate.py` is referenced by the docs but is not in this repository.", "absent"),
        ("Could not read `src/gate.py` (No such file or directory).", "absent"),
        ("`src/gate.py:12` in the scanner's report is invented.", "absent"),
        ("The bot pointed to `src/app.py:412`. The file has 5 lines.", "absent"),
        ("The earlier `src/app.py:512` can't be right; this file ends at line 5.", "absent"),
        ("`src/app.py:90` は報告にありますが、このファイルは5行しかありません。", "absent"),
        ("The issue cites `src/gate.py:12`. That module does not exist here.", "absent"),
        ("You mentioned `src/gate.py:12`. I can't find such a file.", "absent"),
        ("The ticket says `src/gate.py:12`. There is no such file in this checkout.", "absent"),
        ("Look at `src/gate.py:12`. This repository has no gate code.", "absent"),
        ("チケットには `src/gate.py:12` と記載がありますが、該当ファイルは見つかりません。", "absent"),
        ("`src/gate.py:12` を開こうとしましたが、ファイルが存在しません。", "absent"),
        ("I wrote `src/gate.py:9` — sorry, it should have been the other one.", "absent"),
        ("~~src/gate.py:9~~ — withdrawn; I mixed it up.", "absent"),
        ('"src/app.py:912" → likely a typo for :4.', "absent"),
        ("Did you mean `src/gate.py:3`? There is only one.", "absent"),
        ("**Files to add later:** `src/x.py`, `docs/x.rst`", "absent"),
        ("## Next steps\n1. Describe the limits in `docs/limits.rst`", "absent"),
        ("Consider moving it into its own `src/_hash.py`.", "absent"),
        ("It could be replaced by `src/_meta.py`.", "absent"),
        ("If the CLI had tests they'd be in `tests/cli/test_main.py`.", "absent"),
        ("This project could provide a `docs/security.rst`.", "absent"),
        ("After the wizard you'd get `docs/source/conf.py:1`.", "absent"),
        ("Suppose there were a `src/limits.py:31` with a cap.", "absent"),
        ("For our example, we'll pretend\nwe created `src/x.py`, which can be run.", "absent"),
        ("The previous in-repo\nscript was putting it at\n`src/x.rst`.", "unverified"),
        ("The ticket speaks of `src/gate.py:12`, which does\nnot exist.", "absent"),
        ('{"design": {"new_files": ["src/x.py", "src/y.py"]}}', "absent"),
        ("Create `src/rot.py`: it holds the key ring.", "absent"),
        ("Please add `src/rot.py` to the project.", "absent"),
        ("I removed `src/old.py:4`, which signed tokens.", "removed"),
        ("Removed: `src/old.py:4`", "removed"),
        ("`src/old.py:4` signed tokens; it was removed last week.", "removed"),
        ("The shim (`src/old.py:4`) was dropped.", "removed"),
        ("In Rails, `rails/engine.rb:76` does that.", "outside"),
        ("Redis does it in `redis/client.py:80`.", "outside"),
        ("In aiohttp (`aiohttp/web.py:250`), it is merged.", "outside"),
        ("PyJWT (`jwt/algorithms.py:250`) differs.", "outside"),
        ("Express (`lib/index.js:180` in expressjs/cors) sends it.", "outside"),
        ("The trace shows `jobs/run.py:31`, which belongs to your application.", "outside"),
        ("The old `src/gate.py:40` that some posts link to is history since 8.0.", "absent"),
        ("Any link to `gate.py:84` in old issues is therefore dead.", "absent"),
        ("The vendor's fork has another file, `src/tenant.py:7`.", "outside"),
        ("It is `src/async_app.py:3`, which only exists in the async fork.", "outside"),
        ("In version 1.1 this was `src/jws.py:45`.", "outside"),
        ("Compare `src/jws.py:45` from the 1.1.0 release, which is no longer shipped.", "outside"),
    ],
)
def test_what_is_said_of_the_place_in_its_clause_or_the_next_sentence_is_heeded(text: str, state: str):
    assert {each for found in states(text, OLD).values() for each in found} == {state}
