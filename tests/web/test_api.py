"""The API as a program uses it: a snapshot with a seq, a stream from there without a gap, commands done once."""

import json
import re
import shutil
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from renkei.app.decisions import decide
from renkei.app.project import open_project
from renkei.app.spend import record_spend
from renkei.app.team import issue_token
from renkei.errors import Refused
from renkei.protocol.actors import PERSON
from renkei.protocol.spend import Spend
from tests.support.web_server import Answer, Served, serving
from tests.support.web_team import actor, fill_channel, make_team, post

RESET = b"event: reset\ndata: {}\n\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_team(tmp_path_factory.mktemp("api") / "project")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    with serving(folder) as served:
        yield served


def get(served: Served, path: str) -> Answer:
    return served.ask(path, authorization=f"Bearer {served.token}")


def give(served: Served, document: object, **headers: str) -> Answer:
    shown = headers or {"authorization": f"Bearer {served.token}"}
    return served.ask("/api/actions", "POST", json.dumps(document).encode(), content_type="application/json", **shown)


def read_stream(served: Served, after: int | str, up_to: int) -> list[dict[str, Any]]:
    """The events of the stream, until one of this seq has come."""
    connection = HTTPConnection("127.0.0.1", served.port, timeout=20)
    connection.request(
        "GET", "/api/stream", headers={"authorization": f"Bearer {served.token}", "last-event-id": str(after)}
    )
    found: list[dict[str, Any]] = []
    with connection.getresponse() as stream:
        while not found or found[-1]["seq"] < up_to:
            line = stream.readline()
            assert line, "the stream ended"
            assert b"event: reset" not in line
            if line.startswith(b"data: "):
                found += json.loads(line[6:])
    connection.close()
    return found


def read_stream_id(served: Served, after: str) -> str:
    """The id of the first event."""
    connection = HTTPConnection("127.0.0.1", served.port, timeout=20)
    connection.request("GET", f"/api/stream?after={after}", headers={"authorization": f"Bearer {served.token}"})
    with connection.getresponse() as stream:
        line = b""
        while not line.startswith(b"id: "):
            line = stream.readline()
            assert line, "the stream ended"
    connection.close()
    return line[4:].decode().strip()


class TestQueries:
    @pytest.mark.req("UI-1")
    def test_every_address_of_the_document_answers(self, served: Served):
        document = get(served, "/api").document
        assert document["openapi"].startswith("3.1")
        given = {"channel": "general", "id": "MSG-3", "name": "builder", "type": "FREEFORM", "task": "x"}
        for path, methods in document["paths"].items():
            if "get" not in methods or "runs" in path or "stream" in path or "contracts/{" in path:
                continue
            query = "?q=token" if path.endswith("search") else "?ref=src/auth.py:1" if path.endswith("source") else ""
            answer = get(served, path.format(**given) + query)
            assert answer.status in (200, 404), (path, answer.body)
            assert answer.status == 200 or "{id}" in path

    @pytest.mark.parametrize("name", ["MSG-99999999999999999999", f"MSG-{'9' * 150}", "MSG-９", "yesterday"])
    def test_no_message_can_end_the_page_by_what_it_claims_to_answer(self, served: Served, folder: Path, name: str):
        with open_project(folder, env={}) as project:
            sent = post(project, "builder", "FREEFORM", "#replies", {"body": "a strange answer"}, in_reply_to=name)
        assert get(served, "/api/snapshot").status == 200
        found = get(served, "/api/search?q=strange").document["items"]
        assert sent in [each["id"] for each in found]

    @pytest.mark.parametrize(
        ("path", "status"),
        [
            ("/api/channels/nowhere/messages", 404),
            ("/api/channels/general/messages?from=x", 400),
            ("/api/search", 400),
            ("/api/search?q=type:x", 400),
            ("/api/runs/R-9", 404),
            ("/api/stream?after=x", 400),
            ("/api/words?lang=fr", 400),
            ("/static/../gate.py", 404),
            ("/static/nothing.js", 404),
        ],
    )
    def test_what_cannot_be_answered_says_why(self, served: Served, path: str, status: int):
        assert get(served, path).status == status

    @pytest.mark.parametrize(
        ("path", "method", "status", "said"),
        [
            ("/api/nothing", "GET", 404, "Nothing is at /api/nothing."),
            ("/nothing", "GET", 404, "Nothing is at /nothing."),
            ("/api/snapshot", "DELETE", 405, "/api/snapshot takes no DELETE."),
        ],
    )
    def test_what_is_not_served_is_told_as_every_error_is(
        self, served: Served, path: str, method: str, status: int, said: str
    ):
        answer = served.ask(path, method, authorization=f"Bearer {served.token}")
        assert (answer.status, answer.document["error"]["message"].startswith(said)) == (status, True)
        japanese = served.ask(path, method, authorization=f"Bearer {served.token}", accept_language="ja")
        assert "/api" in japanese.document["error"]["message"]
        assert japanese.document != answer.document

    @pytest.mark.parametrize("port", ["1" * 5000, "٨", "0x1", ""])
    def test_a_name_with_a_port_that_is_none_is_not_its_own(self, served: Served, port: str):
        host = f"127.0.0.1:{port}".encode().decode("latin-1")
        assert served.ask("/", authorization=f"Bearer {served.token}", host=host).status == 421

    def test_the_page_may_load_nothing_from_elsewhere(self, served: Served):
        answer = get(served, "/")
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "require-trusted-types-for 'script'" in policy
        assert "unsafe" not in policy
        assert (
            served.ask("/", authorization=f"Bearer {served.token}", if_none_match=answer.headers["etag"]).status == 304
        )

    def test_its_files_are_kept_by_a_browser_while_they_are_the_same(self, served: Served):
        page = get(served, "/").body.decode()
        address = re.search(r'src="(/static/[0-9a-f]{12}/page\.js)"', page)
        assert address
        assert "immutable" in get(served, address[1]).headers["cache-control"]
        assert get(served, "/static/0123456789ab/app.js").headers["cache-control"] == "no-cache"

    @pytest.mark.req("UI-1")
    def test_its_scripts_and_styles_are_60_kilobytes_at_most(self, served: Served):
        page = get(served, "/").body.decode()
        files = [*re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css))"', page), "/static/stream-worker.js"]
        assert len(files) == 3
        sent = [served.ask(each, authorization=f"Bearer {served.token}", accept_encoding="gzip, br") for each in files]
        assert {each.headers["content-encoding"] for each in sent} == {"gzip"}
        assert sum(len(each.body) for each in sent) <= 60_000
        assert b"sidebar" in get(served, files[1]).body  # who asks for nothing packed gets it as it stands

    def test_rules_are_told_in_the_language_of_the_reader(self, served: Served, folder: Path):
        with open_project(folder, env={}) as project, pytest.raises(Refused):
            decide(project, "D-sessions", option="JWT", actor=actor("builder"))
        texts = [get(served, f"/api/refusals?lang={lang}").document["rules"] for lang in ("en", "ja")]
        assert texts[0].keys() == texts[1].keys() != set()
        assert all(texts[0][rule] != texts[1][rule] for rule in texts[0])
        assert get(served, "/api/refusals?lang=xx").status == 400

    def test_what_is_refused_is_told_in_the_language_of_the_reader(self, served: Served):
        key = f"Bearer {served.token}"
        said = {
            lang: served.ask("/api/runs/R-9", authorization=key, accept_language=lang).document["error"]["message"]
            for lang in ("en", "ja", "fr;q=1, ja")
        }
        assert said["en"] == said["fr;q=1, ja"] == "There is no run R-9. `renkei runs` lists them."
        assert said["ja"] != said["en"]

    def test_the_document_names_ids_that_are_there(self, served: Served):
        paths = get(served, "/api").document["paths"]
        tried = 0
        for path, each in paths.items():
            parameters = each.get("get", {}).get("parameters", [])
            if "example" in (parameters or [{}])[0]:
                address = re.sub(r"\{\w+\}", quote(parameters[0]["example"], safe=""), path, count=1)
                assert get(served, address).status == 200, address
                tried += 1
        assert tried >= 5


class TestLimits:
    @pytest.mark.req("UI-1")
    def test_who_may_use_no_more_today_needs_the_person_until_the_limit_is_raised(self, served: Served, folder: Path):
        limit = {"type": "SetCap", "agent": "builder", "tokens": 100, "micros": 5_000_000}
        assert give(served, {"id": "cap-1", "command": limit}).status == 200
        with open_project(folder, env={}) as project:
            record_spend(project, [Spend(agent="builder", input=90, output=30)], agent="builder", actor=PERSON)
        [need] = [each for each in get(served, "/api/snapshot").document["needs"] if each["kind"] == "cap"]
        assert need["cap"] == {
            "agent": "builder", "tokens": 100, "micros": 5_000_000, "unit": "tokens", "used": 120, "limit": 100,
        }  # fmt: skip
        assert give(served, {"id": "cap-2", "command": {**limit, "tokens": 240}}).status == 200
        assert not [each for each in get(served, "/api/snapshot").document["needs"] if each["kind"] == "cap"]


class TestStream:
    @pytest.mark.req("UI-1")
    def test_goes_on_where_a_browser_was_also_after_a_restart(self, folder: Path):
        with serving(folder) as served:
            begin = get(served, "/api/snapshot").document["seq"]
            with open_project(folder, env={}) as project:
                fill_channel(project, 3, "live")
                with project.reader.read() as view:
                    middle = view.head.seq
            first = read_stream(served, begin, middle)
        with open_project(folder, env={}) as project:
            fill_channel(project, 2, "live")  # while no server is there
        with serving(folder) as served:
            head = get(served, "/api/snapshot").document["seq"]
            rest = read_stream(served, first[-1]["seq"], head)
        assert sorted({each["seq"] for each in [*first, *rest]}) == list(range(begin + 1, head + 1))
        assert not {each["seq"] for each in first} & {each["seq"] for each in rest}

    def test_who_is_ahead_of_the_log_begins_anew(self, served: Served):
        answer = get(served, "/api/stream?after=99999999")
        assert answer.body == RESET

    @pytest.mark.req("UI-1", refused=True)
    def test_who_knows_another_log_begins_anew_however_long_this_one_is(self, tmp_path: Path):
        folder = make_team(tmp_path / "project")
        shutil.copytree(folder, tmp_path / "other")
        with serving(folder) as served:
            shared = get(served, "/api/snapshot").document["place"]
            with open_project(folder, env={}) as project:
                fill_channel(project, 2, "ours")
            known = get(served, "/api/snapshot").document
            last = known["seq"]
            assert read_stream(served, shared, last)[-1]["seq"] == last
            assert read_stream_id(served, shared) == known["place"]
        with open_project(tmp_path / "other", env={}) as project:
            fill_channel(project, 4, "theirs")
        with serving(tmp_path / "other") as served:
            assert get(served, f"/api/stream?after={known['place']}").body == RESET
            assert get(served, f"/api/stream?after={shared}&after={known['place']}").body == RESET
            assert read_stream(served, shared, last + 1)[0]["data"]["thread"] == "#theirs"
            assert get(served, f"/api/stream?after={last}:x").status == 400

    def test_ends_at_once_with_the_server(self, folder: Path):
        with serving(folder) as served:
            connection = HTTPConnection("127.0.0.1", served.port, timeout=20)
            connection.request("GET", "/api/stream", headers={"authorization": f"Bearer {served.token}"})
            with connection.getresponse() as stream:
                stream.readline()
                assert served.end() == 0
            connection.close()


NO_ACTIONS = (
    b"",
    b"{",
    b"[]",
    b'{"id": 1}',
    b'{"id": "\\ud800", "command": {"type": "ReadChannel", "reader": "person", "channel": "general"}}',
    b'{"id": "a\\u0000", "command": {"type": "ReadChannel", "reader": "person", "channel": "general"}}',
)
"""Also ids that no store keeps: half a character, one that is not seen."""


class TestActions:
    @pytest.mark.req("UI-2", refused=True)
    def test_an_agents_token_gives_no_command_of_a_person(self, served: Served, folder: Path):
        with open_project(folder, env={}) as project:
            token = issue_token(project, "builder").secret
        command = {"type": "Decide", "id": "D-sessions", "option": "JWT", "why": "I say so"}
        document = {"id": "x", "command": command}
        assert give(served, document, authorization=f"Bearer {token}").status == 401
        assert give(served, document, cookie=served.enter(), x_renkei_token=token).status == 401
        assert any(need["id"] == "D-sessions" for need in get(served, "/api/snapshot").document["needs"])

    @pytest.mark.parametrize("body", [*NO_ACTIONS, b"[" * 100_000, b"x" * 300_000])
    def test_what_is_no_action_is_refused_with_words(self, served: Served, body: bytes):
        headers = {"authorization": f"Bearer {served.token}", "content_type": "application/json"}
        answer = served.ask("/api/actions", "POST", body, **headers)
        assert answer.status == 400
        assert answer.document["error"]["message"]
