"""What a wave's agents are given to read is made shorter to its target (TEAM-7)."""

from pathlib import Path
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from renkei.context.compression import Source, compress, take_short
from renkei.context.readings import find_ids
from renkei.context.tokens import ESTIMATE, estimate_tokens
from renkei.protocol.playbooks import Compression, ContextPlan
from renkei.runs.sources import compress_sources, read_directly, read_sources
from tests.support.examples import examples

STRATEGIES: tuple[Compression, ...] = get_args(Compression)

STORIES = "\n".join(
    [
        "# Orders",
        "",
        *(
            f"## US-{number:03} Ordering, part {number}\n\nA member orders tea in the shop "
            "and pays at once, whatever the weather is like.\n"
            f"More prose that says nothing new at all about FR-{number:03}, but says it at some length.\n\n"
            f"- Decision: FR-{number:03} is paid by card\n- for example, a card of a bank\n"
            for number in range(1, 200)
        ),
    ]
)

ENTITIES = """## ENT-User
Users are people who have an account with us, and this sentence is of no use to anybody.

| name | type | flags | description |
|------|------|-------|-------------|
| id | UUID | PK | the id of the user |
| email | TEXT | unique | where mail goes, FR-001 |
"""

BLACKBOARD = """blackboard:
  decisions:
    architecture: {tech_stack: [Next.js, PostgreSQL], boundaries: [{name: frontend, type: SPA}]}
    entities:
      - {id: ENT-User, name: User, description: "a long description that is dropped",
         attributes: [{name: id, type: UUID, pk: true}, {name: email, type: TEXT}]}
    api_resources: [{id: API-001, path: /users, methods: [GET], entities: [ENT-User]}]
    screens: [{id: SC-001, name: Login, category: Auth, url: /login}]
traceability:
  fr_to_ent: {FR-001: [ENT-User]}
"""


@pytest.mark.req("TEAM-7")
@pytest.mark.parametrize(
    ("strategy", "target"), [("chain-of-density", 10_000), ("decision-summary", 10_000), ("entity-signature", 9_000)]
)
def test_a_wave_is_compressed_to_its_target_and_says_by_how_much(strategy: Compression, target: int):
    found = compress([Source(path="docs/user-stories.md", text=STORIES)], strategy, target)
    assert found.original_tokens > target
    assert found.tokens == estimate_tokens(found.text) <= target
    assert found.is_within_target
    assert 0 < found.ratio < 1
    assert set(find_ids(found.text)) >= set(find_ids(STORIES))
    assert found.text.count("Decision: FR-") == 199
    assert found.text.count("## US-") == 199
    assert "for example" not in found.text
    assert found.describe()["preserved_ids"] == len(set(find_ids(STORIES)))


@pytest.mark.req("TEAM-7")
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_ids_in_japanese_text_are_kept_without_a_blank_beside_them(strategy: Compression):
    text = "利用者は要件FR-001を満たす画面SC-002で注文する。\n" + "天気の話が長く続く。\n" * 400
    found = compress([Source(path="stories.md", text=text)], strategy, 200)
    assert found.preserved_ids == ("FR-001", "SC-002")
    assert {"FR-001", "SC-002"} <= set(find_ids(found.text))
    assert found.is_within_target


@pytest.mark.req("TEAM-7")
def test_chain_of_density_halves_until_it_fits_and_leaves_alone_what_fits():
    source = Source(path="a.md", text=STORIES)
    whole = compress([source], "chain-of-density", 100_000)
    assert (whole.text, whole.ratio, whole.passes) == (f"### a.md\n{STORIES}", 0.0, 0)
    assert compress([source], "chain-of-density", whole.tokens // 3).passes >= 2


@pytest.mark.req("TEAM-7")
def test_entity_signatures_collapse_attributes_and_drop_descriptions():
    text = compress([Source(path="a.md", text=ENTITIES)], "entity-signature", 15_000).text
    assert "- id(UUID,PK), email(TEXT,unique)" in text
    assert "no use to anybody" not in text
    assert "FR-001" in text
    assert "a.md (in short" in text


@pytest.mark.req("TEAM-7")
def test_a_blackboard_is_summed_up_in_a_line_for_each_thing():
    text = compress([Source(path="docs/project-context.yaml", text=BLACKBOARD)], "decision-summary", 10_000).text
    assert "- ENT-User User attributes=[id(UUID) pk, email(TEXT)]" in text
    assert "- API-001 GET /users entities=[ENT-User]" in text
    assert "- SC-001 Login category=Auth url=/login" in text
    assert "- frontend(SPA)" in text
    assert "blackboard.decisions.architecture.tech_stack: Next.js, PostgreSQL" in text
    assert "traceability.fr_to_ent" in text
    assert "dropped" not in text


@pytest.mark.req("TEAM-7")
def test_pruning_leaves_of_code_what_is_called_and_what_it_raises():
    code = (
        'class Shop:\n    def pay(self, sum: int) -> bool:\n        """Pays.\n\n        At length."""\n'
        '        if sum < 0:\n            raise ValueError("FR-9")\n        return True\n'
    )
    text = compress([Source(path="shop.py", text=code)], "semantic-pruning", 1000).text
    assert text.splitlines()[1:5] == [
        "class Shop()",
        "    def pay(self, sum: int) -> bool",
        "        Pays.",
        "        raises ValueError",
    ]
    assert "FR-9" in text
    other = "// Pays.\nexport function pay(sum: number): boolean {\n  if (sum < 0) throw new X();\n  return true;\n}\n"
    pruned = compress([Source(path="shop.ts", text=other)], "semantic-pruning", 1000).text
    assert "export function pay(sum: number): boolean" in pruned
    assert "return true" not in pruned


@pytest.mark.req("TEAM-7", refused=True)
def test_a_file_over_the_target_is_compressed_and_no_id_is_given_up_for_it():
    sources = [Source(path="small.md", text="# Small\n"), Source(path="large.md", text=STORIES)]
    found = compress(sources, "chain-of-density", 900)
    assert "small.md" in found.text
    assert "large.md" in found.text
    assert set(find_ids(found.text)) >= set(find_ids(STORIES))
    tight = compress(sources, "chain-of-density", 100)
    assert not tight.is_within_target
    assert not tight.describe()["within_target"]
    assert set(find_ids(tight.text)) >= set(find_ids(STORIES))


_LINES = st.one_of(
    st.sampled_from(
        ["# Heading", "", "- Decision: it stays", "prose about nothing", "```", "| a | type |", "|---|---|"]
    ),
    st.builds("FR-{:03} {}".format, st.integers(0, 40), st.text("abc ", max_size=30)),
    st.text(max_size=40),
)


@pytest.mark.req("TEAM-7")
@settings(max_examples=examples(120), deadline=None)
@given(
    st.lists(st.lists(_LINES, max_size=20).map("\n".join), min_size=1, max_size=3),
    st.sampled_from(STRATEGIES),
    st.integers(100, 400),
    st.sampled_from([".md", ".yaml", ".py", ".ts"]),
)
@example(["ENT-ユーザー は"], "decision-summary", 100, ".md")
def test_every_id_is_kept_and_the_target_met_where_the_ids_leave_room(
    texts: list[str], strategy: Compression, target: int, suffix: str
):
    sources = [Source(path=f"f{number}{suffix}", text=text) for number, text in enumerate(texts)]
    found = compress(sources, strategy, target)
    ids = {name for text in texts for name in find_ids(text)}
    assert set(find_ids(found.text)) >= ids
    assert all(each.path in found.text for each in sources)
    least = " ".join([*(each.path for each in sources), *ids])
    assert found.is_within_target or estimate_tokens(least) * 2 > ESTIMATE.at_most(target)
    assert found == compress(sources, strategy, target)


JAPANESE = "# FR-009 注文\n利用者を検索する。エラーなら「無い」と返す\n"


@pytest.mark.req("TEAM-13")
def test_the_sources_of_a_wave_are_read_in_their_order_and_each_once(tmp_path: Path):
    (tmp_path / "docs" / "requirements").mkdir(parents=True)
    (tmp_path / "docs" / "requirements" / "a.md").write_text("# A\n", "utf-8")
    (tmp_path / "docs" / "project-context.yaml").write_text("blackboard: {}\n", "utf-8")
    plan = ContextPlan(sources=["docs/requirements/", "docs/project-context.yaml", "docs/requirements/a.md", "none.md"])
    found = compress_sources(plan, tmp_path)
    assert found
    assert [line for line in found.text.splitlines() if line.startswith("### ")] == [
        "### docs/requirements/a.md",
        "### docs/project-context.yaml",
    ]


@pytest.mark.req("TEAM-13")
@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\x00\x0dIHDR" + bytes(range(256)) * 400, "(it is a binary file, which has no lines)"),
        ("# FR-009 注文\n".encode("utf-16"), "# FR-009 注文\n"),
        (b"\xef\xbb\xbf# FR-009\r\n", "# FR-009\r\n"),
        *((JAPANESE.encode(encoding), JAPANESE) for encoding in ("cp932", "euc_jp", "iso2022_jp", "utf-8")),
        (JAPANESE.encode() + b"\xff\n", JAPANESE + "\ufffd\n"),
    ],
)
def test_a_source_is_its_text_whatever_its_encoding_and_an_image_has_none(tmp_path: Path, data: bytes, text: str):
    (tmp_path / "a").write_bytes(data)
    found = compress_sources(ContextPlan(sources=["a"], strategy="chain-of-density", tokens=10_000), tmp_path)
    assert found
    assert found.text == f"### a\n{text}"


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp", "utf-8", "utf-16"])
def test_of_a_large_source_no_character_is_cut_in_two(tmp_path: Path, encoding: str):
    (tmp_path / "a.md").write_bytes(("# 注文と利用者\n" * 400_000).encode(encoding))
    assert "# 注文と利用者\n" in read_directly(["a.md"], tmp_path)
    assert "\ufffd" not in "".join(each.text for each in read_sources(ContextPlan(sources=["a.md"]), tmp_path))


@pytest.mark.req("TEAM-7")
def test_a_source_that_is_too_large_to_read_says_that_not_all_of_it_is_there(tmp_path: Path):
    (tmp_path / "a.md").write_bytes(b"x" * 80 * 1024 * 1024)
    found = compress_sources(ContextPlan(sources=["a.md"]), tmp_path)
    assert found
    assert found.text.endswith("(what follows is not here: the file is larger than 4 MB)")


@pytest.mark.req("TEAM-13", refused=True)
def test_a_source_does_not_lead_out_of_the_tree(tmp_path: Path):
    tree = tmp_path / "tree"
    tree.mkdir()
    (tmp_path / "secret").write_text("secret", "utf-8")
    (tree / "link").symlink_to(tmp_path / "secret")
    assert compress_sources(ContextPlan(sources=["link"]), tree) is None


LONG = [Source(path="docs/a.md", text=STORIES), Source(path="docs/b.md", text=ENTITIES)]
ALL_IDS = " ".join(sorted(set(find_ids(STORIES)) | set(find_ids(ENTITIES))))


def shortened(text: str, target: int = 4000):
    return take_short(text, LONG, compress(LONG, "chain-of-density", target))


@pytest.mark.req("TEAM-7")
def test_what_a_model_made_shorter_is_taken_where_every_file_and_id_is_there_and_it_fits():
    short = f"### docs/a.md\nOrders are paid by card: {ALL_IDS}\n\n### docs/b.md\nENT-User(id UUID PK)"
    found = shortened(f"```markdown\n{short}\n```")
    assert (found.by, found.text, found.refused) == ("model", short, None)
    assert found.is_within_target
    assert found.describe()["by"] == "model"
    assert found.ratio > 0.5


@pytest.mark.req("TEAM-7", refused=True)
@pytest.mark.parametrize(
    ("text", "target", "wrong"),
    [
        (f"### docs/a.md\n{ALL_IDS}", 4000, "it leaves files out: docs/b.md"),
        (f"### docs/a.md\n{ALL_IDS.replace('FR-007', '')}\n### docs/b.md\n", 4000, "it leaves ids out: FR-007"),
        (f"### docs/a.md\n{ALL_IDS} FR-999\n### docs/b.md\n", 4000, "it has ids that no file has: FR-999"),
        (f"### docs/a.md\n{ALL_IDS}\n{'word ' * 9000}\n### docs/b.md\n", 4000, "tokens, and 4000 were asked for"),
        ("", 4000, "it leaves files out: docs/a.md, docs/b.md"),
    ],
)
def test_what_does_not_hold_leaves_it_to_the_rules(text: str, target: int, wrong: str):
    found, rules = shortened(text, target), compress(LONG, "chain-of-density", target)
    assert (found.by, found.text) == ("rules", rules.text)
    assert wrong in str(found.refused)
