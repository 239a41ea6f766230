"""Who is at which browser: a one-time token in the address that opens a page becomes a cookie.

Only digests of cookies are kept, so that whoever reads them, in memory or in a file, cannot use them.
"""

import secrets
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Generic, TypeVar

from starlette.requests import Request
from starlette.responses import Response

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

    def who(self, request: Request) -> T | None:
        """Return who is at the browser of a request, None if it was not let in."""
        return self.known.get(digest(request.cookies.get(self.cookie, "")))

    def end(self, request: Request, response: Response) -> None:
        """Let the browser of a request out again."""
        self.known.pop(digest(request.cookies.get(self.cookie, "")), None)
        response.delete_cookie(self.cookie, httponly=True, samesite="strict", secure=self.is_secure)


def digest(secret: str) -> str:
    """Return what is kept of a token or a cookie; these are long and random, so that a quick hash is enough."""
    return sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()
