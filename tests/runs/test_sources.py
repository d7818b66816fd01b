"""What a wave's agents are given to read."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from renkei.protocol.playbooks import Compression, ContextPlan
from renkei.runs.sources import condense_text, embed_sources

TEXT = """# Orders

Orders are placed by members. They are paid at once.
A second line of prose.

- FR-001 a member orders tea
prose that names ENT-Order too
status: open
"""


def test_a_strategy_keeps_what_it_is_for():
    assert condense_text(TEXT, "none") == TEXT.rstrip("\n")
    assert condense_text(TEXT, "entity-signature").splitlines() == [
        "# Orders",
        "- FR-001 a member orders tea",
        "prose that names ENT-Order too",
    ]
    assert "status: open" in condense_text(TEXT, "decision-summary")
    assert "They are paid" in condense_text(TEXT, "chain-of-density")
    assert "second line" not in condense_text(TEXT, "chain-of-density")


@given(st.text(), st.sampled_from(["none", "chain-of-density", "entity-signature", "decision-summary"]))
def test_no_strategy_invents_a_line(text: str, strategy: Compression):
    assert set(condense_text(text, strategy).splitlines()) <= {*text.splitlines()}


def test_sources_are_shown_within_their_tokens_and_the_rest_is_named(tmp_path: Path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A\n", "utf-8")
    (tmp_path / "docs" / "b.md").write_text("word " * 1000, "utf-8")
    text = embed_sources(ContextPlan(sources=["docs/", "none.md"], tokens=100), tmp_path)
    assert text.startswith("### docs/a.md\n# A")
    assert text.endswith("read them yourself: docs/b.md")


def test_a_source_does_not_lead_out_of_the_tree(tmp_path: Path):
    tree = tmp_path / "tree"
    tree.mkdir()
    (tmp_path / "secret").write_text("secret", "utf-8")
    (tree / "link").symlink_to(tmp_path / "secret")
    assert embed_sources(ContextPlan(sources=["link"]), tree) == ""
