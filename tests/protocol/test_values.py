"""Values: made once, by any thread."""

from typing import Any

from renkei.values import value


def make_class(number: int) -> Any:
    @value
    class Pair:
        left: int
        right: int = number

    return Pair


def test_two_threads_may_have_the_first_value_of_a_class():
    pair = make_class(7)
    begun = pair.__init__  # by a thread that is then interrupted
    assert pair(left=1).left == 1
    begun(late := pair.__new__(pair), left=2)
    assert (late.left, late.right) == (2, 7)


def test_a_value_of_a_class_below_has_the_fields_of_both():
    base = make_class(1)

    @value
    class Triple(base):
        last: int

    class Named(base):
        def __init__(self, left: int) -> None:
            super().__init__(left=left)  # pyright: ignore[reportUnknownMemberType]

    assert (Named(5).left, Named(6).right) == (5, 1)
    triple = Triple(left=1, last=3)  # pyright: ignore[reportCallIssue]
    assert (triple.left, triple.right, triple.last) == (1, 1, 3)
