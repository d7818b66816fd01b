"""`renkei help` and `renkei completion`."""

import argparse
import shlex
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Final

from renkei.entrypoints.cli import COMMANDS, print_help
from renkei.entrypoints.cli.command import Context, command_parser
from renkei.entrypoints.cli.parser import flags_of, verbs_of
from renkei.kit.words import Say, speaker
from renkei.values import value


def add_help_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("command", nargs="?", metavar="COMMAND", help=say("without it all of them"))


def handle_help(context: Context, args: argparse.Namespace) -> int:
    if args.command:
        command_parser(args.command, context.out.lang).print_help()
    else:
        print_help(context.settings.lang)
    return 0


# `renkei completion`: what a shell offers at the tab key, written from what the commands take.


GLOBAL_FLAGS: Final = ("--project", "--store", "--lang", "--json", "--no-pager")
WITH_VALUE: Final = "--project|--store|--lang"
"""After these comes a value, and not the command."""


@value
class Place:
    """A place in a command line: what may stand there, each with its meaning; and the values of its flags."""

    command: str = ""
    verb: str = ""
    words: dict[str, str] = field(default_factory=dict[str, str])
    values: dict[str, list[str]] = field(default_factory=dict[str, list[str]])


def add_completion_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    parser.add_argument("shell", choices=list(SHELLS), metavar="|".join(SHELLS), help=say("your shell"))
    parser.epilog = say(
        'bash: eval "$(renkei completion bash)" in ~/.bashrc; zsh: renkei completion zsh > a folder of $fpath/_renkei; '
        "fish: renkei completion fish > ~/.config/fish/completions/renkei.fish"
    )


def handle_completion(context: Context, args: argparse.Namespace) -> int:
    script = SHELLS[args.shell](list(find_places(context.out.lang)))
    if context.out.as_json:
        context.out.print_json({"shell": args.shell, "script": script})
    else:
        context.out.print_line(script)
    return 0


def find_places(lang: str) -> Iterator[Place]:
    """Every place of a command line at which something can be offered."""
    say = speaker(lang)
    yield Place(words={name: say(line) for name, line in COMMANDS.items()} | dict.fromkeys(GLOBAL_FLAGS, ""))
    yield Place(command="help", words=dict.fromkeys(COMMANDS, ""))
    yield Place(command="completion", words=dict.fromkeys(SHELLS, ""))
    for name in sorted(COMMANDS.keys() - {"help", "completion"}):
        parser = command_parser(name, lang)
        verbs = list(verbs_of(parser))
        yield _make_place(parser, name, verbs={verb: told for verb, _, told in verbs})
        yield from (_make_place(each, name, verb) for verb, each, _ in verbs)


def _make_place(
    parser: argparse.ArgumentParser, command: str, verb: str = "", verbs: dict[str, str] | None = None
) -> Place:
    flags = {flag: action for action in flags_of(parser) for flag in action.option_strings if flag.startswith("--")}
    values = {flag: values for flag, action in flags.items() if (values := _flag_values(action))}
    words = (verbs or {}) | {flag: action.help or "" for flag, action in flags.items()}
    return Place(command=command, verb=verb, words=words, values=values)


def _flag_values(action: argparse.Action) -> list[str]:
    """What a flag takes, where that is known."""
    named = str(action.metavar or "").split("|")
    known = action.choices or (named if len(named) > 1 and all(map(str.islower, named)) else ())
    return [str(each) for each in known]


_WALK: Final = """\
        if [[ $word != -* && ! "$before" =~ ^({with_value})$ ]]; then
            if [[ -z $command ]]; then command=$word; elif [[ -z $verb ]]; then verb=$word; fi
        fi
        before=$word
    done
    case "$command $verb $before" in
{values}
    *) case "$command $verb" in
{words}
        esac ;;
    esac
"""
"""How bash and zsh alike find out where they are in the line, and what may stand there."""

_BASH: Final = """\
_renkei() {{
    local word before="" command="" verb="" offered=""
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
{walk}    COMPREPLY=($(compgen -W "$offered" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _renkei renkei"""

_ZSH: Final = """\
#compdef renkei
_renkei() {{
    local word before="" command="" verb=""
    local -a offered
    for word in "${{(@)words[2,CURRENT-1]}}"; do
{walk}    _describe renkei offered || _files
}}
(( $+functions[compdef] )) && compdef _renkei renkei"""


def _bash_script(places: list[Place]) -> str:
    return _BASH.format(walk=_walk_script(places, lambda words: f'"{" ".join(words)}"'))


def _zsh_script(places: list[Place]) -> str:
    return _ZSH.format(
        walk=_walk_script(places, lambda words: f"({' '.join(_zsh_entry(*each) for each in words.items())})")
    )


def _walk_script(places: list[Place], written: Callable[[dict[str, str]], str]) -> str:
    values = [
        f'    "{place.command} {place.verb}"*" {flag}") offered={written(dict.fromkeys(values, ""))} ;;'
        for place in places
        for flag, values in place.values.items()
    ]
    words = [f"        {_case_pattern(place)}) offered={written(place.words)} ;;" for place in _inner_first(places)]
    return _WALK.format(with_value=WITH_VALUE, values="\n".join(values), words="\n".join(words))


def _zsh_entry(word: str, meaning: str) -> str:
    return shlex.quote(f"{word}:{meaning}" if meaning else word)


_FISH: Final = """\
function __renkei_at
    set -l found
    set -l before ""
    for word in (commandline -opc)[2..]
        if not string match -q -- "-*" $word; and not string match -qr -- '^({with_value})$' $before
            set -a found $word
        end
        set before $word
    end
    switch (count $argv)
        case 0
            test (count $found) -eq 0
        case 1
            test "$found[1]" = "$argv[1]"; and not contains -- "$found[2]" $__renkei_verbs
        case 2
            test "$found[1]" = "$argv[1]"; and test "$found[2]" = "$argv[2]"
    end
end
set -g __renkei_verbs {verbs}
{lines}"""


def _fish_script(places: list[Place]) -> str:
    verbs = sorted({place.verb for place in places if place.verb})
    lines = [_fish_line(place, *each) for place in places for each in place.words.items()]
    return _FISH.format(with_value=WITH_VALUE, verbs=" ".join(verbs), lines="\n".join(lines))


def _fish_line(place: Place, word: str, meaning: str) -> str:
    at = " ".join(filter(None, ("__renkei_at", place.command, place.verb)))
    offered = f"-l {word[2:]}" if word.startswith("--") else f"-f -a {word}"
    if word in place.values:
        offered += f" -x -a {shlex.quote(' '.join(place.values[word]))}"
    told = f" -d {_fish_quote(meaning)}" if meaning else ""
    return f"complete -c renkei -n '{at}' {offered}{told}"


def _fish_quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _inner_first(places: list[Place]) -> list[Place]:
    return sorted(places, key=lambda place: (not place.verb, not place.command))


def _case_pattern(place: Place) -> str:
    """Which commands and verbs a shell's `case` takes for this place."""
    return f'"{place.command} {place.verb}"' if place.verb or not place.command else f'"{place.command} "*'


SHELLS: Final[dict[str, Callable[[list[Place]], str]]] = {
    "bash": _bash_script,
    "zsh": _zsh_script,
    "fish": _fish_script,
}
