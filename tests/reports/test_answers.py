"""Answers in the forms that models and tools write: what they say to stand there does, and what they only show may not
(DEC-37 to DEC-40).
"""

from pathlib import Path

import pytest

from renkei.reports.check import check_report
from renkei.reports.tree import FixedSurroundings, MemoryTree, WorkingTree

TREE = MemoryTree(
    {
        "src/shop/cart.py": b"def total(items):\n    prices = [each.price for each in items]\n    return sum(prices)\n",
        "src/shop/tax.py": b"RATE = 0.19\n",
        "setup.cfg": b"[options]\npython_requires = >=3.9\n",
        "tox.ini": b"[testenv]\ncommands =\n    coverage report --fail-under=100\n",
    },
    FixedSurroundings(),
)


def states(text: str, tree: MemoryTree = TREE) -> list[str]:
    return [each.state for each in check_report(text, tree).references]


USAGE = "```python\nfrom shop.cart import total\n\nprint(total([Item(3)]))\n```\n"


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "lead",
    [
        "Example usage of the function at src/shop/cart.py:1:",
        "A typical use of the helper in `src/shop/cart.py:1`:",
        "Usage example for `src/shop/cart.py:1`:",
        "テスト例（`src/shop/cart.py:1` を使う場合）:",
        "使用例（src/shop/cart.py:1）:",
    ],
)
def test_code_that_shows_how_something_is_used_is_no_quote_of_it(lead: str):
    assert states(f"{lead}\n\n{USAGE}") == ["verified"]


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize(
    "lead", ["The function at src/shop/cart.py:1:", "An example of the bug in `src/shop/cart.py:1`:"]
)
def test_code_below_a_place_is_compared_where_nothing_calls_it_a_use(lead: str):
    assert states(f"{lead}\n\n```python\ndef total(items, rate):\n    return rate\n```\n") == ["mismatch"]


READS = [
    'The limit comes from `tox.ini`, line 3, which reads "coverage report --fail-under={}".',
    'tox.ini:3 reads: "coverage report --fail-under={}"',
    "`tox.ini:3` には「coverage report --fail-under={}」と書かれています。",
]


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize("text", READS)
def test_words_that_a_place_reads_stand_there(text: str):
    assert states(text.format(100)) == ["verified"]


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize("text", READS)
def test_words_that_a_place_is_said_to_read_cannot_be_invented(text: str):
    assert states(text.format(85)) == ["mismatch"]


@pytest.mark.req("DEC-40", refused=True)
def test_a_setting_that_a_line_is_said_to_have_is_compared():
    assert states("In setup.cfg:2 the package asks for `python_requires = >=3.6`.") == ["mismatch"]
    assert states("In setup.cfg:2 the package asks for `python_requires = >=3.9`.") == ["verified"]


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        "In setup.cfg:2 you can set `python_requires = >=3.12`.",
        "setup.cfg:2 should have `python_requires = >=3.12`.",
        "When setup.cfg:2 is given `python_requires = >=3.12`, pip refuses.",
    ],
)
def test_a_setting_that_somebody_may_choose_is_not_said_to_stand_there(text: str):
    assert states(text) == ["verified"]


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "> `{}`\n> — src/shop/tax.py:1",
        '{{"finding": "a rate", "evidence": "src/shop/tax.py:1 -> {}"}}',
        "src/shop/tax.py:1 → {}",
        '<finding file="src/shop/tax.py" line="1"><code>{}</code>Too high.</finding>',
    ],
)
def test_code_is_compared_in_block_quotes_behind_arrows_and_in_elements(text: str):
    assert states(text.format("RATE = 0.19")) == ["verified"]
    assert states(text.format("RATE = load(0.25)")) == ["mismatch"]


@pytest.mark.req("DEC-40")
def test_code_in_an_element_of_prose_belongs_to_no_place():
    assert states("See src/shop/tax.py:1, and use <code>RATE = load(0.25)</code> for it.") == ["verified"]


LINTED = "{}\n  1:5   error    'rate' is assigned a value but never used  no-unused-vars\n  3:1   warning  Unexpected\n"


@pytest.mark.req("DEC-37", refused=True)
def test_the_lines_that_a_linter_lists_below_a_file_are_places_of_it():
    assert states(LINTED.format("src/shop/cart.py")) == ["verified", "verified"]
    assert states(LINTED.format("src/shop/tax.py")) == ["verified", "missing_line"]
    assert states(LINTED.format("src/shop/limits.py")) == ["missing_file", "missing_file"]


CHANGE = "--- a/{path}\n+++ b/{path}\n@@ -1,1 +1,1 @@\n-{old}\n+RATE = 0.2\n\nDone.\n"


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize("head", ["", "diff --git a/{path} b/{path}\nindex 1..2\n"])
def test_a_change_is_checked_without_a_fence_around_it(head: str):
    change = head + CHANGE
    assert states(change.format(path="src/shop/tax.py", old="RATE = 0.19")) == ["verified"]
    assert states(change.format(path="src/shop/tax.py", old="RATE = load(0.25)")) == ["mismatch"]
    assert states(change.format(path="src/shop/vault.py", old="RATE = 0.19")) == ["missing_file"]


@pytest.mark.req("DEC-40")
def test_what_follows_a_change_is_no_part_of_it():
    text = CHANGE.format(path="src/shop/tax.py", old="RATE = 0.19") + "\n- I did not touch the cart.\n"
    assert states(text) == ["verified"]


@pytest.mark.req("DEC-37", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "The session secret is kept in plain text in `vault/store.py`.",
        "Password hashing happens in `vault/store.py`, without a salt.",
        "`vault/store.py` writes the secret to disk.",
        "3. src/shop/base.py:88 ← the base of both",
    ],
)
def test_a_path_that_a_short_answer_tells_of_has_to_be_there(text: str):
    assert states(text) == ["missing_file"]


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    "text",
    [
        "Put your settings into `myproject/settings.py`.",
        "In your project, the routes are kept in `myproject/urls.py`.",
        "Django keeps its own in `django/forms/fields.py`.",
        "If you put your handler in `myproject/handlers.py:10`, import it in `myproject/wsgi.py:3`.",
        "`~/.config/shop/settings.toml:2` on the reporter's machine sets the locale.",
        "以前は `src/shop/compat.py:12` にありましたが、今のツリーにはありません。",
    ],
)
def test_a_path_of_a_reader_of_another_or_of_the_past_is_not_called_false(text: str):
    assert not {"missing_file", "missing_line"} & set(states(text))


@pytest.mark.req("DEC-38")
def test_a_module_of_the_standard_library_by_its_name_is_outside(tmp_path: Path):
    (tmp_path / "app.py").write_text("import threading\n")
    found = check_report("`threading.py:99999` took the lock of `app.py:1`.", WorkingTree(tmp_path)).references
    assert [each.state for each in found] == ["outside", "verified"]
