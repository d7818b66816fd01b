"""Installs Renkei as a user would, without constraints and outside this folder, and sends a message with it."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
UV = ROOT / ".tools" / "bin" / "uv"

MESSAGE = """\
type: FREEFORM
to: [bob]
context_summary: a first message
payload: {intent_hint: greeting, body: hello}
"""


def main() -> int:
    """Build, install, try; a step that fails stops it."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        run(here, UV, "build", "--quiet", "--wheel", "--out-dir", here / "dist", ROOT)
        run(here, UV, "venv", "--quiet", "--python", sys.executable, here / "venv")
        (wheel,) = (here / "dist").glob("*.whl")
        run(here, UV, "pip", "install", "--quiet", "--python", here / "venv/bin/python", wheel)
        renkei = here / "venv/bin/renkei"
        print(run(here, renkei, "--version").strip())
        if "使い方: " not in run(here, renkei, "--lang", "ja", "log", "--help"):
            print("the catalogues were not installed")
            return 1
        for name in ("alice", "bob"):
            run(here, renkei, "agent", "add", name, "--role", "backend-specialist")
        message = run(here, renkei, "send", "--as", "alice", "-", text=MESSAGE).strip()
        if message not in run(here, renkei, "inbox", "bob", "--json"):
            print(f"message {message} did not reach its inbox")
            return 1
    print("a fresh install works")
    return 0


def run(folder: Path, *command: str | Path, text: str | None = None) -> str:
    """What the command prints; its complaints go straight through. Settings of the caller's do not reach it."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("RENKEI_", "COVERAGE_"))}
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=env, input=text, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)} failed with {done.returncode}: {done.stdout}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
