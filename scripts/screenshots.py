"""Makes a picture of every view of the page, in both languages and both colour schemes: `make screenshots`.

The team is a real one: the demonstration is played, then its members say and try what there is to see.
"""

import argparse
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

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
from tests.support.web_server import serving
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

_RESULT: Final = """# TASK RESULT
- **Agent**: {agent}
- **Status**: SUCCESS
- **Confidence**: {sure}

## Findings
- `docs/spec.md:1` is there.
- `{place}` says what it should.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "screenshots")
    parser.add_argument("--only", default="", help="the names of views, with commas")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    wanted = given.only.split(",") if given.only else list(VIEWS)
    browser_path = subprocess.run([ROOT / "scripts" / "browser"], stdout=subprocess.PIPE, text=True, check=True).stdout
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        project = make_project(Path(scratch).resolve() / "teahouse")
        browser = playwright.chromium.launch(executable_path=browser_path.strip(), args=["--no-sandbox"])
        with serving(project) as served:
            for lang in ("en", "ja"):
                for scheme in ("light", "dark"):
                    take_pictures(browser, served.url, given.folder, lang, scheme, wanted)
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


def take_pictures(browser: Browser, url: str, folder: Path, lang: str, scheme: str, wanted: list[str]) -> None:
    for size, where in ((WIDE, ""), (NARROW, "-phone")):
        context = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        context.add_init_script(f"localStorage.setItem('renkei.lang', '{lang}')")
        page = context.new_page()
        page.goto(url)
        for name in wanted:
            page.goto(f"{url.partition('?')[0]}#/{VIEWS[name]}")
            page.locator("main h1").wait_for()
            page.wait_for_timeout(300)
            page.locator("main [aria-busy=true]").first.wait_for(state="detached")  # what it asks for itself has come
            page.wait_for_timeout(100)
            page.screenshot(path=folder / f"{name}-{lang}-{scheme}{where}.png")
        context.close()


if __name__ == "__main__":
    sys.exit(main())
