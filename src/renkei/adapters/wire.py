"""The agent's end of the line: one signal, one line of JSON. It imports next to nothing, for agents start often."""

import json
import sys
from typing import Any


def send_signal(name_: str, /, **fields: Any) -> None:
    sys.stdout.write(json.dumps({"signal": name_, **fields}) + "\n")
    sys.stdout.flush()
