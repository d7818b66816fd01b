"""Documentation that is checked as prose: what it shows, and other projects it tells of, claim nothing of this tree."""

import pytest

from renkei.reports.check import check_report
from renkei.reports.tree import MemoryTree

FILES = {
    "src/app.py": b"import os\n\n\ndef login(user):\n    return user\n",
    "src/web/forms/field.py": b"a = 1\n" * 40,
    "docs/index.rst": b"Hello\n",
}
TREE = MemoryTree(FILES)
SEEN = "\n\nRead `src/app.py:4`.\n"


def states(text: str) -> dict[str, str]:
    return {each.claim.reference.path: each.state for each in check_report(text + SEEN, TREE).references}


@pytest.mark.req("DEC-37", "DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        ".. code-block:: python\n   :caption: ``src/views.py``\n\n   open('src/views.py:3')",
        "Run it:\n\n.. code-block:: python\n\n   see('src/gone.py:9')\n\n   more()",
        "* an entry\n\n  .. sourcecode:: js\n\n     at(`src/gone.js`)",
        "Then::\n\n    $ pytest src/gone.py:3",
        ".. console::\n\n    $ cat src/gone.py:3",
    ],
)
def test_what_is_shown_under_a_directive_is_no_claim(text: str):
    assert states(text) == {"src/app.py": "verified"}


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        ".. code-block:: python\n\n   shown()\n\nSee `src/gone.py:9`.",
        "The places::\n\n    src/gone.py:9 is wrong",
        ".. note::\n\n   See `src/gone.py:9`.",
        ".. code-block:: console\n\n   $ pytest\n   src/gone.py:9: AssertionError",
    ],
)
def test_what_is_said_around_a_directive_or_printed_is_one(text: str):
    assert states(text) == {"src/gone.py": "missing_file", "src/app.py": "verified"}


@pytest.mark.req("DEC-37", "DEC-42")
@pytest.mark.parametrize("path", ["mysite/settings.py", "polls/templates/index.html", "field/src/app.py"])
def test_a_bare_path_that_begins_nowhere_in_the_tree_may_be_of_another_project(path: str):
    assert states(f"Edit `{path}`, then start it.")[path] == "unverified"


@pytest.mark.req("DEC-38", "DEC-42", refused=True)
@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("`src/vault/store.py`", "src/vault/store.py"),
        ("`docs/gone.rst`", "docs/gone.rst"),
        ("`web/forms/gone.py`", "web/forms/gone.py"),
        ("`mysite/settings.py:3`", "mysite/settings.py"),
        ("mysite/settings.py, line 3", "mysite/settings.py"),
    ],
)
def test_a_path_of_this_tree_or_with_a_line_is_false_in_prose(written: str, path: str):
    assert states(f"Passwords are in plain text in {written}.")[path] == "missing_file"


@pytest.mark.req("DEC-38", refused=True)
def test_in_a_result_every_path_that_is_not_there_is_false():
    text = "## scout Result\n### Status\nSUCCESS\n### Findings\n- Passwords are in `mysite/settings.py`\n"
    assert states(text)["mysite/settings.py"] == "missing_file"


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        "The `src/app.py` module could contain something like\nthis:\n\n```python\nnever_written(1)\n```",
        "Open `src/app.py` and add the following at the end of the\nfile:\n\n```python\nnever_written(1)\n```",
        "Here is a sample `src/app.py`:\n\n```python\nnever_written(1)\n```",
        "The model is in `src/app.py`:\n\n```pycon\n>>> never_written(1)\n2\n```",
        "Use [the login](src/app.py) of it:\n\n```python\nnever_written(1)\n```",
        "It runs `src/app.py` first.\n\n```{note}\nnever_written(1) is what it was called\n```",
        "    It loads `src/app.py`.\n\n    never_written(1) is what it was called",
        "Title\n~~~~~\n\nIt loads `src/app.py`.\n\nMore\n~~~~\n\nnever_written(1)",
    ],
)
def test_code_that_is_not_said_to_stand_in_a_file_is_not_compared_with_it(text: str):
    assert states(text) == {"src/app.py": "verified"}


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "The login is in `src/app.py`:\n\n```python\nnever_written(1)\n```",
        "The login is in `src/app.py`:\n\n```python\n>>> never_written(1)\n```",
        "The login is in\n[app.py](src/app.py):\n\n```python\nnever_written(1)\n```",
        "It loads `src/app.py`.\n\n    never_written(1)",
        "1. Growth\n   Location: src/app.py:4\n   Evidence: `assert user is never_written`",
    ],
)
def test_code_that_is_said_to_stand_in_a_file_is(text: str):
    assert "mismatch" in [each.state for each in check_report(text, TREE).references]


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("Any remaining `src/old.lock.toml` files can safely be deleted.", "unverified"),
        ("The previous script was putting it at `src/draft.rst`.", "unverified"),
        ("Update the `docs/releases.json` fixture for example.org.", "unverified"),
        ("We pretend we created `src/regression.py`.", "absent"),
        ("Write a changelog entry: `docs/2574.fix.rst`.", "absent"),
    ],
)
def test_what_is_said_to_be_gone_elsewhere_or_only_supposed_is_not_false(text: str, state: str):
    assert [each.state for each in check_report(text, TREE).references] == [state]


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "Passwords were moved to `src/vault/store.py`.",
        "The previous owner left. Passwords are in `src/vault/store.py`.",
        "I removed the check from `src/vault/store.py:3`.",
        "Add a check in `src/vault/store.py:3`, which is open.",
    ],
)
def test_a_word_of_removal_nearby_excuses_nothing(text: str):
    assert [each.state for each in check_report(text, TREE).references] == ["missing_file"]


@pytest.mark.req("DEC-37", "DEC-42")
@pytest.mark.parametrize("margin", ["", "    "])
def test_what_a_tool_prints_below_a_directive_is_as_in_a_fence(margin: str):
    text = f"{margin}It prints::\n\n{margin}    prog.py:1: error: no such name\n"
    assert states(text)["prog.py"] == "outside"


@pytest.mark.req("DEC-37")
@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("In the `acme/site` repository, set the version in `src/data.py` first.", "unverified"),
        ("In the [acme/site](https://example.org/site) repo, set the version in `src/data.py`.", "unverified"),
        ("`src/data.py` に新しいファイルを作成します。", "absent"),
    ],
)
def test_a_file_of_another_repository_or_of_a_plan_is_not_false(text: str, state: str):
    assert states(text)["src/data.py"] == state


@pytest.mark.req("DEC-40")
def test_a_link_of_restructuredtext_is_no_code_of_the_file_that_its_entry_names():
    entry = "* `#27302 <https://example.org/acme/shop/pull/27302>`__: BUG: fix a typo in ``src/app.py``"
    assert states(entry) == {"src/app.py": "verified"}
