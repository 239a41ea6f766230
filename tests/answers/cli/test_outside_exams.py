"""Exams of a teacher's own from the command line: how they are found, and their faults told as theirs."""

import json
import shutil
from pathlib import Path

import pytest

from tests.answers.cli.running import Corrige
from tests.answers.tiny import EXAMS


@pytest.fixture
def tiny(here: Path) -> Path:
    """A copy of the tiny exam in the current folder, to be broken."""
    shutil.copytree(EXAMS / "tiny", here / "tiny")
    return here / "tiny"


def edit(folder: Path, old: str, new: str, file: str = "exam.py") -> None:
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), "utf-8")


def test_it_is_listed_and_shown_and_corrige_toml_names_it(corrige: Corrige, tiny: Path) -> None:
    rows = json.loads(corrige("list", "--exams", tiny.parent, "--json").out)["exams"]
    assert {"name": "tiny", "title": {"fr": "Petit", "en": "Tiny"}} in rows
    assert "u₀ / 4 ≃" in corrige("show", "tiny", "--exams", tiny).out
    (tiny.parent / "corrige.toml").write_text('exams = ["tiny"]\n')
    assert "34" in corrige("key", "tiny", "--u0", "17").out
    (tiny.parent / "corrige.toml").write_text('[exams.tiny]\nfolder = "tiny"\npoints = { 2 = 7 }\n')
    assert "9 points" in corrige("show", "tiny").out


def test_check_tells_what_is_broken_and_exits_with_1(corrige: Corrige, tiny: Path) -> None:
    edit(tiny, "{% macro question_quarter() %}Quart{% endmacro %}", "", "templates/fr.html")
    outcome = corrige("check", "tiny", "--exams", tiny)
    assert outcome.code == 1
    assert "the text question_quarter of the exam is missing" in outcome.out
    document = json.loads(corrige("check", "tiny", "--exams", tiny, "--json").out)
    broken = {law["law"] for law in document["laws"] if law["problems"]}
    assert broken == {"words"}  # what other laws say of the same text is not said again


def test_an_exam_without_printed_figures_does_not_stop_the_others(
    corrige: Corrige, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("answers.exam.catalogue._built_in", lambda: {"verger": ("verger",)})
    document = json.loads(corrige("verify", "--exams", tiny, "--json").out)
    assert [one["exam"] for one in document["exams"]] == ["verger"]
    alone = corrige("verify", "tiny", "--exams", tiny)
    assert (alone.code, alone.out) == (2, "")
    assert "'tiny'" in alone.err


def test_an_exception_in_its_code_is_told_as_its_own(
    corrige: Corrige, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(tiny, "return Solution((Fraction(context.params.n, 4),))", "return Solution((1 // 0,))")
    monkeypatch.setenv("TMPDIR", str(tiny.parent))
    monkeypatch.setattr("tempfile.tempdir", None)
    outcome = corrige("key", "tiny", "--exams", tiny, "--u0", "17")
    assert outcome.code == 2
    assert "exam.py, line 56: ZeroDivisionError" in outcome.err
    assert "bug in corrige" not in outcome.err
    (log,) = tiny.parent.glob("corrige-*.log")
    assert "exam.py" in log.read_text()
