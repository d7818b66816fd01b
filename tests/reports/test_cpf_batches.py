"""verdicts.md: batches are appended under the next number and read back as they were written."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.errors import BadInput
from renkei.reports.cpf import Batch, append_batch, read_batches
from renkei.reports.cpf.batches import DISPOSITIONS
from tests.support.cpf_documents import NOTE, PATIENT, VERIFIED, found

BATCH = Batch(
    kind="design",
    at="2026-02-22T10:00:00Z",
    version="1.2.0",
    runs=3,
    threshold=2,
    raw=("VERDICT:CONDITIONAL\nVERIFIED:\na+b|M|x|design.md:3|it | is\n", "VERDICT:GO\n"),
    consensus=(found("M", agents="a+b"),),
    noise=(found("L", "y"),),
    disposition="CONDITIONAL-TRACKED",
    tracked=(found("M", agents="a+b"),),
    resolved=("z at Spec 2",),
)
BATCHES = st.builds(
    Batch,
    kind=st.sampled_from(["design", "impl", "dead-code", "cross-check"]),
    at=st.just("2026-02-22T10:00:00Z"),
    version=st.just("1.0.0"),
    runs=st.integers(1, 9),
    threshold=st.integers(1, 9),
    raw=st.lists(
        st.lists(
            st.sampled_from(["VERDICT:GO", "```", "````cpf", "## [B7] x", "### Noise", "- a", "", "## [", "`` `"])
            | st.text(st.characters(exclude_categories=["Cs"]), max_size=6),
            max_size=5,
        ).map("\n".join),
        max_size=3,
    ).map(tuple),
    consensus=st.lists(VERIFIED, max_size=2).map(tuple),
    noise=st.lists(VERIFIED, max_size=2).map(tuple),
    disposition=st.sampled_from(DISPOSITIONS),
    tracked=st.lists(VERIFIED, max_size=2).map(tuple),
    resolved=st.lists(NOTE.map(str.strip).filter(bool), max_size=2).map(tuple),
    place=st.sampled_from(["", "W1-", "W12-DC-"]),
)


@pytest.mark.req("SDD-7")
def test_batch_stands_in_the_file_as_people_read_it(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.md"
    append_batch(path, replace(BATCH, raw=BATCH.raw[:1], resolved=()))
    append_batch(path, replace(BATCH, raw=(), tracked=(), consensus=(), noise=()))
    assert path.read_text("utf-8") == (
        "## [B1] design | 2026-02-22T10:00:00Z | v1.2.0 | runs:3 | threshold:2/3\n\n"
        "### Raw\n\n#### V1\n```cpf\nVERDICT:CONDITIONAL\nVERIFIED:\na+b|M|x|design.md:3|it | is\n\n```\n\n"
        "### Consensus\n- a+b|M|x|here|it\n\n### Noise\n- a|L|y|here|it\n\n"
        "### Disposition\nCONDITIONAL-TRACKED\n\n### Tracked\n- a+b|M|x|here|it\n\n"
        "## [B2] design | 2026-02-22T10:00:00Z | v1.2.0 | runs:3 | threshold:2/3\n\n"
        "### Raw\n\n### Consensus\n\n### Noise\n\n### Disposition\nCONDITIONAL-TRACKED\n\n"
        "### Resolved since B1\n- z at Spec 2\n"
    )


@pytest.mark.req("SDD-7")
@PATIENT
@given(batches=st.lists(BATCHES, min_size=1, max_size=3))
def test_batches_read_back_as_they_were_written(tmp_path_factory: pytest.TempPathFactory, batches: list[Batch]) -> None:
    path = tmp_path_factory.mktemp("spec") / "verdicts.md"
    written = [append_batch(path, batch) for batch in batches]
    assert [batch.seq for batch in written] == list(range(1, len(batches) + 1))
    assert read_batches(path) == tuple(written)


def test_numbers_go_on_over_the_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "verdicts-wave.md"
    path.write_text("# Verdicts\n\nBy hand.\n\n## [W1-B7] cross-check | t | v1 | runs:1 | threshold:1/1", "utf-8")
    assert append_batch(path, replace(BATCH, place="W1-DC-")).label == "W1-DC-B8"
    assert path.read_text("utf-8").startswith("# Verdicts\n\nBy hand.\n\n## [W1-B7]")
    assert [batch.label for batch in read_batches(path)] == ["W1-B7", "W1-DC-B8"]
    assert "### Resolved since B7\n" in path.read_text("utf-8")


def test_file_that_is_not_there_holds_no_batches(tmp_path: Path) -> None:
    assert read_batches(tmp_path / "verdicts.md") == ()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x\n\n## [B1] design\n", 3),
        ("## [B1] design | t | v1 | runs:1 | threshold:1/1\n### Disposition\nMAYBE\n", 3),
        ("## [B1] design | t | v1 | runs:1 | threshold:1/1\n### Noise\n- a|X|b|c|d\n", 3),
        ("## [B1] design | t | v1 | runs:1 | threshold:1/1\n### Tracked\n\n- a|b\n", 4),
    ],
)
def test_what_is_not_as_it_is_written_is_named_by_line(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "verdicts.md"
    path.write_text(text, "utf-8")
    with pytest.raises(BadInput, match=r"verdicts\.md") as caught:
        read_batches(path)
    assert [problem.line for problem in caught.value.problems] == [line]


def test_heading_that_could_not_be_read_back_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.md"
    with pytest.raises(BadInput):
        append_batch(path, replace(BATCH, kind="de|sign"))
    assert not path.exists()


def test_file_stays_whole_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.md"
    append_batch(path, BATCH)
    before = path.read_bytes()
    with pytest.raises(BadInput, match="cannot be written"):
        append_batch(tmp_path / "none" / "verdicts.md", BATCH)
    path.with_name("binary.md").write_bytes(b"\xff")
    with pytest.raises(BadInput, match="not UTF-8"):
        append_batch(path.with_name("binary.md"), BATCH)
    append_batch(path, BATCH)
    assert path.read_bytes().startswith(before)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["binary.md", "verdicts.md"]
