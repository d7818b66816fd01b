"""What an attempt shares with the person though it has a work tree of its own: branches and tags, git's settings and
hooks, and the person's work tree. It is looked at before and after, and what differs is told (DEC-53, TEAM-9).

Who changed it cannot be known: the person may be at work, too. So it is said as what it is, a change that came about
while agents were at work. One thing is not left standing: a setting or a hook that would run a program in the person's
git. It is put back, and what was there is kept aside.
"""

import os
import re
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from renkei.git import one_line
from renkei.git.names import join_names
from renkei.memo import remember_short
from renkei.sentence import Sentence
from renkei.values import value
from renkei.workspace.repository import Repository

_PROGRAMS: Final = re.compile(
    r"core\.(fsmonitor|hookspath|pager|editor|sshcommand|askpass|gitproxy|alternaterefscommand|attributesfile"
    r"|excludesfile|worktree)|commit\.gpgsign|tag\.gpgsign|sequence\.editor|interactive\.difffilter|init\.templatedir"
    r"|merge\..*\.driver|diff\.external|diff\..*\.(command|textconv)|trailer\..*\.(cmd|command)|submodule\..*\.update"
    r"|(alias|browser|credential|difftool|filter|gpg|guitool|hook|http|imap|include|includeif|instaweb|man|mergetool|pager"
    r"|protocol|remote|sendemail|uploadpack|url|web)\..*"
)
"""Settings, in lower case, that make git run a program, or lead it to settings, hooks or hosts that may."""

_RULES: Final = ".gitignore"
_OURS: Final = (".renkei/", ".claude/workspaces/")
"""What Renkei itself keeps in the person's tree, with rules of its own."""
_SETTINGS: Final = (".renkei/config.toml", ".renkei/hook.json", ".renkei/off")
"""Of that, what a person sets: git does not show them."""

_SOME: Final = 5
"""How many files are named; the others are counted."""

File = tuple[int, bytes] | None
"""Mode and content, of a link where it leads; nothing is read of what is neither file nor link. None for what is not
there, or cannot be read."""
Settings = Mapping[str, tuple[str, ...]]
Version = tuple[int, ...]


@value
class Surroundings:
    """What was there at one moment."""

    refs: Mapping[str, str]
    head: str
    """The branch that the person has checked out, or the commit."""
    programs: Mapping[Path, Settings]
    """By file of git's settings, those that run a program."""
    files: Mapping[Path, File]
    """Files of git's settings, hooks and `info`."""
    tree: Mapping[str, Version]
    """Files of the person's work tree that differ from the commit, with what tells two versions apart."""
    ignored: Mapping[str, Version]
    """What is there and ignored; the version only of what has rules of what to ignore."""


def read_surroundings(repository: Repository, own: str) -> Surroundings:
    """`own` is the branch of the run, which Renkei itself moves."""
    changed, ignored = repository.list_all_files()
    users = (*_user_settings_files(), repository.users_ignore_file(), *(repository.root / name for name in _SETTINGS))
    return Surroundings(
        refs=dict(_list_refs(repository, own)),
        head=repository.current_branch() or repository.ask("rev-parse", "HEAD").out,
        programs={path: _read_programs(repository, path) for path in _settings_files(repository) if path.is_file()},
        files={path: _read_file(path) for path in (*_list_own_files(repository), *users)},
        tree=dict(_list_versions(repository, changed)),
        ignored={name: _file_version(repository.root / name) if name.endswith(_RULES) else () for name in ignored},
    )


def put_back_pipes(repository: Repository, before: Surroundings) -> Iterator[Sentence]:
    """Puts back what was a file and is a pipe or a device now: git would wait for it for ever. Asks git for nothing."""
    for path in _list_own_files(repository):
        if _may_block(path) and before.files.get(path, None) != _read_file(path):
            _write_file(path, before.files.get(path))
            yield Sentence(
                "{path} was no file any more, but a pipe or a device; it was put back", path=_show_path(path)
            )


def find_differences(
    before: Surroundings, after: Surroundings, root: Path, is_ours: Callable[[str, str | None], bool]
) -> Iterator[Sentence]:
    """What changed, for a person to read; `root` is the person's work tree, `is_ours` knows what Renkei has moved."""
    for ref in sorted(before.refs.keys() | after.refs.keys()):
        old, new = before.refs.get(ref), after.refs.get(ref)
        if old != new and not is_ours(ref, new):
            yield _describe_move(ref.removeprefix("refs/heads/"), old, new)
    if before.head != after.head:
        yield Sentence("{new} is checked out now, not {old}", new=_short_name(after.head), old=_short_name(before.head))
    for path in sorted(before.files.keys() | after.files.keys()):
        if before.files.get(path) != after.files.get(path):
            yield Sentence("{path} was changed", path=_show_path(path))
    changed = sorted(
        name for name in before.tree.keys() | after.tree.keys() if before.tree.get(name) != after.tree.get(name)
    )
    if changed:
        yield Sentence(
            "{count} files of {root} changed: {files}",
            count=len(changed),
            root=one_line(str(root)),
            files=_join_some(changed),
        )


def find_hidden_files(repository: Repository, before: Surroundings, after: Surroundings) -> Iterator[Sentence]:
    """Files that came about and that git does not show, by rules that were not there before."""
    new = [name for name in after.ignored if name not in before.ignored and not _is_ours(repository.root, name)]
    by_file = repository.find_ignore_rules(new)
    names = sorted(name for name in new if _is_new_rule(repository, by_file.get(name), before, after))
    if names:
        yield Sentence(
            "{count} files or folders are new, and hidden by new rules of what to ignore: {files} (in {root})",
            count=len(names),
            root=_show_path(repository.root),
            files=_join_some(names),
        )


def _is_ours(root: Path, name: str) -> bool:
    """Whether Renkei keeps it; a folder that a rule hides whole, if nothing else is in it."""
    if not any(ours.startswith(name) for ours in _OURS):
        return name.startswith(_OURS)
    files = (path.relative_to(root).as_posix() for path in (root / name).rglob("*") if not path.is_dir())
    return all(file.startswith(_OURS) for file in files)


def _is_new_rule(repository: Repository, file: str | None, before: Surroundings, after: Surroundings) -> bool:
    if file is None:
        return False
    if file in after.ignored or file in after.tree:
        now = after.ignored.get(file) or after.tree.get(file)
        return (before.ignored.get(file) or before.tree.get(file)) != now
    path = repository.root / file
    return path in after.files and before.files.get(path) != after.files.get(path)


def put_back_programs(
    repository: Repository, before: Surroundings, after: Surroundings, aside: Path
) -> Iterator[Sentence]:
    """Takes out what would run a program in the person's git; what was there is kept in `aside`."""
    for path in _settings_files(repository):
        old, new = before.programs.get(path, {}), after.programs.get(path, {})
        names = sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
        if names and path.is_file():
            kept = _keep_copy(path, aside)
            for name in names:
                _set_values(repository, path, name, old.get(name, ()))
            yield Sentence(
                "settings that run programs were put back as they were: {names} (the file as it was: {kept})",
                names=join_names(names),
                kept=str(kept),
            )
    folders = (repository.common / "hooks", repository.common / "info")
    paths = (path for path in before.files.keys() | after.files.keys() if path.parent in folders)
    for path in sorted(paths):
        if before.files.get(path) != after.files.get(path):
            kept = _keep_copy(path, aside) if path.is_file() else None
            _write_file(path, before.files.get(path))
            yield Sentence(
                "{name} was put back as it was (what was there: {kept})",
                name=one_line(f"{path.parent.name}/{path.name}"),
                kept=str(kept or "-"),
            )


def put_back_settings(repository: Repository, before: Surroundings, aside: Path) -> Iterator[Sentence]:
    """Puts the repository's settings back whole, where git cannot work with what was made of them."""
    for path in _settings_files(repository):
        if _read_file(path) != before.files.get(path):
            kept = _keep_copy(path, aside) if path.is_file() else None
            _write_file(path, before.files.get(path))
            yield Sentence(
                "git could not work with {path} as it was; it was put back (what was there: {kept})",
                path=_show_path(path),
                kept=str(kept or "-"),
            )


def _list_refs(repository: Repository, own: str) -> Iterator[tuple[str, str]]:
    out = repository.run("for-each-ref", "--format=%(refname) %(objectname)")
    for line in out.splitlines():
        name, _, commit = line.rpartition(" ")
        if name != f"refs/heads/{own}" and not name.startswith("refs/renkei/"):
            yield name, commit


def _settings_files(repository: Repository) -> tuple[Path, ...]:
    """Those of the repository, which its work trees share."""
    return (repository.common / "config", repository.common / "config.worktree")


def _list_own_files(repository: Repository) -> list[Path]:
    """What git reads in the repository beside what it stores there."""
    settings = [path for path in _settings_files(repository) if os.path.lexists(path)]
    return [*settings, *_list_below(repository.common / "info"), *_list_below(repository.common / "hooks")]


def _user_settings_files() -> tuple[Path, ...]:
    """Only looked at: they are not the repository's to put back."""
    home = Path(os.environ.get("HOME") or Path.home())
    places = os.environ.get("GIT_CONFIG_GLOBAL"), os.environ.get("XDG_CONFIG_HOME")
    return (Path(places[0] or home / ".gitconfig"), Path(places[1] or home / ".config") / "git" / "config")


def _read_programs(repository: Repository, path: Path) -> Settings:
    """A file that git cannot read has none that it would obey."""
    try:
        return _list_programs(repository, path.read_bytes().decode(errors="surrogateescape"))
    except OSError:
        return {}


@remember_short(8)
def _list_programs(repository: Repository, text: str) -> Settings:
    """Of a file of settings, whose text git is given: it is the same at every look, and git need not be asked again."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in repository.ask("config", "--file", "-", "--list", "-z", text=text).out.split("\0"):
        name, _, value = entry.partition("\n")
        if _PROGRAMS.fullmatch(name.lower()):
            found[name] = (*found.get(name, ()), value)
    return found


def _set_values(repository: Repository, path: Path, name: str, values: Iterable[str]) -> None:
    repository.ask("config", "--file", str(path), "--unset-all", name)
    for each in values:
        repository.run("config", "--file", str(path), "--add", name, each)


def _list_below(folder: Path) -> list[Path]:
    """Its files and links, also those that lead nowhere yet."""
    found = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    return sorted(path for path in found if path.suffix != ".sample")


def _read_file(path: Path) -> File:
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            return mode, os.fsencode(path.readlink())
        return mode, path.read_bytes() if stat.S_ISREG(mode) else b""
    except OSError:
        return None


def _may_block(path: Path) -> bool:
    """Whether to open it, or what it leads to, may be to wait."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _write_file(path: Path, file: File) -> None:
    path.unlink(missing_ok=True)
    if file is None:
        return
    mode, content = file
    if stat.S_ISLNK(mode):
        path.symlink_to(os.fsdecode(content))
    elif stat.S_ISREG(mode):
        path.write_bytes(content)
        path.chmod(stat.S_IMODE(mode))


def _list_versions(repository: Repository, names: Iterable[str]) -> Iterator[tuple[str, Version]]:
    """What git says of the person's work tree; of what differs already, its size and times tell a second change."""
    for name in names:
        yield name, _file_version(repository.root / name)
    for entry in repository.run("ls-files", "-v", "-z").split("\0"):
        if entry[:1].islower() or entry[:1] == "S":  # git was told not to look at it
            yield entry[2:], _file_version(repository.root / entry[2:])


def _file_version(path: Path) -> Version:
    try:
        found = path.lstat()
    except OSError:
        return ()
    return (found.st_mode, found.st_size, found.st_mtime_ns, found.st_ino)


def _describe_move(name: str, old: str | None, new: str | None) -> Sentence:
    if old is None:
        return Sentence("{name} is new, at {new}", name=one_line(name), new=(new or "")[:12])
    if new is None:
        return Sentence("{name} is gone; it was at {old}", name=one_line(name), old=old[:12])
    return Sentence("{name} moved from {old} to {new}", name=one_line(name), old=old[:12], new=new[:12])


def _short_name(head: str) -> str:
    return one_line(head.removeprefix("refs/heads/")) or "-"


def _show_path(path: Path) -> str:
    return one_line(str(path))


def _join_some(names: list[str]) -> str:
    more = f" (+{len(names) - _SOME})" if len(names) > _SOME else ""
    return ", ".join(map(one_line, names[:_SOME])) + more


def _keep_copy(path: Path, aside: Path) -> Path:
    """A copy that nothing written before it is lost to."""
    aside.mkdir(parents=True, exist_ok=True)
    kept = next(each for number in range(1, 10_000) if not (each := aside / f"{path.name}.{number}").exists())
    shutil.copyfile(path, kept)
    kept.chmod(0o600)
    return kept
