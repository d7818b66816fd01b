"""How artifacts are spelled: one form for each, however it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.protocol.artifacts import artifact_name, artifact_ref, name_in_project

PATHS = [
    "docs",
    "api.md",
    "a b",
    ".",
    "..",
    "/",
    "//",
    "\\",
    ":",
    ":3",
    "#L3",
    "#x",
    "file:",
    "file://",
    "FILE:",
    "%2e",
]
LETTERS = ["\ufb01le:", "caf\u00e9", "cafe\u0301", "\u0130", "\u00df", "\u1e9e", " ", "\u00a0", "://", "https://", "%"]
PARTS = st.sampled_from([*PATHS, *LETTERS, "localhost"])
NAMES = st.lists(PARTS, max_size=8).map("".join) | st.text(max_size=20)
ROOTS = ("/home/me/shop", "/mnt/shop")


@pytest.mark.req("DEC-25")
@given(NAMES)
def test_a_name_in_its_one_form_stays_as_it_is(text: str):
    assert artifact_ref(artifact_ref(text)) == artifact_ref(text)
    assert artifact_name(artifact_name(text)) == artifact_name(text)


@pytest.mark.req("DEC-25")
@given(NAMES)
def test_a_name_that_begins_at_the_project_stays_as_it_is(text: str):
    once = name_in_project(f"{ROOTS[0]}/{text}", ROOTS)
    assert artifact_name(name_in_project(once, ROOTS)) == artifact_name(once)


@pytest.mark.req("DEC-25")
@pytest.mark.parametrize(
    "text",
    [
        "docs/api.md", "./docs/api.md", "docs\\api.md", ".\\docs\\api.md", "docs/api.md:3", "docs/api.md:3:14",
        "docs/api.md:3-9", "docs/api.md#L3", "docs/api.md#L3-L9", "docs/api.md#errors", "file:docs/api.md",
        "file:./docs/api.md#L3", "FILE:docs/api.md", "file://docs/api.md", "file:docs%2Fapi.md",
        "`docs/api.md`", "'docs/api.md:3'", "docs/api.md\u200b", "docs/\u00adapi.md", "docs/api.md:L3",
        "docs/api.md:L3-L9",
    ],
)  # fmt: skip
def test_one_artifact_has_one_name(text: str):
    assert artifact_ref(text) == "docs/api.md"


@pytest.mark.req("DEC-25")
@pytest.mark.parametrize(
    "text",
    [
        "https://example.org//a.md#L3", "https://example.org/a.md:3", "s3://bucket/a\\b.md", "auth-api-spec-v2",
        "spec:2", "spec@v3", "registry/api:2", "owner/repo#12", "api.md@v3", "api.md:v3", "設計書",
        "file:", ":3", "#L3", "C#", "``", "'", "\u200b", "`a` and `b`",
    ],
)  # fmt: skip
def test_what_is_no_place_in_a_file_is_a_name(text: str):
    assert artifact_ref(text) == text


@pytest.mark.req("DEC-25")
@pytest.mark.parametrize(
    "text",
    [
        "/home/me/shop/docs/api.md", "file:///home/me/shop/docs/api.md", "file://localhost/home/me/shop/docs/api.md",
        "/home/me//shop/./docs/api.md:3", "/mnt/shop/x/../docs/api.md", "\\mnt\\shop\\docs\\api.md", "docs/api.md",
    ],
)  # fmt: skip
def test_a_path_inside_of_the_project_begins_at_it(text: str):
    assert artifact_ref(name_in_project(text, ROOTS)) == "docs/api.md"


@pytest.mark.req("DEC-25")
@pytest.mark.parametrize(
    "text", ["/home/me/shopping/a.md", "/home/me", "/home/me/shop", "/etc/passwd", "a b: c", "./a"]
)
def test_what_is_elsewhere_stays_as_it_was_written(text: str):
    assert name_in_project(text, ROOTS) == text


def test_a_folder_stays_one():
    assert name_in_project("/home/me/shop/src/", ROOTS) == "src/"


@pytest.mark.parametrize("text", ["file:" * 100_000, "a.b#" * 100_000 + "/", "a/../" * 100_000, "x.md:1" * 100_000])
def test_a_very_long_text_is_no_path(text: str):
    assert artifact_ref(text) == text
