"""Run a web server until the program is interrupted; by default, only this machine can reach it."""

import socket
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
"""Number of open files, hence of connections, that a server asks the system for."""
ENDING = 3
"""Seconds that running requests may still take when the server stops."""


def listen(host: str = HERE, port: int = 0) -> socket.socket:
    """Return a socket that listens at a host and port, 0 for any free port; CorrigeError if that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        cause = Message("the server cannot be started at this address: {cause}", cause=reason(error))
        raise CorrigeError.single(
            cause, place=f"{host}:{port}", remedy="choose another port for the server with --port"
        ) from error
    return listener


def hosts_of(listening: socket.socket, *names: str) -> frozenset[str]:
    """Return the Host headers ("name:port") that a server should accept on a listening socket."""
    host, port = listening.getsockname()[:2]
    bare = f"[{host}]" if ":" in host else host
    own = ("localhost",) if host in (HERE, "::1", "0.0.0.0", "::") else ()  # noqa: S104 - compared, not bound
    return frozenset(f"{name.lower()}:{port}" for name in (bare, *own, *names))


@dataclass
class ConnectionLimit:
    """A limit on the open connections from each network address, and on the time that a request may take to arrive.

    Connections count from the moment when they are accepted, before a TLS handshake begins. Their number is not limited
    on Windows, whose event loop does not call the `accept` of the socket.
    """

    of_address: int
    """Maximum number of open connections from one address."""
    open: Counter[str] = field(default_factory=Counter)
    """Number of open connections from each address."""
    refused: Counter[str] = field(default_factory=Counter)
    """Number of connections refused so far from each address."""
    new: "dict[int, TimerHandle]" = field(default_factory=dict)
    """The deadline of each connection whose handshake is not over, by file descriptor."""

    def listener(self, listening: socket.socket) -> socket.socket:
        """Return a listening socket that applies this limit, in place of `listening`, which can no longer be used."""
        from asyncio import get_running_loop  # local: other commands import this module

        limit = self

        class Connection(socket.socket):
            address = ""

            def close(self) -> None:
                if self.fileno() >= 0:
                    limit.open[self.address] -= 1
                    limit.end_of_handshake(self.fileno())
                super().close()

        def end(connection: Connection) -> None:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

        class Listener(socket.socket):
            def accept(self) -> tuple[socket.socket, Any]:
                plain, place = super().accept()
                address = str(place[0])
                if limit.open[address] >= limit.of_address:
                    limit.refused[address] += 1
                    plain.close()
                    raise BlockingIOError  # as if nobody had connected; the event loop asks again
                connection = Connection(plain.family, plain.type, plain.proto, fileno=plain.detach())
                connection.address = address
                limit.open[address] += 1
                # The event loop closes the socket of a connection that is shut down.
                limit.new[connection.fileno()] = get_running_loop().call_later(UNFINISHED, end, connection)
                return connection, place

        family, kind, proto = listening.family, listening.type, listening.proto
        return Listener(family, kind, proto, fileno=listening.detach())

    def end_of_handshake(self, descriptor: int) -> float | None:
        """Cancel the deadline of a connection's TLS handshake and return it, in the time of the event loop.

        The first request must arrive before this deadline too. None if the connection has no deadline.
        """
        deadline = self.new.pop(descriptor, None)
        if deadline is not None:
            deadline.cancel()
        return None if deadline is None else deadline.when()

    @property
    def protocol(self) -> "type[H11Protocol]":
        """The protocol class for uvicorn: it ends connections with a request incomplete after `UNFINISHED` seconds."""
        import h11
        from uvicorn.protocols.http.h11_impl import H11Protocol

        limit = self

        class LimitedProtocol(H11Protocol):
            _deadline: "TimerHandle | None" = None

            def connection_made(self, transport: "Transport") -> None:  # type: ignore[override]  # as in uvicorn
                super().connection_made(transport)
                at = limit.end_of_handshake(transport.get_extra_info("socket").fileno())
                self._deadline = self.loop.call_at(at or self.loop.time() + UNFINISHED, transport.abort)

            def connection_lost(self, exc: Exception | None) -> None:
                self._end_deadline()
                super().connection_lost(exc)

            def data_received(self, data: bytes) -> None:
                super().data_received(data)
                self._watch(is_begun=True)

            def on_response_complete(self) -> None:
                super().on_response_complete()
                self._watch(is_begun=bool(self.conn.trailing_data[0]))  # the beginning of a further request

            def _watch(self, *, is_begun: bool) -> None:
                """Begin the deadline of a request that is not complete, or cancel it if the request is complete."""
                state = self.conn.their_state
                if state is not h11.SEND_BODY and not (state is h11.IDLE and is_begun):
                    self._end_deadline()
                elif self._deadline is None:
                    self._deadline = self.loop.call_later(UNFINISHED, self.transport.abort)

            def _end_deadline(self) -> None:
                if self._deadline is not None:
                    self._deadline.cancel()
                    self._deadline = None

        return LimitedProtocol


def connection_limit() -> ConnectionLimit:
    """Let this process open more files; limit the connections of an address to an eighth of their number."""
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
    """Serve an application on a listening socket until the program is interrupted (Ctrl+C).

    With the files `certificate` and `key`, connections are encrypted (TLS). `limit` is by default `connection_limit()`.
    """
    import uvicorn

    limit = limit or connection_limit()
    config = uvicorn.Config(
        app,
        http=limit.protocol,
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
        uvicorn.Server(config).run(sockets=[limit.listener(listening)])
