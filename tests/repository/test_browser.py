"""The browser that `scripts/browser` gives renders a page."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.mark.slow
def test_browser_renders_a_page(tmp_path: Path):
    found = subprocess.run([ROOT / "scripts" / "browser"], stdout=subprocess.PIPE, text=True, check=True)
    page = tmp_path / "page.html"
    page.write_text("<p id=x></p><script>x.textContent = 6 * 7</script>")
    command = [found.stdout.strip(), *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", page.as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert '<p id="x">42</p>' in shown.stdout
