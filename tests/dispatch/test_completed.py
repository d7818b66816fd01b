"""EVT-1: a completion frees those who wait for it, and nobody else."""

from pathlib import Path

import pytest

from renkei import execution, hub
from renkei.board.folds.base import Stamp
from renkei.eventlog.base import View
from renkei.eventlog.tables import Change
from renkei.protocol.events import Event
from tests.support.dispatch_team import (
    Entry,
    entry,
    from_system,
    hand_over,
    open_blockers,
    report,
    texts,
    update,
    wait,
)
from tests.support.hub_team import Team, open_log

FREE = Entry("idle", None)


@pytest.mark.req("EVT-1", "EVT-8")
def test_the_one_who_waits_is_told_in_the_seeds_words_and_becomes_idle(team: Team):
    task = hand_over(team)
    wait(team, "alice", f"task:{task}")
    assert entry(team, "alice") == Entry("blocked", f"task:{task}")
    report(team, task, output_artifacts=["src/auth.ts", "tests/auth.ts"])
    [told] = from_system(team, "alice")
    assert (told.type, told.sender, told.to, told.priority) == ("STATUS_UPDATE", "system", "alice", "blocking")
    assert told.payload["progress_summary"] == (
        "The task that you were waiting for is completed.\n"
        f"Completed task: {task}\n"
        "Artifacts: src/auth.ts, tests/auth.ts\n"
        "→ Look at the Shared State Board and take up your work again."
    )
    assert (entry(team, "alice"), open_blockers(team)) == (FREE, [])


@pytest.mark.req("EVT-8")
def test_the_template_is_the_seeds_word_for_word(team: Team):
    team.lang = "ja"
    task = hand_over(team)
    wait(team, "alice", f"task:{task}")
    assert texts(team, "bob") == [f"alice があなたの task:{task} を待ってブロックされています。"]
    report(team, task, output_artifacts=["src/auth.ts"])
    assert texts(team, "alice") == [
        "待機中だった依存タスクが完了しました。\n"
        f"完了タスク: {task}\n"
        "成果物: src/auth.ts\n"
        "→ Shared State Board を確認し、作業を再開してください。"
    ]


@pytest.mark.req("EVT-1")
@pytest.mark.parametrize("way", ["board", "result", "update"])
@pytest.mark.parametrize("reason", ["task:{task}", "{task}", "agent:bob", "bob", "task:T-1", "T-1"])
def test_by_board_or_message_task_and_agent_are_found_with_and_without_kind(team: Team, way: str, reason: str):
    task = hand_over(team)
    team.write("bob", current_task="T-1", status="working")
    wait(team, "alice", reason.format(task=task))
    named = "T-1" if "T-1" in reason else task
    if way == "board":
        team.write("bob", status="completed", current_task=None)
    elif way == "result":
        report(team, named)
    else:
        update(team, "bob", "completed", task_ref=named)
    assert entry(team, "alice") == FREE
    assert len(from_system(team, "alice")) == 1


@pytest.mark.req("EVT-1")
def test_one_who_waits_for_another_task_stays_blocked_and_is_not_told(team: Team):
    first, second = hand_over(team), hand_over(team)
    wait(team, "alice", f"task:{second}")
    wait(team, "dave", "agent:alice")
    report(team, first)
    assert entry(team, "alice") == Entry("blocked", f"task:{second}")
    assert entry(team, "dave") == Entry("blocked", "agent:alice")
    assert [told.type for told in from_system(team, "alice")] == ["KNOWLEDGE_SHARE"]  # dave waits for it
    report(team, second)
    assert entry(team, "alice") == FREE


@pytest.mark.req("EVT-1")
@pytest.mark.parametrize("status", ["partial", "failed"])
def test_a_result_that_is_not_complete_frees_nobody(team: Team, status: str):
    task = hand_over(team)
    wait(team, "alice", f"task:{task}")
    report(team, task, status)
    assert entry(team, "alice") == Entry("blocked", f"task:{task}")


@pytest.mark.req("EVT-1")
@pytest.mark.parametrize("status", ["idle", "working", "error"])
def test_another_status_frees_nobody(team: Team, status: str):
    wait(team, "alice", "agent:bob")
    team.write("bob", status=status)
    assert entry(team, "alice") == Entry("blocked", "agent:bob")


@pytest.mark.req("EVT-1")
def test_several_who_wait_get_one_message(team: Team):
    task = hand_over(team)
    for name in ("alice", "dave"):
        wait(team, name, f"task:{task}")
    report(team, task)
    assert [entry(team, name) for name in ("alice", "dave")] == [FREE, FREE]
    assert from_system(team, "alice") == from_system(team, "dave")
    assert from_system(team, "alice")[0].to == ["alice", "dave"]


@pytest.mark.req("EVT-9")
def test_one_with_another_open_blocker_stays_blocked_by_that_one(team: Team):
    first, second = hand_over(team), hand_over(team)
    update(team, "alice", "blocked", blockers=[f"task:{first}", f"task:{second}", "no access"])
    assert entry(team, "alice") == Entry("blocked", f"task:{first}")
    report(team, first)
    assert entry(team, "alice") == Entry("blocked", f"task:{second}")
    assert open_blockers(team) == [(f"task:{second}", ["alice"]), ("no access", ["alice"])]
    report(team, second)
    assert entry(team, "alice") == Entry("blocked", "no access")
    update(team, "alice", "working")
    assert (entry(team, "alice"), open_blockers(team)) == (Entry("working", None), [])


@pytest.mark.req("EVT-9")
def test_one_who_begins_to_wait_for_what_is_there_already_goes_on_at_once(team: Team):
    task = hand_over(team)
    report(team, task)
    wait(team, "alice", f"task:{task}")
    assert (entry(team, "alice"), open_blockers(team)) == (FREE, [])
    assert len(from_system(team, "alice")) == 1
    assert from_system(team, "bob") == []


def test_one_who_waits_for_an_agent_that_was_completed_before_waits_for_its_next(team: Team):
    team.write("bob", status="completed")
    wait(team, "alice", "agent:bob")
    assert entry(team, "alice") == Entry("blocked", "agent:bob")


@pytest.mark.req("EVT-1")
@pytest.mark.parametrize(("layers", "freed", "blockers"), [(3, False, 0), (4, True, 0), (6, True, 1)])
def test_completions_come_before_the_other_events_when_layers_are_switched_on(
    tmp_path: Path, layers: int, freed: bool, blockers: int
):
    team = Team(open_log("memory", tmp_path)).join("alice", "bob")
    team.hub = hub.Hub(team.hub.log, layers=layers)
    wait(team, "alice", "agent:bob")
    assert len(open_blockers(team)) == blockers
    team.write("bob", status="completed")
    assert (entry(team, "alice") == FREE) == freed


@pytest.mark.req("EVT-7")
def test_the_completion_and_all_that_follows_are_one_commit(team: Team):
    task = hand_over(team)
    wait(team, "alice", f"task:{task}")
    before = team.seq
    report(team, task, output_artifacts=["a.md"])
    assert team.told(before) == [
        ("MessagePosted", "bob"),
        ("ArtifactRegistered", "bob"),
        ("FieldSet", "bob"),
        ("TaskTaken", "system"),
        ("TaskClosed", "system"),
        ("MessagePosted", "system"),
        ("BlockerResolved", "system"),
        ("FieldSet", "system"),
        ("FieldSet", "system"),
    ]
    assert {record.cause for record in team.events(before + 1)} == {before + 1}


@pytest.mark.req("EVT-7")
def test_what_fails_half_way_leaves_neither_the_change_nor_what_it_set_off(team: Team, monkeypatch: pytest.MonkeyPatch):
    task = hand_over(team)
    wait(team, "alice", f"task:{task}")
    before, fold = team.seq, execution.fold_event

    def breaks(view: View, event: Event, stamp: Stamp) -> list[Change]:
        if stamp.seq > before + 3:
            raise MemoryError
        return fold(view, event, stamp)

    monkeypatch.setattr(execution, "fold_event", breaks)
    with pytest.raises(MemoryError):
        report(team, task)
    monkeypatch.undo()
    assert (team.seq, entry(team, "alice"), entry(team, "bob").status) == (
        before,
        Entry("blocked", f"task:{task}"),
        "idle",
    )
