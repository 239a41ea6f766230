"""Serve one browser of this machine, which is opened at a secret address that other accounts of the machine cannot see.

The address is not an argument of the browser's command line, which every account can list.
"""

import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from html import escape
from pathlib import Path
from socket import socket
from tempfile import NamedTemporaryFile
from threading import Event, Thread

from answers.web.common.guard import AccessPolicy, Sessions
from answers.web.common.serve import hosts_of, listen

PREFIX = "open-page-"
"""The first characters of the name of the file; no dot, since some browsers may not read hidden files."""
PAGE = """<!doctype html>
<html><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}"><title>corrige</title></head>
<body><a href="{address}">corrige</a></body></html>
"""
LOOK, LONGEST = 0.5, 60.0
"""Seconds between two calls of `is_used`, and seconds after which the file is removed in any case."""


@contextmanager
def admitted(
    user: object, lang: str, port: int, announce: Callable[[str], None], folder: Path | None
) -> Iterator[tuple[AccessPolicy, socket]]:
    """Listen at a port of this machine, let in one browser as `user`, and yield the access policy and the socket.

    `announce` is called with the secret address, which the first browser that opens it can use. The user's browser is
    opened there by a private file in `folder`, or not at all if that is None. CorrigeError if the port cannot be used.
    """
    with listen(port=port) as listening:
        host, own_port = listening.getsockname()
        sessions = Sessions[object](f"corrige-{own_port}")
        address = f"http://{host}:{own_port}/enter/{sessions.invite(user)}"
        announce(address)
        with opened_privately(address, folder, lambda: not sessions.invited) if folder else nullcontext():
            yield AccessPolicy(hosts_of(listening), sessions, lang), listening


@contextmanager
def opened_privately(address: str, folder: Path, is_used: Callable[[], bool]) -> Iterator[None]:
    """Open the user's browser at `address` while a block runs, by a private file in `folder` that redirects there.

    The file is removed once `is_used()` is true, after a minute, or when the block ends. Nothing is raised without
    browser.
    """
    is_over = Event()
    with NamedTemporaryFile(dir=folder, prefix=PREFIX, suffix=".html", delete=False) as file:  # for its owner alone
        file.write(PAGE.format(address=escape(address, quote=True)).encode())
    path = Path(file.name)

    def remove_once_used() -> None:
        for _ in range(int(LONGEST / LOOK)):
            if is_used() or is_over.wait(LOOK):
                break
        with suppress(OSError):
            path.unlink()

    remover = Thread(target=remove_once_used, daemon=True)
    try:
        with suppress(webbrowser.Error):
            webbrowser.open(path.absolute().as_uri())
        remover.start()
        yield
    finally:
        is_over.set()
        if remover.is_alive():
            remover.join()
        path.unlink(missing_ok=True)
