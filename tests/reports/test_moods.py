"""A place that is not there is false where a text says that it is, and not verified where it only speaks of it."""

import pytest

from renkei.reports.check import check_report
from renkei.reports.tree import FixedSurroundings, MemoryTree

TREE = MemoryTree(
    {
        "src/app.py": b"import os\n\n\ndef login(user):\n    return user\n",
        "src/sign.py": (
            b'def sign(key, value):\n    """\n    Sign a value.\n    """\n    size = len(value)\n'
            b"    if not all(key):\n        raise ValueError(key)\n"
            b"    mac = new(key, value, size=size)\n    limit = 10\n"
            b"    return mac\n"
        ),
        "src/conf.toml": b"[check]\nstrict = false\n",
        "tests/test_app.py": b"c = 1\n",
    },
    FixedSurroundings(),
)


def states(text: str) -> list[str]:
    return [each.state for each in check_report(text, TREE).references]


def quotes(text: str) -> list[tuple[str, str | None]]:
    return [(each.state, each.quote) for each in check_report(text, TREE).references]


@pytest.mark.req("DEC-38")
@pytest.mark.parametrize(
    "text",
    [
        # asked
        "Shall I keep it in `src/aio.py`, or beside the class?",
        "Do you have `src/ring.py:9` on your side?",
        "I wonder whether `src/ring.py` even exists.",
        "If a `src/ring.py:9` shows up in your checkout, you are on the experimental branch.",
        "標準側では `src/tempfile.py:560` で作られますが、このリポジトリのファイルではありません。",
        "The frame `src/tempfile.py:560` is not part of this project.",
        "`src/store.py` に置くのはいかがでしょうか。",
        # wished or planned
        "We might carve this out into `src/units.py` some day.",
        "A module `src/units.py` could collect the constants.",
        "It'd be cleaner to keep the constants in `src/constants.py`.",
        "Were there a `src/clock.py`, we could fake the time.",
        "Next up: `src/aio.py` and its tests.",
        "Follow-ups (not now):\n- [ ] `docs/lists.md`\n- [ ] notes in `src/lists.py`",
        "I propose this layout:\n\n- `src/match/glob.py`\n- `src/match/regex.py`",
        "Suggested home for the helper → `src/_util.py`",
        "計画:\n\n1. `src/lists.py` を追加",
        "将来的には `src/kdf.py` に分離する案があります。",
        # what somebody else named
        "The ticket talks about `src/decimal.py:77`.",
        "The line you quoted, `src/runner.py:44`, puzzles me.",
        "The reporter wrote: `src/runner.py:44` leaks.",
        "The ticket refers to: `src/runner.py:44`.",
        "You asked about this line: `src/runner.py:44`.",
        "You asked about the leak in `src/runner.py:44`: I have no such file.",
        'The reviewer wrote: "see src/crypto.py:41".',
        "A colleague swears that `src/cache.py:88` holds a lock.",
        "According to the bug tracker the crash is in `src/solaris.py:51`.",
        "ご指摘の `src/words.py:5` ですが、何のことでしょう。",
        # elsewhere
        "PR #612 touches `src/persist.py:10`.",
        "`src/cli.py:12` comes from a colleague's fork.",
        "In the GitHub repo there is a `docs/faq.rst:12`, which the source archive leaves out.",
        "Version 3.14 still shipped `src/setup.py:20`.",
        "`src/v2/core.py:30` は開発中のブランチにのみ存在します。",
        # not seen
        "`src/hub.py:3` was meant, I think; I could not verify it.",
        # generated
        "`src/_version.py` is written by hatch-vcs at build time.",
        "`src/_speed.c` is a build product.",
        # supposed or guessed
        "もし `tests/live/` があれば、そこに `tests/live/test_ring.py` を置くのが自然です。",
        "`tests/live/test_ring.py` に入れるのが妥当です。",
        "A hunch, without having your sources: `jobs/run.py:30` calls it twice.",
        "I can only guess: something like `jobs/run.py:30` calls `login()` twice.",
        "We add `src/aio.py` for the coroutines.",
        "Still on my list: `src/aio.py` with the loop.",
        "`src/aio.py` の名前で試作しましたが、コミットしていません。",
        "It may be that `jobs/run.py:30` swallows it; we have no access to it.",
        "`jobs/run.py:30` in the customer's code swallows it.",
        "`src/log.txt` を `make log` で生成する",
        "Let's add `src/aio.py` for the coroutines and keep `app.py` unchanged.",
        # what somebody else is answered
        "> The bug is in `src/app.py:900`, it signs twice.\n\nThis is not correct: there is one call.",
        "> `src/app.py:900` never signs.\n\nThe reporter is mistaken; the file is shorter.",
        "> `src/app.py:900` never signs.\n\nI don't agree, it does.",
        "> `src/gate.py:12` が漏らしています。\n\nこれは誤りです。",
        # another machine, which cannot be seen
        "本番サーバーの `/srv/app/retry.yaml:12` に書かれている可能性があります。",
        "On the production server, `/srv/app/retry.yaml:12` may say so.",
        "`/srv/app/retry.yaml:12` may hold the limit. I cannot see it from here.",
        "`/srv/app/retry.yaml:12` にあるかもしれません。こちらからは見えないので、確認をお願いします。",
        # what a file is said or planned to be holds for its line, and for the next file of the plan
        "If we had a file like `src/rates.py`, the table at `src/rates.py:10` could be shared.",
        "If you split it, `login` would move to `src/cli.py:1`.",
        "`src/stats.py` に集計を用意し、`tests/test_stats.py` で動きを確かめるのがよいと思います。",
        "A helper module, named e.g. `src/hash.py`, would do.",
        "After the split there will be a `src/hash.py:1`.",
        "新しく `src/hash.py` を作り、そこから呼び出す方針です。",
        # what nobody could look at, what was never made, what another has
        "I wasn't able to open `src/secret.py:3`.",
        "Nothing comes from `src/hash.py:1`, because that file was never written.",
        "pytest's own `src/_pytest/python.py:100` does the same.",
        # what the reader is to save
        "A reproducer: save it as `repro.py` and run it; the error comes from `repro.py:3`.",
        "次のコードを `repro.py` として保存してください。`repro.py:3` で失敗します。",
        # nothing is told of it
        "The nightly build drops a `src/_version.py` into the wheel.",
        "Not sure `src/legacy.py` ever existed.",
    ],
)
def test_a_place_that_is_not_asserted_is_not_called_false(text: str):
    assert set(states(text)) <= {"unverified", "absent", "outside"}


@pytest.mark.req("DEC-38", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "`src/pool.py:18` keeps the threads alive.",
        "Locking happens inside `src/sync.py`.",
        "The culprit: `src/clock.py:70`.",
        "You asked about secrets: `src/vault.py:12` stores the password in clear text.",
        "You wanted the root cause: `src/app.py:999` swallows the error.",
        "A reviewer wanted proof: the handle is left open in `src/vault.py:12`.",
        "Be careful with `src/hooks.py:31`, it mutates the list.",
        "You need to change `src/parser.py`, it mishandles quotes.",
        "Why does `src/timers.py:9` swallow exceptions?",
        "What does `src/guards.py:2` do? It rejects negative sizes.",
        "Should `src/serial.py:43` log the failure? It currently drops it.",
        "If a path vanishes, `src/recover.py:17` retries.",
        "To be precise, `src/nonce.py:11` would accept a replay.",
        "In `src/policy.py` the maximum age is not enforced.",
        "A second implementation in `src/fast.py` should be deleted.",
        "I'd add `src/gate.py:3` to the list of suspects.",
        "In version 4.0, `src/gate.py:31` caps the list.",
        "- **Low** – `src/zone.py:31`: `pytz` is imported lazily.",
        '{"key_references": ["src/app.py:1", "src/durations.py:77"]}',
        "問題は `src/cache.py` にあります。",
        "The fix landed: I created `src/retry.py`.",
        "`src/app.py:4` logs in. The hooks are pinned in `config/hooks.yaml`.",
        "The release steps are described in `manual/RELEASING.md`, the app is `src/app.py`.",
        "リリース手順は `manual/RELEASING.md` にまとまっています。本体は `src/app.py` です。",
        "> The bug is in `src/gate.py:12`.\n\nThis is correct: it signs twice.",
        "> `src/gate.py:12` signs twice.\n\nThis is wrong and has to be mended.",
        "We added `src/aio.py` for the coroutines.",
        "Still on the hot path: `src/aio.py` with the loop.",
        "`src/gate.py:12` はコミットしていない変更を捨てます。",
        "以下のファイルを作成しました。\n\n- `src/aio.py`",
        "The following files were changed.\n\n- `src/aio.py`",
        "On the production server, `src/pool.py:18` leaks threads.",
        "もし鍵が空なら、`src/gate.py:12` が例外を送出します。",
        "I saved it as `repro.py`; `src/app.py:4` is called at `repro.py:3`.",
        "Something is wrong: `src/gate.py:12` calls `login()` twice.",
        "`src/stats.py` に集計を用意し、`src/clock.py` は修正済みなのがよいと思います。",
    ],
)
def test_a_place_that_is_asserted_and_not_there_is_false(text: str):
    assert set(states(text)) & {"missing_file", "missing_line"}


@pytest.mark.req("DEC-39")
@pytest.mark.parametrize(
    "text",
    [
        "flake8 output: one problem per row, `name.py:1:1: E302 expected 2 blank lines`.",
        "Every line is `LEVEL module.py:LINENO text`, for instance `WARNING worker.py:88 queue is full`.",
        'Say where it happens, in the manner of "orders.py, line 12".',
        'Please send me the file and the line, e.g. "main.py, line 40".',
        "If you get `myscript.py:5: ImportError`, install the extra.",
        "The parser accepts `a.py:1`, `a.py:1-3` and more.",
        "VS Code opens it with `code -g main.py:10`.",
        "The colon form (`name.py:3`) is easy to click.",
        "「views.py の 10 行目」のように、ファイルと行を添えて質問してください。",
    ],
)
def test_a_form_of_places_is_no_place(text: str):
    assert not set(states(text)) & {"missing_file", "missing_line", "mismatch"}


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "`src/sign.py:6` guards the key. The check there is `if all(key):` and it raises.",
        "`src/sign.py:6` は鍵を確認します。該当行は `if all(key):` です。",
        "`src/app.py:4` starts it, and `src/sign.py:10` hands it out with `return mac.digest()`.",
        "`src/sign.py:6` tests `if all(key):` first.",
        "`src/sign.py:9` has run. It sets `limit = 20`.",
        "The body is one assignment, `del mac.key`, on src/sign.py:8, after src/sign.py:6.",
        "The limit is declared in src/sign.py:9 with `limit = 20 + size`.",
        'It is declared with `limit-of-keys = ">=3.8"` in src/sign.py:9.',
        "src/sign.py:9 sets `limit = 20`.",
        "`src/sign.py:9` sets it with `limit = min(size, 3600)`.",
        "`src/sign.py:8` makes it with `new(hmac.compare(key), value, size=size)`.",
        "`src/sign.py:8` calls `new(key, value, timeout=size)`.",
        "`src/sign.py:5` uses `len(value * 2)`.",
        "`src/sign.py:8` builds it via `new(key, value, digest=strong)`, so it is safe.",
        "`src/sign.py:8` gets by by calling `new(key, value, digest=strong)`.",
        "src/conf.toml:2 turns it off with `strict-keys = true`.",
        "tox.ini aside, src/conf.toml:2 turns it off with `strict-keys = true`.",
        "`src/sign.py:5` gets the size through `len(value) * 1000`.",
        "`src/sign.py:5` では `len(value * 2)` を呼んでいます。",
        "The call `new(hmac.compare(key), value)` (src/sign.py:8) is safe.",
        "It is declared twice, in app.py and in src/sign.py:9 with `limit = 20 + size`.",
        "On line 8 of src/sign.py the digest is made with `hmac.compare(key, value)`, which is slow.",
        "| Place | What it says |\n|---|---|\n| src/sign.py:8 | `hmac.compare(key, value)` |",
        "> `src/sign.py:9`\n> limit = load(size)\n\nThis is slow.",
        "1. src/sign.py:9\n   limit = load(size)\n",
        "The code:\n\n`src/sign.py:9`\n\n```python\nlimit = load(size)\n```",
    ],
)
def test_code_that_is_told_of_a_place_and_stands_nowhere_is_a_mismatch(text: str):
    assert ("mismatch", "mismatch") in quotes(text)


@pytest.mark.req("DEC-40")
@pytest.mark.parametrize(
    "text",
    [
        "`src/sign.py:6` guards the key. It tests `if not all(key):`.",
        "`src/app.py:4` starts it, `src/sign.py:10` ends it: `return mac`.",
        "`src/sign.py:8` calls `mac = new(key, value)`.",
        '`src/sign.py:1-5`:\n\n```python\ndef sign(key, value):\n    """..."""\n    size = len(value)\n```',
        '`src/sign.py:1-5`:\n\n```python\ndef sign(key, value):\n    """Sign a ..."""\n    size = len(value)\n```',
        "`src/sign.py:1-5`:\n\n```python\ndef sign(key, value):\n    # docstring omitted\n    size = len(value)\n```",
        "`src/sign.py:5` with two keys: `size = 2`, then `mac = None`.",
        "`src/sign.py:10` could be made friendlier, perhaps so:\n\n```python\nreturn mac.hexdigest()\n```",
        "What about this for `src/sign.py:10`?\n\n```python\nreturn mac.hexdigest()\n```",
        "`src/sign.py:10` を下のコードにしてはどうでしょうか。\n\n```python\nreturn mac.hexdigest()\n```",
        "A test belongs below `tests/test_app.py:1`:\n\n```python\ndef test_none():\n    assert not sign(None)\n```",
        "`src/sign.py:10` returns it. This breaks callers that do `if sign(key) is True:`.",
        "`src/sign.py:9` sets `limit = 10`.",
        "`src/sign.py:9` fails with `limit = 20`.",
        "`src/sign.py:5` should be called with `len(value * 2)`.",
        "`src/sign.py:8` makes it with `new(secret, data)`.",
        "`src/sign.py:8` calls `new(key, value, size=size)`.",
        "`src/sign.py:8` could do it with `new(hmac.compare(key), value)`.",
        "`src/sign.py:1` can be tried with `sign(hmac.compare(key), value)`.",
        "The call `new(key, value)` (src/sign.py:8) is safe.",
        "On line 8 of src/sign.py the digest is made with `new(key, value)`, which is slow.",
        "Proposed change:\n\n`src/sign.py:9`\n\n```python\nlimit = 20 + size\n```",
        "1. src/sign.py:9\n   the limit = 20 + size\n",
        "> src/sign.py:9\n> limit = 10",
        "| Place | Replace by |\n|---|---|\n| src/sign.py:8 | `hmac.compare(key, value)` |",
        "To sign `src/sign.py:8` anew you would write:\n\n```python\nmac = old(key)\n```\n\nand call it like this:\n\n"
        "```python\nprint(resign(key))\n```",
        "src/conf.toml:2 turns it off with `strict = false`.",
        "`src/sign.py:5` runs the loop with `strict-keys = true`.",
        "`src/sign.py:8` builds it via `new(key, value)`, as it would via `old(key, digest=strong)`.",
        "`src/sign.py:8` calls `new('key=len(x) * 2', value)`.",
        "`src/sign.py:6` raises when it is called with `sign(json.loads(key), value)`.",
    ],
)
def test_code_that_stands_there_or_is_not_said_to_is_no_mismatch(text: str):
    assert "mismatch" not in states(text)


@pytest.mark.req("DEC-40", refused=True)
def test_a_docstring_that_is_cut_short_has_to_begin_as_it_does():
    text = '`src/sign.py:1-5`:\n\n```python\ndef sign(key, value):\n    """Revoke a ..."""\n    size = len(value)\n```'
    assert states(text) == ["mismatch"]


@pytest.mark.req("DEC-40", refused=True)
@pytest.mark.parametrize(
    "text",
    [
        "Line 2 of `src/sign.py` begins the docstring: “Revoke a value after an hour.”",
        '先頭のコメントには "Revoke a value after an hour" と書かれています（`src/sign.py:2`）。',
    ],
)
def test_words_of_a_docstring_have_to_stand_there(text: str):
    assert states(text) == ["mismatch"]
    assert states(text.replace("Revoke a value after an hour", "Sign a value")) == ["verified"]
