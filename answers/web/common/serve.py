"""Serve pages on this machine until the program is interrupted."""

import socket
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from answers.errors import CorrigeError, reason
from answers.messages import Message

if TYPE_CHECKING:
    from starlette.types import ASGIApp

HERE = "127.0.0.1"
IDLE = 75
"""Seconds that a connection without requests is kept open; pages send a request every few seconds."""
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


def serve(
    app: "ASGIApp",
    listening: socket.socket,
    *,
    certificate: Path | None = None,
    key: Path | None = None,
) -> None:
    """Serve an application until the program is interrupted; over TLS with a certificate and its key."""
    import uvicorn

    config = uvicorn.Config(
        app,
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
