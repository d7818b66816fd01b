"""Addresses that lead to a file of the tree: a link to the project's own repository, `file:///project/src/a.py:10`."""

from collections.abc import Collection
from typing import Final, NamedTuple
from urllib.parse import unquote

from renkei import lazy_re as re
from renkei.reports.references.filename import claims_to_exist
from renkei.reports.references.paths import Known
from renkei.reports.references.positions import Position, parse_number

_REMOTE: Final = re.compile(
    r"://(?:[^\s/@]{1,100}@)?(?P<repository>[\w.-]+(?::[0-9]+)?/[\w.~-]+(?:/[\w.~-]+){1,4}?)/(?:-/)?"
    r"(?:blob|tree|blame|src/(?:branch|commit|tag))/"
    r"(?P<rest>[^\s#?]+)(?:\?[^\s#]*)?(?:\#L(?P<line>[0-9]{1,18})(?:C[0-9]+)?(?:-L?(?P<last>[0-9]{1,18}))?)?"
)
_SCHEME: Final = re.compile(r"[a-z]{2,8}\Z")
_LOCAL: Final = re.compile(
    r"://(?:localhost|file)?(?P<path>/[^\s:#?]+)(?:(?::|\#L)(?P<line>[0-9]{1,99})(?:-L?(?P<last>[0-9]{1,99}))?)?"
)
_LOCAL_SCHEME: Final = re.compile(r"(?:file|vscode|vscode-insiders|cursor|windsurf|zed|idea)\Z")
_BRANCHES: Final = frozenset(("main", "master", "HEAD", "trunk", "develop"))
"""What a link names that means the files as they are now."""
_CLOSING: Final = ".,;:!?"
"""What follows an address in a sentence."""


class Address(NamedTuple):
    """What an address names, and where it is written; without a place, it claims that the file is there."""

    begin: int
    end: int
    path: str
    place: Position | None = None


def read_address(text: str, token: re.Match[str], remotes: Collection[str], is_there: Known) -> Address | None:
    """The file that an address names, from its `://` on; None if it is none of this tree."""
    remote = _REMOTE.match(token[0]) if remotes else None
    if remote is None or remote["repository"].casefold() not in remotes:
        return _read_local(text, token, is_there)
    return _read_link_to_line(text, token, remote, is_there) if remote["line"] else _read_link_to_file(token, remote)


def _read_link_to_line(text: str, token: re.Match[str], remote: re.Match[str], is_there: Known) -> Address:
    scheme = _SCHEME.search(text, max(0, token.start() - 8), token.start())
    begin = scheme.start() if scheme else token.start()
    place = Position(int(remote["line"]), int(remote["last"]) if remote["last"] else None)
    return Address(begin, token.start() + remote.end(), _path_in_remote(remote["rest"], is_there), place)


def _read_link_to_file(token: re.Match[str], remote: re.Match[str]) -> Address | None:
    """One to another branch or release claims nothing of this tree."""
    branch, _, rest = remote["rest"].partition("/")
    written = rest.rstrip(_CLOSING)
    if branch not in _BRANCHES or not claims_to_exist(unquote(written)):
        return None
    begin = token.start() + remote.start("rest") + len(branch) + 1
    return Address(begin, begin + len(written), unquote(written))


def _read_local(text: str, token: re.Match[str], is_there: Known) -> Address | None:
    scheme = _LOCAL_SCHEME.search(text, max(0, token.start() - 16), token.start())
    local = _LOCAL.match(token[0]) if scheme else None
    if not scheme or not local or not local["line"] or not is_there(unquote(local["path"])):
        return None
    place = Position(parse_number(local["line"]), parse_number(local["last"]) if local["last"] else None)
    return Address(scheme.start(), token.start() + local.end(), unquote(local["path"]), place)


def read_local_path(written: str, is_there: Known) -> str:
    """The path that a value names: of `file:///project/src/a.py` that of the file, if it is one of this tree."""
    scheme, mark, rest = written.partition("://")
    local = _LOCAL.fullmatch(f"{mark}{rest}") if mark and _LOCAL_SCHEME.fullmatch(scheme) else None
    path = unquote(local["path"]) if local and not local["line"] else ""
    return path if path and is_there(path) else written


def _path_in_remote(rest: str, is_there: Known) -> str:
    """The path behind the name of a branch, which may hold slashes."""
    parts = rest.split("/")
    paths = ["/".join(parts[skip:]) for skip in range(1, min(4, len(parts)))]
    return next((path for path in paths if is_there(path)), paths[0] if paths else rest)
