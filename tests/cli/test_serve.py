"""Who comes in at `renkei serve`: by its own name, from its own page, with a person's credential."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.cli_run import Cli
from tests.support.run_project import made_repository
from tests.support.web_server import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for what only asks."""
    with serving(made_repository(tmp_path_factory.mktemp("web") / "project")) as served:
        yield served


class TestAPerson:
    @pytest.mark.req("UI-2")
    def test_enters_with_the_address_and_stays_by_a_cookie(self, served: Served):
        entered = served.ask(f"/?token={served.token}&lang=ja")
        assert (entered.status, entered.headers["location"]) == (303, "/?lang=ja")
        cookie = entered.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        answer = served.ask("/", cookie=served.enter())
        assert answer.status == 200
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["referrer-policy"] == "no-referrer"

    def test_may_show_the_start_token_as_a_script_does(self, served: Served):
        assert served.ask("/", authorization=f"Bearer {served.token}").status == 200

    @pytest.mark.req("UI-2", refused=True)
    @pytest.mark.parametrize("path", ["/", "/api/snapshot", "/nothing", "/?token=wrong", "/?token=", "/mcpage"])
    def test_without_a_credential_sees_nothing(self, served: Served, path: str):
        answer = served.ask(path)
        assert (answer.status, answer.headers["www-authenticate"]) == (401, "Bearer")

    @pytest.mark.parametrize("cookie", ["renkei_1=x", "{name}=", "{name}=wrong", "{name}=\xff", "; ;=", "{name}"])
    def test_with_another_cookie_sees_nothing(self, served: Served, cookie: str):
        assert served.ask("/", cookie=cookie.format(name=f"renkei_{served.port}")).status == 401

    def test_is_led_nowhere_else_by_the_address(self, served: Served):
        assert served.ask(f"//evil.example/?token={served.token}").headers["location"] == "/evil.example/"


class TestAnAgent:
    @pytest.mark.req("UI-2", "DEC-51", refused=True)
    def test_opens_nothing_of_a_person_with_its_token(self, team: Cli):
        token = team.ok("agent", "token", "bob").out.strip()
        with serving(team.folder) as served:
            cookie = served.enter()
            for shown in ({"authorization": f"Bearer {token}"}, {"x_renkei_token": token}):
                assert served.ask("/", **shown).status == 401
                assert served.ask("/", cookie=cookie, **shown).status == 401, "who shows it is an agent"
            assert served.ask(f"/?token={token}").status == 401

    @pytest.mark.req("DEC-51", refused=True)
    def test_may_not_start_the_server(self, team: Cli):
        token = team.ok("agent", "token", "bob").out.strip()
        ran = team("serve", "--port", "0", env={"RENKEI_TOKEN": token})
        assert (ran.code, "[ACTOR-3]" in ran.err) == (4, True)


class TestAnotherSite:
    @pytest.mark.req("UI-2", refused=True)
    @pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "", "localhost.evil.example:80"])
    def test_is_not_answered_in_our_name(self, served: Served, host: str):
        assert served.ask("/", host=host, cookie=served.enter()).status == 421

    def test_we_answer_to_localhost_too(self, served: Served):
        assert served.ask("/", host=f"LOCALHOST:{served.port}", cookie=served.enter()).status == 200

    @pytest.mark.req("UI-2", refused=True)
    @pytest.mark.parametrize("origin", ["null", "http://evil.example", "http://localhost:3000", "https://127.0.0.1"])
    @pytest.mark.parametrize("path", ["/api/actions", "/mcp", "/hooks"])
    def test_may_not_write(self, served: Served, origin: str, path: str):
        assert served.ask(path, "POST", b"{}", origin=origin, cookie=served.enter()).status == 403

    def test_our_own_page_comes_through(self, served: Served):
        origin = f"http://127.0.0.1:{served.port}"
        assert served.ask("/", "POST", b"{}", origin=origin, cookie=served.enter()).status == 405


class TestTheEnd:
    def test_comes_at_once_though_somebody_holds_a_connection(self, tmp_path: Path):
        with serving(made_repository(tmp_path / "project")) as served:
            with socket.create_connection(("127.0.0.1", served.port)) as held:
                held.sendall(b"GET / HTTP/1.1\r\n")
                started = time.monotonic()
                assert served.end() == 0
            assert time.monotonic() - started < 5

    def test_a_port_that_is_taken_is_told(self, served: Served, tmp_path: Path, team: Cli):
        ran = team("serve", "--port", str(served.port))
        assert (ran.code, f"Port {served.port}" in ran.err) == (5, True)
        assert team("serve", "--port", "65536").code == 2
