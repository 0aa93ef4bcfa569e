"""The description of the JSON actions: as an OpenAPI document, and as a page to read."""

from __future__ import annotations

import json

from cpsudoku.runtime.json_text import JsonObject
from cpsudoku.runtime.printable import markup
from cpsudoku.runtime.version import __version__
from cpsudoku.web.actions import ACTIONS

ERRORS = {
    400: "The request is not JSON.",
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


def document() -> JsonObject:
    """The OpenAPI document of all actions."""
    error = {
        "application/json": {
            "schema": {
                "type": "object",
                "properties": {"error": {"type": "string"}},
                "required": ["error"],
            }
        }
    }
    failures = {str(code): {"description": text, "content": error} for code, text in ERRORS.items()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "cpsudoku",
            "version": __version__,
            "description": "The actions of the page. Each takes and returns a JSON object.",
        },
        "paths": {f"/api/{name}": {"post": _operation(name, failures)} for name in ACTIONS},
    }


def _operation(name: str, failures: JsonObject) -> JsonObject:
    action = ACTIONS[name]
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


def page() -> str:
    """The actions as a page to read."""
    parts = []
    for name in ACTIONS:
        action = ACTIONS[name]
        shape = markup(json.dumps(action.request, indent=2))
        parts.append(
            f"<section><h2>POST /api/{name}</h2><p>{markup(action.summary)}.</p>"
            f"<details><summary>Request</summary><pre>{shape}</pre></details></section>"
        )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>cpsudoku API</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/static/style.css"></head><body class="reading"><main>'
        "<h1>The actions of the page</h1><p>Each action takes and returns a JSON object. "
        'The <a href="/openapi.json">OpenAPI document</a> describes them for programs.</p>'
        f"{''.join(parts)}</main></body></html>"
    )
