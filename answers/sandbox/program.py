"""Start a sandboxed process for a student's program: a player for `corrige match`, or a function that an exam asks for.

The process restricts itself (`answers.sandbox.program_process`); bubblewrap is added where the system allows it.
"""

import json
import os
import socket
import subprocess
import sys
from functools import cache
from pathlib import Path
from shutil import which
from typing import Final

from answers.sandbox.isolation import readable_paths
from answers.sandbox.process import Child, start_process

VARIABLES: Final = {"OPENBLAS_NUM_THREADS": "1", "PATH": os.defpath, "LANG": "C.UTF-8"}
MAX_START: Final = 20.0
"""Seconds of wall-clock time in which the process must have started, and in which a program must be loaded."""


@cache
def bubblewrap() -> tuple[str, ...]:
    """Return the words of a command that runs another one in bubblewrap; empty where that is not possible."""
    program = which("bwrap")
    if not program:
        return ()
    links = [folder for folder in ("/bin", "/sbin") if Path(folder).exists()]
    bound = [word for folder in (*readable_paths(), *links) for word in ("--ro-bind", folder, folder)]
    options = (
        *("--unshare-all", "--die-with-parent", "--new-session"),
        *("--dev", "/dev", "--proc", "/proc", "--chdir", "/"),
    )
    words = (program, *options, *bound, "--")
    trial = subprocess.run([*words, sys.executable, "-ISc", ""], capture_output=True, check=False)  # noqa: S603
    return () if trial.returncode else words


def start_sandboxed(entry: str, *words: str, folder: Path) -> tuple[Child, list[str]]:
    """Start a process that enters the sandbox of `answers.sandbox.isolation`, in bubblewrap if possible.

    `entry` is the function that the process runs, and `words` are its arguments, as for `start_process`; `folder` is
    the working directory. Return the process, and the names of the forbidden actions that are still possible. LostError
    if the process does not start.
    """
    witness = folder / "witness"
    witness.write_bytes(b"")
    child = start_process(entry, *words, folder=folder, variables=VARIABLES, within=bubblewrap())
    with socket.create_server(("127.0.0.1", 0)) as server:
        trials = json.dumps([str(witness), os.getpid(), server.getsockname()[1]])
        return child, json.loads(child.ask(trials.encode(), MAX_START))
