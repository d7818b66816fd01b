"""Every view and action in a real browser, by role and keyboard; slow, for they take a played team."""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from renkei.app.people import add_person, remove_person
from renkei.app.project import open_project
from renkei.app.team import add_agent
from renkei.protocol.actors import PERSON
from scripts.screenshots import VIEWS, make_project
from tests.support.run_project import made_repository
from tests.support.web_browser import ROOT, new_context, open_page, running_browser
from tests.support.web_server import Served, serving
from tests.support.web_team import fill_channel, post

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_project(tmp_path_factory.mktemp("views") / "teahouse")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    with serving(folder) as served:
        yield served


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    with new_context(browser) as context:
        page = open_page(context, served)
        expect(page.get_by_role("heading", level=1)).to_have_text("Needs you")
        yield page


@pytest.fixture(scope="module")
def axe() -> str:
    """axe-core from npm, where that is there: a tool of development, and nothing that ships."""
    kept = ROOT / "build" / "axe"
    found = kept / "node_modules" / "axe-core" / "axe.min.js"
    if not found.exists():
        if shutil.which("npm") is None:
            pytest.skip("npm is not there")
        kept.mkdir(parents=True, exist_ok=True)
        words = ["npm", "install", "--silent", "--no-save", "--prefix", str(kept), "axe-core"]
        if subprocess.run(words, check=False, timeout=300).returncode:
            pytest.skip("axe-core could not be installed")
    return found.read_text("utf-8")


def go(page: Page, view: str) -> None:
    page.evaluate("address => { location.hash = address }", f"#/{view}")


def find_violations(page: Page, axe: str, name: str) -> list[str]:
    page.evaluate(axe)
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    answer = page.evaluate("tags => axe.run({runOnly: tags})", tags)
    return [f"{name}: {each['id']}: {node['html'][:160]}" for each in answer["violations"] for node in each["nodes"]]


class TestViews:
    @pytest.mark.req("UI-1")
    @pytest.mark.parametrize(
        ("view", "text"),
        [
            ("board", "Who waits for whom"),
            ("runs", "demo"),
            ("runs/R-1/gate", "ROLLBACK_P1"),
            ("runs/R-1/tasks", "build · Feature"),
            ("runs/R-1/report", "Warnings"),
            ("timeline", "reporter"),
            ("contracts", "TC-search"),
            ("contracts/TC-search", "The code is what was specified"),
            ("blockers", "End this block"),
            ("context/builder", "=== Your current state ==="),
            ("spend", "claude-sonnet-4-5"),
            ("trust", "Brier"),
            ("refusals", "ACTOR-6"),
            ("search?q=rotated", "1 found"),
            ("direct/builder~reviewer", "REVIEW_RESULT"),
        ],
    )
    def test_shows_what_it_is_for(self, page: Page, view: str, text: str):
        go(page, view)
        expect(page.get_by_role("main").get_by_text(text).first).to_be_visible()

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_has_no_violation_of_wcag(self, browser: Browser, served: Served, axe: str, scheme: Any):
        found: list[str] = []
        with new_context(browser, color_scheme=scheme) as context:
            page = open_page(context, served)
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            for name, view in VIEWS.items():
                go(page, view)
                expect(page.get_by_role("main").locator("[aria-busy=true]")).to_have_count(0)
                found += find_violations(page, axe, name)
        assert not found, "\n".join(found)

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_what_opens_above_it_has_no_violation_of_wcag(
        self, browser: Browser, served: Served, axe: str, scheme: Any
    ):
        found: list[str] = []
        with new_context(browser, color_scheme=scheme) as context:
            page = open_page(context, served, "channel/general")
            expect(page.get_by_role("feed").get_by_role("article").first).to_be_visible()
            openings = {
                "help": lambda: page.keyboard.press("?"),
                "palette": lambda: page.keyboard.press("Control+k"),
                "typed": lambda: page.get_by_role("button", name="Typed").click(),
            }
            for name, open_it in openings.items():
                page.get_by_role("main").focus()
                open_it()
                expect(page.get_by_role("dialog")).to_be_visible()
                found += find_violations(page, axe, name)
                page.keyboard.press("Escape")
                expect(page.get_by_role("dialog")).to_have_count(0)
            go(page, "blockers")
            page.get_by_role("button", name="End this block").first.click()
            expect(page.get_by_role("dialog")).to_be_visible()
            found += find_violations(page, axe, "reason")
            page.keyboard.press("Escape")
        assert not found, "\n".join(found)

    def test_a_task_of_the_graph_opens_by_key_with_its_prompt_and_its_code(self, page: Page):
        go(page, "runs/R-1")
        page.get_by_role("main").get_by_role("button", name="Guide").focus()
        page.keyboard.press("Enter")
        panel = page.get_by_role("complementary")
        expect(panel.get_by_text("What its agents were told and said")).to_be_visible()
        panel.get_by_role("button", name="docs/guide.md").click()
        expect(panel.get_by_text("It is there")).to_be_visible()
        page.keyboard.press("Escape")
        expect(panel.get_by_role("heading", name="Agents")).to_be_visible()

    def test_a_finding_says_whether_its_code_is_there(self, page: Page):
        go(page, "direct/builder~reviewer")
        page.get_by_role("feed").get_by_role("button", name="src/util.py:9").click()
        expect(page.get_by_role("complementary").get_by_text("There is no such file")).to_be_visible()

    @pytest.mark.req("UI-1")
    def test_speaks_japanese_and_remembers_it(self, page: Page):
        page.get_by_role("button", name="日本語").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("あなたの対応待ち")
        assert page.locator("html").get_attribute("lang") == "ja"


class TestKeys:
    def test_go_anywhere_and_help(self, page: Page):
        page.keyboard.press("Control+k")
        page.get_by_role("combobox").fill("refus")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("Refusals")
        page.keyboard.press("g")
        page.keyboard.press("b")
        expect(page.get_by_role("heading", level=1)).to_have_text("Board")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys and help").get_by_text("Next that needs you")).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("/")
        expect(page.get_by_role("searchbox", name="Search messages")).to_be_focused()
        page.keyboard.type("is:open")
        page.keyboard.press("Enter")
        expect(page.get_by_role("main").get_by_role("status")).to_contain_text("found")

    def test_a_key_that_confirms_a_conversion_chooses_and_sends_nothing(self, page: Page):
        enter = "new KeyboardEvent('keydown', {key: 'Enter', isComposing: true, bubbles: true})"
        confirm = f"field => field.dispatchEvent({enter})"
        page.keyboard.press("Control+K")
        field = page.get_by_role("combobox", name="Go to anything")
        field.fill("board")
        field.evaluate(confirm)
        expect(field).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("Board")
        go(page, "channel/general")
        field = page.get_by_role("textbox", name="Message to #general")
        field.press_sequentially("@bui")
        expect(page.get_by_role("option", name="@builder")).to_be_visible()
        field.evaluate(confirm)
        expect(field).to_have_value("@bui")

    def test_messages_are_walked_and_the_focus_is_never_lost(self, page: Page, folder: Path):
        with open_project(folder, env={}) as project:
            fill_channel(project, 250, "walk")
        go(page, "channel/walk")
        feed = page.get_by_role("feed")
        expect(feed.get_by_text("Message number 249 ")).to_be_visible()
        feed.focus()
        page.keyboard.press("Home")
        expect(feed.get_by_text("Message number 0 ")).to_be_visible()
        for _ in range(40):
            page.keyboard.press("j")
        focused = page.evaluate("document.activeElement.dataset.index")
        assert focused == "40"
        page.keyboard.press("End")
        expect(feed.get_by_text("Message number 249 ")).to_be_visible()
        assert page.evaluate("document.activeElement.closest('r-list') !== null")
        assert page.locator("article[data-index]").count() < 100


class TestActions:
    @pytest.mark.req("UI-2")
    def test_a_typed_message_has_the_fields_of_its_schema(self, page: Page, folder: Path):
        go(page, "channel/general")
        page.get_by_role("button", name="Typed").click()
        dialog = page.get_by_role("dialog", name="Typed message")
        dialog.get_by_role("combobox").first.select_option("KNOWLEDGE_SHARE")
        dialog.get_by_label("topic").fill("Clocks")
        dialog.get_by_label("content").fill("They differ.")
        dialog.get_by_label("relevance_to_recipients").fill("tests")
        dialog.get_by_role("button", name="Send").click()
        expect(page.get_by_role("feed").get_by_text("They differ.")).to_be_visible()

    def test_a_choice_of_a_typed_message_is_taken_back(self, page: Page, folder: Path):
        go(page, "channel/general")
        page.get_by_role("button", name="Typed").click()
        dialog = page.get_by_role("dialog", name="Typed message")
        dialog.get_by_label("body").fill("Not urgent after all.")
        dialog.get_by_label("urgency").select_option("low")
        dialog.get_by_label("urgency").select_option(label="–")
        dialog.get_by_role("button", name="Send").click()
        expect(page.get_by_role("feed").get_by_text("Not urgent after all.")).to_be_visible()

    @pytest.mark.req("UI-2")
    def test_who_is_mentioned_is_offered_while_one_types_and_taken_by_key(self, page: Page, folder: Path):
        go(page, "channel/general")
        field = page.get_by_role("textbox", name="Message to #general")
        field.press_sequentially("Look, @")
        offered = page.get_by_role("listbox", name="Agents").get_by_role("option")
        expect(offered.first).to_be_visible()
        page.keyboard.type("rev")  # where the hands still are
        expect(offered).to_have_text(["@reviewer"])
        page.keyboard.press("Tab")
        expect(field).to_have_value("Look, @reviewer ")
        page.keyboard.press("Enter")
        expect(page.get_by_role("feed")).to_contain_text("Look, @reviewer")

    @pytest.mark.req("UI-2")
    def test_a_question_is_answered_in_words_and_a_block_is_ended_with_a_reason(self, page: Page, folder: Path):
        with open_project(folder, env={}) as project:
            post(project, "lead", "FREEFORM", "person", {"body": "May the guide go?", "requires_response": True})
        question = page.get_by_role("main").get_by_role("article", name="Question: May the guide go?")
        question.get_by_role("button", name="Answer").click()
        question.get_by_label("Your answer").fill("Yes, in the next release.")
        question.get_by_role("button", name="Send answer").click()
        expect(question).to_have_count(0)
        go(page, "blockers")
        page.get_by_role("button", name="End this block").first.click()
        page.get_by_role("dialog").get_by_label("Why").fill("Decided otherwise.")
        page.get_by_role("dialog").get_by_role("button", name="End it").click()
        expect(page.get_by_text("Nothing holds anybody up")).to_be_visible()

    @pytest.mark.req("UI-2")
    def test_a_question_that_holds_somebody_up_is_answered_where_the_block_stands(self, page: Page, folder: Path):
        options = [{"label": label, "analysis": "It is one.", "recommendation_score": 0.5} for label in ("Red", "Blue")]
        with open_project(folder, env={}) as project:
            asked = {"decision_id": "D-colour", "question": "Which colour?", "options": options}
            post(project, "architect", "DECISION_REQUEST", "person", asked)
            held = {
                "original_task_ref": "R-1/deliver",
                "blocked_by": "decision:D-colour",
                "needed": "the colour",
                "can_continue_partially": False,
            }
            post(project, "builder", "TASK_BLOCKED", "lead", held)
        go(page, "board")
        waits = page.get_by_role("region", name="Who waits for whom").get_by_role("listitem").filter(has_text="colour")
        expect(waits).to_contain_text("You")
        waits.get_by_role("link").click()
        block = page.get_by_role("main").get_by_role("article").filter(has_text="Which colour?")
        beside = page.get_by_role("complementary").get_by_role("article", name="Decision: Which colour?")
        expect(beside).to_have_count(0)  # it is asked once
        block.get_by_role("button", name="Blue").click()
        expect(page.get_by_text("Answered: Blue")).to_be_visible()
        expect(block).to_have_count(0)

    @pytest.mark.req("UI-2", refused=True)
    def test_what_is_pressed_twice_is_done_once(self, page: Page):
        go(page, "channel/twice")
        page.get_by_role("button", name="Typed").click()
        dialog = page.get_by_role("dialog", name="Typed message")
        dialog.get_by_label("body").fill("clicked twice")
        dialog.get_by_role("button", name="Send").dblclick()
        rows = page.get_by_role("feed").get_by_role("article")
        expect(rows).to_have_count(1)

    @pytest.mark.req("UI-2", refused=True)
    @pytest.mark.parametrize("is_cut_off", [False, True])
    def test_what_is_sent_again_because_no_answer_came_is_done_once(self, page: Page, is_cut_off: bool):
        channel = f"lost-{is_cut_off}".lower()
        go(page, f"channel/{channel}")
        field = page.get_by_role("textbox", name=f"Message to #{channel}")

        def lose_answer(route: Route) -> None:
            answer = route.fetch()
            if is_cut_off:
                route.fulfill(status=200, content_type="application/json", body=answer.body()[:-1])
            else:
                route.abort()

        page.route("**/api/actions", lose_answer, times=1)
        field.fill("its answer was lost")
        field.press("Enter")
        rows = page.get_by_role("feed").get_by_role("article")
        expect(page.get_by_text("The server did not answer")).to_be_visible()
        expect(rows).to_have_count(1)
        expect(field).to_have_value("its answer was lost")
        field.press("Enter")
        expect(field).to_have_value("")
        page.reload()
        expect(rows).to_have_count(1)

    @pytest.mark.req("UI-2")
    def test_an_agent_is_stopped_after_a_question(self, page: Page):
        go(page, "board")
        page.get_by_role("article", name="reporter").click()
        page.get_by_role("button", name="Stop agent").click()
        page.get_by_role("dialog").get_by_role("button", name="Stop reporter").click()
        expect(page.get_by_role("article", name="reporter")).to_have_count(0)

    @pytest.mark.req("UI-2", refused=True)
    def test_what_a_rule_refuses_is_told_and_changes_nothing(self, page: Page):
        answer = page.evaluate(
            """async () => (await fetch('/api/actions', {method: 'POST', headers: {'Content-Type': 'application/json'},
            body: JSON.stringify({id: 'x1', command: {type: 'MoveRun', run: 'R-1', step: 'pause'}})})).status"""
        )
        assert answer == 403


class TestLive:
    @pytest.mark.req("UI-1")
    def test_says_that_the_server_is_away_and_its_buttons_are_off(self, browser: Browser, folder: Path):
        with new_context(browser) as context:
            with serving(folder) as first:
                page = open_page(context, first, "channel/away")
                with open_project(folder, env={}) as project:
                    fill_channel(project, 2, "away")
                expect(page.get_by_role("feed").get_by_role("article")).to_have_count(2)
            expect(page.get_by_text("reconnecting since")).to_be_visible()
            expect(page.get_by_role("textbox", name="Message to #away")).to_be_disabled()

    @pytest.mark.req("UI-1")
    def test_goes_on_after_a_restart_without_a_gap_or_a_double(self, browser: Browser, folder: Path):
        with new_context(browser) as context, open_project(folder, env={}) as project:
            with serving(folder) as first:
                page = open_page(context, first, "channel/restart")
                fill_channel(project, 3, "restart")
                rows = page.get_by_role("feed").get_by_role("article")
                expect(rows).to_have_count(3)
                first.end()
            expect(page.get_by_text("reconnecting since")).to_be_visible()
            fill_channel(project, 2, "restart")  # while no server is there
            with serving(folder, port=first.port):
                expect(rows).to_have_count(5, timeout=15_000)
                expect(page.get_by_role("banner").get_by_text("live", exact=True)).to_be_visible()
                post(project, "lead", "FREEFORM", "#restart", {"body": "after it"})
                expect(page.get_by_role("feed").get_by_text("after it")).to_be_visible()
                names = rows.evaluate_all("rows => rows.map(each => each.dataset.id)")
                assert len(names) == len(set(names)) == 6
                page.get_by_role("textbox", name="Message to #restart").fill("I am still in")
                page.keyboard.press("Enter")
                expect(page.get_by_role("feed").get_by_text("I am still in")).to_be_visible()

    @pytest.mark.req("UI-1")
    def test_a_server_that_says_nothing_is_not_called_live(self, browser: Browser, folder: Path):
        with new_context(browser) as context, serving(folder) as stuck:
            page = open_page(context, stuck, "channel/stuck")
            state = page.get_by_role("banner").get_by_role("status")
            expect(state).to_have_text("live")
            os.kill(stuck.process.pid, signal.SIGSTOP)  # as a network that is gone: nobody closes the connection
            expect(state).to_contain_text("reconnecting since", timeout=60_000)
            os.kill(stuck.process.pid, signal.SIGCONT)
            with open_project(folder, env={}) as project:
                fill_channel(project, 1, "stuck")
            expect(page.get_by_role("feed").get_by_role("article")).to_have_count(1)
            expect(state).to_have_text("live")

    @pytest.mark.req("UI-1", refused=True)
    def test_who_is_removed_while_they_look_is_told_and_sees_nothing_more(self, browser: Browser, folder: Path):
        with open_project(folder, env={}) as project, serving(folder) as served:
            token = add_person(project, "guest", role="viewer", actor=PERSON).secret
            with new_context(browser) as context:
                page = context.new_page()
                page.goto(f"http://127.0.0.1:{served.port}/?token={token}#/channel/general")
                expect(page.get_by_text("looks only")).to_be_visible()
                remove_person(project, "guest", actor=PERSON)
                expect(page.get_by_text("Open the address that")).to_be_visible()

    def test_twelve_tabs_share_one_stream(self, browser: Browser, served: Served, folder: Path):
        with new_context(browser) as context:
            pages = [open_page(context, served, "channel/tabs") for _ in range(12)]
            with open_project(folder, env={}) as project:
                post(project, "lead", "FREEFORM", "#tabs", {"body": "to all tabs"})
            for page in pages:
                expect(page.get_by_text("to all tabs")).to_be_visible(timeout=15_000)

    def test_who_reads_further_up_is_not_moved(self, page: Page, folder: Path):
        with open_project(folder, env={}) as project:
            fill_channel(project, 120, "calm")
            go(page, "channel/calm")
            feed = page.get_by_role("feed")
            expect(feed.get_by_text("Message number 119 ")).to_be_visible()
            feed.focus()
            page.keyboard.press("Home")
            expect(feed.get_by_text("Message number 0 ")).to_be_visible()
            post(project, "lead", "FREEFORM", "#calm", {"body": "late news"})
            pill = page.get_by_role("button", name="1 new message")
            expect(pill).to_be_visible()
            expect(feed.get_by_text("Message number 0 ")).to_be_visible()
            pill.click()
            expect(feed.get_by_text("late news")).to_be_visible()


def test_pure_modules_hold_in_the_browser(page: Page):
    """Reducers take each event once, whatever comes twice."""
    state = page.evaluate(
        """async () => {
            const {EMPTY, takeSnapshot, takeEvents, takePage, missingPages} = await import('/static/store.js');
            const thread = {name: '#a', kind: 'channel', members: [], count: 0, unread: 0, last: 0};
            let state = takeSnapshot(EMPTY, {seq: 5, needs: [], threads: [thread], agents: [], runs: [], blockers: [], usage: {}});
            state = takePage(state, {thread: '#a', total: 0, first: 0, items: [], seq: 5});
            const post = seq => ({seq, type: 'MessagePosted', data: {id: 'MSG-' + seq, seq, thread: '#a', from: 'x', type: 'FREEFORM', readers: [], expected_response_type: [], in_reply_to: null}});
            for (const events of [[post(6)], [post(6), post(7)], [post(5)], [post(8)]]) state = takeEvents(state, events).state;
            const page = state.pages.get('#a');
            return {seq: state.seq, total: page.total, count: state.threads[0].count, missing: missingPages({total: 250, items: page.items}, 90, 210)};
        }"""  # noqa: E501
    )
    assert state == {"seq": 8, "total": 3, "count": 3, "missing": [[0, 100], [100, 200], [200, 300]]}
    assert json.dumps(state)


def test_an_address_keeps_every_character_of_what_is_searched_for(page: Page):
    go(page, "search?q=" + "C%2B%2B%20%26%20D%3F%20100%25")
    expect(page.get_by_role("main").get_by_role("searchbox").or_(page.locator("main input")).first).to_have_value(
        "C++ & D? 100%"
    )
    go(page, "%E0%A4%A")  # nobody could have written it: the page goes on
    expect(page.get_by_role("heading", level=1)).to_have_text("Needs you")


def test_what_came_by_the_stream_is_forgotten_far_from_the_end(page: Page):
    kept = page.evaluate(
        """async () => {
            const {EMPTY, takeSnapshot, takeEvents, takePage} = await import('/static/store.js');
            let state = takeSnapshot(EMPTY, {seq: 1, needs: [], threads: [{name: '#a', kind: 'channel', members: [], count: 0, unread: 0, last: 0}], agents: [], runs: [], blockers: [], usage: {}});
            state = takePage(state, {thread: '#a', total: 0, first: 0, items: [], seq: 1});
            for (let seq = 2; seq < 20002; seq += 1) state = takeEvents(state, [{seq, type: 'MessagePosted', data: {id: 'MSG-' + seq, seq, thread: '#a', from: 'x', type: 'FREEFORM', readers: [], expected_response_type: [], in_reply_to: null}}]).state;
            const page = state.pages.get('#a');
            return [page.total, page.items.size, page.items.has(19999)];
        }"""  # noqa: E501
    )
    assert kept[0] == 20_000
    assert kept[1] <= 4_001
    assert kept[2]


@pytest.mark.req("UI-1", refused=True)
def test_a_text_that_turns_its_direction_or_is_not_seen_is_written_out(page: Page, folder: Path):
    hidden = "harmless \u202egnp.exe, a\u200bb, \u3164."
    with open_project(folder, env={}) as project:
        post(project, "builder", "FREEFORM", "#turned", {"body": f"{hidden} 漢字 \u2764\ufe0f"})
    go(page, "channel/turned")
    feed = page.get_by_role("feed")
    expect(feed).to_contain_text("harmless \\u202egnp.exe, a\\u200bb, \\u3164. 漢字 \u2764\ufe0f")


@pytest.mark.req("UI-2")
def test_the_first_word_in_an_empty_project_is_seen(browser: Browser, tmp_path: Path):
    with new_context(browser) as context, serving(made_repository(tmp_path / "project")) as served:
        page = open_page(context, served, "channel/general")
        expect(page.get_by_text("Nothing has been said here yet")).to_be_visible()
        for body in ("the first word", "the second word"):
            page.get_by_role("textbox", name="Message to #general").fill(body)
            page.keyboard.press("Enter")
            expect(page.get_by_role("feed").get_by_text(body)).to_be_visible()
        expect(page.get_by_role("feed").get_by_role("article")).to_have_count(2)


@pytest.mark.parametrize("view", ["needs", "spend", "trust", "refusals", "contracts", "runs", "timeline"])
def test_on_the_narrowest_phone_a_view_is_not_wider_than_it(browser: Browser, served: Served, view: str):
    with new_context(browser) as context:
        page = open_page(context, served, view)
        page.set_viewport_size({"width": 320, "height": 700})
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("main").locator("[aria-busy=true]")).to_have_count(0)
        assert page.evaluate("document.querySelector('.main-body').scrollWidth") <= 320


@pytest.mark.req("UI-1")
def test_a_report_is_whole_on_paper_and_dark_on_light_there(page: Page, served: Served):
    page.goto(f"{served.url.partition('?')[0]}api/runs/R-1/report")
    page.set_viewport_size({"width": 720, "height": 1000})
    page.emulate_media(media="print", color_scheme="dark")
    boxes = page.locator(".box")
    expect(boxes).to_have_count(9)
    assert max(boxes.evaluate_all("boxes => boxes.map(each => each.getBoundingClientRect().right)")) <= 720
    assert page.locator("body").evaluate("body => getComputedStyle(body).color") == "rgb(0, 0, 0)"


@pytest.mark.parametrize("width", [320, 1440])
def test_a_long_name_and_a_word_without_end_are_whole(browser: Browser, tmp_path: Path, width: int):
    long = {"label": "x" * 90, "analysis": "-", "pros": "-", "cons": "-", "recommendation_score": 0.5}
    asked = {"decision_id": "D-long", "question": "Q" * 400, "options": [long, {**long, "label": "no"}]}
    with open_project(made_repository(tmp_path / "project"), env={}) as project:
        add_agent(project, "a" * 60, role="builder", actor=PERSON)
        post(project, "a" * 60, "FREEFORM", "#general", {"body": "hello"})
        post(project, "a" * 60, "DECISION_REQUEST", "person", asked)
    with new_context(browser) as context, serving(tmp_path / "project") as served:
        page = open_page(context, served)
        page.set_viewport_size({"width": width, "height": 700})
        for view in ("needs", "board", "channel/general", f"direct/{'a' * 60}~person", "context", "search?q=is:open"):
            go(page, view)
            expect(page.get_by_role("main")).to_contain_text("a" * 60 if view != "needs" else "Q" * 400)
            cut_off = page.evaluate(FIND_CUT_OFF)
            assert not cut_off, (view, cut_off)


FIND_CUT_OFF = """() => [...document.querySelectorAll('#app :is(strong, span, p, button)')]
    .filter(each => each.getBoundingClientRect().width && each.getBoundingClientRect().right > innerWidth)
    .map(each => each.outerHTML.slice(0, 100))"""
"""What stands beyond the right side of the page."""


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_on_the_narrowest_phone_the_hint_of_where_to_write_is_whole(browser: Browser, served: Served, lang: str):
    with new_context(browser) as context:
        context.add_init_script(f"if (location.host) localStorage.setItem('renkei.lang', '{lang}')")
        page = open_page(context, served, "direct/builder~reviewer")
        page.set_viewport_size({"width": 320, "height": 700})
        box = page.locator("#write")
        expect(box).to_be_enabled()
        wide, room = box.evaluate(
            """node => {
                const style = getComputedStyle(node);
                const canvas = document.createElement('canvas').getContext('2d');
                canvas.font = style.font;
                const room = node.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
                return [canvas.measureText(node.placeholder).width, room];
            }"""
        )
        assert 0 < wide <= room


def test_rows_of_a_thread_that_grows_state_no_size_that_is_not_its_own(page: Page, folder: Path):
    with open_project(folder, env={}) as project:
        fill_channel(project, 2, "size")
        go(page, "channel/size")
        rows = page.get_by_role("feed").get_by_role("article")
        expect(rows).to_have_count(2)
        fill_channel(project, 1, "size")
        expect(rows).to_have_count(3)
    stated = rows.evaluate_all("rows => rows.map(each => [each.ariaPosInSet, each.ariaSetSize])")
    assert stated == [["1", "-1"], ["2", "-1"], ["3", "-1"]]  # -1: not known, for more may come


@pytest.mark.req("UI-1", refused=True)
def test_a_text_without_end_holds_up_nobody(page: Page, folder: Path):
    with open_project(folder, env={}) as project:
        for endless in ("w" * 90_000, "a.b/" * 20_000, "- x\n" * 20_000, "日本" * 20_000):
            post(project, "builder", "FREEFORM", "#endless", {"body": endless})
        post(project, "builder", "FREEFORM", "#endless", {"body": "What follows is read."})
    go(page, "channel/endless")
    feed = page.get_by_role("feed")
    expect(feed).to_contain_text("What follows is read.")
    expect(feed.locator("summary").last).to_contain_text("more characters")
    assert page.evaluate("document.querySelectorAll('*').length") < 8000
