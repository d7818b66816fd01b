"""Text that nobody vouches for, such as what an agent wrote, as it is shown: it gives no order to a terminal, makes no
line that looks like one of ours, and hides nothing from who reads it."""

import json
from typing import Final

from renkei import lazy_re as re
from renkei.hidden import HIDDEN, escape_hidden

_CONTINUES: Final = "      "
_NEXT_LINE: Final = re.compile(rf"\n(?!{_CONTINUES})")


def escape_to_line(text: str) -> str:
    """In one line, with all else written out."""
    return escape_hidden(text).replace("\n", "\\u000a")


def escape_and_indent(text: str) -> str:
    """The same in as many lines as it has; from the second on they are indented, as none of ours is."""
    return _NEXT_LINE.sub(f"\n{_CONTINUES}", escape_hidden(text))


def escape_json(document: str) -> str:
    """The same for a JSON document: a reader of JSON gets what stood there."""
    return HIDDEN.sub(lambda found: json.dumps(found[0])[1:-1], document.replace("\x7f", "\\u007f"))
