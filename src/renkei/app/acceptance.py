"""What a person sets is recorded in the user's state folder, and what differs from it is shown and accepted there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from renkei.app.project import Project
from renkei.binding.differences import ASPECTS, Difference, find_differences
from renkei.binding.files import read_held
from renkei.binding.marks import find_marked_agents
from renkei.binding.record import change_record, forget_record, has_record, read_bound
from renkei.binding.refusals import holds_head
from renkei.commands.external_acts import AcceptFiles
from renkei.errors import BadInput, RenkeiError
from renkei.values import value


def record_setup(project: Project) -> None:
    """What a person has just set up. Texts that were recorded before stay: those are accepted, not set up."""
    root, before = project.settings.project, read_bound(project.settings.project, project.env)
    held, marks = read_held(project.settings.project), before.marks if before else None
    new = {name: text for name, text in held.texts.items() if before is None or not getattr(before, name)}
    _record(
        project,
        texts=new,
        mode=held.mode,
        deadline=held.deadline,
        off=held.off if before is None or before.off is None else before.off,
        store=held.store,
        lang=project.settings.lang,
        marks=tuple(sorted({*(marks or ()), *find_marked_agents(root)})),
        **({} if project.settings.is_store_given else {"named": held.named, "head": _log_head(project)}),
    )


def record_switch(project: Project, *, off: bool) -> None:
    _record(project, off=off)


def record_consent(project: Project) -> None:
    """A person lets code be run: by that, the commands that the project's files name now are theirs, if none were
    recorded before."""
    before = read_bound(project.settings.project, project.env)
    texts = read_held(project.settings.project).texts
    new = {name: texts[name] for name in ("verify", "workspace") if before is None or not getattr(before, name)}
    if new:
        _record(project, texts=new)


def forget_setup(project: Project) -> None:
    """Once Renkei was taken out."""
    try:
        forget_record(project.settings.project, project.env)
    except OSError as error:
        project.caller.note("What you set could not be forgotten ({error}).", error=str(error))


def list_differences(project: Project) -> list[Difference]:
    """What the project's files say other than a person set; a store that is gone, or another one, is told once."""
    project.look_at_commits()
    found = find_differences(project.settings.project, project.env)
    named = any(each.what == "store" for each in found)
    return found if named else [*found, *_find_lost_log(project)]


@value
class BindingState:
    """How what a person set stands beside what the project's files say."""

    is_recorded: bool
    differences: Sequence[Difference] = ()
    problem: str | None = None
    """Why that cannot be told, in the project's language."""


def binding_state(project: Project) -> BindingState:
    if not has_record(project.settings.project, project.env):
        return BindingState(is_recorded=False)
    try:
        return BindingState(is_recorded=True, differences=list_differences(project))
    except RenkeiError as error:
        return BindingState(is_recorded=True, problem=project.say(error.text, **error.params))


def accept(project: Project, wanted: Sequence[str] = (), *, only_show: bool = False) -> list[Difference]:
    """Takes what differs for the person's own, all of it or what is named; what that was.

    Raises:
        BadInput: nothing that binds is called so.
        Refused: not for this actor, or there is no place to keep it.
    """
    if unknown := [name for name in wanted if name not in ASPECTS]:
        raise BadInput("Nothing that binds is called {names}. Known: {known}.",
                       names=", ".join(unknown), known=", ".join(ASPECTS))  # fmt: skip
    project.waive_binding()
    if not only_show:
        project.authorize_act(AcceptFiles())
    meant = {*wanted, *(f"{name}_settings" for name in wanted)}  # a file and the table beside it
    found = [each for each in list_differences(project) if not wanted or each.what in meant]
    if found and not only_show:
        if any(each.what == "record" for each in found):
            forget_setup(project)
            record_setup(project)
        else:
            _record_accepted(project, {each.what for each in found})
    return found


def _record_accepted(project: Project, accepted: set[str]) -> None:
    held = read_held(project.settings.project)
    fields: dict[str, Any] = {}
    if "mode" in accepted:
        fields |= {"mode": held.mode, "deadline": held.deadline}
    if "switch" in accepted:
        fields["off"] = held.off
    if "marks" in accepted:
        fields["marks"] = held.marks
    if "store" in accepted:
        fields |= {"store": held.store, "named": held.named, "head": _log_head(project)}
    texts = {name: text for name, text in held.texts.items() if name in accepted}
    _record(project, texts=texts, **fields)


def _record(project: Project, *, texts: Mapping[str, str] | None = None, **fields: Any) -> None:
    """Where it cannot be kept the person is told: then what the files say holds, whoever wrote them."""
    try:
        change_record(project.settings.project, project.env, texts=texts, **fields)
    except OSError as error:
        project.caller.note(
            "What you set could not be recorded ({error}): whoever can write the project's files can change it.",
            error=str(error),
        )


def _log_head(project: Project) -> str:
    """Where the log is now; nothing without a store."""
    if not project.has_store:
        return ""
    with project.viewer.read() as view:
        return view.head.as_text


def _find_lost_log(project: Project) -> Iterator[Difference]:
    """The store that is gone, or another one in its place."""
    bound = read_bound(project.settings.project, project.env)
    if bound is None or not bound.head or project.settings.is_store_given:
        return
    if not project.has_store:
        yield Difference(what="store", where=bound.named, recorded=bound.head, found="-")
        return
    with project.viewer.read() as view:
        if not holds_head(view, bound.head):
            yield Difference(what="store", where=bound.named, recorded=bound.head, found=view.head.as_text)
