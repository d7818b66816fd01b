"""A model that follows a script: real coding clients run against it offline, and a test sees what they sent.

The prompt carries its own script, so the server remembers nothing: parallel subagents, resumed sessions and retries
each follow their own.

    with FakeModel() as model:
        prompt = "Read it. " + script([{"tool": "Read", "input": {"file_path": "a.txt"}}, {"text": "done"}])
        ...  # run a client with this prompt and its base URL set to model.url
        assert model.requests[-1].results == ("1\\thello",)

`python -m renkei.testing.fakemodel` serves it to a client that you start yourself.
"""

from renkei.testing.fakemodel.form import Conversation, Request
from renkei.testing.fakemodel.script import Turn, script
from renkei.testing.fakemodel.server import FakeModel
from renkei.testing.fakemodel.steps import BadScript, Block, Step

__all__ = ["BadScript", "Block", "Conversation", "FakeModel", "Request", "Step", "Turn", "script"]
