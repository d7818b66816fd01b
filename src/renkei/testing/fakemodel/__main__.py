"""Serves the fake model to a client that you start yourself, until Ctrl-C."""

import argparse
import sys
import threading
from pathlib import Path

from renkei.testing.fakemodel import FakeModel, script

EXAMPLE = script([{"tool": "Read", "input": {"file_path": "README.md"}}, {"text": "I have read it."}])


def main() -> int:
    """Serve; 0 at the end, 2 where the port is taken."""
    parser = argparse.ArgumentParser(prog="python -m renkei.testing.fakemodel", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="the port on this machine; any free one if not given")
    parser.add_argument("--log", type=Path, help="append every request to this file, one line of JSON each")
    given = parser.parse_args()
    try:
        with FakeModel(port=given.port, log=given.log) as model:
            told = (
                f"the fake model listens on {model.url}\n\n  export ANTHROPIC_BASE_URL={model.url}\n"
                f"  export ANTHROPIC_API_KEY=any\n  claude -p 'Go. {EXAMPLE}'\n"
            )
            print(told, end="", flush=True)  # at once: who has read that it listens may end it
            threading.Event().wait()
    except (OSError, OverflowError) as error:
        parser.error(f"port {given.port} cannot be used: {error}")
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
