"""What `from renkei import ...` offers: the example of its page runs as it stands, and loading it costs nothing."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import renkei
from renkei.protocol.messages import Freeform, FreeformDraft
from tests.support.run_project import made_repository

PAGE = Path(__file__).parents[2] / "docs" / "python-api.md"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("RENKEI_TOKEN", raising=False)
    folder = made_repository(tmp_path / "project")
    monkeypatch.chdir(folder)
    return folder


def test_the_example_of_the_page_runs_as_it_stands(repository: Path):
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    exec(compile(example, str(PAGE), "exec"), {})  # noqa: S102
    assert (repository / ".renkei" / "renkei.db").is_file()


def test_every_name_that_is_offered_is_there_and_no_other():
    assert all(getattr(renkei, name) is not None for name in renkei.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = renkei.nothing


def test_the_page_names_what_is_offered():
    told = PAGE.read_text("utf-8")
    assert [name for name in renkei.__all__ if name not in told] == ["Done", "Project", "__version__"]


def test_importing_it_loads_none_of_it():
    script = "import sys, renkei; print([name for name in sys.modules if name.startswith('renkei.')])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['renkei._version']"


def test_a_review_of_a_repository_comes_to_a_verdict(repository: Path):
    with renkei.open_project(repository) as project:
        assert renkei.review_repository(project, "README.md").audit.verdict in ("GO", "INCOMPLETE")
    assert not (repository / ".renkei").exists()


@pytest.mark.parametrize("name", ["nowhere", "README.md"])
def test_a_folder_that_is_not_there_is_no_project_around_it(repository: Path, name: str):
    with pytest.raises(renkei.NotFound, match=name):
        renkei.open_project(repository / name)


def test_an_empty_name_is_nobody(repository: Path):
    with renkei.open_project(repository) as project, pytest.raises(renkei.BadInput):
        project.actor("")


@pytest.mark.parametrize(
    "message", [None, "hello", 5, [], {}, {"type": "FREEFORM", "to": "bob", "payload": {}, "x": 1}]
)
def test_what_is_no_message_is_refused_as_bad_input(repository: Path, message: Any):
    with renkei.open_project(repository) as project:
        renkei.add_agent(project, "bob", role="dev")
        with pytest.raises(renkei.BadInput, match="message is not valid"):
            renkei.send(project, message)
        assert renkei.inbox(project, "bob").items == []


def test_a_message_that_is_typed_is_sent_as_it_is(repository: Path):
    draft = FreeformDraft(type="FREEFORM", to="bob", payload=Freeform(body="Hello"))
    with renkei.open_project(repository) as project:
        renkei.add_agent(project, "bob", role="dev")
        sent = renkei.send(project, draft)
        assert [message.id for message in renkei.inbox(project, "bob").items] == [sent.id]


@pytest.mark.req("DEC-23", refused=True)
@pytest.mark.parametrize("dialect", ["markdown", "nonsense"])
def test_a_dialect_that_nobody_can_ask_for_is_bad_input(repository: Path, dialect: Any):
    with renkei.open_project(repository) as project, pytest.raises(renkei.BadInput, match="expected one of written"):
        renkei.check_result(project, "See README.md:1.", dialect=dialect)


def test_a_mistake_is_told_in_words_of_no_way_in(repository: Path):
    with renkei.open_project(repository) as project, pytest.raises(renkei.BadInput, match="The request is not valid"):
        renkei.add_agent(project, "b b", role="dev")
    assert not (repository / ".renkei").exists()


@pytest.mark.parametrize("limit", [0, -1, -(10**30), "x", None, 1.5, True])
def test_what_is_no_number_of_entries_is_bad_input(repository: Path, limit: Any):
    with renkei.open_project(repository) as project:
        renkei.add_agent(project, "bob", role="dev")
        for look in (
            lambda: renkei.inbox(project, "bob", limit=limit),
            lambda: renkei.read_board(project, limit=limit),
        ):
            with pytest.raises(renkei.BadInput, match="limit: expected a whole number of at least 1"):
                look()


def test_a_page_has_as_many_entries_as_were_asked_for(repository: Path):
    with renkei.open_project(repository) as project:
        renkei.add_agent(project, "bob", role="dev")
        for text in ("one", "two", "three"):
            renkei.send(project, {"type": "FREEFORM", "to": "bob", "payload": {"body": text}})
        page = renkei.inbox(project, "bob", limit=2)
        assert (len(page.items), page.more) == (2, 1)


@pytest.mark.parametrize("was_used", [True, False])
def test_a_project_that_is_closed_answers_no_more(repository: Path, was_used: bool):
    with renkei.open_project(repository) as project:
        renkei.add_agent(project, "bob", role="dev")
    with renkei.open_project(repository) as project:
        if was_used:
            assert renkei.inbox(project, "bob").items == []
    for use in (
        lambda: renkei.inbox(project, "bob"),
        lambda: renkei.read_board(project),
        lambda: renkei.add_agent(project, "eve", role="dev"),
        lambda: renkei.send(project, {"type": "FREEFORM", "to": "bob", "payload": {"body": "late"}}),
    ):
        with pytest.raises(renkei.BadInput, match="is closed"):
            use()
    with renkei.open_project(repository) as project:
        assert renkei.inbox(project, "bob").items == []
        assert [entry.id for entry in renkei.read_board(project).state.agents] == ["bob"]


def test_what_is_offered_says_what_it_does():
    assert [name for name in renkei.__all__ if not getattr(renkei, name).__doc__] == []
