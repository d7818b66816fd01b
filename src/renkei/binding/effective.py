"""What holds for the hooks: what a person set, and what the files say where nothing was recorded.

Standard library only: hooks ask at every tool call; git is asked only where something differs.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from renkei.binding.record import Bound, Record, read_record, record_mark
from renkei.lazy import lazy
from renkei.sentence import Sentence
from renkei.setup.hook_settings import HOOK_SETTINGS, OFF, default_settings, read_settings

if TYPE_CHECKING:
    from renkei.binding.commits import is_committed
else:
    is_committed = lazy("renkei.binding.commits:is_committed")

Effective = tuple[dict[str, Any], tuple[Sentence, ...]]


def effective_settings(project: Path, env: Mapping[str, str]) -> Effective | None:
    """The settings of the hooks as `read_settings` gives them, with `off`, `marks`, `recorded` (whether a person's
    record was found) and `by_commit` (whether a commit says otherwise that counts as a person's, as far as is known),
    and what the person is told of files that say otherwise. None where nothing was set up.
    """
    found, record = read_settings(project), read_record(project, env)
    is_off = (project / OFF).exists()
    if record is None:
        return None if found is None else _without_record(project, found, is_off)
    if found is None and not record.bound.mode and not record.is_broken:
        return None
    return _hold_to_record(project, found, is_off, record)


_FILES_ALONE = {"recorded": False, "by_commit": False}


def _without_record(project: Path, found: dict[str, Any], is_off: bool) -> Effective:
    """Where nothing was recorded the files count; a record that was there, and is gone, loosens nothing."""
    if found["record"] and found["record"] == record_mark(project):
        return {**found, "mode": "enforce", "off": False, "marks": (), **_FILES_ALONE}, (_GONE,)
    return {**found, "off": is_off, "marks": (), **_FILES_ALONE}, (_NO_RECORD,)


def _hold_to_record(project: Path, found: dict[str, Any] | None, is_off: bool, record: Record) -> Effective:
    bound, settings = record.bound, found or {**default_settings(project), "lang": record.bound.lang or "en"}
    notices, by_commit = [_BROKEN] if record.is_broken else [], False
    if record.is_broken and not bound.mode and (found is None or "mode" in found["broken"]):
        settings, notices = {**settings, "mode": "enforce"}, [_BOTH_BROKEN]
    elif found is not None and _is_as_set(settings, bound):
        pass
    elif is_committed(project, HOOK_SETTINGS):
        by_commit = True
    else:
        notices += _setting_notices(found, bound)
        settings = {**settings, **{name: value for name in _HELD if (value := getattr(bound, name))}}
    if bound.off is not None and is_off != bound.off:
        if is_committed(project, OFF):
            by_commit = True
        else:
            notices.append(_SWITCH[bound.off])
            is_off = bound.off
    held = {"off": is_off, "marks": bound.marks or (), "recorded": True, "by_commit": by_commit}
    return {**settings, **held}, tuple(notices)


_HELD = ("mode", "store", "deadline")
_NOT_RECORDED = ("", 0)
_NO_RECORD = Sentence(
    "Renkei: nothing is recorded of what you set for this project, so that what its files say holds, whoever wrote "
    "them. If you set it up here, the record is gone: look at {path}, and type: renkei init --claude",
    path=HOOK_SETTINGS,
)
_GONE = Sentence(
    "Renkei: the record of what you set for this project is gone, so that the hooks go on in enforce mode. Look at "
    "{path}, and type: renkei init --claude --mode MODE",
    path=HOOK_SETTINGS,
)
_BROKEN = Sentence(
    "Renkei: the record of what you set for this project is broken, so that what its files say holds. Look at them, "
    "and type: renkei accept"
)
_BOTH_BROKEN = Sentence(
    "Renkei: neither the record of what you set for this project nor {path} can be read, so that the hooks go on in "
    "enforce mode. Type: renkei init --claude --mode MODE",
    path=HOOK_SETTINGS,
)
_SWITCH = {
    False: Sentence(
        "Renkei: {path} is there, and you did not switch the hooks off: they go on. If that is your own, type: renkei "
        "accept switch",
        path=OFF,
    ),
    True: Sentence(
        "Renkei: {path} is gone, and you did not switch the hooks on: they are off. If that is your own, type: renkei "
        "accept switch",
        path=OFF,
    ),
}


def _is_as_set(settings: Mapping[str, Any], bound: Bound) -> bool:
    """Whether they are as a person set them."""
    return all(getattr(bound, name) in (*_NOT_RECORDED, settings[name]) for name in _HELD)


def _setting_notices(found: dict[str, Any] | None, bound: Bound) -> list[Sentence]:
    if found is None:
        return [
            Sentence(
                "Renkei: {path} is gone; the hooks go on in {mode} mode, as you set it. Type: renkei init --claude",
                path=HOOK_SETTINGS,
                mode=bound.mode,
            )
        ]
    return [
        Sentence(
            "Renkei: {path} says {name} {found}, and you set {recorded}: that holds. If {found} is your own, type: "
            "renkei accept",
            path=HOOK_SETTINGS,
            name=name,
            found=str(found[name]),
            recorded=str(getattr(bound, name)),
        )
        for name in _HELD
        if getattr(bound, name) not in (*_NOT_RECORDED, found[name])
    ]
