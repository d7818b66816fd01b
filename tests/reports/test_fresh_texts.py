"""Forms of texts that the check had not seen before, and missed when it was first tried on them."""

import pytest

from renkei.reports.check import check_report
from renkei.reports.tree import FixedSurroundings, MemoryTree

TREE = MemoryTree(
    {
        "stock/ledger.py": (
            b'"""The ledger."""\n\nimport json\n\n\nclass Ledger:\n    def close(self):\n        self.db.close()\n'
        ),
        "stock/locks.py": b"import fcntl\nimport os\n\n\ndef held(name):\n    handle = open(name)\n    return handle\n",
        "stock/shelves.py": b"BINS = ()\n",
        "db/add_bins.sql": b"BEGIN;\nCREATE INDEX by_bin ON bookings (bin);\nCOMMIT;\n",
        "docs/operations.md": b"# Operations\n\n## Start\nRun the daemon.\n",
        "README.md": b"# Lager\n\nKeeps stock of a small warehouse.\n",
    },
    FixedSurroundings(history={"stock/bins.py": b"BINS = ()\n\n\ndef is_bin(name):\n    return name in BINS\n"}),
)
PYTHON = "```python\n{}\n```\n"
SQL = "```sql\n{}\n```\n"
INVENTED = "if deadline is not None and clock() > deadline:\n    raise Expired(name, deadline)"
FALSE = frozenset(("missing_file", "missing_line", "missing_name", "mismatch"))


def states(text: str) -> list[str]:
    return [each.state for each in check_report(text, TREE).references]


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        # what is said to be done so, is
        "In `stock/locks.py` the deadline is checked like so:\n\n" + PYTHON.format(INVENTED),
        "In `stock/locks.py` the handle is now taken this way:\n\n" + PYTHON.format(INVENTED),
        # a comment names the file of the code
        "The migration drops it:\n\n" + SQL.format("-- db/add_bins.sql\nDROP TABLE bookings_old;"),
        "The lock:\n\n" + PYTHON.format(f"# stock/locks.py\n{INVENTED}"),
        "See `stock/shelves.py:1`. The lock:\n\n" + PYTHON.format(f"# stock/locks.py (excerpt)\n{INVENTED}"),
        "`Ledger.book` waits:\n\n" + PYTHON.format(f"# file: stock/locks.py\n{INVENTED}"),
        # a sentence names it, without code marks
        "I replaced the loop (stock/locks.py); it now reads:\n\n" + PYTHON.format(INVENTED),
        # a change that was made
        "The change I made:\n\n```diff\n--- a/stock/locks.py\n+++ b/stock/locks.py\n@@ -5,2 +5,2 @@\n"
        "-    handle = pool.acquire(name)\n+    handle = pool.acquire(name, wait=1)\n```\n",
        # words of a document
        'README says "Runs on every PostgreSQL there is" (README.md:3).',
        '"Entries are flushed to disk before the daemon stops." — docs/operations.md:4',
        # a signature
        "The deadline is sixty seconds (`held(self, name, deadline=60)`, stock/locks.py:5).",
    ],
)
def test_what_is_quoted_and_stands_nowhere_is_false(text: str) -> None:
    assert "mismatch" in states(text)


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        "In `stock/locks.py` the handle is opened like so:\n\n" + PYTHON.format("    handle = open(name)"),
        "The imports:\n\n" + PYTHON.format("# stock/locks.py\nimport fcntl\nimport os"),
        "`stock/locks.py` is fine. The imports:\n\n" + PYTHON.format("# stock/locks.py\nimport fcntl\nimport os"),
        "`stock/locks.py` is fine. The imports:\n\n" + PYTHON.format("# stock/locks.py (top)\nimport fcntl\nimport os"),
        "The migration makes one:\n\n" + SQL.format("-- db/add_bins.sql\nCREATE INDEX by_bin ON bookings (bin);"),
        'README says "Keeps stock of a small warehouse." (README.md:3).',
        '"Run the daemon" is all it says:\n\n"Keeps stock of a small warehouse." — README.md:3',
    ],
)
def test_what_is_quoted_and_stands_there_is_verified(text: str) -> None:
    found = check_report(text, TREE).references
    assert any(each.quote == "verified" for each in found)
    assert not FALSE.intersection(each.state for each in found)


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        "The class is used like this (`stock/locks.py`):\n\n" + PYTHON.format("with held('A') as a:\n    work(a)"),
        "`stock/locks.py` should be checked like so:\n\n" + PYTHON.format(INVENTED),
        "See `stock/shelves.py:1`. Next, wire it up:\n\n" + PYTHON.format(f"# stock/locks.py\n{INVENTED}"),
        "See `stock/shelves.py:1`.\n\n### Step 2: locks\n\n" + PYTHON.format(f"# stock/locks.py\n{INVENTED}"),
        "See `stock/shelves.py:1`. Add a helper:\n\n" + PYTHON.format(f"# stock/locks.py\n{INVENTED}"),
        "See `stock/shelves.py:1`. The lock should then be:\n\n" + PYTHON.format(f"# stock/locks.py\n{INVENTED}"),
    ],
)
def test_code_that_is_used_or_wanted_is_no_quote(text: str) -> None:
    assert not FALSE.intersection(states(text))


@pytest.mark.req("DEC-37", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "The pool is flushed by a thread (`stock/ledger.py` ~L80).",
        "stock/ledger.py\n  6: class Ledger\n  88: class LedgerPool\n",
        'docs/operations.md tells how to rotate keys (section "Rotation", line 23).',
        "確認は `stock/ledger.py` の7行目で、期限を過ぎると80行目で中断します。",
        "`stock/ledger.py` の7行目、認証は80行目です。",
        "<table>\n<tr><th>File</th><th>Line</th><th>Why</th></tr>\n"
        "<tr><td><code>stock/ledger.py</code></td><td>80</td><td>x</td></tr>\n</table>",
    ],
)
def test_a_line_that_is_not_there_is_found(text: str) -> None:
    assert "missing_line" in states(text)


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    "text",
    [
        "Plan:\n1. Create `stock/batches.py`.\n2. Test in `tests/test_batches.py`.",
        "Upstream SQLite checks this in `src/btree.c:4211`.",
        "Kubernetes keeps this in `pkg/kubelet/kubelet.go:1200`.",
        "Expected `docs/architecture.md` to explain this, but the file is missing.",
        "Nothing in this repo is called `stock/rates.py`.",
        "I haven't verified this: `web/checkout.ts:10` may call it.",
        "My guess – not checked – is `web/store.ts:15`.",
        "`web/store.ts:15` (not checked) may be the cause.",
        "未確認ですが、`web/store.ts:15` が原因かもしれません。",
        "Your config has something like this in `~/.config/lager/config.toml:3`.",
        "The tool hallucinated `stock/pool.py:17`.",
        "`stock/pool.py:17` は実在しない参照です。",
        "`stock/pool.py:17` は実在しません。",
        "以前は `stock/bins.py:4` で調べていました。",
        "I'd split it: bookings stay, fingerprints go to `stock/digest.py`.",
        "Ruby's `lib/csv.rb:300` does this too.",
        "ドラフト: `stock/audit.py` を後で追加。",
        "Not to be confused with `src/ledger.rs:40` of the old Rust prototype.",
        "旧 `stock/bins.py:4` の `is_bin` は `stock/shelves.py` に移りました。",
    ],
)
def test_a_place_of_which_nobody_says_that_it_is_there_is_not_false(text: str) -> None:
    found = states(text)
    assert found
    assert not FALSE.intersection(found)


@pytest.mark.req("DEC-38", refused=True)
def test_a_place_beside_what_it_is_named_for_is_told_of() -> None:
    text = "First the end, stock/ledger.py:7, then the quota, stock/quota.py:18, then the lock."
    assert states(text) == ["verified", "missing_file"]


@pytest.mark.req("DEC-39")
@pytest.mark.parametrize(
    "text", ["`scp me@box:/var/tmp/x.tar:1` failed.", "rsync -a me@box:/srv/stock.db:1 here", "scp box:/etc/a.toml:2 ."]
)
def test_a_file_of_another_machine_is_no_place(text: str) -> None:
    assert states(text) == []


@pytest.mark.req("DEC-36", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "### stock/locks.py\n- `held` opens it (line 99)\n",
        "In `stock/locks.py`:\n\n- `held` opens it (lines 99-104)\n- and closes it\n",
        "The lock of `stock/locks.py` is held.\n\n- it is opened (L99)\n",
        "`stock/locks.py` は遅いです。\n\n- 開く処理（99行目）\n",
        "1. The lock in `stock/locks.py`:\n   - it is opened (line 99)\n2. The bins in `stock/shelves.py`:\n   - no\n",
        "`stock/locks.py` begins with `held` at line 99.",
        "stock\\locks.py(99): error C2065: undeclared identifier",
    ],
)
def test_a_line_that_its_file_does_not_have_is_found_where_it_is_told(text: str) -> None:
    assert "missing_line" in states(text)


@pytest.mark.req("DEC-36")
@pytest.mark.parametrize(
    "text",
    [
        # of which file it is, is not said
        "Compared `stock/locks.py` and `stock/ledger.py`:\n\n- opened (line 99)\n",
        "### stock/locks.py\nAs in `stock/ledger.py`:\n\n- opened (line 99)\n",
        "1. The lock in `stock/locks.py`:\n   - as `retry.py` has it (line 99)\n",
        "`stock/locks.py` is fine.\n\nThe log:\n\n1. a request (line 5)\n\nAnother list.\n\n- opened (line 99)\n",
        # a count
        "## stock/locks.py, coverage\n- missed (99 lines)\n",
        "### stock/locks.py\n- opened twice (line 99 of the log)\n",
    ],
)
def test_a_line_of_who_knows_which_file_is_left_alone(text: str) -> None:
    assert not FALSE & set(states(text))


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    ("code", "state"),
    [
        ("# stock/locks.py, 5-7\ndef held(name):\n    handle = open(name)\n    return handle", "verified"),
        ("# locks.py, lines 5-7\ndef held(name):\n    handle = open(name)\n    return handle", "verified"),
        ("# stock/locks.py, 5-7\ndef held(name):\n    return pool.acquire(name)", "mismatch"),
    ],
)
def test_code_below_a_comment_with_its_lines_is_of_those_and_of_no_other_place(code: str, state: str) -> None:
    found = states("The lock: `stock/locks.py:1` imports `fcntl`.\n\n" + PYTHON.format(code))
    assert found[0] == "verified"
    assert state in found[1:] or found == [state]


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize(
    "below",
    ["([locks.py:5-7](stock/locks.py#L5-L7))", "Source: [the lock](stock/locks.py#L5)", "— [`locks.py:5`](locks.py)"],
)
def test_code_above_a_link_to_its_place_is_a_quote_of_it(below: str) -> None:
    code = "\n".join(f"   {line}" for line in PYTHON.format(INVENTED).splitlines())
    assert states(f"1. The lock waits:\n\n{code}\n   {below}\n") == ["mismatch"]


@pytest.mark.req("DEC-38")
def test_where_the_tests_of_a_plan_go_is_still_to_be_made() -> None:
    text = "I would add a module `stock/expiry.py` with a `Deadline` class. Tests go to `tests/test_expiry.py`."
    assert states(text) == ["absent", "absent"]


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "cell",
    [
        '"{}"',
        "“{}”",
        "「{}」",
        '"`{}`"',
        "**`{}`**",
        "*{}*",
        "<code>{}</code>",
        "`{}` (the handle)",
        "`import os` / `{}`",
        "`import os`, `{}`",
        "L6: `{}`",
        "`{}` で開く",
        "`def held(name): ... {}`",
        "`[...] {} [...]`",
    ],
)
@pytest.mark.parametrize(("code", "state"), [("handle = open(name)", "verified"), ("handle = pool.take()", "mismatch")])
def test_a_cell_of_code_may_have_marks_and_remarks_around_it(cell: str, code: str, state: str) -> None:
    found = states(f"| Place | Code |\n|---|---|\n| stock/locks.py:2-7 | {cell.format(code)} |\n")
    assert FALSE & set(found) == FALSE & {state}


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "line",
    [
        'Code match: "{}"',
        "コード一致: 「{}」",
        "Code match: {} (exact)",
        "Code match: ✅ {}",
        "Code match: Yes – {}",
        "Code match: {} (stock/locks.py:6)",
        "コード一致: 「{}」（stock/locks.py:6）",
        "Evidence: stock/locks.py:6 — {}",
        "Evidence: {} (stock/locks.py:6)",
    ],
)
@pytest.mark.parametrize(
    ("code", "state"), [("handle = open(name)", "verified"), ("handle = pool.take().wait()", "mismatch")]
)
def test_code_behind_a_label_may_have_marks_and_remarks_around_it(line: str, code: str, state: str) -> None:
    assert FALSE & set(states(f"- `stock/locks.py:6` opens it\n  - {line.format(code)}\n")) == FALSE & {state}


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize("said", ["yes (it opens the file)", "exact (line 6)", "confirmed"])
def test_a_word_that_it_matches_is_no_code(said: str) -> None:
    assert states(f"- `stock/locks.py:6`\n  - Code match: {said}\n")[0] == "verified"


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    "text",
    [
        "The call sits in `apps/shop/client.ts:88`; that repository is not part of this checkout.",
        "The call sits in `apps/shop/client.ts:88`, which isn't checked out here.",
        "Both `green/threads.py:25` and `blue/threads.py:3` are outside this project.",
        "Upstream filelock keeps that in `filelock/_unix.py:40`.",
        "For example, if your handler were in `shop/handlers.py:30`, its name would be logged.",
        "1. `stock/expiry.py` を新規作成する\n2. 説明は `docs/expiry.md` に書く\n",
    ],
)
def test_what_is_told_of_another_project_or_a_plan_is_no_lie(text: str) -> None:
    assert not FALSE & set(states(text))


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "`stock/gone.py:3` reads files that are outside this project.",
        "`stock/gone.py:3` checks that the path is not in the tree.",
        "ログを `stock/gone.py:3` に書く",
    ],
)
def test_what_a_place_does_outside_is_no_word_about_the_place(text: str) -> None:
    assert states(text) == ["missing_file"]


ASSIGNS = MemoryTree(
    {"stock/bin.py": b"MAX_SIZE = 8\n\n\ndef set(self, size):\n    self.size = size\n    new_size = f(size)\n"}
)
ASSIGNED = [
    "- `stock/bin.py:{line}`\n  > {code}\n",
    "`stock/bin.py:{line}`\n> {code}\n",
    "stock/bin.py:{line}\n{code}\n",
    "stock/bin.py:{line}: {code}\n",
    'Line {line} of stock/bin.py contains "{code}".\n',
    'At line {line} of stock/bin.py you\'ll find "{code}".\n',
    "`stock/bin.py`の{line}行目に次の記述があります：「{code}」\n",
]


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize("form", ASSIGNED)
@pytest.mark.parametrize(
    ("line", "code", "state"),
    [
        (1, "MAX_SIZE = 8", "verified"),
        (1, "MAX_SIZE = 9", "mismatch"),
        (5, "self.size = size", "verified"),
        (5, "self.size = length", "mismatch"),
    ],
)
def test_an_assignment_that_is_quoted_is_a_quote(form: str, line: int, code: str, state: str) -> None:
    found = check_report(form.format(line=line, code=code), ASSIGNS).references
    assert [each.state for each in found] == [state]


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        "stock/bin.py:6 → new_size = 3\n",
        "stock/bin.py:6: new_size = 3\n",
        "Called so, stock/bin.py:6 prints\n\n> new_size = 3\n",
        "stock/bin.py:5 is about the size.\n\n> a large size = a large bin\n",
        "stock/bin.py:5: size = how large it is\n",
    ],
)
def test_what_a_name_holds_when_the_code_runs_is_no_quote(text: str) -> None:
    assert not FALSE & {each.state for each in check_report(text, ASSIGNS).references}
