"""A child process behind a fence: what it cannot be kept from on this system is known before it does anything."""

import json
import os
import socket
import subprocess
import sys
from functools import cache
from pathlib import Path
from shutil import which
from typing import Final

from answers.limited.fence import readable
from answers.limited.process import Child, started

VARIABLES: Final = {"OPENBLAS_NUM_THREADS": "1", "PATH": os.defpath, "LANG": "C.UTF-8"}
MAX_START: Final = 20.0


@cache
def bubblewrap() -> tuple[str, ...]:
    """Return the words that put a command into bubblewrap, none where it is missing or not allowed."""
    program = which("bwrap")
    if not program:
        return ()
    links = [folder for folder in ("/bin", "/sbin") if Path(folder).exists()]
    bound = [word for folder in (*readable(), *links) for word in ("--ro-bind", folder, folder)]
    apart = ("--unshare-all", "--die-with-parent", "--new-session", "--dev", "/dev", "--proc", "/proc", "--chdir", "/")
    words = (program, *apart, *bound, "--")
    tried = subprocess.run([*words, sys.executable, "-ISc", ""], capture_output=True, check=False)  # noqa: S603
    return () if tried.returncode else words


def fenced(entry: str, *words: str, folder: Path) -> tuple[Child, list[str]]:
    """Start a process that begins with `answers.limited.fence`; return what it is not kept from too."""
    witness = folder / "witness"
    witness.write_bytes(b"")
    child = started(entry, *words, folder=folder, variables=VARIABLES, within=bubblewrap())
    with socket.create_server(("127.0.0.1", 0)) as server:
        tried = json.dumps([str(witness), os.getpid(), server.getsockname()[1]])
        return child, json.loads(child.ask(tried.encode(), MAX_START))
