"""The web application of a preview; its page requests each new version of the preview from the server."""

import asyncio
import json
from contextlib import closing
from pathlib import Path
from socket import socket
from threading import Thread
from time import monotonic

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from answers.web.common.guard import AccessPolicy, guarded
from answers.web.common.pages import page
from answers.web.common.serve import serve
from answers.web.preview.preview import Preview

WAIT = 10.0
"""Seconds after which a request for a newer version is answered even if there is none."""
LOOK = 0.03
"""Seconds between two checks for a newer version."""


def preview_app(preview: Preview, policy: AccessPolicy) -> ASGIApp:
    """Return the web application of a preview, protected by an access policy; a script fills its only page."""

    def home(_: Request) -> Response:
        return page(preview.lang, "preview/page.html", name=Path(preview.name).name)

    async def state(request: Request) -> Response:
        version, late = request.path_params["version"], monotonic() + WAIT
        while str(preview.version) == version and monotonic() < late and not await request.is_disconnected():
            await asyncio.sleep(LOOK)
        document = json.dumps(preview.document())  # in ASCII: texts of an exam may have lone surrogates
        return Response(document, media_type="application/json")

    def picture(request: Request) -> Response:
        content = preview.pictures.get(request.path_params["digest"])
        if content is None:
            raise HTTPException(404)
        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
        return Response(content, media_type="image/png", headers=headers)

    return guarded([Route("/", home), Route("/state/{version}", state), Route("/picture/{digest}", picture)], policy)


def serve_preview(preview: Preview, policy: AccessPolicy, listening: socket) -> None:
    """Serve a preview on a listening socket until the program is interrupted, and render it again after each change."""
    with closing(preview):
        Thread(target=preview.watch, daemon=True).start()
        serve(preview_app(preview, policy), listening)
