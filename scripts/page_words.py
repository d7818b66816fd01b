"""Writes the list of the page's texts anew, from its own files: `make words`."""

import re
import sys
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parent.parent / "src" / "renkei" / "entrypoints" / "web"
_SAID: Final = re.compile(r'\b[tw]\("((?:[^"\\]|\\.)*)"')
_HEAD: Final = '''"""Every text of the page, so that it is translated like all others: the page names them in English.

Written by `scripts/page_words.py`.
"""

from typing import Final

from renkei.sentence import Translatable

WORDS: Final[tuple[Translatable, ...]] = (
'''


def find_page_texts() -> list[str]:
    """What the modules of the page say by `t`, or name for it by `w`."""
    sources = (path.read_text(encoding="utf-8") for path in sorted((WEB / "static").glob("*.js")))
    found = {text for source in sources for text in _SAID.findall(source)}
    return sorted(found, key=lambda text: (text.casefold(), text))


def render() -> str:
    lines = [f'    "{text}",' for text in find_page_texts()]
    return _HEAD + "\n".join(line if len(line) <= 120 else f"{line}  # noqa: E501" for line in lines) + "\n)\n"


if __name__ == "__main__":
    target = WEB / "page_words.py"
    if "--check" in sys.argv and target.read_text(encoding="utf-8") != render():
        sys.exit("page_words.py is not what the page says: run scripts/page_words.py")
    target.write_text(render(), encoding="utf-8")
