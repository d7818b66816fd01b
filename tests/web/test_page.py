"""The page in a real browser: what waits is answered, what comes is shown, what agents write stays text."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from renkei.app.project import open_project
from tests.support.web_browser import new_context, open_page, running_browser
from tests.support.web_server import Served, free_port, serving
from tests.support.web_team import fill_channel, make_team, post


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as browser:
        yield browser


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_team(tmp_path / "project")


@pytest.fixture
def served(folder: Path) -> Iterator[Served]:
    with serving(folder) as served:
        yield served


class TestOversight:
    @pytest.mark.req("UI-1", "UI-2")
    def test_a_decision_is_answered_by_key_and_news_come_by_themselves(
        self, browser: Browser, served: Served, folder: Path
    ):
        with new_context(browser) as context, open_project(folder, env={}) as project:
            page = open_page(context, served)
            need = page.get_by_role("main").get_by_role("article", name="Decision: Sessions or JWT for the web client?")
            expect(need).to_be_visible()
            expect(need.get_by_text("simple to revoke")).to_be_visible()
            page.keyboard.press("n")
            expect(need).to_be_focused()
            page.keyboard.press("1")
            expect(page.get_by_text("Answered: Sessions")).to_be_visible()
            expect(need).to_have_count(0)
            with project.reader.read() as view:
                answers = [each for each in view.events() if each.type == "DecisionResolved"]
            assert [(each.actor, each.document()["chosen_option"]) for each in answers] == [("person", "Sessions")]

            page.get_by_role("link", name="general").click()
            feed = page.get_by_role("feed", name="Messages in #general")
            expect(feed.get_by_role("article")).to_have_count(4)
            page.get_by_role("textbox", name="Message to #general").fill("Well done, @builder")
            page.keyboard.press("Enter")
            expect(feed.get_by_text("Well done,")).to_be_visible()
            hostile = '<img src=x onerror="document.title=\'gone\'"><script>document.title="gone"</script>'
            post(project, "builder", "FREEFORM", "#general", {"body": hostile})
            expect(feed.get_by_text(hostile)).to_be_visible()
            assert page.title() != "gone"
            assert page.locator("article img, article script").count() == 0

    @pytest.mark.req("UI-1", refused=True)
    def test_another_log_behind_a_server_that_was_away_is_read_anew(self, browser: Browser, folder: Path):
        stored, backup, port = folder / ".renkei", folder.parent / "backup", free_port()
        shutil.copytree(stored, backup)
        with new_context(browser) as context:
            with serving(folder, port=port) as served, open_project(folder, env={}) as project:
                page = open_page(context, served, "channel/general")
                feed = page.get_by_role("feed", name="Messages in #general")
                expect(feed.get_by_role("article")).to_have_count(4)
                post(project, "builder", "FREEFORM", "#general", {"body": "of the log that goes"})
                expect(feed.get_by_text("of the log that goes")).to_be_visible()
            shutil.rmtree(stored)
            shutil.copytree(backup, stored)
            with open_project(folder, env={}) as project:
                fill_channel(project, 6, "general")
            with serving(folder, port=port):
                expect(feed.get_by_text("Message number 5 of the load.")).to_be_visible(timeout=20_000)
                expect(feed.get_by_role("article")).to_have_count(10)
                expect(feed.get_by_text("of the log that goes")).to_have_count(0)
