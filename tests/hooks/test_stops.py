"""At a stop: a result of the contract is refused twice at most, accepted or failed; any other is only recorded."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.hook_client import Client
from tests.support.hook_project import HONEST, LIE, SURE, event, git, report, repository, stop


@pytest.mark.req("RES-8")
@pytest.mark.req("RES-7", refused=True)
def test_refusal_names_each_point_to_mend_and_no_way_past_the_check(client: Client):
    assert client.stop(LIE) == {
        "decision": "block",
        "reason": "Renkei does not accept this result (1 of 2):\n"
        "- RES-4 line 11: src/ghost.py:45 is not there: there is no such file\n"
        "- RES-4 line 16: src/ghost.py:45 is not there: there is no such file\n"
        "- RES-4 line 25: the box 'File references are valid' is ticked, but src/ghost.py:45 is against it\n"
        "- RES-4 line 27: the box 'No invented paths' is ticked, but src/ghost.py:45 is against it\n"
        "Open the files, mend these points, and hand the whole result in again. Leave out what you cannot show; "
        "do not invent a place to please this check.",
    }


def test_honest_result_passes_in_silence(client: Client):
    assert client.stop(HONEST) is None
    assert client.checks() == [("code-explorer", "accepted", 1)]


@pytest.mark.req("RES-7", refused=True)
def test_quoted_code_that_stands_nowhere_is_refused(client: Client):
    answer = client.stop(HONEST.replace("def login(user):", "def logout(session):"))
    assert answer["decision"] == "block"
    assert "- RES-7 line 11: the code quoted for src/app.py:1 is not in the file" in answer["reason"]


@pytest.mark.parametrize(
    "text", ["", "All done, trust me.", "\ufffd", "x" * 5_000_000], ids=["empty", "chat", "half", "huge"]
)
@pytest.mark.req("RES-1", refused=True)
def test_text_that_is_no_result_is_refused(client: Client, text: str):
    answer = client.stop(text)
    assert answer["decision"] == "block"
    assert "- RES-1 line" in answer["reason"]


@pytest.mark.req("DEC-42", "DEC-45", refused=True)
def test_who_lies_in_prose_where_the_form_is_asked_for_is_told_of_the_lie_too(client: Client):
    answers = [client.stop("I looked: src/ghost.py:45 has the password.", agent_id="one") for _ in range(3)]
    [first, *_] = answers
    assert "RES-1" in first["reason"]
    assert "src/ghost.py:45 is not there: there is no such file" in first["reason"]
    assert [answer and answer["decision"] for answer in answers] == ["block", "block", None]
    [counted] = [each for each in client.renkei.json("trust") if each["agent"] == "code-explorer"]
    assert counted["false"] > 0


def test_third_lie_is_failed_and_the_count_begins_anew(client: Client):
    answers = [client.stop(LIE) for _ in range(3)]
    assert [answer and answer["decision"] for answer in answers] == ["block", "block", None]
    assert client.stop(LIE)["decision"] == "block"
    assert client.stop(HONEST) is None
    assert [outcome for _, outcome, _ in client.checks()] == ["refused", "refused", "failed", "refused", "accepted"]


def test_agents_are_counted_apart(client: Client):
    for name in ("one", "two", "three"):
        assert client.stop(LIE, agent_id=name)["decision"] == "block"
    assert [attempt for _, _, attempt in client.checks()] == [1, 1, 1]


def test_observe_mode_blocks_nothing(client: Client):
    client.renkei.ok("init", "--claude", "--mode", "observe")
    assert client.stop(LIE) is None
    assert client.checks() == [("code-explorer", "observed", 1)]


@pytest.mark.parametrize("agent", ["poet", "general-purpose", "../../etc/passwd", "", "a/b", "\0", "x" * 300])
def test_agent_without_the_contract_is_only_recorded(client: Client, agent: str):
    (client.folder / ".claude/agents/poet.md").write_text("---\nname: poet\n---\nWrite.\n", "utf-8")
    assert client.stop(LIE, agent_type=agent) is None
    assert client.checks() == [(agent or "agent", "recorded", 1)]


def test_agent_of_somebodys_own_that_carries_the_mark_is_held_to_the_contract(client: Client):
    (client.folder / ".claude/agents/mine.md").write_text("---\nname: mine\n---\n<!-- renkei:contract -->\n", "utf-8")
    assert client.stop(LIE, agent_type="mine")["decision"] == "block"


def test_agents_in_japanese_are_answered_in_japanese(client: Client):
    client.renkei.ok("init", "--claude", "--lang", "ja")
    reason = client.stop(LIE)["reason"]
    assert "src/ghost.py:45" in reason
    assert "Renkei does not accept" not in reason


@pytest.mark.req("RES-8")
def test_sure_result_wants_a_second_look_until_somebody_has_looked(client: Client):
    assert client.stop(SURE) is None
    note = client.came_back()["hookSpecificOutput"]
    assert note["hookEventName"] == "PostToolUse"
    assert "the result of code-explorer is stated with a confidence of 85 or more" in note["additionalContext"]
    assert client.lead_stops() == {"decision": "block", "reason": note["additionalContext"]}
    assert client.lead_stops(active=True) is None
    assert client.lead_stops() is None


@pytest.mark.req("RES-8")
def test_nobody_is_held_for_a_second_look_that_was_taken(client: Client):
    client.stop(SURE)
    client.stop(
        report("src/app.py:1", agent="verification-specialist"), agent_type="verification-specialist", agent_id="v"
    )
    assert client.came_back() is None
    assert client.lead_stops() is None


@pytest.mark.req("RES-8", "DEC-20")
def test_a_second_look_is_asked_for_once_an_agent_may_be_started_again(client: Client):
    client.answer(event("PreCompact", client.folder, agent_id="", agent_type="", trigger="auto"))
    client.stop(SURE)
    assert client.came_back() is None
    assert client.lead_stops() is None
    client.answer(event("UserPromptSubmit", client.folder, agent_id="", agent_type="", prompt="Go on."))
    assert client.lead_stops()["decision"] == "block"


@pytest.mark.req("RES-8")
def test_observe_mode_tells_the_person_of_the_second_look_and_holds_nobody(client: Client):
    client.renkei.ok("init", "--claude", "--mode", "observe")
    client.stop(SURE)
    assert list(client.came_back()) == ["systemMessage"]
    assert client.lead_stops() is None


@pytest.mark.req("RES-8")
@pytest.mark.parametrize(
    "text", [HONEST, LIE, SURE.replace("src/app.py:1", "src/ghost.py:1")], ids=["70", "lie", "sure lie"]
)
def test_result_that_is_not_sure_or_not_accepted_wants_no_second_look(client: Client, text: str):
    client.stop(text)
    assert "85 or more" not in str(client.came_back())
    assert "85 or more" not in str(client.lead_stops())


def test_second_look_of_another_session_is_not_asked_for(client: Client):
    client.stop(SURE, session_id="another")
    assert client.lead_stops() is None


def test_references_are_checked_in_the_linked_work_tree_and_kept_in_the_main_store(client: Client, tmp_path: Path):
    linked = tmp_path / "linked"
    git(client.folder, "worktree", "add", "--quiet", str(linked))
    (linked / "src/new.py").write_text("def login(user):\n", "utf-8")
    new = report("src/new.py:1")
    assert client.answer(stop(linked / "src", new)) is None
    assert client.stop(new)["decision"] == "block"
    assert client.answer(stop(linked, LIE), env={"CLAUDE_PROJECT_DIR": str(client.folder)})["decision"] == "block"
    assert [outcome for _, outcome, _ in client.checks()] == ["accepted", "refused", "refused"]
    assert not (linked / ".renkei").exists()


def test_submodule_that_a_client_names_is_a_project_of_its_own(client: Client, tmp_path: Path):
    git(client.folder, "submodule", "--quiet", "add", str(repository(tmp_path / "other")), "vendored")
    vendored = client.folder / "vendored"
    assert client.answer(stop(vendored, LIE), env={"CLAUDE_PROJECT_DIR": str(vendored)}) is None
    assert client.checks() == []
    client.renkei.enter(vendored)
    client.renkei.ok("init", "--claude", "--mode", "enforce")
    assert client.answer(stop(vendored, LIE))["decision"] == "block"
    assert client.answer(stop(vendored, HONEST)) is None
    client.renkei.enter(client.folder)
    assert client.checks() == []


@pytest.mark.req("DEC-45", refused=True)
@pytest.mark.parametrize("place", ["/", "plain", "another repository"])
def test_folder_that_is_no_part_of_the_project_does_not_switch_the_check_off(
    client: Client, tmp_path: Path, place: str
):
    folders = {"/": Path("/"), "plain": tmp_path / "plain", "another repository": tmp_path / "other"}
    folders["plain"].mkdir()
    repository(folders["another repository"])
    assert client.answer(stop(folders[place], LIE))["decision"] == "block"
    assert client.answer(stop(folders[place], HONEST)) is None
    assert [outcome for _, outcome, _ in client.checks()] == ["refused", "accepted"]


def test_project_that_the_client_names_decides(client: Client, tmp_path: Path):
    other = repository(tmp_path / "other")
    assert client.answer(stop(Path("/"), LIE), env={"CLAUDE_PROJECT_DIR": str(other)}) is None
    assert client.checks() == []


def test_folder_outside_git_works_too(client: Client, tmp_path: Path):
    plain = tmp_path / "plain"
    (plain / "sub").mkdir(parents=True)
    (plain / "app.py").write_text("def login(user):\n", "utf-8")
    client.renkei.enter(plain)
    client.renkei.ok("init", "--claude", "--mode", "enforce")
    env = {"CLAUDE_PROJECT_DIR": str(plain)}
    assert client.answer(stop(plain / "sub", report("app.py:1")), env) is None
    assert client.answer(stop(plain / "sub", LIE), env)["decision"] == "block"
    assert client.checks()[0][1] == "accepted"


def test_part_of_a_repository_can_be_a_project(client: Client):
    part = client.folder / "src"
    client.renkei.enter(part)
    client.renkei.ok("--project", ".", "init", "--claude", "--mode", "enforce")
    env = {"CLAUDE_PROJECT_DIR": str(part)}
    assert client.answer(stop(part, report("app.py:1")), env) is None
    assert client.answer(stop(part, LIE), env)["decision"] == "block"
    assert (part / ".renkei/renkei.db").is_file()
    client.renkei.enter(client.folder)
    assert client.checks() == []


def judged(client: Client) -> Any:
    """What the log keeps of the last check."""
    return [event["data"] for event in client.renkei.log() if event["type"] == "ClaimChecked"][-1]


def messages(client: Client) -> list[str]:
    return [each["message"] for each in judged(client)["violations"] if each["rule"] == "RES-12"]


@pytest.mark.req("RES-12")
def test_receipts_bear_a_result_out_line_by_line(client: Client):
    certain = report("src/app.py:2", confidence=95).replace("def login(user):", "return user.ok")
    client.read(content="def login(user):\n", numLines=1, startLine=1, totalLines=3)
    client.stop(certain)
    assert messages(client) == [
        "a confidence of 95 needs code evidence that a recorded tool call opened",
        "src/app.py:2 is there, but no recorded tool call opened it",
    ]
    client.read(content="    return user.ok\n", numLines=2, startLine=2, totalLines=3)
    client.stop(certain)
    assert messages(client) == []


@pytest.mark.req("RES-12")
def test_many_references_of_an_agent_that_opened_nothing_are_told(client: Client):
    client.stop(report("src/app.py:1", confidence=80))
    assert messages(client) == ["code is quoted for src/app.py:1, and no recorded tool call opened that file"]
    (client.folder / "src/more.py").write_text("def login(user):\n", "utf-8")
    client.stop(report("src/app.py:1", "src/app.py:2", "src/more.py:1", confidence=80))
    assert messages(client) == ["3 places are cited, and no tool call that opened a file is recorded"]


@pytest.mark.req("ORCH-3")
def test_what_a_result_marks_as_worth_keeping_is_kept(client: Client):
    client.answer(stop(client.folder, "Done.\n\nLEARNED: the cache is never cleared on logout", agent_type="Explore"))
    (found,) = client.renkei.json("insights", "list")["insights"]
    assert (found["category"], found["source"]) == ("learned", "Explore")
    assert found["content"] == "the cache is never cleared on logout"
