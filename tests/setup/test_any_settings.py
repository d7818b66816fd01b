"""Any settings of a client survive `init` and `uninstall` byte for byte, or are refused before anything is changed."""

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from renkei.errors import BadInput
from renkei.setup.clients import CLAUDE
from renkei.setup.edits import Edit, make_edits, take_back
from renkei.setup.hook_files import hook_command, plan_hooks
from renkei.setup.hook_files import withdraw as withdraw_hooks

PROGRAM = "/usr/bin/renkei"
OURS = {"type": "command", "command": hook_command(PROGRAM, CLAUDE)}

texts = st.text(st.characters(codec="utf-8"), max_size=8)
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
commands = st.fixed_dictionaries({"type": st.just("command"), "command": texts}) | st.just(OURS)
entries = st.fixed_dictionaries({"hooks": st.lists(commands, max_size=3)}, optional={"matcher": texts})
hooks = st.dictionaries(
    st.sampled_from(["Stop", "PostToolUse", "Setup", ""]), st.lists(entries, max_size=3), max_size=3
)


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """Settings as a person, a program or a foreign editor might have written them."""
    value = draw(st.dictionaries(texts, values, max_size=4))
    if draw(st.booleans()):
        value["hooks"] = draw(hooks | values)
    indent = draw(st.sampled_from([None, 0, 1, 2, 4, "\t"]))
    text = json.dumps(value, indent=indent, ensure_ascii=draw(st.booleans())) + draw(
        st.sampled_from(["", "\n", "\n\n", " "])
    )
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n"]))).encode()


def withdraw(path: Path, data: bytes) -> bytes:
    return withdraw_hooks(CLAUDE, path, data)


def plan(root: Path) -> list[Edit]:
    return [edit for edit in plan_hooks(root, CLAUDE, PROGRAM, shared=False) if edit.changes]


@given(files())
def test_any_settings_survive(data: bytes):
    has_ours = OURS["command"] in json.dumps(json.loads(data).get("hooks"))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        path = root / CLAUDE.local
        path.parent.mkdir()
        path.write_bytes(data)
        try:
            make_edits(root, plan(root), withdraw)
        except BadInput:
            assert path.read_bytes() == data
            return
        merged = json.loads(path.read_bytes())
        assert plan(root) == []
        take_back(root, withdraw)
        assert merged["hooks"].keys() >= CLAUDE.events.keys()
        if has_ours:  # hooks of ours that stood there before, from a record that was lost
            assert path.read_bytes() == withdraw(CLAUDE.local, data)
        else:
            assert path.read_bytes() == data


@given(files(), files())
def test_any_hand_edit_after_init_stays(data: bytes, later: bytes):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        path = root / CLAUDE.local
        path.parent.mkdir()
        path.write_bytes(data)
        try:
            make_edits(root, plan(root), withdraw)
            path.write_bytes(later)
            take_back(root, withdraw)
        except BadInput:
            assert path.read_bytes() in (data, later)
            return
        left = path.read_bytes()
        assert OURS["command"] not in json.dumps(json.loads(left))
        if OURS["command"] not in json.dumps(json.loads(later)):
            assert left == later
