"""`corrige check` of an exam that cannot be stopped from within: the process ends, and names the line."""

import multiprocessing
import pickle
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from answers.exam.settings import Settings
from answers.web.preview.preview import _render
from tests.answers.cli.running import Corrige
from tests.answers.web.preview.test_render import EXAM

ENDLESS = "sum(range(10**18))"
"""A sum in which Python handles no signal."""


@pytest.fixture
def exam(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("answers.exam.time_limit.STUCK", 1.0)
    return here / "produits.py"


def place_of(exam: Path, code: str) -> str:
    line = next(number for number, line in enumerate(exam.read_text().splitlines(), 1) if code in line)
    return f"{exam}, line {line}"


def test_an_operation_without_end(corrige: Corrige, exam: Path) -> None:
    exam.write_text(EXAM.replace("return pair[0] * pair[1]", f"return {ENDLESS} if pair[0] == 5 else 12"))
    outcome = corrige("check", exam)
    assert outcome.code == 1
    assert (
        "BROKEN  it must be possible to compute the key of many seeds, and each answer must have the form that its "
        "part asks for\n"
        f"        {place_of(exam, ENDLESS)}: one operation in the code of the exam was still being computed after "
        "1 second\n"
        "        → look in the function product for a power that is too large to compute, or a sum that does not end\n"
    ) in outcome.out
    assert outcome.out.count("ok      ") == 3  # the checks before; those after it are not reached
    assert "17 checks are not possible until these problems are solved\n" in outcome.out


def test_an_operation_without_end_while_the_exam_is_loaded(corrige: Corrige, exam: Path) -> None:
    exam.write_text(f"from answers.author import exam\n\n\nLARGE = {ENDLESS}\n")
    outcome = corrige("check", exam)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(
        f"{exam}, line 4: one operation in the code of the exam was still being computed after 1 second\n"
    )


def test_code_that_ends_the_process(corrige: Corrige, exam: Path) -> None:
    exam.write_text(EXAM.replace("    return 4", "    import os\n\n    os._exit(0)"))
    outcome = corrige("check", exam)
    assert outcome.code == 1
    assert f"{exam}: the exam was not checked to the end: the process that checks it ended" in outcome.out


def test_what_the_code_raises_while_it_is_loaded(corrige: Corrige, exam: Path) -> None:
    exam.write_text("from answers.author import exam\n\n1 / 0\n")
    outcome = corrige("check", exam)
    assert outcome.code == 2
    assert f"{exam}, line 3: the exam 'produits' cannot be loaded" in outcome.err
    assert "raises ZeroDivisionError: division by zero" in outcome.err


def test_a_preview_names_the_line_too(exam: Path) -> None:
    exam.write_text(EXAM.replace("    return 4", f"    return {ENDLESS}"))
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_render, args=(sender, str(exam), Settings(), (17,), "en"))
    process.start()
    sender.close()
    messages = list[tuple[str, Any]]()
    with suppress(EOFError):
        while True:
            messages.append(pickle.loads(receiver.recv_bytes()))
    process.join()
    name, problem = messages[-1]
    assert (name, problem["place"]) == ("stopped", place_of(exam, ENDLESS))
    assert "look in the function parity" in problem["remedy"]
