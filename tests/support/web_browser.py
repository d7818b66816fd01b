"""A real browser for tests: Chromium as `scripts/browser` finds or installs it, on a page of ours."""

import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.support.web_server import Served

ROOT = Path(__file__).parents[2]


@cache
def browser_path() -> str | None:
    found = subprocess.run([ROOT / "scripts" / "browser"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return found.stdout.strip() if found.returncode == 0 else None


@contextmanager
def running_browser() -> Generator[Browser]:
    if (path := browser_path()) is None:
        pytest.skip("there is no browser here, and none could be installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@contextmanager
def new_context(browser: Browser, **options: Any) -> Generator[BrowserContext]:
    """A browser that nobody has used: what goes wrong on a page of it fails the test."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, **options)
    problems: list[str] = []
    context.on("weberror", lambda error: problems.append(str(error.error)))
    context.on(
        "console",
        lambda said: problems.append(said.text) if said.type == "error" and not _is_absence(said.text) else None,
    )
    try:
        yield context
        assert not problems, problems
    finally:
        context.close()


def _is_absence(text: str) -> bool:
    """A server that is away or says no is no mistake of the page."""
    return "Failed to load resource" in text


def open_page(context: BrowserContext, served: Served, route: str = "needs") -> Page:
    page = context.new_page()
    page.goto(f"{served.url}#/{route}")
    return page
