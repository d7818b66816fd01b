"""Makes a picture of every view of the page, in both languages and both colour schemes: `make screenshots`.

The team is a real one: the demonstration is played, then its members say and try what there is to see. Another one is
in the middle of a run.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import yaml
from playwright.sync_api import Browser, sync_playwright

from renkei.app.decisions import decide
from renkei.app.demo import play
from renkei.app.project import Project, open_project
from renkei.app.results import Recording, check_result
from renkei.app.sdd import set_up_sdd
from renkei.app.spend import record_spend
from renkei.errors import Refused
from renkei.protocol.claims import Usage
from renkei.protocol.spend import Spend
from tests.support.run_project import made_repository, task, writes
from tests.support.web_server import Served, serving, serving_by
from tests.support.web_team import actor, fill

ROOT: Final = Path(__file__).parents[1]
WIDE: Final = {"width": 1440, "height": 900}
NARROW: Final = {"width": 390, "height": 844}
VIEWS: Final = {
    "needs": "needs",
    "channel": "channel/general",
    "thread": "direct/builder~reviewer",
    "board": "board",
    "runs": "runs",
    "graph": "runs/R-1",
    "gate": "runs/R-1/gate",
    "tasks": "runs/R-1/tasks",
    "report": "runs/R-1/report",
    "timeline": "timeline",
    "contracts": "contracts",
    "contract": "contracts/TC-search",
    "blockers": "blockers",
    "context": "context/builder",
    "spend": "spend",
    "trust": "trust",
    "refusals": "refusals",
    "search": "search?q=token",
}
"""What a picture is called, and where its view stands."""
AT_WORK: Final = {"work": "runs/R-1", "work-tasks": "runs/R-1/tasks", "work-needs": "needs", "work-board": "board"}
"""The same of a run in progress: agents at work, and questions that wait."""

_RESULT: Final = """# TASK RESULT
- **Agent**: {agent}
- **Status**: SUCCESS
- **Confidence**: {sure}

## Findings
- `docs/spec.md:1` is there.
- `{place}` says what it should.
"""


_QUESTION: Final = {
    "question": "Are prices shown with tax?",
    "key": "tax",
    "options": ["with tax", "without tax"],
    "recommended": "with tax",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "screenshots")
    parser.add_argument("--only", default="", help="the names of views, with commas")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    only = given.only.split(",") if given.only else [*VIEWS, *AT_WORK]
    browser_path = subprocess.run([ROOT / "scripts" / "browser"], stdout=subprocess.PIPE, text=True, check=True).stdout
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        folder = Path(scratch).resolve() / "teahouse"
        browser = playwright.chromium.launch(executable_path=browser_path.strip(), args=["--no-sandbox"])
        if wanted := {name: VIEWS[name] for name in only if name in VIEWS}:
            with serving(make_project(folder)) as served:
                take_all(browser, served, given.folder, wanted)
        if wanted := {name: AT_WORK[name] for name in only if name in AT_WORK}:
            with working(folder.with_name("teashop")) as served:
                await_questions(browser, served)
                take_all(browser, served, given.folder, wanted)
        browser.close()


def make_project(folder: Path) -> Path:
    """A project with a run behind it and questions ahead."""
    folder.mkdir()
    with open_project(folder, env={}, lang="en") as project:
        play(project, lambda event: None)
        fill(project)
        _try_what_is_refused(project)
        _record_results(project)
        set_up_sdd(project, "search", description="Search the list of teas")
        set_up_sdd(project, "orders", description="Order what was found", after=["search"])
    return folder


@contextmanager
def working(folder: Path) -> Generator[Served]:
    """A project with a run in progress: one agent is done, two are at work, one asks, and an approval is waited for."""
    made_repository(folder)
    with open_project(folder, env={}, lang="en"):
        pass
    steps: list[dict[str, Any]] = [
        writes("spec", title="Specification"),
        task("approve", "spec", title="May it be built so?", kind="approve"),
        task("search", "spec", title="Search", script=[{"stay": True}]),
        task("prices", "spec", title="Prices", script=[{"ask": _QUESTION}, {"stay": True}]),
        task("guide", "spec", title="Guide", script=[{"stay": True}]),
        task("shop", "approve", "search", "prices", title="The shop put together"),
        task("gate", "shop", "guide", title="Review"),
    ]
    path = folder.with_name("shop.yaml")
    roles = {"writer": {"prompt": "Be brief."}}
    path.write_text(yaml.safe_dump({"name": "shop", "roles": roles, "tasks": steps}), encoding="utf-8")
    command = ("run", str(path), "--serve", "--goal", "A shop for tea", "--agents", "scripted", "--merge")
    with serving_by(folder, *command) as served:
        try:
            yield served
        finally:  # the run is a process of its own
            end = {"id": "end", "command": {"type": "MoveRun", "run": "R-1", "step": "stop"}}
            said = {"authorization": f"Bearer {served.token}", "content_type": "application/json"}
            served.ask("/api/actions", "POST", json.dumps(end).encode(), **said)
            served.end()


def await_questions(browser: Browser, served: Served) -> None:
    page = browser.new_page()
    page.goto(served.url.replace("#/runs/R-1", "#/needs"))
    page.locator("main article").nth(1).wait_for(timeout=60_000)
    page.close()


def _try_what_is_refused(project: Project) -> None:
    for name in ("builder", "writer"):
        with suppress(Refused):
            decide(project, "D-sessions", "JWT", why="I prefer it", actor=actor(name))


def _record_results(project: Project) -> None:
    """Claims of agents that were looked up, and what they took."""
    stated = {
        "builder": (95, "docs/guide.md:1"),
        "reviewer": (85, "src/feature.py:1"),
        "writer": (60, "docs/news.md:1"),
    }
    for name, (sure, place) in stated.items():
        text = _RESULT.format(agent=name, sure=sure, place=place)
        with suppress(Exception):
            check_result(project, text, recording=Recording(as_name=name, usage=Usage()))
    for number, name in enumerate(("builder", "reviewer", "architect"), start=1):
        spend = Spend(agent=name, model="claude-sonnet-4-5", input=41_000 * number, output=6_200 * number)
        record_spend(project, [spend], agent=name, actor=actor("person"))


def take_all(browser: Browser, served: Served, folder: Path, wanted: Mapping[str, str]) -> None:
    for lang in ("en", "ja"):
        for scheme in ("light", "dark"):
            take_pictures(browser, served.url, folder, lang, scheme, wanted)


def take_pictures(browser: Browser, url: str, folder: Path, lang: str, scheme: str, wanted: Mapping[str, str]) -> None:
    for size, where in ((WIDE, ""), (NARROW, "-phone")):
        context = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        context.add_init_script(f"localStorage.setItem('renkei.lang', '{lang}')")
        page = context.new_page()
        page.goto(url)
        for name, view in wanted.items():
            page.goto(f"{url.partition('?')[0]}#/{view}")
            page.locator("main h1").wait_for()
            page.wait_for_timeout(300)
            page.locator("main [aria-busy=true]").first.wait_for(state="detached")  # what it asks for itself has come
            page.wait_for_timeout(100)
            page.screenshot(path=folder / f"{name}-{lang}-{scheme}{where}.png")
        context.close()


if __name__ == "__main__":
    sys.exit(main())
