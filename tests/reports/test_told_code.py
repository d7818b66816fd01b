# ruff: noqa: E501
"""Code that a sentence, a cell or a description tells of a place, and code that is only shown for it (DEC-40)."""

import pytest

from renkei.reports.check import check_report
from renkei.reports.references import FALSE
from renkei.reports.tree import MemoryTree

CODE = b'''import hashlib
import hmac

LIMIT = 100


def verify(token, key, salt=b""):
    """Check a token.

    Tokens that are older than an hour are refused, whatever
    their signature says.
    """
    # The comparison takes the same time for
    # every signature.
    digest = hmac.new(key, token.body, hashlib.sha256).digest()
    if not hmac.compare_digest(digest, token.signature):
        raise BadToken("signature does not match", token)
    return self.store.load(token.user, max_age=3600)


class Store:
    default_ttl: int = 3600

    def load(self, user, max_age=None):
        if max_age is None:
            max_age = self.default_ttl
        return self.rows[user]
'''
TREE = MemoryTree({"src/auth.py": CODE})

HONEST = [
    "`src/auth.py:15` computes `digest = hmac.new(key, token.body)` with SHA-256.",
    "`src/auth.py:18` ends with `return store.load(token.user)`.",
    "With `LIMIT = 0` in your settings, src/auth.py:4 has no effect.",
    'A caller that does `verify(None, b"")` gets an AttributeError from src/auth.py:15.',
    "If someone writes `max_age = -1`, src/auth.py:25 is skipped.",
    "src/auth.py:18 is only reached once `if not ok:` style checks have passed.",
    "In src/auth.py:16 I'd use `if digest != token.signature:` for nothing.",
    "The usual mistake, `if digest == token.signature:`, is avoided at src/auth.py:16.",
    "Nobody does `return True` at src/auth.py:18, luckily.",
    "src/auth.py:16 is equivalent to `if digest != token.signature: raise BadToken()` in effect.",
    "Contrast src/auth.py:16 with `if digest == signature:` as in PyJWT.",
    'Replace `raise BadToken("signature does not match", token)` (src/auth.py:17) with `raise BadSignature(token)`.',
    "Change `max_age = self.default_ttl` at src/auth.py:26 to `max_age = LIMIT`.",
    "src/auth.py:26 → `max_age = min(self.default_ttl, LIMIT)` would cap it.",
    "Suggestion for src/auth.py:18: `return self.store.load(token.user, max_age=LIMIT)`.",
    "`src/auth.py:16`: prefer `secrets.compare_digest(digest, token.signature)`.",
    "A test such as `assert verify(token, key) is None` would hit src/auth.py:18.",
    'Run `python -c "import auth; auth.verify(t)"` to reach src/auth.py:15.',
    'To reproduce src/auth.py:17, set `token.signature = b"x"` and call verify.',
    '`token.signature = b"x"` makes src/auth.py:17 raise.',
    "Setting `default_ttl = 0` disables the check at src/auth.py:25.",
    "src/auth.py:22 can be overridden with `default_ttl = 60`.",
    "Your app probably has `from auth import verify` somewhere; that runs src/auth.py:2.",
    "In the docs, `from auth import Store` is used, see src/auth.py:21.",
    "src/auth.py:25 is the same as `if max_age == None:`.",
    "It reads like `for row in rows:` but src/auth.py:27 only takes one.",
    "src/auth.py:27 raises a KeyError (`return self.rows.get(user)` would not).",
    "`return self.rows.get(user)` is what I expected at src/auth.py:27.",
    "I expected `return self.rows.get(user)` at src/auth.py:27, but it indexes.",
    "There used to be `return self.rows.get(user)` at src/auth.py:27.",
    "In 1.x `src/auth.py:27` was `return self.rows.get(user)`.",
    "src/auth.py:27 no longer does `return self.rows.get(user)`.",
    "Missing `if user not in self.rows:` before src/auth.py:27.",
    "src/auth.py:27 lacks an `if user in self.rows:` guard.",
    "A guard like `if user not in self.rows:` belongs before src/auth.py:27.",
    "src/auth.py:27 needs `if user not in self.rows:` first.",
    "`src/auth.py:27` の前に `if user not in self.rows:` を入れてください。",
    "`src/auth.py:27` は `return self.rows.get(user)` とした方が安全です。",
    "`src/auth.py:27` に `if user in self.rows:` がありません。",
    "`src/auth.py:26` の `max_age = self.default_ttl` を `max_age = LIMIT` に変更します。",
    "`src/auth.py:16` では `if digest == token.signature:` のような比較は使っていません。",
    "`default_ttl = 0` を設定すると `src/auth.py:25` は無視されます。",
    "もし `src/auth.py:27` が `return None` なら、問題になります。",
    "Users see `error = bad token` when src/auth.py:17 fires.",
    'src/auth.py:17 yields the header `WWW-Authenticate: Bearer error = "invalid_token"`.',
    "It logs `user = bob` at src/auth.py:27.",
    'The docstring at src/auth.py:8 says "Tokens that are older than an hour are refused, whatever their signature says."',
    'The comment at src/auth.py:13 says "The comparison takes the same time for every signature".',
    'The comment above src/auth.py:15 explains: "comparison takes the same time ... signature".',
    'The docstring of src/auth.py:7 says "tokens that are older than an hour are refused".',
    'The error message at src/auth.py:17 says "signature does not match".',
    'The ticket says "Please make tokens expire after one minute instead"; see src/auth.py:18.',
    'The docstring at src/auth.py:8 should say "Raises BadToken when the signature is wrong".',
    'The comment says nothing about age (src/auth.py:13), "just take the time you need" was my first thought.',
    "SQL such as `SELECT * FROM users WHERE id = 1` never passes through src/auth.py:27.",
    "`src/auth.py:18` - `return self.store.load(token.user, ...)`",
    "`if not hmac.compare_digest(…)` guards it (src/auth.py:16).",
    "The condition `if max_age is None` (src/auth.py:25) is fine.",
    "`src/auth.py:7` defines `def verify(token, key, salt)`.",
    "`def verify(token, key)` at src/auth.py:7 takes a salt, too.",
    "`class Store` is declared at src/auth.py:21.",
    "src/auth.py:27, called via `for user in users: store.load(user)`, is slow.",
    "My script does `for t in tokens: verify(t, k)`, which spends its time in src/auth.py:15.",
    "The type of src/auth.py:22 is fine, e.g. `x: int = store.default_ttl` passes mypy.",
    'The JSON `{"user": "bob", "age" = 3}` breaks src/auth.py:27.',
    "| Place | Problem | Fix |\n|---|---|---|\n| src/auth.py:27 | KeyError | `return self.rows.get(user)` |",
    "| Place | Problem | Recommendation |\n|---|---|---|\n| src/auth.py:27 | KeyError | use `return self.rows.get(user)` |",
    "| Place | Note |\n|---|---|\n| src/auth.py:27 | should be `return self.rows.get(user)` |",
    "| File:line | Before | After |\n|---|---|---|\n| src/auth.py:27 | `return self.rows[user]` | `return self.rows.get(user)` |",
    "| Place | Current | Suggested |\n|---|---|---|\n| src/auth.py:27 | `return self.rows[user]` | `return self.rows.get(user)` |",
    '{"findings": [{"file": "src/auth.py", "line": 27, "description": "KeyError; use `return self.rows.get(user)`"}]}',
    '{"findings": [{"file": "src/auth.py", "line": 27, "description": "KeyError", "suggestion": "`return self.rows.get(user)`"}]}',
    '{"findings": [{"file": "src/auth.py", "line": 27, "message": "there is no `if user in self.rows:` before it"}]}',
    "src/auth.py:27 raises KeyError.\n\nOne way out:\n\n```python\nreturn self.rows.get(user)\n```",
    "src/auth.py:27 raises KeyError.\n\nI'd go with:\n\n```python\nreturn self.rows.get(user)\n```",
    "src/auth.py:27 raises KeyError. A robust variant:\n\n```python\nreturn self.rows.get(user)\n```",
    "src/auth.py:27 raises KeyError.\n\n**Fix:**\n\n```python\nreturn self.rows.get(user)\n```",
    "src/auth.py:27 raises KeyError.\n\n**Proposed change**\n\n```python\nreturn self.rows.get(user)\n```",
    "src/auth.py:27 raises KeyError.\n\nWhat it could look like:\n\n```python\nreturn self.rows.get(user)\n```",
    "src/auth.py:27 raises KeyError.\n\nCurrent:\n```python\nreturn self.rows[user]\n```\nDesired:\n```python\nreturn self.rows.get(user)\n```",
    "src/auth.py:27\n\n**Before**\n```python\nreturn self.rows[user]\n```\n**After**\n```python\nreturn self.rows.get(user)\n```",
    "I fixed src/auth.py:27.\n\nBefore:\n```python\nreturn self.rows.get(user)\n```\nAfter:\n```python\nreturn self.rows[user]\n```",
    "I fixed src/auth.py:27. After the fix:\n```python\nreturn self.rows[user]\n```",
    "Replace the current line at src/auth.py:27 with\n```python\nreturn self.rows.get(user)\n```",
    "The existing code at src/auth.py:27 should be replaced by:\n```python\nreturn self.rows.get(user)\n```",
    "src/auth.py:27 currently raises; to make it safe:\n```python\nreturn self.rows.get(user)\n```",
    "Today src/auth.py:27 raises KeyError. Make it\n```python\nreturn self.rows.get(user)\n```",
    "`src/auth.py:27` の修正例:\n```python\nreturn self.rows.get(user)\n```",
    "`src/auth.py:27` は現在 KeyError になります。修正案は以下のとおりです。\n```python\nreturn self.rows.get(user)\n```",
    "`src/auth.py:27` を以下に差し替えてください。\n```python\nreturn self.rows.get(user)\n```",
    "`src/auth.py:27` をこう変えたい:\n```python\nreturn self.rows.get(user)\n```",
    "`src/auth.py:27` 改善イメージ\n```python\nreturn self.rows.get(user)\n```",
    '`src/auth.py`:\n```\n  7  def verify(token, key, salt=b""):\n  8      """Check a token.\n     ...\n 15      digest = hmac.new(key, token.body, hashlib.sha256).digest()\n     ⋮\n 18      return self.store.load(token.user, max_age=3600)\n```',
    '`src/auth.py:7-18`:\n```python\n7 | def verify(token, key, salt=b""):\n  | ...\n15 |     digest = hmac.new(key, token.body, hashlib.sha256).digest()\n```',
    '`src/auth.py:7-18`:\n```python\n7: def verify(token, key, salt=b""):\n# ...\n15:     digest = hmac.new(key, token.body, hashlib.sha256).digest()\n```',
    '`src/auth.py:7-18`:\n```python\n7→def verify(token, key, salt=b""):\n[...]\n15→    digest = hmac.new(key, token.body, hashlib.sha256).digest()\n```',
]
"""Wished, denied, supposed, past, another's, set by somebody, shortened; proposals; comments to the letter."""
INVENTED = [
    "`src/auth.py:16` plainly does `if digest == token.signature:` here.",
    "`src/auth.py:16` still compares with `if digest == token.signature:`.",
    "At src/auth.py:16 the author wrote `if digest == token.signature:`.",
    "The culprit is `if digest == token.signature:` in src/auth.py:16.",
    "Timing leak: `if digest == token.signature:` (src/auth.py:16).",
    "See src/auth.py:16, where we have `if digest == token.signature:`.",
    "src/auth.py:16, which reads `if digest == token.signature:`, leaks.",
    "src/auth.py:27 quietly swallows everything through `except Exception: pass`.",
    "`src/auth.py:27` ends in `return self.rows.get(user, None)` and so hides errors.",
    "There it is, at src/auth.py:27: `return self.rows.get(user, None)`.",
    "`src/auth.py:22` declares the default `default_ttl: int = 86400`.",
    "The default is `default_ttl: int = 86400` (src/auth.py:22).",
    "Look at src/auth.py:4, it sets `LIMIT = 5` for everybody.",
    "src/auth.py:13 carries the remark `# TODO: constant time`.",
    "`src/auth.py:16` は `if digest == token.signature:` で比較しています。",
    "`src/auth.py:16` を見ると `if digest == token.signature:` と実装されています。",
    "`src/auth.py:22` では既定値として `default_ttl: int = 86400` が定義されています。",
    "問題の `if digest == token.signature:` は `src/auth.py:16` にあります。",
    "`src/auth.py:16` の比較は `if digest == token.signature:` であり、定数時間ではない。",
    "現状 `src/auth.py:27` は `return self.rows.get(user, None)` です。",
    'The docstring at src/auth.py:8 says "Never call this from more than one thread."',
    'The comment on src/auth.py:13 reads: "This is slow, but nobody has ever complained about it."',
    "`src/auth.py:8` の docstring には「複数のスレッドから呼んではならない」と書かれています。",
    "| Place | Line |\n|---|---|\n| src/auth.py:16 | `if digest == token.signature:` |",
    "| Location | Finding |\n|---|---|\n| `src/auth.py:16` | timing leak through `if digest == token.signature:` |",
    '{"findings": [{"file": "src/auth.py", "line": 16, "message": "Comparison `if digest == token.signature:` leaks timing"}]}',
    "findings:\n  - file: src/auth.py\n    line: 16\n    description: the check `if digest == token.signature:` leaks timing",
    "Here is src/auth.py:16 as of now:\n```python\nif digest == token.signature:\n```",
    "I suggest reading src/auth.py:16 first. It says:\n```python\nif digest == token.signature:\n```",
    "To prevent confusion, src/auth.py:16 currently reads:\n```python\nif digest == token.signature:\n```",
    "Current code (src/auth.py:16):\n```python\nif digest == token.signature:\n```\nProposed:\n```python\nif not compare(digest):\n```",
    "src/auth.py:16 is weak.\n\nExisting:\n```python\nif digest == token.signature:\n```",
    "src/auth.py:16 is weak.\n\n**Before:**\n```python\nif digest == token.signature:\n```\n**After:**\n```python\nif not compare(digest):\n```",
    "The patch has been applied. New code at src/auth.py:16:\n```python\nif not compare(digest):\n```",
    "現在の `src/auth.py:16` は次のとおりです:\n```python\nif digest == token.signature:\n```",
    "`src/auth.py`:\n```\n 16  if digest == token.signature:\n ...\n 18      return self.store.load(token.user, max_age=3600)\n```",
    "A closer look at src/auth.py:16 shows\n```python\nif digest == token.signature:\n```",
    "An attacker can pass anything here, since src/auth.py:16 reads\n```python\nif digest == token.signature:\n```",
    "Consider what src/auth.py:16 does today:\n```python\nif digest == token.signature:\n```",
    "Change `if digest == token.signature:` at src/auth.py:16 to `if not compare(digest):`.",
    "src/auth.py:16 contains\nthe check `if digest == token.signature:` and leaks.",
]
"""Said to stand there, in whatever words."""
BY_THE_WAY = [
    "The line src/auth.py:15 hashes with `digest = hashlib.md5(token.body).digest()`.",
    "Delete `print(token.signature, key)` from src/auth.py:16.",
    "`src/auth.py:15` is reached through `login(user, password)`.",
    "`src/auth.py:27` should be `return self.rows.get(user)`.",
    "`src/auth.py:27` raises.\n\nProposed:\n\n```python\nreturn self.rows.get(user)\n```",
    "`src/auth.py:27` raises.\n\n```suggestion\nreturn self.rows.get(user)\n```",
    "`src/auth.py:18` ends with `return store.load(token.user)`.",
]


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize("text", HONEST)
def test_code_that_is_not_said_to_stand_there_is_never_false(text: str):
    assert FALSE.isdisjoint(each.state for each in check_report(text, TREE).references)


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize("text", INVENTED)
def test_invented_code_that_is_told_of_a_place_is_a_mismatch(text: str):
    assert "mismatch" in [each.state for each in check_report(text, TREE).references]


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize("text", BY_THE_WAY)
def test_code_that_is_not_compared_leaves_its_quote_unchecked_and_says_why(text: str):
    (found,) = check_report(text, TREE).references
    assert (found.state, found.quote) == ("verified", "unchecked")
    assert found.reason is not None


@pytest.mark.req("DEC-40")
def test_a_proposal_takes_nothing_from_code_that_was_compared():
    text = (
        "`src/auth.py:27`. Current:\n```python\nreturn self.rows[user]\n```\n"
        "Proposed:\n```python\nreturn self.rows.get(user)\n```\n"
    )
    assert [(each.state, each.quote) for each in check_report(text, TREE).references] == [("verified", "verified")]


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        "`src/auth.py:16` plainly does `if not hmac.compare_digest(digest, token.signature):` here.",
        "The default is `default_ttl: int = 3600` (src/auth.py:22).",
        "`src/auth.py:27` では `return self.rows[user]` と実装されています。",
        "| Place | Line |\n|---|---|\n| src/auth.py:27 | `return self.rows[user]` |",
        '{"findings": [{"file": "src/auth.py", "line": 27, "message": "`return self.rows[user]` raises"}]}',
        "`src/auth.py:15` was `digest = hmac.new(key, token.body, hashlib.sha256).digest()` all along.",
    ],
)
def test_code_that_is_told_and_stands_there_is_verified(text: str):
    assert ("verified", "verified") in [(each.state, each.quote) for each in check_report(text, TREE).references]


@pytest.mark.req("DEC-40", "RES-4", refused=True)
@pytest.mark.parametrize(
    "tail", ["<= destroy_everything(other)", "% boom", "// count(other)", "<- other.run()", "-- step"]
)
def test_an_operator_begins_no_remark_behind_which_code_is_made_up(tail: str):
    tree = MemoryTree({"src/a.py": b"def f(self, other):\n    return self.next_run\n"})
    text = f"See `src/a.py:2`:\n\n```python\n    return self.next_run {tail}\n```\n"
    assert [each.state for each in check_report(text, tree).references] == ["mismatch"]


@pytest.mark.req("DEC-40", "RES-4")
@pytest.mark.parametrize(
    "tail", ["# here", "<- here", "<-- this is the bug", "// returns it as it is", "← ここ", "// ここ"]
)
def test_a_remark_that_was_put_behind_a_line_is_no_part_of_it(tail: str):
    tree = MemoryTree({"src/a.py": b"def f(self, other):\n    return self.next_run\n"})
    text = f"See `src/a.py:2`:\n\n```python\n    return self.next_run {tail}\n```\n"
    assert [each.state for each in check_report(text, tree).references] == ["verified"]
