import os
from pathlib import Path

import pytest

from answers.cli import preview
from answers.web.preview.preview import Preview
from tests.answers.cli.running import Corrige

EXAM = "from answers.author import exam\n\nraise ValueError('this is never run here')\n"


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Preview]:
    previews: list[Preview] = []
    monkeypatch.setattr(preview, "serve_preview", lambda shown, *_: previews.append(shown))
    return previews


@pytest.mark.parametrize(
    ("exam", "seeds"),
    [*(("nash", seeds) for seeds in ("", "x", "17,x", "-1", "64007", "1,2,3,4,5,6,7,8,9")), ("nim.py", "17")],
)
def test_seeds_that_cannot_be_and_a_file_that_is_not_there_are_refused(
    exam: str, seeds: str, corrige: Corrige, served: list[Preview], here: Path
) -> None:
    outcome = corrige("preview", exam, "--u0", seeds)
    assert (outcome.code, served) == (2, [])
    assert "→" in outcome.err


def test_an_exam_in_one_file_is_watched_and_not_loaded(corrige: Corrige, served: list[Preview], here: Path) -> None:
    (here / "nim.py").write_text(EXAM)
    outcome = corrige("preview", "nim.py", "--u0", "5, 3,5", "--lang", "en")
    assert outcome.code == 0
    assert "http://127.0.0.1:" in outcome.err
    (shown,) = served
    assert (shown.seeds, shown.lang, shown.paths[0]) == ((5, 3), "en", str(here / "nim.py"))


def test_where_no_process_forks_the_command_says_so(monkeypatch: pytest.MonkeyPatch, corrige: Corrige) -> None:
    monkeypatch.delattr(os, "fork")
    refused = corrige("preview", "nash")
    assert refused.code == 2
    assert "Windows Subsystem for Linux" in refused.err
