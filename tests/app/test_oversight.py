"""What the page asks: one state with its seq, threads by number, search, code that a reference speaks of, actions."""

import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from renkei.app.actions import act
from renkei.app.excerpts import read_excerpt
from renkei.app.follower import Follower
from renkei.app.messages import redact
from renkei.app.oversight import News, Oversight
from renkei.app.project import Project, open_project
from renkei.app.search import search
from renkei.errors import BadInput, NotFound, Refused
from renkei.protocol.actors import PERSON
from tests.support.web_team import actor, fill_channel, make_team, post


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_team(tmp_path_factory.mktemp("oversight") / "project")


@pytest.fixture
def project(folder: Path) -> Iterator[Project]:
    with open_project(folder, env={}) as project:
        yield project


@pytest.fixture
def oversight(project: Project) -> Iterator[Oversight]:
    with closing(Oversight(project)) as oversight:
        yield oversight


class TestSnapshot:
    @pytest.mark.req("UI-1")
    def test_has_what_waits_who_is_held_up_and_every_thread(self, oversight: Oversight):
        found = oversight.snapshot()
        decision = next(each for each in found.needs if each.id == "D-sessions")
        assert (decision.kind, decision.sender, decision.holds_up) == ("decision", "architect", ("builder",))
        assert [option["label"] for option in decision.options] == ["Sessions", "JWT"]
        assert {each.name for each in found.threads} >= {"#general", "@builder~lead", "@builder~reviewer"}
        assert {each.id: each.status for each in found.agents}["architect"] == "working"
        with oversight.project.reader.read() as view:
            assert found.seq == view.head.seq


class TestThreads:
    def test_messages_have_dense_numbers_and_any_place_can_be_read(self, oversight: Oversight):
        fill_channel(oversight.project, 30, "numbers")
        newest = oversight.messages("numbers")
        assert (newest.total, newest.first, len(newest.items)) == (30, 0, 30)
        part = oversight.messages("#numbers", 10, 12)
        assert [each["payload"]["body"] for each in part.items] == [
            "Message number 10 of the load.",
            "Message number 11 of the load.",
        ]
        post(oversight.project, "lead", "FREEFORM", "#numbers", {"body": "one more"})
        assert oversight.messages("numbers", 30, 40).items[0]["payload"]["body"] == "one more"

    def test_what_is_not_there_or_too_much_is_refused(self, oversight: Oversight):
        with pytest.raises(NotFound):
            oversight.messages("nowhere")
        with pytest.raises(BadInput):
            oversight.messages("general", -1, 5)

    def test_a_message_stands_with_its_question_and_its_answers(self, oversight: Oversight):
        answer = search(oversight, "type:REVIEW_RESULT").items[0]
        found = oversight.message(answer["id"])
        assert found.parent is not None
        assert found.parent["type"] == "REVIEW_REQUEST"
        assert answer["id"] in [each["id"] for each in oversight.message(found.parent["id"]).replies]


class TestSearch:
    @pytest.mark.parametrize(
        ("query", "types"),
        [
            ("rotated", {"REVIEW_RESULT"}),
            ('"not rotated" from:reviewer', {"REVIEW_RESULT"}),
            ('From:reviewer Type:review_result "not rotated', {"REVIEW_RESULT"}),
            ('"from:reviewer"', set[str]()),
            ("type:decision_request is:open", {"DECISION_REQUEST"}),
            ("to:you type:DECISION_REQUEST", {"DECISION_REQUEST"}),
            ("task:D-sessions", {"DECISION_REQUEST"}),
            ("channel:general from:builder type:STATUS_UPDATE", {"STATUS_UPDATE"}),
            ("before:2001-01-01", set[str]()),
            ("after:2001-01-01 skew", {"KNOWLEDGE_SHARE"}),
            ("run:R-9", set[str]()),
        ],
    )
    def test_words_and_filters(self, oversight: Oversight, query: str, types: set[str]):
        assert {each["type"] for each in search(oversight, query).items} == types

    @pytest.mark.parametrize("query", ["type:NOTHING", "is:closed", "before:yesterday"])
    def test_a_filter_that_says_nothing_is_refused(self, oversight: Oversight, query: str):
        with pytest.raises(BadInput):
            search(oversight, query)

    def test_a_backslash_is_a_letter_like_others(self, oversight: Oversight):
        name = post(oversight.project, "lead", "FREEFORM", "#paths", {"body": r"It lies in C:\teas\black."})
        assert [each["id"] for each in search(oversight, r"C:\teas\black").items] == [name]

    def test_you_are_you_however_it_is_written(self, oversight: Oversight):
        assert search(oversight, "to:You is:Open").items == search(oversight, "to:you is:open").items != []

    def test_what_was_redacted_is_not_found_any_more(self, oversight: Oversight):
        name = post(oversight.project, "lead", "FREEFORM", "#secrets", {"body": "the word is xyzzy"})
        assert search(oversight, "xyzzy").items
        redact(oversight.project, name, actor=PERSON)
        assert not search(oversight, "xyzzy").items
        assert "xyzzy" not in str(oversight.messages("secrets"))


class TestCode:
    def test_a_reference_opens_its_lines_with_the_line_marked(self, project: Project):
        found = read_excerpt(project, "src/auth.py:42", project.say)
        assert found["state"] == "verified"
        assert [line["text"] for line in found["lines"] if line["marked"]] == ["line 42"]

    @pytest.mark.parametrize(
        ("reference", "state"),
        [
            ("src/auth.py:900", "missing_line"),
            ("src/auth.py:0", "missing_line"),
            ("src/auth.py:50-900", "missing_line"),
            ("src/nothing.py:1", "missing_file"),
        ],
    )
    @pytest.mark.req("UI-1", refused=True)
    def test_one_that_is_not_there_says_so(self, project: Project, reference: str, state: str):
        assert read_excerpt(project, reference, project.say)["state"] == state

    @pytest.mark.parametrize(
        ("reference", "state"), [("src", "missing_file"), ("logo.png:3", "unverified"), ("logo.png", "verified")]
    )
    def test_one_without_lines_says_why(self, project: Project, reference: str, state: str):
        (project.settings.project / "logo.png").write_bytes(bytes(64))
        found = read_excerpt(project, reference, project.say)
        assert (found["state"], bool(found["reason"])) == (state, True)

    @pytest.mark.parametrize("reference", ["../secret", "/etc/passwd", "src/../../x:1", "", "a b"])
    def test_nothing_outside_the_project_is_shown(self, project: Project, reference: str):
        with pytest.raises(BadInput):
            read_excerpt(project, reference, project.say)


class TestActions:
    @pytest.mark.req("UI-2")
    def test_the_same_id_is_done_once_and_is_the_persons(self, project: Project):
        message = {"type": "FREEFORM", "to": "#acts", "payload": {"body": "once"}}
        action = {"id": "a-1", "command": {"type": "PostMessage", "message": message}}
        first = act(project, action, actor=PERSON)
        again = act(project, action, actor=PERSON)
        assert (again.done.replayed, again.done.id) == (True, first.done.id)
        with project.reader.read() as view:
            posted = [each for each in view.events() if each.key == "a-1"]
        assert [each.actor for each in posted] == ["person"]

    @pytest.mark.req("UI-2", refused=True)
    def test_an_agent_answers_nothing_that_is_a_persons(self, project: Project):
        command = {"type": "Decide", "id": "D-sessions", "option": "JWT", "why": "I say so"}
        with pytest.raises(Refused):
            act(project, {"id": "a-2", "command": command}, actor=actor("builder"))

    @pytest.mark.parametrize(
        "document",
        [None, [], {}, {"id": "x"}, {"id": "", "command": {}}, {"id": "x", "command": {"type": "LeaseRun"}},
         {"id": "x", "command": {"type": "Decide", "id": "D-1"}}, {"id": "x", "command": {}, "as": "lead"}],
    )  # fmt: skip
    def test_what_is_no_command_from_outside_changes_nothing(self, project: Project, document: object):
        with project.reader.read() as view:
            before = view.head.seq
        with pytest.raises((BadInput, NotFound)):
            act(project, document, actor=PERSON)
        with project.reader.read() as view:
            assert view.head.seq == before


class TestManyAtOnce:
    @pytest.mark.req("UI-1")
    def test_no_answer_knows_more_or_less_than_its_seq_says(self, oversight: Oversight, folder: Path):
        fill_channel(oversight.project, 1, "busy")
        is_over = threading.Event()

        def look() -> list[str]:
            wrong: list[str] = []
            while not is_over.is_set():
                page = oversight.messages("busy")
                seqs = [each["seq"] for each in page.items]
                if page.first + len(seqs) != page.total or seqs[-1] > page.seq:
                    wrong.append(f"{page.first} + {len(seqs)} of {page.total}, {seqs[-1]} at {page.seq}")
            return wrong

        with ThreadPoolExecutor() as pool:
            looking = [pool.submit(look) for _ in range(4)]
            with open_project(folder, env={}) as other:
                fill_channel(other, 80, "busy")
            is_over.set()
            assert [wrong for each in looking for wrong in each.result()] == []


class TestFollower:
    @pytest.mark.req("UI-1")
    def test_everybody_is_told_when_another_store_stands_in_its_place(self, tmp_path: Path):
        folder = make_team(tmp_path / "project")
        store = folder / ".renkei" / "renkei.db"
        shutil.copy(store, tmp_path / "backup.db")
        told: list[object] = []
        came = threading.Event()

        def tell(news: object) -> None:
            told.append(news)
            came.set()

        with open_project(folder, env={}) as project, closing(Oversight(project)) as oversight:
            fill_channel(project, 3, "lost")
            follower = Follower(oversight)
            with closing(follower), follower.listen(tell):
                for each in folder.joinpath(".renkei").glob("renkei.db-*"):
                    each.unlink()
                shutil.copy(tmp_path / "backup.db", tmp_path / "restored.db")
                (tmp_path / "restored.db").replace(store)
                assert came.wait(20)
                assert told == [None]
                came.clear()
                with open_project(folder, env={}) as other:
                    fill_channel(other, 1, "found")
                assert came.wait(20)
            news: Any = told[1]
            assert news.events[0]["data"]["thread"] == "#found"

    def test_everybody_is_told_each_event_once_and_in_order(self, oversight: Oversight):
        follower = Follower(oversight)
        told: list[list[int]] = [[], []]

        def take(news: News | None, mine: list[int]) -> None:
            mine.extend(each["seq"] for each in (news.events if news else ()))

        with (
            closing(follower),
            follower.listen(lambda news: take(news, told[0])) as begin,
            follower.listen(lambda news: take(news, told[1])),
        ):
            fill_channel(oversight.project, 5, "told")
            with oversight.project.reader.read() as view:
                head = view.head.seq
            for _ in range(200):
                if told[0] and told[1] and told[0][-1] == told[1][-1] == head:
                    break
                oversight.project.reader.log.wait_for_events(head, 0.02)
        assert told[0] == told[1] == list(range(begin + 1, head + 1))
