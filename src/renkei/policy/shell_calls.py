"""What a call of a shell touches: its commands, read one by one. Loaded when one is called."""

from renkei.policy.shell_effects import effects_of, unwrap
from renkei.policy.shell_words import Simple, read_script
from renkei.policy.tool_calls import patch_changes
from renkei.policy.touches import Change, Run, ToolCall, Touched


def inspect_shell(text: str, call: ToolCall) -> Touched:
    """What a text that a shell is given touches."""
    script = read_script(text, call.folder)
    runs = [Run(each, effects_of(each, call.root)) for command in script.commands for each in unwrap(command)]
    return Touched(
        reads=tuple(each for run in runs for each in run.effects.reads),
        searches=tuple(each for run in runs for each in run.effects.searches),
        writes=tuple(
            Change(each.path, "remove" if each.whole else "shell", has_wildcards=each.has_wildcards)
            for run in runs
            for each in run.effects.writes
        )
        + tuple(each for run in runs for each in _document_patches(run.command, call)),
        script=script,
        runs=tuple(runs),
        is_unreadable=bool({"quote", "size", "heredoc"} & set(script.problems)),
    )


def _document_patches(command: Simple, call: ToolCall) -> tuple[Change, ...]:
    """`apply_patch` as a command, which Codex models know."""
    if command.name.rsplit("/", 1)[-1] not in ("apply_patch", "applypatch"):
        return ()
    texts = [*command.texts[1:], *(each.target.text for each in command.redirects if each.operator in ("<<", "<<<"))]
    return tuple(each for text in texts for each in patch_changes(text, command.folder or call.folder, call.root))
