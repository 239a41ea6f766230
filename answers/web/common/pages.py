"""Pages from templates, the files that they need, and what a script sends: everything comes from here."""

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
    """Return a page of `templates/web/`, escaped, in "fr" or "en".

    It has `words` of the house, `tell(message)` for what Python says, `static(name)` for the address of a file.
    """
    made = _environment().get_template(template)
    return HTMLResponse(made.render(lang=lang, words=shared_words(lang), tell=_teller(lang), **values), status)


def problems_page(request: Request, lang: str, problems: Iterable[Problem], status: int) -> Response:
    """Return what is wrong and what to do: as JSON to a script that accepts nothing else, else as a page."""
    tell = _teller(lang)
    told = [
        {"cause": tell(problem.cause), "place": tell(problem.place), "remedy": tell(problem.remedy)}
        for problem in problems
    ]
    if request.headers.get("accept") == "application/json":
        return JSONResponse({"problems": told}, status)
    return page(lang, "problems.html", status, problems=told, is_inside=status != 403)


def posted(
    handler: Callable[[Request, Mapping[str, object]], Response],
) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers to a JSON object that a script sends; the handler runs beside the other requests."""

    async def read(request: Request) -> Response:
        try:
            document = json_of(await request.body())
        except ValueError:
            document = None
        if not isinstance(document, dict):
            raise nonsense()
        return await run_in_threadpool(handler, request, document)

    return read


def nonsense() -> CorrigeError:
    """Return what is said of what no page of ours sends."""
    return CorrigeError.one("invalid request", remedy="load the page again")


def static(request: Request) -> Response:
    """Return a style, a script or a font; only these are known, so that no path leads elsewhere."""
    name = request.path_params["name"]
    content = _files().get(name)
    if content is None:
        raise HTTPException(404)
    kept = {"Cache-Control": "public, max-age=31536000, immutable"} if "v" in request.query_params else None
    return Response(content, media_type=TYPES[PurePosixPath(name).suffix], headers=kept)


def address(name: str) -> str:
    """Return the address of a style, a script or a font; another one once it has changed."""
    return f"/static/{name}?v={sha256(_files()[name]).hexdigest()[:12]}"


@cache
def _files() -> Mapping[str, bytes]:
    """What is given to anybody, by name."""
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

    made = Environment(
        loader=FunctionLoader(source), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.globals["static"] = address
    return made


def _teller(lang: str) -> Callable[[str], str]:
    return lambda text: Message.of(text).render(lang)
