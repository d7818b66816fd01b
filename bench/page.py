"""The page in a real browser, against its targets: first render, appends, a burst, an action, a jump, a search.

10,000 messages in the channel, and as many more in the store as `--messages` asks for. With `--minutes` it measures one
thing alone: what a page keeps that is left open on a channel with 50 messages a second.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

from renkei.app.project import open_project
from renkei.commands.base import Request
from renkei.commands.messages import PostMessage
from renkei.protocol.actors import Actor
from renkei.protocol.documents import validate
from renkei.protocol.messages import DRAFT
from tests.support.web_server import Served, serving
from tests.support.web_team import make_team

ROOT: Final = Path(__file__).parents[1]
IN_CHANNEL: Final = 10_000
BATCH: Final = 500
LOOKS: Final = 12
"""How often a page that is left open is measured, beside once at its start."""

_WATCH: Final = """() => {
    window.seen = new Map();
    const after = new MessageChannel();  // a task of its own: what it is told in a frame comes when that was drawn
    after.port1.onmessage = ({data}) => { for (const id of data) window.seen.set(id, Date.now()); };
    const look = () => {
        const rows = [...document.querySelectorAll('article[data-id]')].map((row) => row.dataset.id);
        const fresh = rows.filter((id) => !window.seen.has(id));
        for (const id of fresh) window.seen.set(id, Infinity);
        if (fresh.length) after.port2.postMessage(fresh);
    };
    look();
    new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}"""

_ANSWER: Final = """async (label) => {
    const buttons = [...document.querySelectorAll('main .buttons button')];
    const button = buttons.find((each) => each.textContent.startsWith(label));
    const began = performance.now();
    button.click();
    const toasts = () => [...document.querySelectorAll('.toast')];
    const isTold = () => toasts().some((each) => each.textContent.includes(`Answered: ${label}`));
    await new Promise((done) => {
        const observer = new MutationObserver(() => { if (isTold()) { observer.disconnect(); done(); } });
        observer.observe(document.body, {childList: true, subtree: true, characterData: true});
    });
    return performance.now() - began;
}"""
ANSWERS: Final = 20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000, help="in the whole store")
    parser.add_argument("--minutes", type=float, default=0, help="leave the page open so long, for its heap")
    given = parser.parse_args()
    browser_path = subprocess.run([ROOT / "scripts" / "browser"], stdout=subprocess.PIPE, text=True, check=True).stdout
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        folder = make_team(Path(scratch).resolve() / "project")
        fill_store(folder, "other", max(0, given.messages - IN_CHANNEL))
        fill_store(folder, "load", IN_CHANNEL)
        ask_person(folder)
        browser = playwright.chromium.launch(executable_path=browser_path.strip(), args=["--no-sandbox"])
        with serving(folder) as served:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            if given.minutes:
                for each in leave_open(page, served, folder, given.minutes * 60):
                    print(json.dumps(each), flush=True)
            else:
                print(json.dumps(measure(page, served, folder), indent=2))
        browser.close()
    return 0


def fill_store(folder: Path, channel: str, count: int) -> None:
    with open_project(folder, env={}) as project:
        for first in range(0, count, BATCH):
            with project.hub.batch() as batch:
                for number in range(first, min(first + BATCH, count)):
                    batch.do(post_request(channel, f"Message number {number} of the load."))


def ask_person(folder: Path) -> None:
    """As many decisions as are answered, to take more than one time of."""
    with open_project(folder, env={}) as project:
        for number in range(ANSWERS):
            options = [
                {"label": label, "analysis": "It is one.", "recommendation_score": 0.5}
                for label in (f"Take {number:02}", "Leave")
            ]
            fields = {
                "type": "DECISION_REQUEST",
                "to": "person",
                "payload": {"decision_id": f"D-{number}", "question": "Take it?", "options": options},
            }
            command = PostMessage(message=validate(DRAFT, fields, "bench"))
            project.hub.do(Request(command=command, actor=Actor(name="architect", via="terminal")))


def post_request(channel: str, text: str) -> Request:
    fields = {"type": "FREEFORM", "to": f"#{channel}", "payload": {"body": text}}
    command = PostMessage(message=validate(DRAFT, fields, "bench"))
    return Request(command=command, actor=Actor(name="builder", via="terminal"))


def measure(page: Page, served: Served, folder: Path) -> dict[str, Any]:
    address = f"{served.url}#/channel/load"
    page.goto(served.url)
    page.locator("main h1").wait_for()
    found: dict[str, Any] = {
        "first render, ms": time_until_last(page, address),
        "reload, ms": time_until_last(page, None),
    }
    page.evaluate(_WATCH)
    found["50/s, ms"] = append(page, folder, per_second=50, seconds=4)
    found["500/s, ms"] = append(page, folder, per_second=500, seconds=2)
    page.locator("r-list").focus()
    began = time.perf_counter()
    page.keyboard.press("Home")
    page.get_by_text("Message number 0 of the load.").wait_for()
    found["jump to the first, ms"] = round((time.perf_counter() - began) * 1000)
    page.evaluate("location.hash = '#/needs'")
    page.get_by_role("main").get_by_role("button", name="Take 19").wait_for()
    late = sorted(page.evaluate(_ANSWER, f"Take {number:02}") for number in range(ANSWERS))
    found["action, ms"] = {"p50": round(statistics.median(late)), "p95": round(late[int(ANSWERS * 0.95) - 1])}
    found["nodes"] = page.evaluate("document.querySelectorAll('*').length")
    found["search, ms"] = page.evaluate(
        "async () => { const t = performance.now(); await (await fetch('/api/search?q=9876')).json(); "
        "return Math.round(performance.now() - t) }"
    )
    return found


def leave_open(page: Page, served: Served, folder: Path, seconds: float) -> Iterator[dict[str, Any]]:
    """What is left of the page's heap after a collection, while the channel that it shows is written to."""
    page.goto(f"{served.url}#/channel/load")
    page.get_by_text(f"Message number {IN_CHANNEL - 1} of the load.").wait_for()
    inspected: Any = page.context.new_cdp_session(page)
    begin = time.monotonic()
    is_over = threading.Event()
    sent = 0

    def write() -> None:
        nonlocal sent
        with open_project(folder, env={}) as project:
            while not is_over.wait(max(0.0, begin + sent / 50 - time.monotonic())):
                project.hub.do(post_request("load", f"Appended {sent}"))
                sent += 1

    writer = threading.Thread(target=write)
    writer.start()
    for look in range(LOOKS + 1):
        while time.monotonic() < begin + seconds * look / LOOKS:
            page.wait_for_timeout(500)
        written = sent
        inspected.send("HeapProfiler.collectGarbage")
        used = inspected.send("Runtime.getHeapUsage")
        yield {
            "minute": round((time.monotonic() - begin) / 60, 1),
            "sent": written,
            "heap, MB": round(used["usedSize"] / 2**20, 2),
            "beside it, MB": round(used["embedderHeapUsedSize"] / 2**20, 2),
            "nodes": page.evaluate("document.querySelectorAll('*').length"),
            "server, MB": resident_megabytes(served.process.pid),
        }
    is_over.set()
    writer.join()
    page.get_by_text(f"Appended {sent - 1}", exact=True).wait_for()  # it was live to the end


def resident_megabytes(process: int) -> float:
    told = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], stdout=subprocess.PIPE, text=True, check=True)
    return round(int(told.stdout) / 1024, 1)


def time_until_last(page: Page, address: str | None) -> int:
    """Until the newest message of the channel stands there."""
    began = time.perf_counter()
    if address is None:
        page.reload()
    else:
        page.goto("about:blank")
        page.goto(address)
    page.get_by_text(f"Message number {IN_CHANNEL - 1} of the load.").wait_for()
    return round((time.perf_counter() - began) * 1000)


def append(page: Page, folder: Path, *, per_second: int, seconds: int) -> dict[str, float]:
    """From when a message is durable to the frame in which its row stands on the page."""
    sent: dict[str, float] = {}

    def write() -> None:
        with open_project(folder, env={}) as project:
            begin = time.time()
            for number in range(per_second * seconds):
                time.sleep(max(0.0, begin + number / per_second - time.time()))
                done = project.hub.do(post_request("load", f"Appended {number}"))
                sent[str(done.id)] = time.time() * 1000

    writer = threading.Thread(target=write)
    writer.start()
    while writer.is_alive():
        page.wait_for_timeout(50)
    page.wait_for_timeout(1500)
    seen: dict[str, float] = dict(page.evaluate("[...window.seen]"))
    late = sorted(seen[name] - sent[name] for name in sent if name in seen)
    return {
        "sent": len(sent),
        "seen": len(late),
        "p50": round(statistics.median(late), 1) if late else -1,
        "p99": round(late[int(len(late) * 0.99) - 1], 1) if late else -1,
        "most": round(late[-1], 1) if late else -1,
    }


if __name__ == "__main__":
    sys.exit(main())
