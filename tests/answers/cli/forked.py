"""Run commands in forks of one process that has imported the code, and kill them or limit their files.

python -m tests.answers.cli.forked: reads a JSON list of steps from stdin, and writes the exit codes and the seconds of
each. A step has `commands`, which run at the same time, `seconds` after which they are killed (null: never), and
`limit`, the size in bytes beyond which no file can grow (null: none). A killed command has the code -9.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[3]
Step = Mapping[str, object]


def step(*commands: Iterable[object], seconds: float | None = None, limit: int | None = None) -> Step:
    """Return a step that runs commands of `corrige class` at the same time."""
    return {"commands": [[*map(str, command)] for command in commands], "seconds": seconds, "limit": limit}


def run_forked(steps: Iterable[Step]) -> list[tuple[list[int], float]]:
    """Run steps one after the other, and return the exit codes and the seconds of each."""
    command = [sys.executable, "-m", "tests.answers.cli.forked"]
    done = subprocess.run(command, input=json.dumps([*steps]), capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return [(codes, seconds) for codes, seconds in json.loads(done.stdout)]


def _forked(arguments: list[str], limit: int | None) -> int:
    child = os.fork()
    if child:
        return child
    from answers.cli.app import main

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if limit is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    code: object = 0
    try:
        main(["class", *arguments])
    except SystemExit as end:
        code = end.code
    except BaseException:  # noqa: BLE001 - a traceback, which no command may print
        code = 99
    os._exit(code if isinstance(code, int) else 0)


def _main() -> None:
    import answers.classroom.marks
    import answers.cli.classes.grade
    import answers.sheets.pdf  # noqa: F401 - the forks need not import them again

    results = []
    for command in json.load(sys.stdin):
        begun = time.monotonic()
        children = [_forked(arguments, command["limit"]) for arguments in command["commands"]]
        if command["seconds"] is not None:
            time.sleep(command["seconds"])
            for child in children:
                os.kill(child, signal.SIGKILL)
        codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        results.append((codes, time.monotonic() - begun))
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    _main()
