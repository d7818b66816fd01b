"""What a person can answer when a run asks, by kind of question. Nothing else is taken: each of them leads on.

What agents at work ask is answered freely, and a conflict has its own options: its sides.
"""

from collections.abc import Mapping
from typing import Final

from renkei.protocol.run_events import AskKind
from renkei.sentence import Sentence

Options = Mapping[str, Sentence]

_STOP: Final = Sentence("end the run as failed")

OPTIONS: Final[Mapping[AskKind, Options]] = {
    "approve": {"approve": Sentence("go on"), "reject": _STOP},
    "failed": {
        "retry": Sentence("try once more"),
        "leave": Sentence("go on without it and write down the gap"),
        "stop": _STOP,
    },
    "rollback": {"again": Sentence("do all of it again"), "stop": _STOP},
    "cycles": {"again": Sentence("one more repair"), "accept": Sentence("take the work as it is"), "stop": _STOP},
    "merge": {"merge": Sentence("merge it"), "leave": Sentence("leave it on its branch")},
    "severity": {"accept": Sentence("take it as it is"), "stop": _STOP},
}

UNMENDED: Final[Options] = {
    "accept": Sentence("take it as it is; `renkei retry` has a task do it better"),
    "stop": _STOP,
}
"""Of a conflict that has no side to take."""
