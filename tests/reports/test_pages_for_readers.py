"""Pages for readers: what they tell of a reader's project, and what tools print there, is none of this tree."""

import pytest

from renkei.reports.check import check_report
from renkei.reports.tree import FixedSurroundings, MemoryTree

FILES = {
    "package.json": b'{"name": "shop"}\n',
    "src/app.py": b"import os\n\n\ndef login(user):\n    return user\n",
    "tests/site/app/models/item.rb": b"class Item\nend\n",
}
TREE = MemoryTree(FILES, FixedSurroundings())
LINKS = "The shop begins [here](./begin), and [pages](/ja/pages#names) have their own names as well. " * 50
"""A long text in any language that leads to other pages of a site."""
PAGE = "You begin here. Your shop has its own pages, and you can name them as you like. " * 50
"""A long text that speaks to its reader."""
ANSWER = "The shop begins there. The pages have their own names, and nothing else is in it. " * 50
"""As long, and it speaks to nobody."""


def states(text: str, tree: MemoryTree = TREE) -> dict[str, str]:
    return {each.claim.reference.path: each.state for each in check_report(text, tree).references}


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        "The code of `src/app.py` is short:\n\n```python\ndef invented(user):\n```\n",
        'The file is complete.\n\n```json title="package.json"\n{"scripts": {"start": "shop ."}}\n```\n',
    ],
)
def test_code_on_a_page_for_readers_is_that_of_their_own_file(text: str):
    assert "mismatch" not in states(f"{PAGE}\n\n{text}").values()
    assert "mismatch" in states(f"{ANSWER}\n\n{text}").values()


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize("place", ["`src/app.py:4` reads", "`src/app.py`, line 4, reads"])
def test_code_at_a_line_is_compared_on_such_a_page_too(place: str):
    assert states(f"{PAGE}\n\n{place}:\n\n```python\ndef invented(user):\n```\n")["src/app.py"] == "mismatch"


@pytest.mark.req("DEC-37", "DEC-42")
@pytest.mark.parametrize("path", ["app/models/order.rb", "src/pages/about.ts"])
def test_a_folder_of_the_reader_is_none_that_stands_further_down(path: str):
    text = f"The model is defined in `{path}`, which checks it."
    assert states(f"{PAGE}\n\n{text}") == {path: "unverified"}
    assert states(f"{LINKS}\n\n{text}") == {path: "unverified"}
    assert states(f"{ANSWER}\n\n{text}") == {path: "missing_file"}


@pytest.mark.req("DEC-38", "DEC-42", refused=True)
def test_a_file_in_a_folder_of_the_tree_is_false_on_such_a_page_too():
    text = "The password is checked in `src/vault.py`."
    assert states(f"{PAGE}\n\n{text}") == {"src/vault.py": "missing_file"}


@pytest.mark.req("DEC-37", "DEC-42")
@pytest.mark.parametrize(
    "text",
    [
        "In `src/shop/pages.py`, define your pages.",
        "The file `src/shop/pages.py` has been created for your shop.",
        "For example, there is both `src/one.py` and `src/two.py`.",
    ],
)
def test_a_file_of_the_reader_may_begin_like_one_of_the_tree(text: str):
    assert set(states(f"{PAGE}\n\n{text}").values()) == {"unverified"}


@pytest.mark.req("DEC-37", "DEC-42")
def test_what_stands_in_a_fence_there_was_printed_elsewhere():
    text = "```\n   36    0.609    0.017 nmf.py:151(solve)\n```\n"
    assert states(f"{PAGE}\n\n{text}") == {"nmf.py": "outside"}
