"""People with a name: let in by a person, a viewer looks, an operator acts under their name; other machines only so."""

import json
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, get_args

import pytest
from playwright.sync_api import expect

from renkei.app.people import add_person, find_visitor, remove_person
from renkei.app.project import Project, open_project
from renkei.app.team import add_agent, issue_token
from renkei.commands.base import Request
from renkei.commands.messages import PostMessage
from renkei.commands.people import AddPerson
from renkei.errors import BadInput, Refused
from renkei.protocol.actors import PERSON, Actor, Role, person_by_page
from renkei.protocol.documents import validate_model
from tests.support.run_project import made_repository
from tests.support.web_browser import new_context, running_browser
from tests.support.web_certificate import make_certificate
from tests.support.web_server import Answer, Served, serving
from tests.support.web_team import make_team, post

POST: Any = {
    "type": "PostMessage",
    "message": {"type": "FREEFORM", "to": "#general", "payload": {"body": "I have looked at it."}},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_team(tmp_path_factory.mktemp("people") / "project")


@pytest.fixture
def project(folder: Path) -> Iterator[Project]:
    with open_project(folder, env={}) as project:
        yield project


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    with serving(folder) as served:
        yield served


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """As flags."""
    return make_certificate(tmp_path_factory.mktemp("tls"))


def give(served: Served, name: str, command: object = POST, **headers: str) -> Answer:
    document = json.dumps({"id": name, "command": command}).encode()
    return served.ask("/api/actions", "POST", document, content_type="application/json", **headers)


def count_posts(project: Project) -> int:
    with project.reader.read() as view:
        return sum(1 for each in view.events() if each.type == "MessagePosted")


class TestRoles:
    @pytest.mark.req("UI-2")
    def test_an_operator_acts_and_stands_in_the_log_under_their_name(self, served: Served, project: Project):
        token = add_person(project, "mika", role="operator", actor=PERSON).secret
        cookie = served.enter(token)
        assert served.ask("/api/me", cookie=cookie).document == {"name": "mika", "role": "operator"}
        assert give(served, "o-1", cookie=cookie).status == 200
        with project.reader.read() as view:
            newest = [each for each in view.events() if each.type == "MessagePosted"][-1]
        assert (newest.actor, newest.via) == ("person", "page:mika")
        page = served.ask("/api/channels/general/messages", cookie=cookie).document
        assert page["items"][-1]["by"] == "mika"

    @pytest.mark.req("UI-2", refused=True)
    @pytest.mark.parametrize(
        "command",
        [
            POST,
            {"type": "Decide", "id": "D-sessions", "option": "JWT"},
            {"type": "ReadChannel", "reader": "person", "channel": "general"},
            {"type": "MoveRun", "run": "R-1", "step": "resume"},
            {"type": "AddPerson", "name": "eve", "role": "operator"},
        ],
    )
    def test_a_viewer_looks_and_changes_nothing(self, served: Served, project: Project, command: dict[str, Any]):
        cookie = served.enter(add_person(project, "noor", role="viewer", actor=PERSON).secret)
        before = count_posts(project)
        assert served.ask("/api/snapshot", cookie=cookie).status == 200
        answer = give(served, f"v-{command['type']}", command, cookie=cookie)
        assert (answer.status, answer.document["error"]["rule"]) == (403, "ACTOR-8")
        assert count_posts(project) == before

    @pytest.mark.req("UI-2", "DEC-51", refused=True)
    @pytest.mark.parametrize("tag", ["IssueToken", "RevokeToken", "AddPerson", "RemovePerson"])
    def test_an_operator_lets_nobody_in(self, served: Served, project: Project, tag: str):
        token = add_person(project, "mika", role="operator", actor=PERSON).secret
        more = {"role": "operator"} if tag == "AddPerson" else {}
        command = {"type": tag, "name": "mika" if tag.endswith("Person") else "builder", **more}
        answer = give(served, f"k-{tag}", command, authorization=f"Bearer {token}")
        error = answer.document["error"]
        assert (answer.status, error["rule"]) == (403, "ACTOR-3")
        assert error["message"].startswith("mika may not")
        assert error["message"].endswith("A person may, at a terminal.")

    def test_who_has_become_a_viewer_acts_no_more(self, project: Project):
        add_person(project, "ines", role="operator", actor=PERSON)
        command = validate_model(PostMessage, {"message": POST["message"]})
        project.hub.do(Request(command=command, actor=person_by_page("ines")))
        add_person(project, "ines", role="viewer", actor=PERSON)
        with pytest.raises(Refused) as refused:
            project.hub.do(Request(command=command, actor=person_by_page("ines")))
        assert refused.value.rule == "ACTOR-8"


class TestCredentials:
    @pytest.mark.req("UI-2", refused=True)
    def test_who_is_removed_is_out_at_once_with_what_they_have_open(self, served: Served, project: Project):
        token = add_person(project, "gus", role="operator", actor=PERSON).secret
        cookie = served.enter(token)
        assert served.ask("/api/snapshot", cookie=cookie).status == 200
        remove_person(project, "gus", actor=PERSON)
        for shown in ({"cookie": cookie}, {"authorization": f"Bearer {token}"}):
            assert served.ask("/api/snapshot", **shown).status == 401
            assert give(served, "gone", **shown).status == 401

    @pytest.mark.req("UI-2", refused=True)
    def test_the_stream_of_who_is_removed_tells_nothing_of_what_comes_then(self, served: Served, project: Project):
        cookie = served.enter(add_person(project, "kit", role="viewer", actor=PERSON).secret)
        begin = served.ask("/api/snapshot", cookie=cookie).document["seq"]
        connection = HTTPConnection("127.0.0.1", served.port, timeout=20)
        connection.request("GET", f"/api/stream?after={begin}", headers={"cookie": cookie})
        with connection.getresponse() as stream:
            assert stream.readline() == b"retry: 1000\n"
            remove_person(project, "kit", actor=PERSON)
            post(project, "lead", "FREEFORM", "#general", {"body": "not for them any more"})
            rest = stream.read()
        connection.close()
        assert b"not for them" not in rest

    def test_a_new_token_ends_the_old_one_and_its_sessions(self, served: Served, project: Project):
        cookie = served.enter(add_person(project, "ada", role="viewer", actor=PERSON).secret)
        add_person(project, "ada", role="viewer", actor=PERSON)
        assert served.ask("/api/snapshot", cookie=cookie).status == 401

    @pytest.mark.req("UI-2", refused=True)
    def test_one_that_has_ended_opens_nothing_and_none_stands_in_the_log(self, project: Project):
        command = AddPerson(name="old", role="viewer", expires=int(time.time()) - 1)
        secret = project.hub.do(Request(command=command, actor=PERSON)).secret or ""
        assert find_visitor(project, secret) is None
        with project.reader.read() as view:
            assert not any(secret in each.data for each in view.events())

    @pytest.mark.req("UI-2", "DEC-51", refused=True)
    def test_an_agents_token_is_no_persons_and_a_persons_is_no_agents(self, served: Served, project: Project):
        agent = issue_token(project, "builder", actor=PERSON).secret
        assert find_visitor(project, agent) is None
        assert served.ask(f"/?token={agent}").status == 401
        assert give(served, "a-1", authorization=f"Bearer {agent}").status == 401
        person = add_person(project, "mika", role="operator", actor=PERSON).secret
        assert served.ask("/mcp", "POST", b"{}", authorization=f"Bearer {person}").status == 401
        with pytest.raises(Refused):
            project.identify_bearer(person)

    @pytest.mark.req("DEC-51", refused=True)
    def test_people_are_let_in_by_a_person_alone(self, project: Project):
        for actor in (Actor(name="lead", via="token"), Actor(name="lead", via="terminal")):
            with pytest.raises(Refused) as refused:
                add_person(project, "eve", role="viewer", actor=actor)
            assert refused.value.rule == "ACTOR-3"

    def test_nobody_is_called_like_an_agent_or_the_other_way_round(self, project: Project):
        add_person(project, "uma", role="viewer", actor=PERSON)
        for name in ("builder", "system", "person"):
            with pytest.raises(BadInput):
                add_person(project, name, role="viewer", actor=PERSON)
        with pytest.raises(BadInput):
            add_agent(project, "uma", role="builder", actor=PERSON)
        with pytest.raises(BadInput):
            add_person(project, "zoe", role="admin", actor=PERSON)


class TestOtherMachines:
    @pytest.mark.req("UI-2")
    def test_come_in_encrypted_and_under_a_name(self, folder: Path, project: Project, certificate: tuple[str, ...]):
        token = add_person(project, "mika", role="operator", actor=PERSON).secret
        with serving(folder, "--address", "0.0.0.0", "--name", "renkei.example", *certificate) as served:  # noqa: S104
            assert served.url == f"https://renkei.example:{served.port}/"
            assert served.token == "", "who started it has no way in without a name"
            assert served.ask("/").status == 401
            entered = served.ask(f"/?token={token}").headers["set-cookie"].lower()
            assert "secure" in entered
            cookie = served.enter(token)
            assert give(served, "tls-1", cookie=cookie).status == 200
            for host, status in (
                (f"renkei.example:{served.port}", 200),
                (f"10.1.2.3:{served.port}", 200),
                (f"evil.example:{served.port}", 421),
                ("renkei.example", 421),
            ):
                assert served.ask("/", cookie=cookie, host=host).status == status, host
            for origin, status in (
                (f"https://renkei.example:{served.port}", 200),
                (f"http://renkei.example:{served.port}", 403),
                ("https://evil.example", 403),
            ):
                assert give(served, "tls-2", cookie=cookie, origin=origin).status == status, origin

    def test_by_an_explicit_word_also_unencrypted(self, folder: Path, project: Project):
        token = add_person(project, "mika", role="viewer", actor=PERSON).secret
        with serving(folder, "--address", "0.0.0.0", "--plain-http") as served:  # noqa: S104
            assert served.ask("/api/me", cookie=served.enter(token)).document["role"] == "viewer"


class TestARestart:
    @pytest.mark.req("UI-1")
    def test_of_the_same_server_ends_no_session(self, tmp_path: Path, project: Project):
        folder = made_repository(tmp_path / "project")
        with serving(folder) as first:
            cookie, port, start = first.enter(), first.port, first.token
            first.end()
        with serving(folder, port=port) as again:
            assert again.ask("/api/snapshot", cookie=cookie).status == 200
            assert again.ask("/api/snapshot", authorization=f"Bearer {start}").status == 401, "that was the old one's"
        with serving(folder) as elsewhere:
            shown = cookie.replace(f"renkei_{port}", f"renkei_{elsewhere.port}")
            assert elsewhere.ask("/api/snapshot", cookie=shown).status == 401

    @pytest.mark.req("UI-2", refused=True)
    def test_what_is_kept_of_sessions_opens_nothing(self, tmp_path: Path):
        state = tmp_path / "state"
        folder = made_repository(tmp_path / "project")
        with serving(folder, env={"XDG_STATE_HOME": str(state)}) as served:
            cookie = served.enter().partition("=")[2]
            (kept,) = state.rglob("*.sessions-*.json")
            assert kept.stat().st_mode & 0o077 == 0
            text = kept.read_text()
            assert cookie not in text
            assert served.token not in text
            (digest,) = json.loads(text)["sessions"]
            assert served.ask("/", cookie=f"renkei_{served.port}={digest}").status == 401
            served.end()
        document = {**json.loads(kept.read_text()), "seen": 1}
        kept.write_text(json.dumps(document))
        with serving(folder, port=served.port, env={"XDG_STATE_HOME": str(state)}) as late:
            assert late.ask("/", cookie=f"renkei_{served.port}={cookie}").status == 401, "that was too long ago"


@pytest.mark.slow
@pytest.mark.req("UI-2", refused=True)
def test_in_a_browser_a_viewer_finds_the_buttons_off_and_an_operator_does_not(
    folder: Path, project: Project, certificate: tuple[str, ...]
):
    tokens = {role: add_person(project, f"a-{role}", role=role, actor=PERSON).secret for role in get_args(Role)}
    with running_browser() as browser, serving(folder, "--address", "0.0.0.0", *certificate) as served:  # noqa: S104
        for role, token in tokens.items():
            with new_context(browser, ignore_https_errors=True) as context:
                page = context.new_page()
                page.goto(f"https://localhost:{served.port}/?token={token}#/channel/general")
                box = page.get_by_role("textbox", name="Message to #general")
                expect(page.get_by_role("banner").get_by_text(f"a-{role}")).to_be_visible()
                if role == "viewer":
                    expect(box).to_be_disabled()
                    expect(page.get_by_text("looks only")).to_be_visible()
                    page.goto(f"https://localhost:{served.port}/#/needs")
                    expect(page.get_by_role("main").get_by_role("article").first).to_be_visible()
                    page.keyboard.press("n")
                    page.keyboard.press("r")
                    expect(page.get_by_role("button", name="Send answer").first).to_be_disabled()
                    continue
                box.fill("Written by an operator")
                page.keyboard.press("Enter")
                expect(page.get_by_role("feed").get_by_text("Written by an operator")).to_be_visible()
