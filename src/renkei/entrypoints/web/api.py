"""The JSON API: one table of what can be asked. The OpenAPI document at `/api` is made from the same table."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from string import Formatter
from typing import Any, Final

from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from renkei.app import contracts, excerpts, run_graph, search, team_measures
from renkei.app.actions import ActionResult, act
from renkei.app.oversight import Oversight
from renkei.app.people import Visitor
from renkei.app.run_queries import trace_run
from renkei.app.sdd import list_features
from renkei.app.turns import turn_context
from renkei.app.why import explain
from renkei.entrypoints.problems import feature_errors
from renkei.entrypoints.run_report import render_report
from renkei.entrypoints.web.gate import VISITOR
from renkei.entrypoints.web.openapi import describe_api
from renkei.entrypoints.web.page_words import WORDS
from renkei.entrypoints.web.site import Site
from renkei.errors import BadInput, NotFound
from renkei.kit.words import Say, speaker
from renkei.protocol.messages import PAYLOADS
from renkei.protocol.schemas import schema
from renkei.sentence import Translatable
from renkei.values import value

_MOST_BODY: Final = 256 * 1024
_PAGE: Final = 200


@value
class Parameter:
    """What an address takes."""

    name: str
    text: Translatable
    is_number: bool = False
    is_required: bool = False


@value
class Query:
    """Something that can be looked at. Its address, what it takes beside that, and what answers it."""

    path: str
    text: Translatable
    answer: Callable[[Oversight, Mapping[str, Any]], object]
    parameters: tuple[Parameter, ...] = ()


_LANG: Final = Parameter(name="lang", text="en or ja")

QUERIES: Final = (
    Query(
        path="/api/snapshot",
        text="All of it as it is now, and the seq that what comes later is counted from",
        answer=lambda oversight, given: oversight.snapshot(),
    ),
    Query(
        path="/api/channels/{channel}/messages",
        text="Messages of a channel, or of a direct thread such as @builder~lead, by their number in it",
        answer=lambda oversight, given: oversight.messages(given["channel"], given.get("from"), given.get("to")),
        parameters=(
            Parameter(name="from", text="The number of the first; 0 is the oldest", is_number=True),
            Parameter(name="to", text="The number behind the last", is_number=True),
        ),
    ),
    Query(
        path="/api/messages/{id}",
        text="One message, what it answers and what answers it",
        answer=lambda oversight, given: oversight.message(given["id"]),
    ),
    Query(
        path="/api/search",
        text="Messages by words and filters",
        answer=lambda oversight, given: search.search(oversight, given["q"]),
        parameters=(
            Parameter(
                name="q", text="Words, and from: to: type: channel: run: task: is:open before: after:", is_required=True
            ),
        ),
    ),
    Query(
        path="/api/runs/{id}",
        text="One run with its graph, gates and times",
        answer=lambda oversight, given: run_graph.run_graph(oversight, given["id"]),
    ),
    Query(
        path="/api/runs/{id}/tasks/{task}",
        text="What happened at one task, what its agents were told, what it changed",
        answer=lambda oversight, given: trace_run(oversight.project, given["id"], given["task"], limit=_PAGE),
    ),
    Query(
        path="/api/specs",
        text="The features of specs/, at a glance: phase, wave, tasks, the newest verdict, what to type next; and "
        "those whose files cannot be read",
        answer=lambda oversight, given: _feature_list(oversight),
    ),
    Query(
        path="/api/timeline",
        text="Who was at work when, in the newest runs",
        answer=lambda oversight, given: {"runs": run_graph.timeline(oversight)},
    ),
    Query(
        path="/api/contracts",
        text="The newest contracts",
        answer=lambda oversight, given: _contract_list(oversight),
    ),
    Query(
        path="/api/contracts/{id}",
        text="One contract with its checks",
        answer=lambda oversight, given: contracts.get(oversight.project, given["id"]).to_json(),
    ),
    Query(
        path="/api/agents/{name}/context",
        text="What an agent's next turn begins with, and why",
        answer=lambda oversight, given: turn_context(oversight.project, given["name"], explain=True),
    ),
    Query(
        path="/api/source",
        text="The lines that a reference speaks of",
        answer=lambda oversight, given: excerpts.read_excerpt(
            oversight.project, given["ref"], _speak(oversight, given), run=given.get("run")
        ),
        parameters=(
            _LANG,
            Parameter(name="ref", text="A place such as src/auth.py:42", is_required=True),
            Parameter(name="run", text="As it stands in the work of this run"),
        ),
    ),
    Query(
        path="/api/spend",
        text="Tokens and cost by run, agent and day",
        answer=lambda oversight, given: team_measures.measure_spend(oversight),
    ),
    Query(
        path="/api/trust",
        text="How often each agent was right, and how sure it was",
        answer=lambda oversight, given: {"items": team_measures.trust_documents(oversight)},
    ),
    Query(
        path="/api/refusals",
        text="Where a rule said no, the newest first",
        answer=lambda oversight, given: team_measures.list_refusals(oversight, _speak(oversight, given)),
        parameters=(_LANG,),
    ),
    Query(
        path="/api/why/{id}",
        text="Why something was refused or decided",
        answer=lambda oversight, given: explain(oversight.project, given["id"]),
    ),
    Query(
        path="/api/schemas/{type}",
        text="The fields of a type of message",
        answer=lambda oversight, given: _payload_schema(given["type"]),
    ),
    Query(
        path="/api/words",
        text="The texts of the page in a language",
        answer=lambda oversight, given: _page_words(_lang_of(oversight, given)),
        parameters=(_LANG,),
    ),
)


def make_api_routes(site: Site, oversight: Oversight) -> list[BaseRoute]:
    async def answer_query(query: Query, request: Request) -> Response:
        given = {**request.path_params, **_read_parameters(query, request)}
        return json_response(await site.ask(query.answer, oversight, given))

    async def answer_action(request: Request) -> Response:
        document = await _read_body(request)
        actor = visitor_of(request).actor
        return json_response(_action_document(await site.ask(act, site.project, document, actor=actor)))

    async def answer_me(request: Request) -> Response:
        visitor = visitor_of(request)
        return json_response({"name": visitor.name, "role": visitor.role})

    async def answer_report(request: Request) -> Response:
        run = await site.ask(run_graph.run_graph, oversight, request.path_params["id"])
        return HTMLResponse(
            render_report(run, site.project.say, site.project.settings.lang),
            headers={"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"},
        )

    async def answer_description(request: Request) -> Response:
        examples = await site.ask(_find_examples, oversight)
        return json_response(describe_api(QUERIES, site.project.say, examples))

    return [
        Route("/api", answer_description),
        Route("/api/me", answer_me),
        Route("/api/actions", answer_action, methods=["POST"]),
        Route("/api/runs/{id}/report", answer_report),
        *(Route(each.path, partial(answer_query, each)) for each in QUERIES),
    ]


def _find_examples(oversight: Oversight) -> dict[str, str]:
    """By address with a place in it: what stands there in this project, so that a reader, or a program, can try it."""
    known = oversight.snapshot()
    contract = contracts.list_newest(oversight.project, limit=1).items
    message = next((need.message for need in known.needs if need.message), None)
    found = {
        "/api/channels/{channel}/messages": next((each.name for each in known.threads), None),
        "/api/messages/{id}": message,
        "/api/why/{id}": message,
        "/api/runs/{id}": next((each["id"] for each in known.runs), None),
        "/api/contracts/{id}": next((each.id for each in contract), None),
        "/api/agents/{name}/context": next((each.id for each in known.agents), None),
        "/api/schemas/{type}": next(iter(PAYLOADS)),
    }
    return {path: each for path, each in found.items() if each}


def visitor_of(request: Request) -> Visitor:
    """Who came through the gate."""
    return request.scope[VISITOR]


def json_response(answer: object) -> Response:
    return Response(to_json(answer), media_type="application/json")


def _read_parameters(query: Query, request: Request) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in query.parameters:
        given = request.query_params.get(each.name)
        if given is None and each.is_required:
            raise BadInput("{name}: this has to be given.", name=each.name)
        if given is not None:
            found[each.name] = _read_number(each.name, given) if each.is_number else given
    return found


def _read_number(name: str, given: str) -> int:
    if not given.isascii() or not given.isdecimal() or len(given) > 15:
        raise BadInput("{name}: expected a number, not {given!r}.", name=name, given=given[:50])
    return int(given)


async def _read_body(request: Request) -> object:
    """
    Raises:
        BadInput: it is too large, or no JSON.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise BadInput("Expected a body of the type application/json.")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > _MOST_BODY:
            raise BadInput("The body is longer than {most} bytes.", most=_MOST_BODY)
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise BadInput("The body is no JSON.") from None


def _action_document(result: ActionResult) -> dict[str, Any]:
    done = result.done
    return {
        "seq": done.seq,
        "id": done.id,
        "warnings": list(done.warnings),
        "replayed": done.replayed,
        "started": result.started,
    }


def _feature_list(oversight: Oversight) -> dict[str, Any]:
    found = list_features(oversight.project)
    wrong = feature_errors(found.unreadable, oversight.project.say)
    return {"items": [each.to_json() for each in found.features], "unreadable": wrong}


def _contract_list(oversight: Oversight) -> dict[str, Any]:
    page = contracts.list_newest(oversight.project, limit=_PAGE)
    return {"items": [each.to_json() for each in page.items], "more": page.more}


def _payload_schema(name: str) -> dict[str, Any]:
    if name not in PAYLOADS:
        raise NotFound("No message is of the type {type}. Types: {known}.", type=name, known=", ".join(PAYLOADS))
    return schema(name.lower().replace("_", "-"))


def _lang_of(oversight: Oversight, given: Mapping[str, Any]) -> str:
    lang = given.get("lang") or oversight.project.settings.lang
    if lang not in ("en", "ja"):
        raise BadInput("lang: expected en or ja, not {given!r}.", given=lang[:50])
    return lang


def _speak(oversight: Oversight, given: Mapping[str, Any]) -> Say:
    return speaker(_lang_of(oversight, given))


def _page_words(lang: str) -> dict[str, Any]:
    say = speaker(lang)
    return {"lang": lang, "words": {} if lang == "en" else {text: _unfilled(say, text) for text in WORDS}}


def _unfilled(say: Callable[..., str], text: Translatable) -> str:
    """In that language, with its {places} still to be filled in by the page."""
    return say(text, **{name: f"{{{name}}}" for name in _places(str(text))})


def _places(text: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(text) if name]
