"""What the lead may do itself (LEAD-1..4, 9..15): lookups, a narrow search, a TRIVIAL edit, its own progress files.

Everything else it delegates. Exceptions are permissions: where only a part of their conditions holds, it delegates.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from renkei.lazy import lazy
from renkei.policy.command_lists import are_listed, is_listed, leaves_list
from renkei.policy.guards import written_text
from renkei.policy.paths import has_tool, matches_any
from renkei.policy.rulings import Case, Lookup, Ruling, refuse
from renkei.policy.tables import Limit, Policy
from renkei.policy.touches import Change, Search, Span
from renkei.sentence import Sentence, Translatable

if TYPE_CHECKING:
    from renkei.policy.shell_persons import only_looks, renkei_words
    from renkei.policy.trivial import classify_change
else:
    only_looks = lazy("renkei.policy.shell_persons:only_looks")
    renkei_words = lazy("renkei.policy.shell_persons:renkei_words")
    classify_change = lazy("renkei.policy.trivial:classify_change")

READ_AT_ONCE: Final = 2000
"""How many lines a client shows of a file when it is not told how many."""


def kind_of(policy: Policy, path: str) -> str:
    """What a path is to a team: a test, a specification, code."""
    return next((kind for kind, patterns in policy.kinds if matches_any(patterns, path)), "code")


def _kind_at(case: Case, path: str) -> str:
    """By where links lead to: a link to code is code, whatever it is called."""
    return kind_of(case.policy, case.state.places.get(path, path))


def check_compaction(case: Case) -> Ruling | None:
    """DEC-20: from compaction to the next user prompt nothing starts, resumes or is edited; a list has what is left."""
    left = case.policy.after_compaction
    if not case.state.compacted:
        return None
    said = (words for run in case.touched.runs if (words := renkei_words(run.command)) is not None)
    asked = (tuple(each for each in words if each not in ("--json", "--no-pager")) for words in said)
    only_looks_on = has_tool(left.tools, case.call.tool) and all(
        not words or only_looks(words) or are_listed(left.commands, ("renkei", *words)) for words in asked
    )
    if only_looks_on and not case.touched.writes:
        return None
    return refuse("DEC-20", "The context was compacted: tell the user where the work stands, and wait for their word.")


_WRITES: Final[dict[str, Translatable]] = {
    "test": "The lead writes no tests: delegate {path} to {role}.",
    "specification": "The lead edits no specification: delegate {path} to {role}.",
    "design": "The lead edits no design: delegate {path} to {role}.",
    "code": "The lead writes no code: delegate {path} to {role}.",
    "interface": "The lead writes no code: delegate {path} to {role}.",
    "document": "The lead edits no files of the project: delegate {path} to {role}.",
    "metadata": "The lead edits no files of the project: delegate {path} to {role}.",
}
"""By kind of file."""


def check_writes(case: Case) -> Ruling | None:
    """LEAD-1, LEAD-3, LEAD-14: the lead writes its progress files, and makes TRIVIAL edits under their conditions."""
    for change in case.touched.writes:
        kind = _kind_at(case, change.path)
        if kind == "progress" or may_edit_directly(case, change):
            continue
        role = _delegate(case.policy, kind)
        found = classify(case, change)
        if found and _has_edited_enough(case):
            return refuse(
                "LEAD-3", "The lead makes at most {most} TRIVIAL edits in a phase: delegate {path} to {role}.",
                delegate_to=role, most=case.policy.limits["trivial_phase"].files, path=change.path, role=role,
            )  # fmt: skip
        if found:
            text: Translatable = (
                "A TRIVIAL edit of {path} is delegated, too, to {role}; directly only when the user asked for it, or "
                "when the agent failed after a retry."
            )
        else:
            text = _WRITES[kind]
        return refuse("LEAD-1", text, delegate_to=role, path=change.path, role=role)
    return None


def may_edit_directly(case: Case, change: Change) -> bool:
    found = classify(case, change)
    needs = case.policy.exceptions["trivial_edit"].needs
    if not found or _has_edited_enough(case):
        return False
    return found in case.policy.trivial_direct or bool(case.state.permissions.intersection(needs))


def _has_edited_enough(case: Case) -> bool:
    """Many small edits are work."""
    most = case.policy.limits["trivial_phase"].files
    return most is not None and case.state.edits >= most


def classify(case: Case, change: Change) -> str:
    """Which TRIVIAL change it is, if this kind of file can have one; else nothing."""
    kind = _kind_at(case, change.path)
    is_prose = matches_any(case.policy.trivial_files, case.state.places.get(change.path, change.path))
    allowed = case.policy.trivial.get(kind, ()) if is_prose or kind == "metadata" else ()
    limit = case.policy.limits["trivial_edit"]
    is_wide = limit.files is not None and len(case.touched.writes) > limit.files
    if not allowed or is_wide or change.act not in ("edit", "write"):
        return ""
    texts = _texts_of(case, change)
    found = classify_change(*texts, case.policy.misspellings, limit.lines) if texts else ""
    return found if found in allowed else ""


def _texts_of(case: Case, change: Change) -> tuple[str, str] | None:
    """The text before and after, of the whole file where it is known; None where it cannot be told."""
    before, after = case.state.texts.get(change.path), written_text(change, case.state.texts.get(change.path))
    if change.act == "edit" and len(change.pairs) == 1 and not change.pairs[0][2]:
        old, new, _ = change.pairs[0]
        if before is None:
            return old, new
        if not old or before.count(old) != 1:
            return None
    return None if before is None or after is None else (before, after)


def check_commands(case: Case) -> Ruling | None:
    """LEAD-1, LEAD-10: security tools and tests are run by others, and so is what is not on the lead's list."""
    script = case.touched.script
    if script is None or case.grant.commands is None:
        return None
    listed = case.policy.commands.get(case.grant.commands, ())
    for run in case.touched.runs:
        act = act_of(case.policy, run.command.texts)
        role = _delegate(case.policy, act)
        if act == "security":
            return refuse(
                "LEAD-1", "The lead does no security analysis: delegate {command} to {role}.", delegate_to=role,
                command=run.command.name, role=role,
            )  # fmt: skip
    for command in script.commands:
        if command.words and not is_listed(listed, command, case.call.root):
            role = _delegate(case.policy, act_of(case.policy, command.texts))
            return refuse(
                "LEAD-10", "The lead does not run {command} itself: delegate it to {role}.", delegate_to=role,
                command=_short(command.texts), role=role,
            )  # fmt: skip
    is_dark = script.problems or any(command.assignments or not command.is_literal for command in script.commands)
    if is_dark or any(leaves_list(run) for run in case.touched.runs):
        role = _delegate(case.policy, "run")
        return refuse(
            "LEAD-10", "What this command does cannot be read. Write it with plain words, or delegate it to {role}.",
            delegate_to=role, role=role,
        )  # fmt: skip
    return None


def _short(texts: tuple[str, ...]) -> str:
    return " ".join(texts)[:60]


def act_of(policy: Policy, texts: tuple[str, ...]) -> str:
    """What running a command is to a team."""
    name = (texts[0].rsplit("/", 1)[-1], *texts[1:]) if texts else ()
    return next(
        (act for act, commands in policy.acts.items() if any(name[: len(each)] == each for each in commands)), "run"
    )


def _delegate(policy: Policy, act: str) -> str:
    return policy.delegation.get(act) or policy.delegation.get("other", "")


def check_searches(case: Case) -> Ruling | None:
    """LEAD-11: a search over at most three files."""
    most = case.policy.limits["search"].files
    places = [each for each in case.touched.searches if _kind_at(case, each.path) != "progress"]
    counts = [_files_in(case, each) for each in places]
    found = case.state.searched if case.state.searched is not None else _sum(counts)
    if most is None or not places or (found is not None and found <= most):
        return None
    role = _delegate(case.policy, "search")
    return refuse(
        "LEAD-11", "The lead searches at most {most} files at once: name them, or delegate the search to {role}.",
        delegate_to=role, most=most, role=role,
    )  # fmt: skip


def _files_in(case: Case, search: Search) -> int | None:
    """How many files a search goes over; None where only the disk knows."""
    if search.path in case.state.lengths:
        return 1
    if search.deep or search.glob or search.has_wildcards:
        return None
    return 0 if case.call.tool == "LS" else 1


def _sum(counts: list[int | None]) -> int | None:
    return None if None in counts else sum(each or 0 for each in counts)


def check_reads(case: Case) -> Ruling | None:
    """LEAD-2, LEAD-9, LEAD-12, LEAD-13: a lookup is small, quick, asks for one thing, and nobody has answered it."""
    spans = counted_spans(case)
    if not spans:
        return None
    return _check_question(case) or _check_covered(case, spans) or _check_limits(case, spans)


def counted_spans(case: Case) -> tuple[Span, ...]:
    """The reads of project files: progress and metadata of the lead's own do not count."""
    reads, shown = case.touched.reads, case.state.shown
    if shown is not None:  # of a command that names no file, what it shows
        reads = (*(each for each in reads if each.path != "."), *shown)
    named = (file for each in reads for file in _named_by(case, each) if not _is_nowhere(case, file))
    return tuple(each for each in named if _kind_at(case, each.path) != "progress")


def _is_nowhere(case: Case, span: Span) -> bool:
    """Where a `cd` would have to fail for it, and there is no such file."""
    return span.is_elsewhere and case.state.lengths.get(span.path) == 0


def _named_by(case: Case, span: Span) -> Iterable[Span]:
    """What a path with wildcards stands for, each file of it."""
    if not span.has_wildcards or span.path not in case.state.named:
        return (span,)
    return (Span(path, span.first, span.lines) for path in case.state.named[span.path])


def _check_question(case: Case) -> Ruling | None:
    """By the question that the call states; where it states none, by what the person asked for, unless they want to be
    shown it, or somebody else has failed at it."""
    own, role = question_of(case), _delegate(case.policy, "read")
    if not own and context_of(case) == "quick_lookup" and _is_wide(case, case.state.asked):
        return refuse(
            "LEAD-13",
            "The user asked for more than one value or section, and this read states no question of its own: delegate "
            "it to {role}, or look up one value by a command (sed -n) whose description says which.",
            delegate_to=role, role=role,
        )  # fmt: skip
    if not _is_wide(case, own):
        return None
    return refuse(
        "LEAD-13", "A quick lookup asks for one value or section; this asks for more: delegate it to {role}.",
        delegate_to=role, role=role,
    )  # fmt: skip


def _is_wide(case: Case, question: str) -> bool:
    said = question.casefold()
    return any(word in said for word in case.policy.wide_questions)


def question_of(case: Case) -> str:
    described = case.call.input.get("description")
    return case.state.question or (described if isinstance(described, str) else "")


def _check_covered(case: Case, spans: tuple[Span, ...]) -> Ruling | None:
    covered = {each.path: case.state.covered[each.path] for each in spans if each.path in case.state.covered}
    most = case.policy.limits["minimal_verification"].files
    is_verifying = bool(case.state.permissions.intersection(case.policy.exceptions["minimal_verification"].needs))
    if not covered or (is_verifying and (most is None or len(covered) <= most)):
        return None
    path, result = next(iter(covered.items()))
    role = _delegate(case.policy, "verify")
    return refuse(
        "LEAD-9",
        "{result} covers {path}: use that result. A doubt about it goes to {role}; to verify a few lines yourself, "
        "first type: renkei policy override LEAD-9 --why REASON",
        delegate_to=role, result=result, path=path, role=role,
    )  # fmt: skip


def context_of(case: Case) -> str:
    """Which of the limits holds for a read now."""
    if any(each.path in case.state.covered for each in counted_spans(case)):
        return "minimal_verification"
    for name in ("fallback_read", "display"):
        if case.state.permissions.intersection(case.policy.exceptions[name].needs):
            return name
    return "quick_lookup"


def _check_limits(case: Case, spans: tuple[Span, ...]) -> Ruling | None:
    limit = case.policy.limits[context_of(case)]
    lookups = lookups_of(case, spans)
    broken = _broken_limit(limit, (*case.state.lookups, *lookups), lookups)
    if broken is None:
        return None
    role = _delegate(case.policy, "read")
    return refuse("LEAD-2", "{limit}: delegate this read to {role}.", delegate_to=role, limit=broken, role=role)


def lookups_of(case: Case, spans: tuple[Span, ...]) -> tuple[Lookup, ...]:
    return tuple(Lookup(each.path, _lines_of(case, each), case.state.clock, question_of(case)) for each in spans)


def _lines_of(case: Case, span: Span) -> int:
    length = case.state.lengths.get(span.path)
    if span.has_wildcards:
        return READ_AT_ONCE
    if length is None:
        return READ_AT_ONCE if span.lines is None else span.lines
    left = max(length - span.first + 1, 0)
    return left if span.lines is None else min(span.lines, left)


def _broken_limit(limit: Limit, every: tuple[Lookup, ...], new: tuple[Lookup, ...]) -> Sentence | None:
    """Which limit reads of this phase go over with the new ones."""
    lines: dict[str, int] = {}
    for each in every:
        lines[each.path] = lines.get(each.path, 0) + each.lines
    if limit.files is not None and len(lines) > limit.files:
        return Sentence("The lead reads at most {most} files in a phase", most=limit.files)
    if limit.lines_each is not None and any(lines[each.path] > limit.lines_each for each in new):
        return Sentence("The lead reads at most {most} lines of a file in a phase", most=limit.lines_each)
    if limit.lines is not None and sum(lines.values()) > limit.lines:
        return Sentence("The lead reads at most {most} lines in a phase", most=limit.lines)
    if limit.seconds is not None and _seconds(every, new) > limit.seconds:
        return Sentence("A quick lookup is over within {most} seconds", most=limit.seconds)
    return None


def _seconds(every: tuple[Lookup, ...], new: tuple[Lookup, ...]) -> float:
    """From the first to the last read of one lookup (DEC-19): the reads that have the same question.

    Where a client has no place for a question, a read that comes later is another lookup: a model thinks for longer
    than that between two reads, and the limits of files and lines hold for the whole phase.
    """
    question = new[0].question if new else ""
    times = [each.when for each in every if question and each.question == question]
    return max(times) - min(times) if times else 0.0


def exception_used(case: Case) -> str:
    """The exception that an allowed call makes use of."""
    if any(_kind_at(case, each.path) != "progress" for each in case.touched.writes):
        return "trivial_edit"
    if counted_spans(case):
        return context_of(case)
    return "progress_metadata" if case.touched.writes or case.touched.reads else ""


LEAD_CHECKS: Final[tuple[Callable[[Case], Ruling | None], ...]] = (
    check_compaction, check_writes, check_commands, check_searches, check_reads,
)  # fmt: skip
