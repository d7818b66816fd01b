"""A call that is said to be made at a place is made in that file (DEC-40)."""

import pytest

from renkei.reports.check import check_report
from renkei.reports.tree import MemoryTree

CODE = b"""import hashlib


def digest(value, salt):
    return hashlib.sha256(salt + value.encode()).hexdigest()


def check(user):
    with store.session() as session:
        session.verify(user)
"""
TREE = MemoryTree({"src/hashes.py": CODE})


def states(text: str) -> list[str]:
    return [each.state for each in check_report(text, TREE).references]


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "`src/hashes.py:5` calls `hashlib.md5(value.encode())`.",
        "`src/hashes.py:5` uses `hashlib.md5()` for passwords.",
        "- **src/hashes.py:5** calls `md5(value)`",
        "The digest at `src/hashes.py:5` uses `hashlib.md5(value.encode())`, which is weak.",
        "In `src/hashes.py:5`, it calls `hashlib.md5(value)`.",
        "`src/hashes.py:5` invokes `os.system(value)`.",
        "`src/hashes.py:5` で `hashlib.md5(value)` を呼び出しています。",
        "`src/hashes.py:5` は `hashlib.md5(value)` を使用しており、危険です。",
        "`src/hashes.py:5`では`hashlib.md5(value)`を使っている",
        "It hashes the value at src/hashes.py:5 with `hashlib.md5(value)`.",
        "It hashes the value first: `hashlib.md5(value, usedforsecurity=False)` (src/hashes.py:5).",
        "The value is hashed by `hashlib.md5(value.encode())` in src/hashes.py:5.",
    ],
)
def test_a_call_that_is_made_nowhere_in_the_file_is_a_mismatch(text: str):
    assert states(text) == ["mismatch"]
    assert not check_report(text, TREE).valid


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        "`src/hashes.py:5` calls `hashlib.sha256(salt + value.encode())`.",
        "`src/hashes.py:5` calls `hashlib.sha256()`.",
        "`src/hashes.py:5` calls `sha256(value)` and `hexdigest()`.",
        "`src/hashes.py:5` uses `session.verify(user)` later on.",
        "`src/hashes.py:9` calls `session.__enter__()`.",
        "`src/hashes.py:9` calls `session.close()` when the block ends.",
        "`src/hashes.py:5` uses `MD5`.",
        "If `src/hashes.py:5` calls `hashlib.md5(value)`, change it.",
        "It hashes the value first: `hashlib.sha256(salt + value)` (src/hashes.py:5).",
        "Better would be: `bcrypt.hashpw(value, salt)` (src/hashes.py:5).",
        "The value should be hashed by `bcrypt.hashpw(value, salt)` in src/hashes.py:5.",
        "Make sure that `src/hashes.py:5` calls `bcrypt.hashpw(value)`.",
        "After the fix, `src/hashes.py:5` calls `bcrypt.hashpw(value)`.",
        "I would prefer it if `src/hashes.py:5` uses `bcrypt.hashpw(value)`.",
        "`src/hashes.py:5` never calls `bcrypt.hashpw(value)`.",
        "`src/hashes.py:5` should use `bcrypt.hashpw(value)`.",
        "`src/hashes.py:5` uses `bcrypt.hashpw(value)` after the change.",
        "`src/hashes.py:5` で `bcrypt.hashpw(value)` を使用すべきです。",
        "`src/hashes.py:5` は `bcrypt.hashpw(value)` を呼び出していません。",
        "`src/hashes.py:5` では `bcrypt.hashpw(value)` を使用するように変更する。",
    ],
)
def test_a_call_that_is_made_proposed_denied_or_implied_is_left_alone(text: str):
    assert set(states(text)) == {"verified"}


@pytest.mark.req("DEC-40")
def test_a_call_that_stands_elsewhere_in_the_file_does_not_make_the_place_moved():
    (found,) = check_report("`src/hashes.py:5` calls `session.verify(user)`.", TREE).references
    assert (found.state, found.quote, found.found_line) == ("verified", None, None)
