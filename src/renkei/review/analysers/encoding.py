"""Python that is not UTF-8 and says so: Python reads it, and analysers that know UTF-8 alone do not."""

import io
import tokenize

from renkei.review.target import Target


def is_in_another_encoding(target: Target, path: str) -> bool:
    lines = target.lines(path)
    if lines is None:
        return False
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(lines.data).readline)
        lines.data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return False
    return not encoding.startswith("utf-8")
