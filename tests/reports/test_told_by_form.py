"""Places and quotes that claim something by the form they stand in, whatever the words around them (DEC-37, DEC-40)."""

import json

import pytest

from renkei.reports.check import check_report
from renkei.reports.tree import MemoryTree

TREE = MemoryTree(
    {
        "src/shop/cart.py": b"def total(items):\n    prices = [each.price for each in items]\n    return sum(prices)\n",
        "src/shop/tax.py": b"RATE = 0.19\n",
    }
)
FIRST, SECOND, THIRD = "def total(items):", "    prices = [each.price for each in items]", "    return sum(prices)"


def states(text: str) -> list[str]:
    return [each.state for each in check_report(text, TREE).references]


def three_fences(third: str, between: tuple[str, str]) -> str:
    codes = (f"```python\n{code}\n```" for code in (FIRST, SECOND, third))
    first, second, last = codes
    return f"Look at `src/shop/cart.py`.\n\n{first}\n\n{between[0]}\n\n{second}\n\n{between[1]}\n\n{last}\n"


BETWEEN = [("Then:", "Finally:"), ("It goes on.", "It ends so."), ("次に:", "最後に:")]


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize("between", BETWEEN)
def test_each_of_three_fences_with_a_sentence_between_is_compared(between: tuple[str, str]):
    assert set(states(three_fences(THIRD, between))) == {"verified"}


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize("between", BETWEEN)
def test_the_last_of_three_fences_cannot_be_invented(between: tuple[str, str]):
    assert "mismatch" in states(three_fences("    return round(sum(prices), 2)", between))


FRAMES = {
    "traceback": 'Traceback (most recent call last):\n  File "{path}", line 3, in total\n    x()\nKeyError: 1',
    "traceback in a fence": '```\nTraceback (most recent call last):\n  File "{path}", line 3, in total\nKeyError\n```',
    "in a sentence": 'Traceback: File "{path}", line 3, in total - the lock is kept.',
}


@pytest.mark.req("DEC-37", refused=True)
@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_a_frame_in_a_folder_of_this_tree_claims_its_file(frame: str):
    assert states(frame.format(path="src/shop/pool.py")) == ["missing_file"]


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_a_frame_of_ours_is_verified_and_one_of_another_program_is_not_false(frame: str):
    assert states(frame.format(path="src/shop/cart.py")) == ["verified"]
    assert states(frame.format(path="theirapp/main.py")) == ["outside"]


DATA = {
    "element": '<finding file="{path}" line="1"/>',
    "elements": "<finding>\n  <file>{path}</file>\n  <line>1</line>\n</finding>",
    "object": '{{"meta": {{"tool": "scan"}}, "results": [{{"loc": {{"path": "{path}", "line": 1}}}}]}}',
    "text in an object": '{{"answer": "the rate stands in {path}, line 1"}}',
    "object in a fence": 'Here is what I found:\n\n```json\n{{"by_file": {{"{path}": [{{"line": 1}}]}}}}\n```\nDone.',
    "files of an object": '{{"thoughts": "none", "files": ["{path}"]}}',
}


@pytest.mark.req("DEC-36", refused=True)
@pytest.mark.parametrize("data", DATA.values(), ids=DATA)
@pytest.mark.parametrize("path", ["src/shop/gone.py", "lib/gone.py"])
def test_a_value_in_data_claims_its_place(data: str, path: str):
    assert states(data.format(path=path)) == ["missing_file"]


@pytest.mark.req("DEC-36")
@pytest.mark.parametrize("data", DATA.values(), ids=DATA)
def test_a_true_value_in_data_is_verified(data: str):
    assert states(data.format(path="src/shop/tax.py")) == ["verified"]


@pytest.mark.req("DEC-37", refused=True)
@pytest.mark.parametrize("title", ["変更済みファイル", "変更したファイル", "確認済みのファイル", "Modified 2 files"])
def test_entries_under_files_that_were_changed_claim_to_be_there(title: str):
    assert states(f"{title}:\n- src/shop/cart.py\n- src/shop/gone.py\n") == ["verified", "missing_file"]


QUOTING = [
    {"ref": "src/shop/tax.py:1", "quote": "{}"},
    {"reference": "src/shop/tax.py#L1", "excerpt": "{}"},
    {"loc": "src/shop/tax.py:1", "text": "{}"},
    {"claim": "a rate", "evidence": "src/shop/tax.py:1 `{}`"},
]


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize("quoting", QUOTING)
@pytest.mark.parametrize("frame", ["{}", "The result:\n\n```json\n{}\n```\n"])
def test_code_in_data_is_compared_whatever_its_key_and_with_a_fence_as_without(quoting: dict[str, str], frame: str):
    text = frame.format(json.dumps({"confidence": 95, "claims": [quoting]}, indent=1))
    assert states(text.replace("{}", "RATE = 0.19")) == ["verified"]
    assert states(text.replace("{}", "RATE = load(0.25)")) == ["mismatch"]


@pytest.mark.req("DEC-40")
def test_prose_and_a_proposal_in_data_are_no_code():
    told = {"loc": "src/shop/tax.py:1", "text": "the rate is fixed (see the law)", "suggestion": "RATE = load()"}
    assert states(json.dumps({"claims": [told]})) == ["verified"]


@pytest.mark.req("DEC-40", refused=True)
def test_a_document_in_a_fence_below_its_file_is_a_quote_and_no_answer():
    tree = MemoryTree({"web/conf.json": b'{\n  "port": 8080\n}\n'})
    text = '`web/conf.json:1`\n\n```json\n{\n  "port": 9999\n}\n```\n'
    assert [each.state for each in check_report(text, tree).references] == ["mismatch"]
