"""Which path a run of characters means, if it means one: by what files are called, and by what is there."""

from typing import NamedTuple

from renkei.reports.references.filename import file_likeness, has_extension, has_letter
from renkei.reports.references.nofile import is_no_file
from renkei.reports.references.paths import MAX_PATH, Known, Reading, path_readings


class ReadPath(NamedTuple):
    reading: Reading
    weak: bool


class PathReader:
    """The paths of one text. Equal runs are equal paths, so each is worked out once."""

    def __init__(self, known: Known | None) -> None:
        self._known = known
        self._readings: dict[tuple[str, bool, bool, bool], ReadPath | None] = {}
        self._owners: dict[tuple[str, bool], str] = {}

    def is_there(self, path: str) -> bool:
        """Whether it is a file of the tree; never, where nobody knows the tree."""
        return self._known is not None and self._known(path)

    def read(
        self, run: str, *, quoted: bool = False, after_colon: bool = False, tagged: bool = False
    ) -> ReadPath | None:
        """The path that is meant, if one is."""
        key = (run, quoted, after_colon, tagged)
        if key not in self._readings:
            self._readings[key] = self._choose_reading(*key)
        return self._readings[key]

    def read_whole(self, written: str) -> str:
        """The path that is all of what is written, if it is surely one of a file."""
        read = self.read(written)
        return read.reading.path if read and not read.weak and not read.reading.skipped else ""

    def find_owner(self, written: str, *, told: bool = False) -> str:
        """The same for what stands apart from its lines: it has a folder, or is there, or a column of files has it."""
        key = (written, told)
        if key not in self._owners:
            self._owners[key] = self._find_owner(written, told=told)
        return self._owners[key]

    def _find_owner(self, written: str, *, told: bool) -> str:
        path = self.read_whole(written) if len(written) < MAX_PATH else ""
        is_sure = told or "/" in path or self.is_there(path)
        return path if path and is_sure and not is_no_file(path, "", has_extension=has_extension(path)) else ""

    def _choose_reading(self, run: str, quoted: bool, after_colon: bool, tagged: bool) -> ReadPath | None:
        possible = [
            reading
            for reading in path_readings(run, quoted=quoted)
            if has_letter(reading.path.rpartition("/")[2]) and not (after_colon and reading.path[:1].isdigit())
        ]
        shapes = [file_likeness(reading.path, quoted=quoted) for reading in possible]
        likely = next(
            (
                ReadPath(reading, shape == "weak")
                for reading, shape in zip(possible, shapes, strict=True)
                if shape == "strong" or (shape == "weak" and not tagged)
            ),
            None,
        )
        if self._known and (len(possible) > 1 or likely is None or likely.weak):
            there = next((reading for reading in possible if self._known(reading.path)), None)
            return ReadPath(there, weak=False) if there else likely
        return likely
