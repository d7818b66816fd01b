"""Names that some file systems cannot tell apart."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from renkei.git.names import find_alike


def test_a_name_is_compared_with_files_folders_and_its_siblings():
    assert find_alike(["readme.md"], ["README.md"]) == ["readme.md"]
    assert find_alike(["Docs/new.md"], ["docs/old.md"]) == ["Docs/new.md"]
    assert find_alike(["DOCS"], ["docs/old.md"]) == ["DOCS"]
    assert find_alike(["a.md", "A.md"], []) == ["a.md", "A.md"]
    assert find_alike(["docs/new.md"], ["docs/old.md", "src/New.md"]) == []


def test_letters_that_are_put_together_in_two_ways_are_alike():
    whole, parts = unicodedata.normalize("NFC", "が.md"), unicodedata.normalize("NFD", "が.md")
    assert find_alike([parts], [whole]) == [parts]


_NAMES = st.lists(st.text("aAbB/", min_size=1, max_size=5), max_size=5)


@given(_NAMES, _NAMES)
def test_what_is_let_through_is_one_name_in_any_case(added: list[str], names: list[str]):
    refused = set(find_alike(added, names))
    kept = [name for name in added if name not in refused]
    every = {*names, *added}
    assert all(other == name for name in kept for other in every if other.casefold() == name.casefold())
