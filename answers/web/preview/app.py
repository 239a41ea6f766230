"""The page of a preview: it asks for what has changed since the version that it shows."""

import asyncio
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from threading import Thread
from time import monotonic

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from answers.web.common.guard import AccessPolicy, guarded
from answers.web.common.pages import page
from answers.web.common.serve import serve
from answers.web.preview.preview import Preview

WAIT = 10.0
"""Seconds after which a request for a newer version is answered with the same version."""
LOOK = 0.03


@dataclass(frozen=True)
class PreviewSession:
    """The pages of a preview."""

    preview: Preview

    @property
    def routes(self) -> list[BaseRoute]:
        """The routes of the pages."""
        return [
            Route("/", self.home),
            Route("/state/{version:int}", self.state),
            Route("/picture/{digest}", self.picture),
        ]

    def home(self, request: Request) -> Response:  # noqa: ARG002 - as routes are
        """Show the page, which a script fills."""
        return page(self.preview.lang, "preview/page.html", name=Path(self.preview.name).name)

    async def state(self, request: Request) -> Response:
        """Respond with what is to be shown, as soon as it is newer than a version."""
        version, late = request.path_params["version"], monotonic() + WAIT
        while self.preview.version == version and monotonic() < late and not await request.is_disconnected():
            await asyncio.sleep(LOOK)
        return JSONResponse(self.preview.document())

    def picture(self, request: Request) -> Response:
        """Respond with the picture of a page."""
        picture = self.preview.pictures.get(request.path_params["digest"])
        if picture is None:
            raise HTTPException(404)
        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
        return Response(picture, media_type="image/png", headers=headers)


def serve_preview(preview: Preview, policy: AccessPolicy, listening: socket) -> None:
    """Serve a preview until the program is interrupted."""
    with closing(preview):
        Thread(target=preview.watch, daemon=True).start()
        serve(guarded(PreviewSession(preview).routes, policy), listening)
