"""The roadmap: waves, the gate behind each, what is blocked, what was learned."""

import pytest

from renkei.reports.cpf.batches import read_batches
from renkei.sdd.handover import Knowledge, append_decision, read_buffer, read_decisions, render_buffer, render_session
from renkei.sdd.knowledge import file_name, flush
from tests.support.cli_run import Cli
from tests.support.run_project import git
from tests.support.sdd_project import REHEARSE, begin, load, script


def begin_two(renkei: Cli) -> None:
    """`auth` comes after `db`."""
    begin(renkei, "db", "--description", "Keep users")
    begin(renkei, "auth", "--description", "Log users in", "--after", "db")


@pytest.mark.slow
@pytest.mark.req("SDD-15")
@pytest.mark.req("SDD-18")
def test_two_waves_each_with_its_gate_and_its_commit(renkei: Cli):
    begin_two(renkei)
    ran = renkei("sdd", "run", *REHEARSE, "--merge", "--json")
    assert ran.code == 0, ran.err
    subjects = git(renkei.folder, "log", "-2", "--format=%s").splitlines()
    assert subjects == ["Wave 2: Log users in", "Wave 1: Keep users"]
    labels = [each.label for each in read_batches(renkei.folder / "specs/verdicts-wave.md")]
    assert labels == ["W1-B1", "W1-DC-B2", "W2-B3", "W2-DC-B4"]
    names = sorted(path.name for path in (renkei.folder / "specs/knowledge").iterdir())
    assert names == ["pattern-integration-write-the-test-first.md"]
    assert read_buffer((renkei.folder / "specs/handover/buffer.md").read_text("utf-8")) == []
    assert git(renkei.folder, "branch", "--format=%(refname:short)") == "main"
    assert not list((renkei.folder / "specs").glob(".review*"))
    again = renkei.json("sdd", "run", *REHEARSE, "--merge")
    assert (again["state"], again["gates"], again["commits"]) == ("done", [], [])


@pytest.mark.req("SDD-5")
@pytest.mark.req("SDD-19")
def test_what_depends_on_a_feature_that_failed_is_blocked_until_that_is_mended(renkei: Cli):
    begin_two(renkei)
    ran = renkei("sdd", "run", *REHEARSE, "--yes", "--json", *script(renkei, sdd_architect=[{"crash": "gone"}]))
    assert (ran.code, ran.document["state"]) == (1, "failed")
    assert (load(renkei, "db")["phase"], load(renkei)["phase"]) == ("initialized", "blocked")
    blocked = renkei("sdd", "design", "auth", *REHEARSE)
    assert (blocked.code, "auth is blocked by db" in blocked.err) == (4, True)
    refused = renkei("sdd", "unblock", "auth", "--fix")
    assert (refused.code, "--skip" in refused.err) == (4, True)
    renkei.ok("sdd", "unblock", "auth", "--skip")
    [db, auth] = sorted(renkei.json("sdd", "status")["specs"], key=lambda each: each["feature"] != "db")
    assert (auth["phase"], auth["dependencies"], db["feature"]) == ("initialized", [], "db")
    assert renkei("sdd", "unblock", "auth", "--skip").code == 4


@pytest.mark.req("SDD-18", refused=True)
def test_a_circle_starts_nothing(renkei: Cli):
    begin_two(renkei)
    path = renkei.folder / "specs/db/spec.yaml"
    path.write_text(path.read_text().replace("dependencies: []", "dependencies: [auth]"))
    for words in (("run",), ("design", "db"), ("run", "db")):
        ran = renkei("sdd", *words, *REHEARSE)
        assert ran.code == 4
        assert "db -> auth -> db" in ran.err or "auth -> db -> auth" in ran.err
    assert renkei.json("runs") == []


@pytest.mark.req("SDD-18", refused=True)
def test_a_feature_that_is_not_there_is_named_before_anybody_is_started(renkei: Cli):
    begin_two(renkei)
    path = renkei.folder / "specs/db/spec.yaml"
    path.write_text(path.read_text().replace("dependencies: []", "dependencies: [nowhere]"))
    for words in (("run",), ("design", "db")):
        ran = renkei("sdd", *words, *REHEARSE)
        assert (ran.code, "renkei sdd init nowhere" in ran.err) == (2, True)
    assert renkei.json("runs") == []


def test_what_was_learned_goes_into_one_file_for_each_thing():
    one = Knowledge(tag="INCIDENT", text="two threads lock each other", spec="a", role="builder", task="A")
    other = Knowledge(tag="INCIDENT", text="two threads lock each other", spec="b", role="builder", task="B")
    [(name, text)] = flush([one, other], {}).items()
    assert name == file_name(one) == "incident-async-two-threads-lock-each.md"
    assert text.endswith("## Seen in\n- a builder, task A\n- b builder, task B\n")
    assert flush([one], {name: text}) == {}


@pytest.mark.req("SDD-6")
def test_handover_files_keep_what_people_wrote():
    known = [Knowledge(tag="PATTERN", text="x y z w", spec="a", role="builder", task=str(n)) for n in (1, 2)]
    buffer = render_buffer(known)
    assert read_buffer(buffer) == known
    assert "**x-y-z-w**: Detected in a (2 occurrences)" in buffer
    text = append_decision("", "USER_DECISION", "first", at="t")
    text = append_decision(text, "STEERING_UPDATE", "second\nline", at="t")
    assert [(each.seq, each.summary) for each in read_decisions(text)] == [(1, "first"), (2, "second line")]
    draft = render_session("", at="t", branch="main", goal="g", next_action="n", done=["d"], files=["f"])
    mine = draft.replace("### Warnings\n\n- none", "### Warnings\n\n- mind the gap")
    again = render_session(mine, at="t2", branch="main", goal="g", next_action="n2", done=[], files=[])
    assert "- mind the gap" in again
    assert "t2" in again


@pytest.mark.slow
@pytest.mark.req("SDD-28")
def test_a_roadmap_that_stops_at_each_gate_comes_to_its_end_with_the_same_command(renkei: Cli):
    begin_two(renkei)
    states = [renkei("sdd", "run", "--gate", *REHEARSE, "--merge", "--json").document["state"] for _ in range(6)]
    assert states == ["waiting"] * 5 + ["done"], "two reviews of each feature, and between the waves"
