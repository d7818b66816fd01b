"""What a contract's free-text instructions tell the software to post; the words themselves go to both parties."""

import re
from typing import Final

from renkei.protocol.terms import MESSAGE_TYPES, MessageType
from renkei.values import value

_TYPE: Final = re.compile(
    r"(?<![A-Za-z_])(" + "|".join(sorted(MESSAGE_TYPES, key=len, reverse=True)) + r")(?![A-Za-z_])"
)
_STATUS: Final = re.compile(r"(?:new_)?status\s*[:：=]\s*[\"'`]?([a-z]+)", re.IGNORECASE)


@value
class Instruction:
    """A message type and a status that an instruction names, and the instruction word for word."""

    type: MessageType | None
    status: str | None
    text: str


def parse_instruction(text: str) -> Instruction:
    """Reads an instruction such as 「現在の進捗をTASK_RESULTとして報告（status: partial）」."""
    found = _TYPE.search(text)
    status = _STATUS.search(text)
    return Instruction(
        type=next((each for each in MESSAGE_TYPES if found and each == found[1]), None),
        status=status[1].lower() if status else None,
        text=text,
    )
