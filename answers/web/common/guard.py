"""Protect web applications: browser sessions, checks of every request, and security headers of every response.

- The Host header must name this server, against DNS rebinding.
- Requests made by pages of other sites are refused, by their Origin and Sec-Fetch headers.
- A browser without a session gets public pages only.
- Scripts, styles and pictures come from this server only, and no other site can show a page in a frame.
"""

import secrets
from collections.abc import Mapping, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeVar

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from answers.errors import CorrigeError, Problem, bug
from answers.messages import Message as Sentence
from answers.web.common.pages import problems_page, static

T = TypeVar("T")


@dataclass(frozen=True)
class Sessions(Generic[T]):
    """The browser sessions of a server, each of one user of type `T`.

    A browser sends a cookie to every port of a machine, so each server needs another name of its `cookie`; with
    `is_secure`, browsers send it over TLS only. `known` has the user of each session by the digest of its cookie, and
    `invited` the user of each token that was not used yet, by the digest of the token.
    """

    cookie: str
    is_secure: bool = False
    known: MutableMapping[str, T] = field(default_factory=dict)
    invited: MutableMapping[str, T] = field(default_factory=dict)

    def invite(self, user: T) -> str:
        """Return a new secret token, with which one browser can begin a session of `user` once."""
        token = secrets.token_urlsafe(32)
        self.invited[digest(token)] = user
        return token

    def begin(self, response: Response, user: T) -> str:
        """Begin a session of `user` in the browser that gets `response`; return the digest of the session's cookie."""
        word = self.set_cookie(response)
        self.known[word] = user
        return word

    def set_cookie(self, response: Response) -> str:
        """Set a new random session cookie in `response`, and return the digest of the cookie."""
        value = secrets.token_urlsafe(32)
        response.set_cookie(self.cookie, value, httponly=True, samesite="strict", secure=self.is_secure)
        return digest(value)

    def user(self, request: Request) -> T | None:
        """Return the user whose browser sent a request, None if the browser has no session."""
        return self.known.get(digest(request.cookies.get(self.cookie, "")))

    def end(self, request: Request, response: Response) -> None:
        """End the session of the browser that sent `request`, and delete the cookie by `response`."""
        self.known.pop(digest(request.cookies.get(self.cookie, "")), None)
        response.delete_cookie(self.cookie, httponly=True, samesite="strict", secure=self.is_secure)


def digest(secret: str) -> str:
    """Return the SHA-256 hash of a token or cookie in hexadecimal; these are random, so a fast hash is enough."""
    return sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


MAX_BODY = 100_000
MAX_DIGITS = 16
"""Digits of a Content-Length that are read: more digits would be too large in any case."""
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
    """The rules by which a server accepts or refuses requests, and the language `lang` of its error pages.

    `hosts` are the accepted values of the Host header, with the port. `public` are the first segments of paths that
    need no session: "sign-in" for `/sign-in` and all paths below it. `max_body` is in bytes.
    """

    hosts: frozenset[str]
    sessions: Sessions[Any]
    lang: str
    scheme: Literal["http", "https"] = "http"
    public: frozenset[str] = frozenset()
    max_body: int = MAX_BODY

    @property
    def named_hosts(self) -> frozenset[str]:
        """The accepted values of the Host header, also without the default port of the scheme: browsers omit it."""
        port = {"http": ":80", "https": ":443"}[self.scheme]
        return self.hosts | {host.removesuffix(port) for host in self.hosts}


def guarded(routes: Sequence[BaseRoute], policy: AccessPolicy) -> ASGIApp:
    """Return an application that serves `routes` to the requests that `policy` accepts.

    It also serves the static files below `/static/`, and `/enter/TOKEN`, which begins a session with an invitation
    token. In handlers, `request.state.user` is the user of the session, None on a public page without a session. An
    exception of a handler becomes an error page in the policy's language, or JSON if the request accepts only JSON.
    """

    def enter(request: Request) -> Response:
        """Sign in whoever opens an address with a valid token; a token counts once."""
        user = policy.sessions.invited.pop(digest(request.path_params["token"]), None)
        if user is None and policy.sessions.user(request) is None:
            cause = Sentence("this address was used already, although it works only once, or it has expired")
            remedy = Sentence("open the address that the command printed last, or start the command again")
            return problems_page(request, policy.lang, [Problem(cause, "", remedy)], 403)
        # A browser that opens a local file does not send a same-site cookie after a redirection, but does from a page.
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
    """Raised when the body of a request is larger than `AccessPolicy.max_body`."""


@dataclass(frozen=True, slots=True)
class _Guard:
    """An ASGI application that passes the requests accepted by an access policy to another application."""

    app: ASGIApp
    policy: AccessPolicy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with the security headers; refusals and exceptions of handlers become error pages."""
        if scope["type"] != "http":
            return
        begun, taken = False, 0

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.policy.max_body:
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
                with suppress(ClientDisconnect):  # in the middle of a request: nobody waits for the response
                    await self.app(scope, limited, answer)
                return
        except Exception as error:  # every error of a handler becomes a response
            if begun:
                bug(error)
                raise
            response = _response(request, self.policy.lang, error)
        await response(scope, receive, answer)

    def _refusal(self, request: Request) -> Response | None:
        """Return the response with which a request is refused, None if the request is accepted."""
        policy, headers, is_safe = self.policy, request.headers, request.method in SAFE
        origin, length = headers.get("origin"), headers.get("content-length", "0")
        origins = {f"{policy.scheme}://{host}" for host in policy.named_hosts}
        # Links and typed addresses may open a page from elsewhere; other requests from elsewhere are refused.
        is_opened = (
            is_safe and headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
        )
        is_elsewhere = headers.get("sec-fetch-site") in {"cross-site", "same-site"} and not is_opened
        if headers.get("host", "").lower() not in policy.named_hosts:
            cause = Sentence("this address is not the one that the command printed")
        elif is_elsewhere or (not is_safe if origin is None else origin.lower() not in origins):
            cause = Sentence(
                "nothing was saved: the form was not sent by a page of corrige; open the page again "
                "from its address, then save again"
            )
        elif not (length.isdecimal() and int(length[:MAX_DIGITS]) <= policy.max_body):
            raise _TooLargeError
        else:
            request.state.user = user = policy.sessions.user(request)
            step = request.url.path.removeprefix("/").split("/")[0]  # a path may be empty: "GET ? HTTP/1.1"
            if user is not None or step in {"enter", "static"} or step in policy.public:
                return None
            cause = Sentence("this browser has no access to this page")
        remedy = Sentence("open the address that the command printed, in this browser")
        return problems_page(request, policy.lang, [Problem(cause, "", remedy)], 403)


def _response(request: Request, lang: str, error: Exception) -> Response:
    """Return the error page, or the JSON object, for an exception that a handler has raised."""
    if isinstance(error, CorrigeError):
        return problems_page(request, lang, error.problems, 409)
    if isinstance(error, _TooLargeError):
        problem = Problem(
            Sentence("the data sent are larger than this page accepts, so nothing was saved"),
            "",
            Sentence("send the data in several smaller parts"),
        )
        return problems_page(request, lang, [problem], 413)
    if isinstance(error, HTTPException):
        problem = Problem(
            Sentence("this page does not exist"), "", Sentence("go back to the first page of the desk or of the exam")
        )
        return problems_page(request, lang, [problem], error.status_code)
    return problems_page(request, lang, [bug(error)], 500)
