"""A TRIVIAL edit is what is on the list of them; everything else is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.policy.trivial import classify_change
from tests.support.policy_case import SHIPPED, ask, said

TRIVIAL = [
    ("You recieve a mail.", "You receive a mail.", "typo"),
    ("RECIEVE it", "RECEIVE it", "typo"),
    ("Seperate them.", "Separate them.", "typo"),
    ("- **Seperate** them.", "- **Separate** them.", "typo"),
    ("Version: 1.0.0", "Version: 1.0.1", "version"),
    ("version 1.0.0", "version 1.0.1", "version"),
    ("**Version**: 1.0.0", "**Version**: 1.1.0", "version"),
    ("| Version | 1.0.0 |", "| Version | 1.0.1 |", "version"),
    ('  "version": "1.0.0",', '  "version": "2.0.0-rc.1",', "version"),
    ('version = "1.0.0"', 'version = "1.0.1"', "version"),
    ("バージョン: 1.0.0", "バージョン: 1.0.1", "version"),
    ("Last updated: 2025-01-01", "Last updated: 2025-01-31", "date"),
    ("date: 2025-01-01", "date: 2025-01-31", "date"),
    ("更新日：2025年1月1日", "更新日：2025年1月31日", "date"),
    ("- a\n   - b", "- a\n  - b", "whitespace"),
    ("text  ", "text", "whitespace"),
    ("text\r", "text", "whitespace"),
    ("a\u00a0b", "a b", "whitespace"),
    ("a\n\nb", "a\nb", "whitespace"),
    ("* a", "- a", "markdown"),
    ("#Title", "# Title", "markdown"),
    ("the **name** of it", "the *name* of it", "markdown"),
    ("|a|b|\n|---|---|", "| a | b |\n| --- | --- |", "markdown"),
]

NOT_TRIVIAL = [
    ("Ask Mr. Teh.", "Ask Mr. The."),
    ("written by Adn", "written by And"),
    ("a - b", "a\r- b"),
    ("a # b", "a\u2028# b"),
    ("a b", "a\x85b"),
    ("timeout: 30", "timeout: 60"),
    ("timeout: 30", "timeout: 600"),
    ("maxRetries: 3", "maxRetries: 5"),
    ("It should answer.", "It must answer."),
    ("- a", "- a\n- b"),
    ("a fast response", "a response within 100 ms"),
    ("高速レスポンス", "100ms 以内のレスポンス"),
    ("name (optional)", "name"),
    ("エラーメッセージ", "エラー通知"),
    ("Files may be uploaded.", "Only images may be uploaded."),
    ("1.0.0", "1.0.1"),
    ("2025-01-01", "2025-01-31"),
    ("Due: 2025-01-01", "Due: 2025-01-31"),
    ("requires version 1.0.0", "requires version 2.0.0"),
    ("version >= 1.0.0", "version >= 2.0.0"),
    ("Version: 1.0.0 or later", "Version: 1.0.1 or later"),
    ("- [ ] done", "- [x] done"),
    ("a -5 b", "a 5 b"),
    ("3 * 4", "3 4"),
    ("1. a", "2. a"),
    ("form the team", "from the team"),
    ("affect", "effect"),
    ("call `recieve` here", "call `receive` here"),
    ("call recieve() here", "call receive() here"),
    ("src/recieve.py", "src/receive.py"),
    ("~~a~~", "a"),
    ("a b", "ab"),
    ("recieve 3", "receive 4"),
    ("a\nb\nc", "a \nb \nc "),
    ("same", "same"),
    ("not allowed", "allowed"),
    ("", "x"),
]


@pytest.mark.req("LEAD-3", "LEAD-14")
@pytest.mark.parametrize(("before", "after", "kind"), TRIVIAL)
def test_what_is_trivial(before: str, after: str, kind: str):
    assert classify_change(before, after, SHIPPED.misspellings) == kind


@pytest.mark.req("LEAD-3", "LEAD-14", refused=True)
@pytest.mark.parametrize(("before", "after"), NOT_TRIVIAL)
def test_what_is_not(before: str, after: str):
    assert classify_change(before, after, SHIPPED.misspellings) == ""


@given(before=st.text(max_size=200), after=st.text(max_size=200))
def test_any_two_texts_are_classified(before: str, after: str):
    found = classify_change(before, after, SHIPPED.misspellings)
    assert found in ("", "whitespace", "markdown", "typo", "version", "date")
    if found == "whitespace":
        assert before.split() == after.split()


def edit(path: str, old: str, new: str, **known: object):
    return ask("lead", "Edit", file_path=path, old_string=old, new_string=new, **known)


@pytest.mark.req("LEAD-14")
@pytest.mark.parametrize(("before", "after", "kind"), TRIVIAL)
def test_the_lead_makes_a_trivial_edit_when_the_user_asked_for_it_or_the_agent_failed_twice(
    before: str, after: str, kind: str
):
    for permission in ("user_asked_direct", "agent_failed_twice"):
        ruling = edit("docs/guide.md", before, after, permissions=frozenset({permission}))
        assert (ruling.allowed, ruling.exception, ruling.writes) == (True, "trivial_edit", ("docs/guide.md",))


@pytest.mark.req("LEAD-14", "LEAD-4", refused=True)
def test_without_that_it_delegates_a_trivial_edit_too_unless_it_only_formats():
    ruling = edit("docs/guide.md", "You recieve it.", "You receive it.")
    assert (ruling.allowed, ruling.rule, ruling.delegate_to) == (False, "LEAD-1", "product-manager")
    assert "TRIVIAL" in said(ruling)
    assert not edit("docs/guide.md", "recieve", "receive", permissions=frozenset({"user_asked_display"})).allowed
    assert edit("docs/guide.md", "- a\n   - b", "- a\n  - b").allowed
    assert edit("docs/guide.md", "* a", "- a").allowed


@pytest.mark.req("LEAD-3", "LEAD-14", "LEAD-1", refused=True)
@pytest.mark.parametrize(("before", "after"), NOT_TRIVIAL)
def test_the_lead_makes_no_other_edit_whatever_it_is_permitted(before: str, after: str):
    allowed = frozenset({"user_asked_direct", "agent_failed_twice"})
    ruling = edit("specs/login.md", before, after, permissions=allowed)
    assert (ruling.allowed, ruling.rule, ruling.delegate_to) == (False, "LEAD-1", "product-manager")


@pytest.mark.req("LEAD-3", refused=True)
def test_in_code_no_edit_is_trivial():
    for path, role in (("src/app.py", "backend-specialist"), ("tests/test_app.py", "qa-engineer")):
        ruling = edit(path, "# recieve", "# receive", permissions=frozenset({"user_asked_direct"}))
        assert (ruling.allowed, ruling.delegate_to) == (False, role)
        assert not edit(path, "    x", "        x", permissions=frozenset({"user_asked_direct"})).allowed


@pytest.mark.req("LEAD-3")
def test_a_part_of_a_line_is_judged_with_the_rest_of_it():
    asked = frozenset({"user_asked_direct"})
    head = {"specs/a.md": "Version: 1.0.0\n\nIt needs 2.0.0 of it.\n"}
    assert edit("specs/a.md", "1.0.0", "1.0.1", permissions=asked, texts=head).allowed
    assert not edit("specs/a.md", "2.0.0", "2.0.1", permissions=asked, texts=head).allowed


@pytest.mark.req("LEAD-3", refused=True)
def test_more_than_two_lines_or_places_are_not_trivial():
    asked = frozenset({"user_asked_direct"})
    text = {"a.md": "recieve\nx\nrecieve\ny\nrecieve\n"}
    many = ask("lead", "Edit", file_path="a.md", old_string="recieve", new_string="receive", replace_all=True,
               permissions=asked, texts=text)  # fmt: skip
    assert not many.allowed
    assert not edit("a.md", "recieve", "receive", permissions=asked, texts=text).allowed
    two = {"a.md": "recieve\nx\nrecieve\n"}
    whole = ask("lead", "Write", file_path="a.md", content="receive\nx\nreceive\n", permissions=asked, texts=two)
    assert (whole.allowed, whole.exception) == (True, "trivial_edit")
    assert not ask("lead", "Write", file_path="a.md", content="receive\n", permissions=asked, texts=two).allowed
    assert not ask("lead", "Write", file_path="new.md", content="text\n", permissions=asked).allowed


@pytest.mark.req("LEAD-3", refused=True)
def test_indentation_within_a_code_block_is_not_only_formatting():
    text = {"a.md": "text\n```yaml\na:\n  b: 1\n```\n  - x\n"}
    assert not edit("a.md", "  b: 1", "b: 1", texts=text).allowed
    assert edit("a.md", "  - x", "- x", texts=text).allowed


FENCED = "# A\n\n```yaml\na:\n  b: 1\n```\n\ntext  \n"
NESTED = "# A\n\n````md\n```\nrm  -rf x\n```\nif  a:\n````\n"
MATTER = "---\nname: x\n  a: 1\n---\n# A\n"


@pytest.mark.req("LEAD-3", "LEAD-14", refused=True)
@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("docs/conf.py", "        y = 1", "    y = 1"),
        ("docs/conf.yaml", "  a: 1", "a: 1"),
        ("spec/helper.rb", "  y = 1", "y = 1"),
        ("requirements.txt", "a ==1", "a==1"),
        ("docs/CMakeLists.txt", "  add()", "add()"),
        ("docs/f.md", FENCED, FENCED.replace("  b: 1", "b: 1")),
        ("docs/f.md", FENCED, FENCED.replace("```yaml", "``` yaml")),
        ("docs/f.md", NESTED, NESTED.replace("if  a:", "if a:")),
        ("docs/f.md", NESTED, NESTED.replace("rm  -rf", "rm -rf")),
        ("docs/f.md", MATTER, MATTER.replace("  a: 1", "a: 1")),
        ("docs/f.md", MATTER, MATTER.replace("---\nname", "\nname")),
        ("docs/f.md", "|a|b|\n|---|---|\n", "|a|b|\n---\n"),
        ("docs/f.md", "|a|b|\n|---|---|\n", "|a|b|\n|---|\n"),
        ("docs/f.md", "the _id_ of it\n", "the id of it\n"),
        ("docs/f.md", "a\n\n        code\n", "a\n\n    code\n"),
        ("docs/f.md", "text\n", "    text\n"),
    ],
)
def test_white_space_and_signs_that_mean_something_are_not_trivial(path: str, before: str, after: str):
    known = {"texts": {path: before}}
    assert not ask("lead", "Write", file_path=path, content=after, **known).allowed
    assert not edit(path, before, after, **known).allowed


@pytest.mark.req("LEAD-3", "LEAD-14")
def test_what_stands_beside_them_still_is():
    assert edit("docs/f.md", "text  ", "text", texts={"docs/f.md": FENCED}).allowed
    dated = "---\ndate: 2025-01-01\n---\n"
    permitted = frozenset({"user_asked_direct"})
    assert edit("docs/f.md", "01-01", "01-31", texts={"docs/f.md": dated}, permissions=permitted).allowed
    assert edit("docs/f.md", "_two words_", "*two words*").allowed


@pytest.mark.req("LEAD-3", refused=True)
def test_many_trivial_edits_are_work():
    most = SHIPPED.limits["trivial_phase"].files
    assert most is not None
    assert edit("docs/f.md", "* a", "- a", edits=most - 1).allowed
    ruling = edit("docs/f.md", "* a", "- a", edits=most)
    assert (ruling.allowed, ruling.rule, ruling.delegate_to) == (False, "LEAD-3", "product-manager")


BLOCKS = {
    "directive": "Text.\n\n.. code-block:: python\n\n   if x:\n     recieve()\n\nEnd.\n",
    "literal": "As in::\n\n  recieve  x\n\nEnd.\n",
    "pre": "Text.\n\n<pre>\nrecieve  x\n</pre>\n",
    "pre in a line": "Text <pre>recieve  x</pre>.\n",
    "script": "<script type='x'>\nrecieve  x\n</script>\n",
    "listing": "Text.\n\n[source,python]\n----\nrecieve  x\n----\n",
    "dots": "....\nrecieve  x\n....\n",
}


@pytest.mark.req("LEAD-3", refused=True)
@pytest.mark.parametrize("block", BLOCKS)
def test_in_literal_blocks_of_other_forms_nothing_is_trivial(block: str):
    text = BLOCKS[block]
    for after in (text.replace("recieve", "receive"), text.replace("recieve", " recieve")):
        assert classify_change(text, after, SHIPPED.misspellings) == ""


@pytest.mark.req("LEAD-3")
@pytest.mark.parametrize(
    "text",
    ["As in::\n\n  x\n\nWe recieve it.\n", "<pre>\nx\n</pre>\nWe recieve it.\n", "Title\n----\nWe recieve it.\n----\n"],
)
def test_behind_a_block_prose_goes_on(text: str):
    assert classify_change(text, text.replace("recieve", "receive"), SHIPPED.misspellings) == "typo"


NO_PROSE = [
    ">>> recieve", "$ recieve x", "<tt>recieve</tt>", '<a href="recieve">x</a>', "<!-- recieve -->", "[a](recieve)",
    "[recieve]: http://x", "[text][recieve]", "x[^recieve]", "## A {#recieve}", "$recieve$", "<Foo recieve={1} />",
    'export const a = "recieve"', 'import recieve from "x"', "{{ recieve }}", "{% recieve %}", ":recieve: x",
    ":lang: recieve", "----\nrecieve it\n----", "+++\nrecieve = 1\n+++", "RECIEVE=1", "recieve: 5", "key = recieve",
]  # fmt: skip


@pytest.mark.req("LEAD-3", refused=True)
@pytest.mark.parametrize("text", NO_PROSE)
def test_a_word_that_something_reads_is_no_typo(text: str):
    after = text.replace("recieve", "receive").replace("RECIEVE", "RECEIVE")
    assert classify_change(text, after, SHIPPED.misspellings) == ""


@pytest.mark.req("LEAD-3")
@pytest.mark.parametrize(
    "text",
    [
        "We recieve [a mail](mail.md) here.", "See [it][mail]: we recieve it.", "# How to recieve", "| recieve | x |",
        "What you recieve: mails and calls.", "Note: you recieve it.", "It costs $5 to recieve it.",
        "> You recieve it.",
    ],
)  # fmt: skip
def test_a_word_of_a_sentence_is(text: str):
    assert classify_change(text, text.replace("recieve", "receive"), SHIPPED.misspellings) == "typo"
