"""What a script of `sed` does beside showing lines: the files that it writes, and whether it can be read. Pure."""

from typing import Final, NamedTuple


class SedScript(NamedTuple):
    is_plain: bool = True
    """Whether it only selects, changes and shows lines."""
    writes: tuple[str, ...] = ()
    """What its `w` commands name."""


_PLAIN: Final = "pPdDqQ=nNhHgGxlzF"
_FLAGS: Final = "gpIiMm0123456789"
_TEXTS: Final = "aic"
_JUMPS: Final = ":btT"


def read_sed(script: str) -> SedScript:
    """Reads a script command by command; the first that may do something else, or cannot be read, ends it."""
    reader = _SedReader(script)
    while reader.is_plain and reader.at < len(script):
        reader.read_command()
    return SedScript(reader.is_plain, tuple(reader.writes))


class _SedReader:
    def __init__(self, text: str) -> None:
        self.text, self.at, self.is_plain = text, 0, True
        self.writes: list[str] = []

    def read_command(self) -> None:
        self._skip(" \t\n;{}")
        self._skip_addresses()
        name = self._take()
        if name == "" or (name in _PLAIN):
            self._skip(" \t0123456789" if name in ("q", "Q", "l") else " \t")
            self._end()
        elif name in "{}":
            return
        elif name == "#":
            self._take_line()
        elif name in _TEXTS:
            while self._take_line().endswith("\\"):
                pass
        elif name in _JUMPS:
            while self.at < len(self.text) and self.text[self.at] not in ";\n}":
                self.at += 1
        elif name in "sy":
            self._read_replacement(name)
        else:
            self._write_or_leave(name)

    def _read_replacement(self, name: str) -> None:
        mark = self._take()
        if mark in ("", "\n", "\\") or not (self._skip_part(mark) and self._skip_part(mark)):
            self.is_plain = False
            return
        if name == "s":
            self._skip(_FLAGS)
        self._skip(" \t")
        if name == "s" and self.text[self.at : self.at + 1] == "w":
            self._write_or_leave(self._take())
        else:
            self._end()

    def _write_or_leave(self, name: str) -> None:
        self.is_plain = False
        if name in ("w", "W"):
            self.writes.append(self._take_line().strip())

    def _end(self) -> None:
        """What follows a command has to be the next one."""
        following = self.text[self.at : self.at + 1]
        self.is_plain = self.is_plain and (following == "" or following in ";\n}#")

    def _skip_addresses(self) -> None:
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in "0123456789$,~+! \t":
                self.at += 1
            elif char in "/\\":
                self.at += 1
                if not self._skip_part(self._take() if char == "\\" else "/"):
                    self.is_plain = False
                    return
                self._skip("IM")
            else:
                return

    def _skip_part(self, mark: str) -> bool:
        while mark and self.at < len(self.text):
            char = self._take()
            if char == mark:
                return True
            if char == "\\":
                self.at += 1
        return False

    def _skip(self, chars: str) -> None:
        while self.at < len(self.text) and self.text[self.at] in chars:
            self.at += 1

    def _take(self) -> str:
        found = self.text[self.at : self.at + 1]
        self.at += 1
        return found

    def _take_line(self) -> str:
        end = self.text.find("\n", self.at)
        found = self.text[self.at : len(self.text) if end < 0 else end]
        self.at += len(found) + 1
        return found
