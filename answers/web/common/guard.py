"""What stands before every page: who may ask, from where, how much; and what every answer forbids the browser.

- The name in the address must be ours, else a page elsewhere whose name now points here could read everything.
- What another page makes a browser ask is refused, by its Origin and by what browsers say of themselves.
- Nothing but what is public is given to a browser that was not let in.
- Scripts, styles and pictures come from here alone, and no other page shows ours in a frame.
"""

import secrets
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeVar

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from answers.errors import CorrigeError, Problem, bug
from answers.messages import Message as Sentence
from answers.web.common.pages import problems_page, static

T = TypeVar("T")


@dataclass(frozen=True)
class Sessions(Generic[T]):
    """The browsers that were let in, by the digest of their cookie, and the tokens that let one more in.

    A cookie is sent to every port of a machine: give each server a `cookie` of its own.
    """

    cookie: str
    is_secure: bool = False
    known: MutableMapping[str, T] = field(default_factory=dict)
    invited: MutableMapping[str, T] = field(default_factory=dict)

    def invite(self, who: T) -> str:
        """Return a token that lets one browser in, once."""
        token = secrets.token_urlsafe(32)
        self.invited[digest(token)] = who
        return token

    def redeem(self, token: str) -> T | None:
        """Return whom a token was made for, and forget it; None if it is stale or was never made."""
        return self.invited.pop(digest(token), None)

    def begin(self, response: Response, who: T) -> str:
        """Let the browser in that gets this response; return the digest of its cookie."""
        value = secrets.token_urlsafe(32)
        self.known[digest(value)] = who
        response.set_cookie(self.cookie, value, httponly=True, samesite="strict", secure=self.is_secure)
        return digest(value)

    def user(self, request: Request) -> T | None:
        """Return who is at the browser of a request, None if it was not let in."""
        return self.known.get(digest(request.cookies.get(self.cookie, "")))

    def end(self, request: Request, response: Response) -> None:
        """Let the browser of a request out again."""
        self.known.pop(digest(request.cookies.get(self.cookie, "")), None)
        response.delete_cookie(self.cookie, httponly=True, samesite="strict", secure=self.is_secure)


def digest(secret: str) -> str:
    """Return what is kept of a token or a cookie; these are long and random, so that a quick hash is enough."""
    return sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


MAX_BODY = 100_000
MAX_DIGITS = 16
HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Security-Policy": (
            "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
        ),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
    }
)
ENTER = "/enter/{token}"
ENTERED = (
    '<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=/">'
    '<title>corrige</title></head><body><a href="/">corrige</a></body></html>'
)
SAFE = ("GET", "HEAD")


@dataclass(frozen=True, slots=True)
class AccessPolicy:
    """Who may come in.

    Parameters
    ----------
    hosts
        What the address of a page may be, name and port: "127.0.0.1:8000".
    public
        The first steps of paths that need no session: "sign-in" for `/sign-in` and all below.
    """

    hosts: frozenset[str]
    sessions: Sessions[Any]
    lang: str
    scheme: Literal["http", "https"] = "http"
    public: frozenset[str] = frozenset()
    max_body: int = MAX_BODY

    @property
    def origins(self) -> frozenset[str]:
        """What our own pages say they are."""
        return frozenset(f"{self.scheme}://{host}" for host in self.hosts)


def guarded(routes: Sequence[BaseRoute], policy: AccessPolicy) -> ASGIApp:
    """Return an application of some pages behind a door, with the entrance by token and the static files.

    A handler finds in `request.state.who` whom a session was begun for, None on a public page without one. An error of
    a handler becomes a page, or JSON for a script that accepts it, in the language of the door.
    """

    def enter(request: Request) -> Response:
        user = policy.sessions.redeem(request.path_params["token"])
        if user is None and policy.sessions.user(request) is None:
            cause = Sentence("this address was used already, or has expired")
            remedy = Sentence("open the address that the command printed last, or start the command again")
            return problems_page(request, policy.lang, [Problem(cause, "", remedy)], 403)
        # a cookie that is strictly of this site does not follow a redirection begun by a file, but a page of ours
        is_from_file = request.headers.get("sec-fetch-site") == "cross-site"
        response = HTMLResponse(ENTERED) if is_from_file else RedirectResponse("/", 303)
        if user is not None:
            policy.sessions.begin(response, user)
        return response

    async def nowhere(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001 - as applications are
        raise HTTPException(404)

    own = [Route(ENTER, enter), Route("/static/{name}", static)]
    return _Guard(Router([*own, *routes], redirect_slashes=False, default=nowhere), policy)


class _TooLargeError(Exception):
    """More was sent than may be."""


@dataclass(frozen=True, slots=True)
class _Guard:
    """The door before an application."""

    app: ASGIApp
    door: AccessPolicy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        begun, taken = False, 0

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.door.max_body:
                raise _TooLargeError
            return message

        async def answer(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        request = Request(scope)
        try:
            response = self._refusal(request)
            if response is None:
                await self.app(scope, limited, answer)
                return
        except Exception as error:  # the boundary between errors and answers
            if begun:
                bug(error)
                raise
            response = _response(request, self.door.lang, error)
        await response(scope, receive, answer)

    def _refusal(self, request: Request) -> Response | None:
        """Return the answer to a request that goes no further, None if it may; say who asks."""
        policy, headers, is_safe = self.door, request.headers, request.method in SAFE
        origin, length = headers.get("origin"), headers.get("content-length", "0")
        # another page made the browser ask, unless a link or an address that is typed opens a page, which they only do
        is_opened = (
            is_safe and headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
        )
        is_elsewhere = headers.get("sec-fetch-site") in {"cross-site", "same-site"} and not is_opened
        if headers.get("host", "").lower() not in policy.hosts:
            cause = Sentence("this address is not that of the page")
        elif is_elsewhere or (not is_safe if origin is None else origin.lower() not in policy.origins):
            cause = Sentence("the request came from another page")
        elif not (length.isdecimal() and int(length[:MAX_DIGITS]) <= policy.max_body):
            raise _TooLargeError
        else:
            request.state.who = who = policy.sessions.user(request)
            step = request.url.path.split("/")[1]
            if who is not None or step in {"enter", "static"} or step in policy.public:
                return None
            cause = Sentence("this browser has no access")
        remedy = Sentence("open the address that the command printed, in this browser")
        return problems_page(request, policy.lang, [Problem(cause, "", remedy)], 403)


def _response(request: Request, lang: str, error: Exception) -> Response:
    """What is answered to an error."""
    if isinstance(error, CorrigeError):
        return problems_page(request, lang, error.problems, 409)
    if isinstance(error, _TooLargeError):
        problem = Problem(Sentence("the request is larger than this page accepts"), "", Sentence("send less at once"))
        return problems_page(request, lang, [problem], 413)
    if isinstance(error, HTTPException):
        problem = Problem(Sentence("there is no such page"), "", Sentence("go back to the first page"))
        return problems_page(request, lang, [problem], error.status_code)
    return problems_page(request, lang, [bug(error)], 500)
