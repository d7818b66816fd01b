"""Runs on the page: one that was started with it, what it asks and a person answers there, the specs it works on."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser, expect

from renkei.app.project import open_project
from renkei.app.run_queries import find_run
from renkei.app.sdd import set_up_sdd
from tests.support.cli_run import COMMAND, REHEARSE
from tests.support.run_project import git, made_repository, task, writes
from tests.support.web_browser import new_context, open_page, running_browser
from tests.support.web_server import Served, serving, serving_by

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as browser:
        yield browser


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return made_repository(tmp_path / "project")


def write_playbook(folder: Path, *tasks: dict[str, Any]) -> str:
    path = folder.parent / "p.yaml"
    path.write_text(yaml.safe_dump({"name": "p", "roles": {"writer": {}}, "tasks": list(tasks)}))
    return str(path)


def state_of(folder: Path) -> str:
    with open_project(folder, env={}) as project:
        row = find_run(project, "R-1")
        return row.state if row else ""


def test_a_demo_whose_page_is_closed_while_the_team_is_at_work_ends_in_words(folder: Path):
    words = [str(COMMAND), "demo", "--serve", "--no-browser"]
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout
        next(line for line in process.stdout if "architect" in line)
        process.terminate()
        assert "Traceback" not in process.communicate(timeout=60)[0]
        assert process.returncode == 0


class TestARunWithItsPage:
    @pytest.mark.req("UI-1", "UI-2")
    @pytest.mark.parametrize("by", ["button", "key"])
    def test_is_opened_and_what_it_asks_is_answered_there(self, browser: Browser, folder: Path, by: str):
        path = write_playbook(folder, writes("spec"), task("ok", "spec", kind="approve"), writes("code", "ok"))
        with serving_by(folder, "run", path, "--serve", *REHEARSE) as served, new_context(browser) as context:
            assert served.url.endswith("#/runs/R-1")
            page = context.new_page()
            page.goto(served.url)
            expect(page.get_by_role("heading", level=1)).to_have_text("p · R-1")
            main = page.get_by_role("main")
            need = main.get_by_role("region", name="Needs you").get_by_role("article").first
            expect(need).to_be_visible(timeout=60_000)
            expect(main.get_by_role("button", name="ok")).to_contain_text("waiting")
            expect(main.get_by_role("button", name="code")).to_contain_text("planned")
            if by == "button":
                need.get_by_role("button", name="approve").click()
            else:
                page.keyboard.press("n")
                page.keyboard.press("a")
            expect(main.get_by_role("button", name="code")).to_contain_text("completed", timeout=60_000)
        assert git(folder, "log", "--oneline", "--all", "--", "docs/code.md")

    def test_shows_the_part_of_a_long_graph_that_is_at_work(self, browser: Browser, folder: Path):
        steps = ["first", "second", "third", "fourth"]
        made = [writes(name, *steps[:number][-1:]) for number, name in enumerate(steps)]
        path = write_playbook(folder, *made, task("ok", "fourth", kind="approve"), writes("last", "ok"))
        with serving_by(folder, "run", path, "--serve", *REHEARSE) as served, new_context(browser) as context:
            page = context.new_page()
            page.set_viewport_size({"width": 800, "height": 1200})
            page.goto(served.url)
            node = page.get_by_role("main").get_by_role("button", name="ok")
            expect(node).to_contain_text("waiting", timeout=60_000)
            page.reload()
            expect(node).to_be_in_viewport()

    @pytest.mark.req("UI-2")
    def test_is_paused_and_goes_on_and_is_ended_from_the_page(self, browser: Browser, folder: Path):
        path = write_playbook(folder, task("ok", kind="approve"), writes("code", "ok"))
        with serving_by(folder, "run", path, "--serve", *REHEARSE) as served, new_context(browser) as context:
            page = context.new_page()
            page.goto(served.url)
            main = page.get_by_role("main")
            main.get_by_role("button", name="Pause").click()
            expect(page.get_by_text("R-1 is paused: nothing new begins")).to_be_visible()
            page.keyboard.press("u")
            expect(page.get_by_text("R-1 goes on")).to_be_visible()
            expect(main.get_by_role("button", name="Pause")).to_be_visible()
            page.keyboard.press("p")
            expect(main.get_by_role("button", name="Pause")).to_have_count(0)
            main.get_by_role("button", name="Go on").first.click()
            expect(main.get_by_role("button", name="Pause")).to_be_visible()
            main.get_by_role("button", name="End", exact=True).click()
            page.get_by_role("dialog").get_by_role("button", name="End the run").click()
            expect(main.get_by_text("stopped").first).to_be_visible()
        assert state_of(folder) == "stopped"

    @pytest.mark.req("UI-2")
    def test_goes_on_against_a_failure_with_a_reason_alone(self, browser: Browser, folder: Path):
        failing = task("a", script=[{"report": "nonsense"}], on_failure={"retries": 0, "then": "escalate"})
        path = write_playbook(folder, failing, writes("code"))
        with serving_by(folder, "run", path, "--serve", *REHEARSE) as served, new_context(browser) as context:
            page = context.new_page()
            page.goto(served.url)
            need = page.get_by_role("main").get_by_role("region", name="Needs you").get_by_role("article").first
            need.get_by_role("button", name="skip").click(timeout=60_000)
            dialog = page.get_by_role("dialog")
            expect(dialog).to_contain_text("“skip” overrides this")
            page.keyboard.press("Escape")
            expect(need.get_by_role("button", name="skip")).to_be_enabled()  # nothing was decided
            need.get_by_role("button", name="skip").click()
            dialog.get_by_label("Why").fill("The guide is written by hand.")
            dialog.get_by_role("button", name="Override").click()
            expect(page.get_by_text("Answered: skip")).to_be_visible()
        with open_project(folder, env={}) as project, project.reader.read() as view:
            told = [each.document() for each in view.events() if each.type == "MessagePosted"]
        assert "The guide is written by hand." in str(told)

    def test_has_no_button_that_becomes_another_one_under_the_hand(self, browser: Browser, folder: Path):
        path = write_playbook(folder, task("ok", kind="approve"), writes("code", "ok"))
        with serving_by(folder, "run", path, "--serve", *REHEARSE):
            pass  # ended: nothing is at work, so that there are Pause, Go on and End, and of a paused one Go on and End
        with serving(folder) as served, new_context(browser) as context:
            page = context.new_page()
            page.goto(served.url)
            page.goto(f"{served.url.split('#')[0].split('?')[0]}#/runs/R-1")
            tools = page.get_by_role("main").locator(".main-head")
            expect(tools.get_by_role("button", name="Pause")).to_be_visible()
            aimed_at = tools.get_by_role("button", name="Go on").element_handle()
            tools.get_by_role("button", name="Pause").click()
            expect(tools.get_by_role("button", name="Pause")).to_have_count(0)
            assert aimed_at.text_content() == "Go on"

    def test_leaves_room_for_everything_at_the_top_of_a_phone(self, browser: Browser, folder: Path):
        path = write_playbook(folder, task("ok", kind="approve"))
        with serving_by(folder, "run", path, "--serve", *REHEARSE) as served, new_context(browser) as context:
            page = context.new_page()
            page.goto(served.url)
            top = page.get_by_role("banner")
            expect(top.get_by_role("button", name="Pause")).to_be_visible()
            for width in (390, 320):
                page.set_viewport_size({"width": width, "height": 700})
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                box = top.get_by_role("button", name="Pause").bounding_box()
                assert box is not None
                assert box["height"] <= 40
                heading = page.get_by_role("heading", level=1).bounding_box()
                assert heading is not None
                assert heading["height"] <= 40, "the name of the run stands in one line"
                assert page.evaluate("document.querySelector('.main-body').scrollTop") == 0

    @pytest.mark.req("UI-2", refused=True)
    def test_goes_on_once_for_one_id_and_never_when_it_has_ended(self, folder: Path):
        path = write_playbook(folder, task("ok", kind="approve"))
        with serving_by(folder, "run", path, "--serve", *REHEARSE) as served, open_project(folder, env={}) as project:

            def give(name: str, step: str) -> int:
                document = {"id": name, "command": {"type": "MoveRun", "run": "R-1", "step": step}}
                said = {"authorization": f"Bearer {served.token}", "content_type": "application/json"}
                return served.ask("/api/actions", "POST", json.dumps(document).encode(), **said).status

            def find_state() -> str | None:
                row = find_run(project, "R-1")
                return row.state if row else None

            assert [give("1", "pause"), give("2", "resume"), give("3", "pause")] == [200, 200, 200]
            assert (give("2", "resume"), find_state()) == (200, "paused"), "that was done before, and is not done again"
            assert (give("4", "resume"), find_state()) != (200, "paused")
            assert [give("5", "stop"), give("6", "resume")] == [200, 403]
            assert find_state() == "stopped"


class TestSpecs:
    @pytest.fixture
    def served(self, folder: Path) -> Iterator[Served]:
        with open_project(folder, env={}) as project:
            set_up_sdd(project, "auth")
        with serving(folder) as served:
            yield served

    @pytest.mark.req("UI-1")
    def test_stand_above_the_runs_with_their_phase_and_what_is_next(self, browser: Browser, served: Served):
        with new_context(browser) as context:
            page = open_page(context, served, "runs")
            row = page.get_by_role("region", name="Specs").get_by_role("row", name="auth")
            expect(row).to_contain_text("begun")
            expect(row).to_contain_text("renkei sdd design auth")

    @pytest.mark.req("UI-1")
    def test_that_cannot_be_read_are_told_beside_the_others(self, browser: Browser, folder: Path, served: Served):
        (folder / "specs/shop").mkdir()
        (folder / "specs/shop/spec.yaml").write_text("feature_name: shop\nphase: [\n", "utf-8")
        with new_context(browser) as context:
            page = open_page(context, served, "runs")
            expect(page.get_by_role("region", name="Specs").get_by_role("row", name="auth")).to_contain_text("begun")
            expect(page.get_by_role("alert").filter(has_text="shop")).to_contain_text("specs/shop/spec.yaml")
