"""The command line as a fixture, and a class for it."""

from functools import partial
from pathlib import Path

import pytest

from tests.answers.classroom.handing_in import tiny_class
from tests.answers.classroom.scanned import scan, unplaced
from tests.answers.cli.running import Corrige, run
from tests.answers.tiny import EXAMS


@pytest.fixture
def corrige(capsys: pytest.CaptureFixture[str]) -> Corrige:
    """`corrige(*words)`: the exit code of a command, and what it wrote."""
    return partial(run, capsys)


@pytest.fixture
def algo(here: Path, corrige: Corrige) -> Path:
    """A class of two in the current folder, in English."""
    (here / "list.csv").write_text("student,name,first_name,u0\ns01,Aa,Bb,10\ns02,Cc,Dd,11\n")
    corrige("class", "init", "algo", "--exam", "tiny", "--exams", EXAMS, "--students", "list.csv", "--lang", "en")
    return here / "algo"


@pytest.fixture
def scanned(here: Path) -> Path:
    """A class of which one page is placed and page 9 of batch.pdf is not; s01 lacks page 2."""
    class_data = tiny_class(here / "class")
    scan(class_data, {"s01": {"1a.1": "10", "1a.2": ""}}, (unplaced(class_data),), missing=(("s01", 2),))
    return class_data.folder
