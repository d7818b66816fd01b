"""Names of files as a person can read them: any bytes can be in one, a line end and what a terminal obeys included."""


def one_line(name: str) -> str:
    """The name in one line of letters; all else is written out."""
    return "".join(letter if letter.isprintable() else _escape_letter(letter) for letter in name)


def _escape_letter(letter: str) -> str:
    is_byte = "\udc80" <= letter <= "\udcff"  # what is no UTF-8
    return f"\\x{ord(letter) - 0xDC00:02x}" if is_byte else letter.encode("unicode_escape", "surrogatepass").decode()
