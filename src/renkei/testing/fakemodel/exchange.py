"""One exchange: the bytes of a request to what is kept of it and what goes back. It knows no sockets."""

from collections.abc import Callable, Sequence
from typing import Final

from renkei.testing.fakemodel.anthropic import Anthropic
from renkei.testing.fakemodel.chat import Chat
from renkei.testing.fakemodel.form import Conversation, Form, Malformed, Reply, Request
from renkei.testing.fakemodel.gemini import Gemini
from renkei.testing.fakemodel.jsons import Json, load_json
from renkei.testing.fakemodel.responses import Responses
from renkei.testing.fakemodel.script import answer_for
from renkei.testing.fakemodel.steps import Answer, BadScript, Step, Text
from renkei.values import value

FORMS: Final[Sequence[Form]] = (Anthropic(), Responses(), Chat(), Gemini())
"""A new API is a file and a word here."""

HARMLESS: Final = Reply(content=b"{}")
"""For all that clients ask besides the model."""


@value
class Exchange:
    """A request and its reply, with the wait before it."""

    request: Request
    reply: Reply
    delay: float = 0.0
    hang: bool = False


Play = Callable[[Conversation], Sequence[Step] | None]
"""The steps for a conversation that has no script of its own, all of them, however far it has come."""


def answer_request(method: str, target: str, data: bytes, play: Play = lambda asked: None) -> Exchange:
    """What the fake model makes of a request."""
    path = target.partition("?")[0]
    form = next((form for form in FORMS if method == "POST" and form.takes_path(path)), None)
    try:
        body = load_json(data)
    except (ValueError, RecursionError) as error:
        request = Request(method=method, path=path, body=None)
        refusal = form.error_reply(400, f"the body is not JSON: {error}") if form else HARMLESS
        return Exchange(request=request, reply=refusal)
    if form is None:
        return Exchange(request=Request(method=method, path=path, body=body), reply=HARMLESS)
    return _ask_form(form, path, body, play)


def _ask_form(form: Form, path: str, body: Json, play: Play) -> Exchange:
    request = Request(method="POST", path=path, body=body)
    try:
        asked = form.read_request(path, body)
        request = Request(method="POST", path=path, body=body, conversation=asked)
        answer = Answer() if asked.counts else answer_for(asked.turns, play(asked))
        reply = form.error_reply(answer.http, _read_words(answer)) if answer.http else form.write_reply(asked, answer)
    except (Malformed, BadScript) as error:
        return Exchange(request=request, reply=form.error_reply(400, str(error)))
    except RecursionError:
        return Exchange(request=request, reply=form.error_reply(400, "the body is nested too deeply"))
    return Exchange(request=request, reply=reply, delay=answer.delay, hang=answer.hang)


def _read_words(answer: Answer) -> str:
    """What an error says: the step's own text, where it has one."""
    return " ".join(each.text for each in answer.blocks if isinstance(each, Text)) or "the script says so"
