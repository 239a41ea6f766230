"""Render pages from templates, serve static files, and parse the JSON that scripts send."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING

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
    """Return a page from a template of `templates/web/`, with values escaped, in "fr" or "en".

    Templates have `words` (the shared texts), `translate(message)`, and `static(name)`, the address of a static file.
    """
    html = (
        _environment()
        .get_template(template)
        .render(lang=lang, words=shared_words(lang), translate=_translator(lang), **values)
    )
    return HTMLResponse(html, status)


def problems_page(request: Request, lang: str, problems: Iterable[Problem], status: int) -> Response:
    """Return a response with problems: JSON if the request accepts nothing else, else a page."""
    translate = _translator(lang)
    texts = [
        {"cause": translate(problem.cause), "place": translate(problem.place), "remedy": translate(problem.remedy)}
        for problem in problems
    ]
    if request.headers.get("accept") == "application/json":
        return JSONResponse({"problems": texts}, status)
    return page(lang, "problems.html", status, problems=texts, is_inside=status != 403)


def json_endpoint(
    handler: Callable[[Request, Mapping[str, object]], Response],
) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that passes the JSON object of a request to `handler`, which runs in a thread."""

    async def read(request: Request) -> Response:
        try:
            document = json_of(await request.body())
        except ValueError:
            document = None
        if not isinstance(document, dict):
            raise invalid_request()
        return await run_in_threadpool(handler, request, document)

    return read


def client_address(request: Request) -> str:
    """Return the network address that a request comes from, "" if it is unknown."""
    return request.client.host if request.client else ""


def invalid_request() -> CorrigeError:
    """Return the error for a request that no page of this server sends."""
    return CorrigeError.single("invalid request", remedy="load the page again")


def static(request: Request) -> Response:
    """Return a style, a script or a font by its name; 404 for any other name."""
    name = request.path_params["name"]
    content = _files().get(name)
    if content is None:
        raise HTTPException(404)
    headers = {"Cache-Control": "public, max-age=31536000, immutable"} if "v" in request.query_params else None
    return Response(content, media_type=TYPES[PurePosixPath(name).suffix], headers=headers)


def address(name: str) -> str:
    """Return the address of a style, a script or a font, which changes with its content."""
    return f"/static/{name}?v={sha256(_files()[name]).hexdigest()[:12]}"


@cache
def _files() -> Mapping[str, bytes]:
    """Return the content of the static files by name."""
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


def _translator(lang: str) -> Callable[[str], str]:
    return lambda text: Message.of(text).render(lang)
