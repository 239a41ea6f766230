"""Serve pages on this machine until the program is interrupted."""

import socket
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from answers.errors import CorrigeError, reason
from answers.messages import Message

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport

    from starlette.types import ASGIApp
    from uvicorn.protocols.http.h11_impl import H11Protocol

HERE = "127.0.0.1"
IDLE = 75
"""Seconds that a connection without requests is kept open; pages send a request every few seconds."""
UNFINISHED = 10.0
"""Seconds within which a request must have arrived, counted from its first byte or from a new connection."""
DESCRIPTORS = 16_384
"""Open connections that a server asks the system for, if the system allows so many."""
ENDING = 3
"""Seconds that running requests may still take when the server stops."""


def listen(host: str = HERE, port: int = 0) -> socket.socket:
    """Return a socket that listens at an address; port 0 is any free port.

    Raises
    ------
    CorrigeError
        If the address is not one of this machine, or another program has it.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        cause = Message("cannot listen at this address: {cause}", cause=reason(error))
        raise CorrigeError.single(cause, place=f"{host}:{port}", remedy="choose another port with --port") from error
    return listener


def hosts_of(listening: socket.socket, *names: str) -> frozenset[str]:
    """Return the accepted hosts, with the port, of a listening socket: the machine's own names and `names`."""
    host, port = listening.getsockname()[:2]
    bare = f"[{host}]" if ":" in host else host
    own = ("localhost",) if host in (HERE, "::1", "0.0.0.0", "::") else ()  # noqa: S104 - compared, not bound
    return frozenset(f"{name.lower()}:{port}" for name in (bare, *own, *names))


@dataclass
class ConnectionLimit:
    """The limit of open connections of an address, `open` connections by address, and those `refused` so far."""

    of_address: int
    open: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    @property
    def protocol(self) -> "type[H11Protocol]":
        """A protocol for uvicorn with this limit, which also ends connections without a complete request."""
        import h11
        from uvicorn.protocols.http.h11_impl import H11Protocol

        limit = self

        class LimitedProtocol(H11Protocol):
            _deadline: "TimerHandle | None" = None

            def connection_made(self, transport: "Transport") -> None:  # type: ignore[override]  # as in uvicorn
                super().connection_made(transport)
                address = self.client[0] if self.client else ""
                limit.open[address] += 1
                if limit.open[address] > limit.of_address:
                    limit.refused[address] += 1
                    transport.abort()
                else:
                    self._deadline = self.loop.call_later(UNFINISHED, transport.abort)

            def connection_lost(self, exc: Exception | None) -> None:
                limit.open[self.client[0] if self.client else ""] -= 1
                self._end_deadline()
                super().connection_lost(exc)

            def data_received(self, data: bytes) -> None:
                super().data_received(data)
                if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
                    self._end_deadline()
                elif self._deadline is None:
                    self._deadline = self.loop.call_later(UNFINISHED, self.transport.abort)

            def _end_deadline(self) -> None:
                if self._deadline is not None:
                    self._deadline.cancel()
                    self._deadline = None

        return LimitedProtocol


def connection_limit() -> ConnectionLimit:
    """Raise the number of files that this process may open, and return an eighth of it as limit of an address."""
    count = 1024
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = (
            DESCRIPTORS if value == resource.RLIM_INFINITY else value
            for value in resource.getrlimit(resource.RLIMIT_NOFILE)
        )
        count = max(soft, min(hard, DESCRIPTORS))
        if count > soft:
            resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))
    return ConnectionLimit(min(count, DESCRIPTORS) // 8)


def serve(
    app: "ASGIApp",
    listening: socket.socket,
    *,
    certificate: Path | None = None,
    key: Path | None = None,
    limit: ConnectionLimit | None = None,
) -> None:
    """Serve an application until the program is interrupted; over TLS with a certificate and its key."""
    import uvicorn

    config = uvicorn.Config(
        app,
        http=(limit or connection_limit()).protocol,
        log_level="critical",
        access_log=False,
        lifespan="off",
        ws="none",
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=ENDING,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
