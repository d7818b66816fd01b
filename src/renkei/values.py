"""Values: made once, compared by what they hold, changed by nobody."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

ClassT = TypeVar("ClassT")


@dataclass_transform(kw_only_default=True, frozen_default=True)
def value(cls: type[ClassT]) -> type[ClassT]:
    """A frozen dataclass, its fields given by name."""
    return dataclass(frozen=True, kw_only=True, slots=True)(cls)
