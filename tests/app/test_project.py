"""A project that is open: one opening of its store, who acts, and nothing left behind by what only looks or fails."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from renkei.app import board, clients, contracts, messages, queries, run_plans, runs, store, team
from renkei.app.consent import Permission
from renkei.app.cpf import check_file, derive_verdict
from renkei.app.project import Project, open_project
from renkei.app.run_queries import find_run
from renkei.errors import BadInput, NotFound, Refused, StoreError
from tests.support.run_project import made_repository

HELLO: dict[str, Any] = {"type": "FREEFORM", "to": "bob", "context_summary": "hello", "payload": {"body": "hi"}}
TERMS: dict[str, Any] = {
    "assignee": "bob",
    "inputs": {"description": "Build it"},
    "expected_output": {"format": "a file"},
    "acceptance_criteria": [{"criterion": "It works", "verification_method": "`touch ran`"}],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with open_project(tmp_path) as project:
        team.add_agent(project, "ann", role="lead")
        team.add_agent(project, "bob", role="dev")
    return tmp_path


CONNECTED: list[str] = []


def _count(event: str, args: tuple[Any, ...]) -> None:
    if event == "sqlite3.connect":
        CONNECTED.append(str(args[0]))


sys.addaudithook(_count)


def test_what_is_written_while_the_store_is_replaced_is_not_taken_for_kept(folder: Path):
    path, other = folder / ".renkei/renkei.db", folder / "other.db"
    with open_project(folder) as project:
        before, ann = project.follow_store(), project.actor("ann")
        store.back_up_store(project, str(other))
        messages.send(project, HELLO, actor=ann)
        project.require_same_store(before)
        for each in path.parent.glob("renkei.db-*"):
            each.unlink()
        other.replace(path)
        with pytest.raises(StoreError, match="was removed or replaced"):
            messages.send(project, HELLO, actor=ann)
        with pytest.raises(StoreError, match="may be lost"):
            project.require_same_store(before)
        assert project.follow_store() != before
        assert queries.inbox(project, "bob").items == []
        messages.send(project, HELLO, actor=ann)
        assert len(queries.inbox(project, "bob").items) == 1


def test_what_writes_opens_the_store_as_often_as_what_looks(folder: Path):
    CONNECTED.clear()
    with open_project(folder) as project:
        queries.board(project)
    looked = len(CONNECTED)
    CONNECTED.clear()
    with open_project(folder) as project:
        messages.send(project, HELLO, actor=project.actor("ann"))
        assert len(queries.inbox(project, "bob").items) == 1
        board.set_fields(project, {"goal": "ship"})
        assert queries.board(project).state.goal == "ship"
    assert len(CONNECTED) <= looked


def test_looking_makes_no_store(tmp_path: Path):
    with open_project(tmp_path) as project:
        assert queries.board(project).state.agents == []
        with pytest.raises(NotFound):
            queries.inbox(project, "bob")
    assert not (tmp_path / ".renkei").exists()


def test_what_fails_makes_no_store(tmp_path: Path):
    with open_project(tmp_path) as project:
        with pytest.raises(BadInput):
            messages.send(project, HELLO)
        with pytest.raises(NotFound):
            project.actor("ann")
    assert not (tmp_path / ".renkei").exists()


def test_a_token_makes_its_bearer_that_agent_and_nobody_else(folder: Path):
    with open_project(folder) as project:
        token = team.issue_token(project, "bob").secret
    with open_project(folder, env={"RENKEI_TOKEN": token}) as project:
        assert project.actor().name == "bob"
        with pytest.raises(Refused, match=r"."):
            project.actor("ann")
        with pytest.raises(Refused):
            team.add_agent(project, "carl", role="dev")
    with open_project(folder, env={"RENKEI_TOKEN": "guessed"}) as project, pytest.raises(Refused):
        project.actor()


def test_what_the_caller_should_know_is_returned_and_told_in_its_language(folder: Path):
    refs = [{"type": "artifact", "id": "T-9"}]
    with open_project(folder, lang="ja") as project:
        done = messages.send(project, {**HELLO, "related_state_refs": refs}, actor=project.actor("ann"))
    assert len(done.warnings) == 1
    assert "T-9" in done.warnings[0]
    assert not done.warnings[0].isascii()


def test_without_anybody_to_ask_no_code_is_run(folder: Path):
    (folder / ".renkei" / "config.toml").write_text('[verify]\ncommands = ["touch ran"]\n', "utf-8")
    with open_project(folder) as project:
        ann, bob = project.actor("ann"), project.actor("bob")
        name = contracts.offer(project, TERMS, actor=ann).id
        assert name is not None
        contracts.accept(project, name, actor=bob)
        contracts.deliver(project, name, {"status": "completed", "summary": "done"}, actor=bob)
        verified = contracts.verify(project, name)
    assert (verified.runs, verified.contract.row.state) == ((), "delivered")
    assert not (folder / "ran").exists()


def test_a_caller_that_can_be_asked_decides_whether_code_is_run(folder: Path):
    (folder / ".renkei" / "config.toml").write_text('[verify]\ncommands = ["touch ran"]\n', "utf-8")
    asked = Asked(answer=True)
    with open_project(folder, env={"XDG_STATE_HOME": str(folder / "state")}, caller=asked) as project:
        ann, bob = project.actor("ann"), project.actor("bob")
        name = contracts.offer(project, TERMS, actor=ann).id
        assert name is not None
        contracts.accept(project, name, actor=bob)
        contracts.deliver(project, name, {"status": "completed", "summary": "done"}, actor=bob)
        verified = contracts.verify(project, name)
    assert asked.commands == ["touch ran"]
    assert [run.exit_code for run in verified.runs] == [0]
    assert (folder / "ran").exists()


class Asked:
    """A person who reads, and answers always the same."""

    is_at_terminal = True
    can_answer = True

    def __init__(self, *, answer: bool) -> None:
        self.answer = answer
        self.commands: list[str] = []

    def note(self, text: str, /, **params: object) -> None:
        pass

    def progress(self, items: Any, label: str, *, total: int | None = None) -> Any:
        return iter(items)

    def ask_consent(self, folder: Path, commands: Any) -> bool:
        self.commands += commands
        return self.answer


def test_a_closed_project_has_let_go_of_its_store(folder: Path):
    project = open_project(folder)
    assert isinstance(project, Project)
    queries.board(project)
    project.close()
    (folder / ".renkei" / "renkei.db").rename(folder / "moved.db")


def test_the_verdict_of_a_review_directory_is_asked_of_the_application_layer(tmp_path: Path):
    (tmp_path / "review").mkdir()
    with open_project(tmp_path) as project, pytest.raises(BadInput, match="review"):
        derive_verdict(project, "review", kind="impl")


def test_a_file_that_breaks_the_form_of_a_review_is_an_answer_and_no_error():
    checked = check_file(b"VERDICT:MAYBE\n", "a.cpf")
    assert (checked.is_valid, checked.document, checked.kind) == (False, None, None)
    with pytest.raises(BadInput, match="UTF-8"):
        check_file(b"\xff\xfe\x00", "a.cpf")


ONLY_A_PERSON: dict[str, Callable[[Project, list[str]], object]] = {
    "import": lambda project, log: store.import_log(project, log, "log"),
    "remove what init did": lambda project, _: clients.remove_setup(project),
    "clean up": lambda project, _: runs.find_leftovers(project, remove=True),
}
PLAYBOOK = """\
name: tiny
roles: {dev: {prompt: Be brief.}}
tasks:
  - id: build
    role: dev
    outputs: [b.py]
    script: [{write: {path: b.py, text: "y = 1"}}, {report: {summary: Built.}}]
"""


@pytest.mark.req("DEC-51", refused=True)
@pytest.mark.parametrize("name", ONLY_A_PERSON)
def test_a_use_case_asks_itself_who_may_whatever_the_way_in_has_asked(folder: Path, name: str):
    with open_project(folder) as project:
        log = list(store.export_log(project))
        token = team.issue_token(project, "ann").secret
        seq = len(list(store.export_log(project)))
    with open_project(folder, env={"RENKEI_TOKEN": token}) as project, pytest.raises(Refused):
        ONLY_A_PERSON[name](project, log)
    with open_project(folder) as project:
        lines = list(store.export_log(project))
    assert [json.loads(line).get("type") for line in lines[seq:]] == ["RuleRefused"]


@pytest.mark.req("DEC-51")
@pytest.mark.parametrize("name", ONLY_A_PERSON)
def test_a_person_may(folder: Path, name: str):
    with open_project(folder) as project:
        ONLY_A_PERSON[name](project, list(store.export_log(project)))


@pytest.mark.req("DEC-51", refused=True)
def test_who_may_not_resume_a_run_carries_none_out(tmp_path: Path):
    folder = made_repository(tmp_path / "project", {"tiny.yaml": PLAYBOOK})
    with open_project(folder) as project:
        team.add_agent(project, "bob", role="dev")
        token = team.issue_token(project, "bob").secret
        wanted = run_plans.RunRequest(playbook="tiny.yaml", agents="scripted", variables={}, permission=Permission())
        name = run_plans.start_run(project, run_plans.plan_run(project, wanted))
    with open_project(folder, env={"RENKEI_TOKEN": token}) as project, pytest.raises(Refused):
        runs.attach(project, name, watch=lambda _: None)
    with open_project(folder) as project:
        found = find_run(project, name)
        assert found is not None
        assert (found.state, found.lease) == ("running", 0)
        assert runs.attach(project, name, watch=lambda _: None).row.lease > 0
