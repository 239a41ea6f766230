import json
from pathlib import Path

import pytest

from tests.answers.cli.running import Corrige


@pytest.mark.slow
def test_what_is_written_passes_the_checks(corrige: Corrige, here: Path) -> None:
    outcome = corrige("exam", "new", "sticks")
    assert (outcome.code, "corrige check sticks.py" in outcome.err) == (0, True)
    assert [path.name for path in here.iterdir()] == ["sticks.py"]
    checked = corrige("check", "sticks.py", "--json")
    assert (checked.code, json.loads(checked.out)["exam"]) == (0, "sticks")


def test_nothing_is_overwritten(corrige: Corrige, here: Path) -> None:
    (here / "sticks.py").write_text("mine\n")
    for name in ("sticks", "sticks.py"):
        outcome = corrige("exam", "new", name)
        assert outcome.code == 2
        assert outcome.err.startswith("sticks.py: the file exists already and was left unchanged")
    assert (here / "sticks.py").read_text() == "mine\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [("My exam", "is not a valid name"), ("../nim", "is not a valid name"), ("nash", "is already the name of an exam")],
)
def test_a_name_that_cannot_be_is_told(name: str, text: str, corrige: Corrige, here: Path) -> None:
    outcome = corrige("exam", "new", name)
    assert (outcome.code, text in outcome.err) == (2, True)
    assert list(here.iterdir()) == []
