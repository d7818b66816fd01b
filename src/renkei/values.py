"""Values: made once, compared by what they hold, changed by nobody."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

ClassT = TypeVar("ClassT")


@dataclass_transform(kw_only_default=True, frozen_default=True)
def value(cls: type[ClassT]) -> type[ClassT]:
    """A dataclass that the type checker holds to be frozen.

    Not so Python itself: it would set every field by a call of a function, and a post makes some twenty values.
    """
    return dataclass(kw_only=True, slots=True)(cls)
