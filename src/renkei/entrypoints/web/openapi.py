"""The OpenAPI document of the JSON API, made from the table of queries and from the commands' own schemas."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from renkei._version import __version__
from renkei.app.actions import command_schemas
from renkei.kit.words import Say

if TYPE_CHECKING:
    from renkei.entrypoints.web.api import Parameter, Query

_ANSWER: Final[dict[str, Any]] = {"application/json": {"schema": {"type": "object"}}}
_ERROR: Final[dict[str, Any]] = {"$ref": "#/components/responses/Error"}
_FAILURES: Final = {"400": _ERROR, "401": _ERROR, "403": _ERROR, "404": _ERROR, "503": _ERROR}


def describe_api(queries: "Sequence[Query]", say: Say, examples: Mapping[str, str]) -> dict[str, Any]:
    """`examples`: by path, what can stand in its first place."""
    paths: dict[str, Any] = {
        each.path: {"get": _describe_query(each, say, examples.get(each.path))} for each in queries
    }
    paths["/api/runs/{id}/report"] = {
        "get": {
            "summary": say("One run as a file of its own"),
            "parameters": [_path_parameter("id", examples.get("/api/runs/{id}"))],
            "responses": {"200": {"description": "HTML", "content": {"text/html": {}}}, **_FAILURES},
        }
    }
    paths["/api/stream"] = {
        "get": {
            "summary": say("What comes into the log, as server-sent events: their id is the place to go on from"),
            "parameters": [
                {
                    "name": "after",
                    "in": "query",
                    "schema": {"type": "string", "pattern": "^[0-9]{1,15}(:[0-9a-f]{64})?$"},
                }
            ],
            "responses": {
                "200": {"description": "text/event-stream", "content": {"text/event-stream": {}}},
                **_FAILURES,
            },
        }
    }
    paths["/api/me"] = {
        "get": {
            "summary": say("Who looks: the name that they came in under, if any, and whether they may act"),
            "responses": {"200": {"description": "OK", "content": _ANSWER}, **_FAILURES},
        }
    }
    paths["/api/actions"] = {"post": _describe_actions(say)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Renkei", "version": __version__},
        "paths": paths,
        "components": {
            "responses": {"Error": {"description": say("Why it was not done"), "content": _error_content()}},
            "securitySchemes": {"start": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"start": []}],
    }


def _describe_query(query: "Query", say: Say, example: str | None) -> dict[str, Any]:
    first, *others = [*re.findall(r"\{(\w+)\}", query.path), None]
    places = [_path_parameter(first, example)] if first else []
    places += [_path_parameter(each) for each in others if each]
    return {
        "summary": say(query.text),
        "parameters": [*places, *(_query_parameter(each, say) for each in query.parameters)],
        "responses": {"200": {"description": "OK", "content": _ANSWER}, **_FAILURES},
    }


def _path_parameter(name: str, example: str | None = None) -> dict[str, Any]:
    shown = {} if example is None else {"example": example}
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}, **shown}


def _query_parameter(parameter: "Parameter", say: Say) -> dict[str, Any]:
    kind = {"type": "integer", "minimum": 0} if parameter.is_number else {"type": "string"}
    return {
        "name": parameter.name,
        "in": "query",
        "required": parameter.is_required,
        "description": say(parameter.text),
        "schema": kind,
    }


def _describe_actions(say: Say) -> dict[str, Any]:
    action: dict[str, Any] = {
        "type": "object",
        "required": ["id", "command"],
        "additionalProperties": False,
        "properties": {
            "id": {"type": "string", "minLength": 1, "maxLength": 200},
            "command": {"oneOf": command_schemas()},
        },
    }
    return {
        "summary": say("Gives a command as the person; the same id is done once"),
        "requestBody": {"required": True, "content": {"application/json": {"schema": action}}},
        "responses": {"200": {"description": "OK", "content": _ANSWER}, **_FAILURES},
    }


def _error_content() -> dict[str, Any]:
    return {
        "application/json": {
            "schema": {
                "type": "object",
                "required": ["error"],
                "properties": {
                    "error": {
                        "type": "object",
                        "required": ["message"],
                        "properties": {"message": {"type": "string"}, "rule": {"type": "string"}},
                    }
                },
            }
        }
    }
