"""Forms from texts that nobody had tuned the check on, each beside a lie that stays false."""

from pathlib import Path

import pytest

from renkei.reports.check import check_report
from renkei.reports.tree import FixedSurroundings, MemoryTree, WorkingTree

TREE = MemoryTree(
    {
        "src/shop/cart.py": b"def total(items):\n    prices = [each.price for each in items]\n    return sum(prices)\n",
        "src/shop/tax.py": b"RATE = 0.19\n",
        "docs/notes/index.md": b"# Notes\n",
        "cli": b"#!/bin/sh\n",
    },
    FixedSurroundings(knows_past=False, called=("market",)),
)
CITED = "`src/shop/tax.py:1` has the rate.\n\n"
"""A line that is there, so that the text is about this tree."""
PAGE = "You begin here. Your shop has its own pages, and you can name them as you like. " * 50
ANSWER = "The shop begins there. The pages have their own names, and nothing else is in it. " * 50
FALSE = {"missing_file", "missing_line", "missing_name", "mismatch"}


def states(text: str, tree: MemoryTree | WorkingTree = TREE) -> dict[str, str]:
    """The state of each path, the gravest where it is named more than once."""
    found: dict[str, str] = {}
    for each in check_report(text, tree).references:
        state = "mismatch" if each.quote == "mismatch" else each.state
        if found.get(each.claim.reference.path) not in FALSE:
            found[each.claim.reference.path] = state
    return found


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    "frame",
    [
        "==77==    at 0x24169A: PyLong_FromLong (longobject.c:251)",
        "==77==    by 0x2D3C95: _PyEval_EvalFrameDefault (ceval.c:2809)",
        "#0  0x00007f31 in list_pop (self=0x0) at listobject.c:31",
    ],
)
def test_a_frame_of_valgrind_or_gdb_in_another_program_is_outside(frame: str):
    assert set(states(f"{CITED}The crash:\n\n    {frame}\n").values()) == {"verified", "outside"}


@pytest.mark.req("DEC-38", refused=True)
def test_a_frame_in_a_folder_of_the_tree_has_to_be_there():
    text = "The crash:\n\n    #0  0x00007f31 in list_pop (self=0x0) at src/shop/gone.c:31\n"
    assert states(f"{CITED}{text}")["src/shop/gone.c"] == "missing_file"


@pytest.mark.req("DEC-37")
def test_a_module_of_another_language_is_no_name_in_a_file_of_that_name():
    assert "cli" not in states(f"{CITED}2025-03-04T12:14:42 DEBUG cli::parse: done\n")


@pytest.mark.req("DEC-37", refused=True)
def test_a_name_in_a_file_with_a_suffix_has_to_be_defined():
    assert states("`src/shop/cart.py::invented` checks it.") == {"src/shop/cart.py": "missing_name"}


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    "text",
    [
        "`src/shop/rates.py` has been merged into `src/shop/tax.py`.",
        "`src/shop/rates.py` moved to the shop package.",
        "- `src/shop/rates.py` was folded into `src/shop/tax.py`.",
    ],
)
def test_what_was_merged_into_another_file_is_not_false_where_no_history_can_tell(text: str):
    assert states(text)["src/shop/rates.py"] == "unverified"


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "The rates were merged into `src/shop/rates.py`.",
        "`src/shop/tax.py` moved the rate to `src/shop/rates.py`.",
        "`src/shop/rates.py` merges carts into one.",
    ],
)
def test_where_something_was_moved_to_has_to_be_there(text: str):
    assert states(text)["src/shop/rates.py"] == "missing_file"


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize("place", ["`market/src/shop/tax.py:1`", "market/src/shop/tax.py, line 1,"])
def test_a_path_may_begin_with_the_name_of_the_tree(place: str):
    assert states(f"{place} has the rate.") == {"src/shop/tax.py": "verified"}


@pytest.mark.req("DEC-38")
def test_the_folder_of_a_work_tree_is_its_name(tmp_path: Path):
    (tmp_path / "market/src").mkdir(parents=True)
    (tmp_path / "market/src/a.py").write_bytes(b"a = 1\n")
    assert states("`market/src/a.py:1` sets it.", WorkingTree(tmp_path / "market")) == {"src/a.py": "verified"}


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    ("path", "state"),
    [("market/src/shop/gone.py:1", "missing_file"), ("bazaar/src/shop/tax.py:1", "missing_file")],
)
def test_behind_the_name_of_the_tree_the_file_has_to_be_there(path: str, state: str):
    assert states(f"{CITED}`{path}` has the rate.")[path.partition(":")[0]] == state


@pytest.mark.req("DEC-37")
@pytest.mark.parametrize("lines", ["lines=[2,9-11]", "lines={99}"])
def test_lines_to_be_marked_in_a_fence_are_none_of_the_file(lines: str):
    found = check_report(f"A page:\n\n```ts filename=src/shop/page.ts {lines}\nlet a = 1;\n```\n", TREE).references
    assert not [each for each in found if each.claim.reference.line]


@pytest.mark.req("DEC-37", refused=True)
@pytest.mark.parametrize(
    "text", ["```py file=src/shop/cart.py lines=2-99\na\n```", "file: src/shop/cart.py\nlines: [2, 99]"]
)
def test_lines_of_a_file_are_looked_up_in_a_fence_and_in_data(text: str):
    assert "missing_line" in [each.state for each in check_report(f"{CITED}{text}\n", TREE).references]


EDITS = [
    "Edit `src/shop/cart.py:1` as follows:",
    "Update src/shop/cart.py:1 ::",
    "Then change the helper in `src/shop/cart.py:1`:",
    "`src/shop/cart.py:1` を次のように編集します。",
]


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize("lead", EDITS)
def test_what_a_reader_is_told_to_make_of_a_place_need_not_stand_there(lead: str):
    assert states(f"{lead}\n\n```python\ndef total(items, rate):\n    return rate\n```\n") == {
        "src/shop/cart.py": "verified"
    }


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize(
    "lead",
    [
        "Change needed: `src/shop/cart.py:1` currently is:",
        "Updates are lost because `src/shop/cart.py:1` reads:",
        "Update `src/shop/cart.py:1`, which now reads:",
        "`src/shop/cart.py:1` は次のように定義されています。",
    ],
)
def test_what_is_said_to_stand_there_now_is_compared(lead: str):
    text = f"{lead}\n\n```python\ndef total(items, rate):\n    return rate\n```\n"
    assert states(text) == {"src/shop/cart.py": "mismatch"}


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        "See `src/shop/cart.py`. Example output:\n\n```text\nTotal time: 0.03 (12 prices)\n```\n",
        "It is in `src/shop/cart.py`:\n\n    >>> from shop.cart import total\n    >>> total([Item(3)])\n    3\n",
        "The names stand in `src/shop/cart.py`, in `total`\n\n    The keys should be translated to the other language."
        " Names\n    (several keys with the same values) are allowed; this is useful\n    for short forms.\n",
    ],
)
def test_output_sessions_and_indented_prose_are_no_code_of_a_file(text: str):
    assert "mismatch" not in states(text).values()


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "It is in `src/shop/cart.py:1`:\n\n    def total(items, rate):\n        return rate * sum(items)\n",
        "> if size < 0:\n>     raise ValueError('size must not be negative')\n> （src/shop/cart.py:1-2）\n",
        "> if size < 0:\n>     raise ValueError('size must not be negative')\n> — src/shop/cart.py:1\n",
        "> queue = Queue(items)\n> queue.push(price, rate)\n> — src/shop/cart.py:1-2\n",
    ],
)
def test_indented_code_and_a_block_quote_with_its_place_below_are_compared(text: str):
    assert states(text) == {"src/shop/cart.py": "mismatch"}


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    "text",
    [
        "Document the flag in `docs/notes/flags.md` if it exists.",
        "This tells whether a release needs `docs/notes/manual.md`.",
        "Plan\n1. Add `src/shop/rates.py` for the rates.\n2. A test in `src/shop/test_rates.py`.\n",
        "Load these files from `acme/notes` (they are not available locally).\n\n"
        "- `docs/notes/a.md`\n- `docs/notes/b.md`\n",
        "Valid locations for the rates are:\n\n- `docs/notes/rates.yml`\n- `src/shop/rates.yml`\n",
        "新規作成する場合は `src/shop/rates.py` と `src/shop/test_rates.py` の2つを追加する想定です。",
        "利用者側の `app/handlers.py:30` で例外が消えているようです。",
        "旧バージョン（3系）では `src/shop/queue.py:20` に実装があったはずです。",
        "Express source: [request.js line 179](https://github.com/expressjs/express/blob/4.x/lib/request.js#L179)",
    ],
)
def test_doubts_of_texts_that_were_new_are_not_false(text: str):
    assert not FALSE & set(states(text).values())


@pytest.mark.req("DEC-38")
def test_what_leads_to_a_list_leads_to_all_of_it():
    listed = "".join(f"- `docs/notes/n{number}.md`\n" for number in range(100))
    assert not FALSE & set(
        states(f"Load these files from `acme/notes` (they are not available locally).\n\n{listed}").values()
    )


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "The flag is documented in `docs/notes/flags.md`, if it is set.",
        "This tells that a release needs `src/shop/manual.py:3`, which checks it.",
        "Plan B\n- `src/shop/rates.py:3` checks the rate.\n",
        "The files are available locally.\n\n- `docs/notes/a.md` explains it.\n",
        "`src/shop/rates.py:12` と `src/shop/tax.py:1` の2箇所で同じ検査をしています。",
        "実装は `src/shop/rates.py` と `src/shop/tax.py` にあります。",
        "See [src/shop/request.js line 179](https://github.com/acme/shop/blob/main/src/shop/request.js#L179).",
        "サーバー側の検査は `src/shop/handlers.py:30` にあります。",
        "現在のバージョン（3系）では `src/shop/queue.py:20` に実装があります。",
    ],
)
def test_lies_in_nearly_the_same_words_are_false(text: str):
    assert "missing_file" in states(text).values()


CHAT = "You open your shop, and you name what you like for yourself. " * 8
"""Short, and it speaks to its reader all the time."""


@pytest.mark.req("DEC-42")
def test_a_short_page_that_speaks_to_its_reader_all_the_time_is_one_for_readers():
    text = "The model is defined in `src/pages/about.ts`, which checks it."
    assert states(f"{CHAT}\n\n{text}") == {"src/pages/about.ts": "unverified"}


@pytest.mark.req("DEC-42", refused=True)
def test_an_answer_that_says_you_now_and_then_is_about_this_tree():
    text = "You asked where you log in. The model is defined in `src/pages/about.ts`, which checks it."
    assert states(text) == {"src/pages/about.ts": "missing_file"}


@pytest.mark.req("DEC-38", "DEC-42")
def test_on_a_page_for_readers_a_tool_prints_paths_of_theirs():
    text = "pylint says::\n\n    mydir/__init__.py:1:0: F0010: error while parsing\n"
    assert states(f"{PAGE}\n\n{text}") == {"mydir/__init__.py": "outside"}
    assert states(f"{ANSWER}\n\n{CITED}{text}")["mydir/__init__.py"] == "missing_file"
