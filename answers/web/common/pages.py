"""Render pages from templates, serve static files, and parse the JSON that scripts send."""

from asyncio import Lock
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache
from hashlib import sha256
from math import inf
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from answers.assets import asset, shared_words
from answers.errors import CorrigeError, Problem
from answers.files import json_of
from answers.messages import Message

if TYPE_CHECKING:
    from jinja2 import Environment

TYPES: Mapping[str, str] = MappingProxyType(
    {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".otf": "font/otf", ".ttf": "font/ttf"}
)
FOLDERS = (("templates", "web"), ("templates", "fonts"))


def page(lang: str, template: str, status: int = 200, **values: object) -> Response:
    """Render a template of `templates/web/` as an HTML response in the language `lang`, with escaped `values`.

    A template also has `words` (the shared texts of the language), `translate(message)`, and `static(name)`, the
    address of a static file.
    """
    shown = {"lang": lang, "words": shared_words(lang), "translate": lambda text: Message.of(text).render(lang)}
    return HTMLResponse(_environment().get_template(template).render(**shown, **values), status)


def problems_page(request: Request, lang: str, problems: Iterable[Problem], status: int) -> Response:
    """Return a response that lists problems: JSON if the request accepts only JSON, otherwise a page."""
    texts = [
        {name: Message.of(getattr(problem, name)).render(lang) for name in ("cause", "place", "remedy")}
        for problem in problems
    ]
    if request.headers.get("accept") == "application/json":
        return JSONResponse({"problems": texts}, status)
    return page(lang, "problems.html", status, problems=texts, is_inside=status != 403)


def json_endpoint(
    handler: Callable[[Request, Mapping[str, object]], Response],
) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that calls `handler`, in a thread, with the request and the JSON object in its body."""

    async def read(request: Request) -> Response:
        try:
            document = json_of(await request.body())
        except ValueError:
            document = None
        if not isinstance(document, dict):
            raise invalid_request()
        return await run_in_threadpool(handler, request, document)

    return read


Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


def in_turns(user: Callable[[Request], str | None], most: float = inf) -> Callable[[Endpoint], Endpoint]:
    """Return a decorator of endpoints that serves the requests of each user one after another.

    `user` returns the name of the user who sent a request; requests without a name do not wait. So the requests of a
    single user cannot occupy all threads. If `most` requests of a user are not answered yet, a further one gets status
    429.
    """
    waiting, turns = Counter[str](), defaultdict[str, Lock](Lock)

    def in_turn(endpoint: Endpoint) -> Endpoint:

        async def serve(request: Request) -> Response:
            name = user(request)
            if not name:
                return await endpoint(request)
            if waiting[name] >= most:
                return JSONResponse({}, 429, {"Retry-After": "1"})
            waiting[name] += 1
            try:
                async with turns[name]:
                    return await endpoint(request)
            finally:
                waiting[name] -= 1
                if not waiting[name]:
                    del waiting[name], turns[name]

        return serve

    return in_turn


def client_address(request: Request) -> str:
    """Return the network address (IP) that a request comes from, "" if it is unknown."""
    return request.client.host if request.client else ""


def outdated(cause: str) -> CorrigeError:
    """Return the error to raise for a request of a page that must be loaded again."""
    return CorrigeError.single(cause, remedy="load the page again in the browser")


def invalid_request() -> CorrigeError:
    """Return the error to raise for a malformed request, which no page of this server sends."""
    return outdated("the page sent data that corrige does not expect, so nothing was saved")


def static(request: Request) -> Response:
    """Respond with a style sheet, a script or a font, by its file name; status 404 for any other name.

    Browsers may cache the file for a year if the address has the query `v` of `address`.
    """
    name = request.path_params["name"]
    content = _files().get(name)
    if content is None:
        raise HTTPException(404)
    headers = {"Cache-Control": "public, max-age=31536000, immutable"} if "v" in request.query_params else None
    return Response(content, media_type=TYPES[PurePosixPath(name).suffix], headers=headers)


def address(name: str) -> str:
    """Return the address of a style sheet, a script or a font, with a digest of its content as query `v`."""
    return f"/static/{name}?v={sha256(_files()[name]).hexdigest()[:12]}"


@cache
def _files() -> Mapping[str, bytes]:
    return {
        entry.name: entry.read_bytes()
        for names in FOLDERS
        for entry in asset(*names).iterdir()
        if PurePosixPath(entry.name).suffix in TYPES
    }


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    def source(name: str) -> str | None:
        file = asset("templates", "web", *PurePosixPath(name).parts)
        return file.read_text("utf-8") if file.is_file() else None

    environment = Environment(
        loader=FunctionLoader(source), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals["static"] = address
    return environment
