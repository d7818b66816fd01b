"""What inspectors and auditors return (seed 004): `WRITTEN:{path}` and nothing else; all they have to say is there."""

from typing import Final

from renkei import lazy_re as re
from renkei.errors import BadInput, Problem
from renkei.reports.formats.markdown import Form
from renkei.reports.report import Artifact, Extra, Report
from renkei.sentence import Sentence

_WRITTEN: Final = re.compile(r"^[ \t>*`-]*WRITTEN[ \t]*[:：](?P<path>[^\n]*)$", re.MULTILINE)
EXPECTED: Final = Sentence("WRITTEN: and the path of the file that was written")


def is_written(text: str) -> bool:
    """Whether a text begins with it."""
    first = _WRITTEN.match(text.lstrip("\ufeff \t\r\n").partition("\n")[0])
    return first is not None and bool(_match_path(first))


def parse_written(text: str) -> Report:
    """Read the path. Whether the file is there is for the one who has the files to say: without it the work failed.

    Raises:
        BadInput: no path is named.
    """
    found = [match for match in _WRITTEN.finditer(text) if _match_path(match)]
    if not found:
        problem = Problem(path="result", expected=EXPECTED, params={})
        said = (
            "the text is no result; expected {expected}" if text.strip() else "the result is empty; expected {expected}"
        )
        raise BadInput(said, problems=[problem], expected=EXPECTED)
    rest = _WRITTEN.sub("", text).strip("\ufeff \t\r\n")
    at = text.count("\n", 0, text.find(rest.partition("\n")[0])) + 1 if rest else 0
    return Report(
        dialect="written",
        status="SUCCESS",
        status_token="WRITTEN",  # noqa: S106
        status_line=_match_line(text, found[0]),
        artifacts=tuple(Artifact(path=_match_path(match), line=_match_line(text, match)) for match in found),
        extra=(Extra(title="", text=rest, line=at),) if rest else (),
    )


def render_written(report: Report, form: Form = "block") -> str:
    """The path of each file, and nothing else (SDD-11).

    Raises:
        BadInput: the report names no file.
    """
    if not report.artifacts:
        raise BadInput("the result names no file that was written, and written says nothing else.")
    return "".join(f"WRITTEN:{artifact.path}\n" for artifact in report.artifacts)


def _match_path(match: re.Match[str]) -> str:
    return match["path"].strip(" \t\r*`")


def _match_line(text: str, match: re.Match[str]) -> int:
    return text.count("\n", 0, match.start("path")) + 1
