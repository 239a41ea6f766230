"""Exams of a teacher's own: found by folder, with their own words, fixtures and fingerprint, and their own faults."""

import shutil
import sys
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.exam import catalogue
from answers.exam.catalogue import exam_names, find_home, load_exam, outside_exam_at_fault
from answers.exam.home import fingerprint, fingerprint_sources
from answers.exam.key import make_key
from answers.exam.store import kept_key
from answers.exam.words import plain
from tests.answers.tiny import EXAMS, TINY

ROOT = Path(__file__).parents[3]


def copy_of_tiny(folder: Path, name: str = "tiny") -> Path:
    shutil.copytree(EXAMS / "tiny", folder / name)
    return folder / name


def edit(folder: Path, old: str, new: str, file: str = "exam.py") -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_the_exams_that_come_with_corrige_are_found_without_a_list() -> None:
    folders = {path.parent.name for path in (ROOT / "answers" / "exams").glob("*/exam.py")}
    assert set(exam_names()) >= folders >= {"nash"}


def test_an_exam_in_a_folder_has_its_own_words_and_fixtures(tmp_path: Path) -> None:
    copy_of_tiny(tmp_path)
    for places in ([tmp_path], [tmp_path / "tiny"]):
        assert "tiny" in exam_names(places)
        exam = load_exam("tiny", places)
        assert exam.home.is_outside
        assert plain(exam.words("fr").title) == "Petit"
        assert exam.home.fixtures.joinpath("answers.csv").is_file()


def test_an_exam_may_be_a_package(tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path)
    (folder / "exam").mkdir()
    (folder / "exam.py").rename(folder / "exam" / "__init__.py")
    assert make_key(load_exam("tiny", [tmp_path]), 10).answers["1a"] == (10, 20)


def test_two_exams_of_one_name_in_two_folders_are_two_exams(tmp_path: Path) -> None:
    copy_of_tiny(tmp_path / "a")
    edit(copy_of_tiny(tmp_path / "b"), "2 * given.params.n + shift", "3 * given.params.n + shift")
    first, second = (load_exam("tiny", [tmp_path / name]) for name in "ab")
    assert (make_key(first, 10).answers["1a"], make_key(second, 10).answers["1a"]) == ((10, 20), (10, 30))


def test_an_upgraded_exam_does_not_answer_from_its_old_keys(tmp_path: Path) -> None:
    """Also when the new version stands in the same folder, as it does in another run of the command."""
    store, folder = tmp_path / "store", copy_of_tiny(tmp_path / "exams")
    old = load_exam("tiny", [folder])
    assert kept_key(old, 10, store).answers["1a"] == (10, 20)
    edit(folder, "2 * given.params.n + shift", "3 * given.params.n + shift")
    forget(old.home.package)
    assert kept_key(load_exam("tiny", [folder]), 10, store).answers["1a"] == (10, 30)


def forget(package: str) -> None:
    """What another run of the command does not remember."""
    fingerprint.cache_clear()
    for name in [name for name in sys.modules if name.startswith(package)]:
        del sys.modules[name]


def test_the_fingerprint_is_of_every_solver_and_of_the_exams_own_code() -> None:
    found = {Path(str(source)) for source in fingerprint_sources(find_home("nash"))}
    ours = [
        ROOT / "solvers",
        ROOT / "answers" / "kinds",
        ROOT / "answers" / "exam",
        ROOT / "answers" / "exams" / "nash",
    ]
    assert found == {path for folder in ours for path in folder.rglob("*.py")}
    assert set((EXAMS / "tiny").glob("*.py")) <= {Path(str(source)) for source in fingerprint_sources(TINY.home)}


def test_the_fingerprint_changes_with_any_file(tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path)
    (folder / "deep").mkdir()
    (folder / "deep" / "helper.py").write_text("n = 1\n")
    home = find_home("tiny", [folder])
    before = fingerprint(home)
    (folder / "deep" / "helper.py").write_text("n = 2\n")
    fingerprint.cache_clear()
    assert fingerprint(home) != before


def test_an_exam_that_cannot_be_loaded_says_where(tmp_path: Path) -> None:
    edit(copy_of_tiny(tmp_path), "from fractions import Fraction", "from fractions import Fraktion")
    with pytest.raises(CorrigeError, match="cannot be loaded: ImportError") as caught:
        load_exam("tiny", [tmp_path])
    assert "exam.py, line" in caught.value.problems[0].place


@pytest.mark.parametrize(("old", "new"), [("EXAM = ", "EXAMEN = "), ('Exam("tiny"', 'Exam("small"')])
def test_an_exam_must_bear_the_name_of_its_folder(old: str, new: str, tmp_path: Path) -> None:
    edit(copy_of_tiny(tmp_path), old, new)
    with pytest.raises(CorrigeError, match="no EXAM of that name"):
        load_exam("tiny", [tmp_path])


def test_a_folder_without_exams_is_told(tmp_path: Path) -> None:
    for folder, cause in ((tmp_path, "no exam in this folder"), (tmp_path / "absent", "no such folder")):
        with pytest.raises(CorrigeError, match=cause):
            exam_names([folder])


def test_a_misspelt_exam_is_refused_with_the_nearest() -> None:
    with pytest.raises(CorrigeError, match="did you mean tiny"):
        load_exam("tyni", [EXAMS])


def test_a_fault_in_an_outside_exam_is_not_ours(tmp_path: Path) -> None:
    edit(copy_of_tiny(tmp_path), "return Solution((Fraction(given.params.n, 4),))", "return Solution((1 // 0,))")
    with pytest.raises(ZeroDivisionError) as caught:
        make_key(load_exam("tiny", [tmp_path]), 10)
    assert outside_exam_at_fault(caught.value) == "tiny"
    with pytest.raises(ZeroDivisionError) as ours:
        make_key(replace(TINY, draw=lambda _: 1 // 0), 10)
    assert outside_exam_at_fault(ours.value) is None


def test_an_installed_exam_is_found_by_its_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy_of_tiny(tmp_path, "their_tiny")
    (tmp_path / "their_tiny" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = EntryPoint("tiny", "their_tiny.exam:EXAM", catalogue.GROUP)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: [entry])
    assert "tiny" in exam_names()
    exam = load_exam("tiny")
    assert make_key(exam, 10).answers["1a"] == (10, 20)
    assert plain(exam.words("en").title) == "Tiny"


@pytest.mark.parametrize("value", ["absent.package:EXAM", "json.decoder:EXAM"])
def test_a_broken_entry_point_is_told(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: [EntryPoint("theirs", value, catalogue.GROUP)])
    with pytest.raises(CorrigeError, match="theirs"):
        load_exam("theirs")
