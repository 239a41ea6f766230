import json
from pathlib import Path

import pytest

from tests.answers.cli.running import Corrige


@pytest.mark.slow
def test_what_is_written_keeps_the_law(corrige: Corrige, here: Path) -> None:
    outcome = corrige("exam", "new", "sticks")
    assert (outcome.code, "corrige check sticks --exams sticks" in outcome.err) == (0, True)
    checked = corrige("check", "sticks", "--exams", "sticks", "--json")
    assert (checked.code, json.loads(checked.out)["exam"]) == (0, "sticks")


def test_nothing_is_overwritten(corrige: Corrige, here: Path) -> None:
    (here / "sticks").mkdir()
    outcome = corrige("exam", "new", "sticks")
    assert outcome.code == 2
    assert outcome.err.startswith("sticks: the file exists already and was left unchanged")
    assert list((here / "sticks").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [("My exam", "is not a valid name"), ("../nim", "is not a valid name"), ("nash", "is already the name of an exam")],
)
def test_a_name_that_cannot_be_is_told(name: str, text: str, corrige: Corrige, here: Path) -> None:
    outcome = corrige("exam", "new", name)
    assert (outcome.code, text in outcome.err) == (2, True)
    assert list(here.iterdir()) == []
