"""The forms of references, and what only looks like one: each row of the tables, and a false place at every line."""

import pytest

from renkei.reports.check import check_report
from renkei.reports.references import find_references
from renkei.reports.references.forms import APART, FORMS, NO_CLAIMS, REMOTE, Form
from renkei.reports.references.nofile import ALWAYS, NO_FILES, Kind
from renkei.reports.tree import FixedSurroundings, MemoryTree

FILES = frozenset({"src/a.py", "src/my a.py", "src/a,b.py"})


@pytest.mark.req("DEC-36", "DEC-37")
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@pytest.mark.parametrize("around", ["{}", "see {}.", "- {}\n", "| x | {} | y |", "これは {} です"])
def test_every_form_names_its_place(form: Form, around: str):
    wanted = [(form.path, line, last, "") for line, last in form.places] or [(form.path, None, None, form.defines)]
    for example in form.examples:
        found = find_references(around.format(example), FILES.__contains__, {REMOTE})
        assert [(each.path, each.line, each.end_line, each.name) for each in found] == wanted, example


@pytest.mark.req("DEC-36", "DEC-37")
@pytest.mark.parametrize("form", APART, ids=lambda form: form.name)
@pytest.mark.parametrize("around", ["{}", "Seen:\n\n{}\n", "## x\n{}\n\nThe end."])
def test_every_form_of_lines_apart_from_their_file_names_its_place(form: Form, around: str):
    wanted = [(form.path, line, last) for line, last in form.places]
    for example in form.examples:
        found = find_references(around.format(example), FILES.__contains__)
        assert [(each.path, each.line, each.end_line) for each in found if each.line] == wanted, example


@pytest.mark.req("DEC-37", "DEC-38")
@pytest.mark.parametrize("form", [*FORMS, *APART], ids=lambda form: form.name)
@pytest.mark.parametrize(("lines", "states"), [(20, {"verified"}), (3, {"missing_line", "moved"})])
def test_the_line_of_every_form_is_looked_up(form: Form, lines: int, states: set[str]):
    """Moved, where the form has the line itself, which is there."""
    tree = MemoryTree({form.path: b"def login():\n" * lines}, FixedSurroundings(remotes=(REMOTE,)))
    for example in form.examples if form.places else ():
        told = {each.state for each in check_report(example, tree).references if each.claim.reference.line}
        assert told, example
        assert told <= states, example


@pytest.mark.req("DEC-37")
@pytest.mark.parametrize("text", NO_CLAIMS)
def test_a_path_that_is_only_mentioned_is_no_claim(text: str):
    assert find_references(text, FILES.__contains__) == []


@pytest.mark.req("DEC-39")
@pytest.mark.parametrize("kind", [*NO_FILES, *ALWAYS], ids=lambda kind: kind.name)
@pytest.mark.parametrize("around", ["{}", "`{}`", "see {} now", "（{}）"])
def test_what_is_no_file_is_left_alone(kind: Kind, around: str):
    for example in kind.examples:
        assert find_references(around.format(example), FILES.__contains__) == [], example


@pytest.mark.req("DEC-39")
@pytest.mark.parametrize("text", ["bin/run:3", "`a/b.strange:3`", "`src/cmd/run:3`"])
def test_what_may_be_a_file_without_extension_is_weak_until_it_is_there(text: str):
    (found,) = find_references(text)
    assert found.weak
    (there,) = find_references(text, {found.path}.__contains__)
    assert not there.weak


@pytest.mark.req("DEC-39")
def test_what_looks_like_an_image_is_a_file_where_there_is_one():
    assert [each.path for each in find_references("org/app:3", {"org/app"}.__contains__)] == ["org/app"]


@pytest.mark.req("DEC-37")
@pytest.mark.parametrize("text", ["src/a.py:10, 3 callers", "src/a.py:10, 2nd", "src/a.py has 10 lines", "a.pyは10行"])
def test_a_number_that_is_no_line_is_none(text: str):
    assert [each.line for each in find_references(text)] in ([10], [])


@pytest.mark.req("DEC-37")
def test_links_to_other_repositories_are_left_alone():
    assert find_references("https://github.com/other/shop/blob/main/src/a.py#L10", None, {REMOTE}) == []


@pytest.mark.req("DEC-36")
def test_a_reference_knows_its_span():
    text = "x [a](src/a.py):10 and lines 3-4 of `src/b.py`, `src/c.py`"
    assert [text[each.offset : each.end] for each in find_references(text)] == [
        "[a](src/a.py):10",
        "lines 3-4 of `src/b.py",
        "src/c.py",
    ]
