"""One sentence inside another keeps one full stop."""

import pytest

from renkei.errors import Refused
from renkei.kit.words import speaker
from renkei.sentence import Sentence

TEXT = "{run} is not taken back, for {why}."


@pytest.mark.parametrize("why", ["it is locked", "it is locked.", "it is locked..."])
def test_what_ends_with_a_full_stop_loses_it_before_one(why: str):
    said = "R-1 is not taken back, for it is locked."
    assert Sentence(TEXT, run="R-1", why=why) == said
    assert str(Refused(TEXT, rule="RUN-4", run="R-1", why=why)) == said
    assert speaker("en")(TEXT, run="R-1", why=Sentence("{text}", text=why)) == said
    assert speaker("ja")(TEXT, run="R-1", why=why) == "R-1 は取り消していません: it is locked。"


def test_elsewhere_it_keeps_it():
    assert Sentence("It says: {said} ({code})", said="No.", code=1) == "It says: No. (1)"
