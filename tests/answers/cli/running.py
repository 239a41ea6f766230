"""The command line, run in this process."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from answers.cli.app import main


@dataclass(frozen=True, slots=True)
class Outcome:
    code: int
    out: str
    err: str


Corrige = Callable[..., Outcome]
"""The fixture `corrige`: `run` in the test that asks for it."""


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> Outcome:
    with pytest.raises(SystemExit) as stopped:
        main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    code = stopped.value.code
    return Outcome(0 if code is None else int(code), captured.out, captured.err)
