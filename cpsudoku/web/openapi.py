"""The description of an interface: as an OpenAPI document, and as a page to read."""

from __future__ import annotations

import json
from dataclasses import dataclass

from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.printable import markup
from cpsudoku.runtime.registry import Registry
from cpsudoku.runtime.version import __version__
from cpsudoku.web.actions import ACTIONS
from cpsudoku.web.actions.base import Action
from cpsudoku.web.tools import TOOLS

ERRORS = {
    400: "The request is not JSON.",
    401: "The token is missing or wrong.",
    403: "The request comes from another site.",
    411: "The request does not say how long it is.",
    413: "The request is too large.",
    415: "The content type is not application/json.",
    421: "The host name is not that of this server.",
    422: "The request was understood, but it can't be done; the message says why.",
    500: "The program has a bug.",
    503: "Too many questions wait already.",
    504: "It took too long.",
}


@dataclass(frozen=True)
class Interface:
    """Actions at addresses that begin alike. If ``is_secured``, each request needs a token."""

    title: str
    about: str
    start: str
    actions: Registry[Action]
    is_secured: bool = False


OF_THE_PAGE = Interface(
    "cpsudoku", "The actions of the page. Each takes and returns a JSON object.", "/api/", ACTIONS
)
OF_PROGRAMS = Interface(
    "cpsudoku, version 1",
    "Each tool takes and returns a JSON object. Version 1 may get more tools and more keys in "
    "answers; nothing that it has changes or goes.",
    "/v1/",
    TOOLS,
    is_secured=True,
)
_TOKEN = {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}}


def document(interface: Interface) -> JsonObject:
    """The OpenAPI document of all actions of an interface."""
    place = {"line": {"type": "integer"}, "column": {"type": "integer"}}
    error = {
        "application/json": {
            "schema": {
                "type": "object",
                "properties": {
                    "error": {"type": "string"},
                    **(place if interface.is_secured else {}),
                },
                "required": ["error"],
            }
        }
    }
    failures = {
        str(code): {"description": text, "content": error}
        for code, text in ERRORS.items()
        if code != 401 or interface.is_secured
    }
    actions = interface.actions
    paths = {
        f"{interface.start}{name}": {"post": _operation(name, actions[name], failures)}
        for name in actions
    }
    security = {"security": [{"token": []}], "components": _TOKEN} if interface.is_secured else {}
    about = {"title": interface.title, "version": __version__, "description": interface.about}
    return {"openapi": "3.1.0", "info": about, "paths": paths, **security}


def _operation(name: str, action: Action, failures: JsonObject) -> JsonObject:
    return {
        "operationId": name,
        "summary": action.summary,
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": action.request}},
        },
        "responses": {
            "200": {
                "description": "The answer.",
                "content": {"application/json": {"schema": {"type": "object"}}},
            },
            **failures,
        },
    }


def page(interface: Interface) -> str:
    """The actions of an interface as a page to read."""
    parts = []
    for name in interface.actions:
        action = interface.actions[name]
        shape = markup(json.dumps(action.request, indent=2))
        parts.append(
            f"<section><h2>POST {interface.start}{name}</h2><p>{markup(action.summary)}.</p>"
            f"<details><summary>Request</summary><pre>{shape}</pre></details></section>"
        )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>cpsudoku API</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/static/style.css"></head><body class="reading"><main>'
        f"<h1>{markup(interface.title)}</h1><p>{markup(interface.about)} "
        'The <a href="/openapi.json">OpenAPI document</a> describes them for programs.</p>'
        f"{''.join(parts)}</main></body></html>"
    )
