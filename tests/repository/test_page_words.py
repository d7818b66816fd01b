"""The texts of the page are those that are translated, and the page loads nothing from elsewhere."""

import gzip
import re

from renkei.entrypoints.web.page_words import WORDS
from scripts.page_words import WEB, find_page_texts

FILES = sorted((WEB / "static").iterdir())


def test_every_text_of_the_page_is_listed_and_no_other():
    assert sorted(WORDS) == sorted(find_page_texts())


def test_nothing_is_loaded_from_another_host_and_no_text_becomes_markup():
    for path in FILES:
        text = path.read_text("utf-8").replace("http://www.w3.org/", "")
        assert not re.search(r"""(src|href|import|url|fetch)\W{0,3}["'(]?\s*(https?:)?//""", text), path
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text), (
            path
        )


def test_scripts_and_styles_stay_small():
    """In one piece; each file by itself compresses worse."""
    files = [path for path in FILES if path.suffix in (".js", ".css")]
    shipped = len(gzip.compress(b"".join(path.read_bytes() for path in files)))
    assert shipped <= 60_000, shipped
