"""A teacher's exams are found by folder, with their own texts, fixtures, fingerprint and errors."""

import importlib
import sys
from collections.abc import Iterable
from importlib import machinery
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from jinja2 import TemplateNotFound

from answers.errors import Problem
from answers.exam import catalogue
from answers.exam.catalogue import exam_names, find_exam_location, load_exam
from answers.exam.environment import environment
from answers.exam.key import make_key
from answers.exam.key_cache import cached_key
from answers.exam.location import fingerprint, fingerprint_sources
from answers.exam.words import plain
from tests.answers.exam.copies import copy_of_tiny, edit
from tests.answers.tiny import EXAMS, TINY
from tests.problems import problems_of

ROOT = Path(__file__).parents[3]


def refused(name: str, places: Iterable[Path] = ()) -> Problem:
    """Return the only problem of an exam that does not exist or cannot be loaded."""
    (problem,) = problems_of(load_exam, name, places)
    return problem


def entries(monkeypatch: pytest.MonkeyPatch, *installed: EntryPoint) -> None:
    """Install packages with entry points, of which only the group of corrige counts."""
    argument = {"corrige.exams": installed}
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: argument[group])


def test_the_exams_that_come_with_corrige_are_found_without_a_list() -> None:
    folders = {path.parent.name for path in (ROOT / "answers" / "exams").rglob("exam.py")}
    assert set(exam_names()) >= folders >= {"nash"}


def test_an_exam_in_a_folder_has_its_own_words_and_fixtures(tmp_path: Path) -> None:
    copy_of_tiny(tmp_path)
    for places in ([tmp_path], [tmp_path / "tiny"]):
        assert "tiny" in exam_names(places)
        exam = load_exam("tiny", places)
        assert exam.location.is_outside
        assert plain(exam.words("fr").title) == "Petit"
        assert exam.location.fixtures.joinpath("answers.csv").is_file()


def test_an_exam_may_be_a_package(tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path)
    (folder / "exam").mkdir()
    (folder / "exam.py").rename(folder / "exam" / "__init__.py")
    assert make_key(load_exam("tiny", [tmp_path]), 10).answers["1a"] == (10, 20)


def test_an_upgraded_exam_does_not_answer_from_its_old_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the new version is in the same folder, as in another run of the command."""
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / "cache"))
    folder = copy_of_tiny(tmp_path / "exams")
    old = load_exam("tiny", [folder])
    assert cached_key(old, 10).answers["1a"] == (10, 20)
    edit(folder, "2 * context.params.n + shift", "3 * context.params.n + shift")
    forget(old.location.package)
    assert cached_key(load_exam("tiny", [folder]), 10).answers["1a"] == (10, 30)


def forget(package: str) -> None:
    """Forget the state that another run of the command does not have."""
    fingerprint.cache_clear()
    for name in [name for name in sys.modules if name.startswith(package)]:
        del sys.modules[name]


def test_the_fingerprint_is_of_every_solver_and_of_the_exams_own_code() -> None:
    paths = {Path(str(source)) for source in fingerprint_sources(find_exam_location("nash"))}
    answers = ROOT / "answers"
    ours = [ROOT / "solvers", answers / "kinds", answers / "exam", answers / "exams" / "phantom_domineering"]
    assert paths == {path for folder in ours for path in folder.rglob("*.py")}
    assert set((EXAMS / "tiny").glob("*.py")) <= {Path(str(source)) for source in fingerprint_sources(TINY.location)}


@pytest.mark.parametrize(
    ("old", "new", "cause", "place"),
    [
        ("EXAM = ", "EXAMEN = ", "define EXAM", ""),
        ('Exam("tiny"', 'Exam("small"', "'small'", ""),
        ("import Fraction", "import Fraktion", "cannot import name 'Fraktion'", "/exam.py, line 4"),
    ],
)
def test_an_exam_is_loaded_and_bears_the_name_of_its_folder(
    old: str, new: str, cause: str, place: str, tmp_path: Path
) -> None:
    edit(copy_of_tiny(tmp_path), old, new)
    problem = refused("tiny", [tmp_path])
    assert cause in problem.cause
    assert problem.place == f"{tmp_path}/tiny{place}"


def test_a_folder_without_exams_is_told(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "absent"):
        assert refused("tiny", [folder]) == refused("nash", [folder])
        assert refused("nash", [folder]).place == str(folder)


@pytest.mark.parametrize("folder", ["__pycache__", ".hidden"])
def test_nothing_is_loaded_from_folders_that_trust_does_not_cover(tmp_path: Path, folder: str) -> None:
    exam_folder = copy_of_tiny(tmp_path)
    (exam_folder / folder).mkdir(exist_ok=True)
    (exam_folder / folder / "helper.py").write_text("raise SystemExit\n")
    (exam_folder / "templates" / folder).mkdir()
    (exam_folder / "templates" / folder / "other.html").write_text("{% set title = 'Other' %}")
    exam = load_exam("tiny", [tmp_path])
    with pytest.raises(TemplateNotFound):
        environment(exam.location).get_template(f"exam/{folder}/other.html")
    with pytest.raises(ImportError):
        importlib.import_module(f"{exam.location.package}.{folder}.helper")


def test_files_that_windows_imports_too_are_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trust covers files that end in .py: a helper.pyw that is unpacked later would run without a question."""
    suffixes = [*machinery.SOURCE_SUFFIXES, ".pyw"]
    monkeypatch.setattr(machinery, "SOURCE_SUFFIXES", suffixes)
    monkeypatch.setattr(catalogue, "SOURCE_SUFFIXES", suffixes, raising=False)
    (copy_of_tiny(tmp_path) / "helper.pyw").write_text("raise SystemExit\n")
    exam = load_exam("tiny", [tmp_path])
    with pytest.raises(ImportError):
        importlib.import_module(f"{exam.location.package}.helper")


def test_a_misspelt_exam_is_refused_with_the_nearest() -> None:
    assert refused("tyni", [EXAMS]).remedy == "did you mean tiny?"
    assert refused("vergre", []).remedy.startswith("did you mean verger? ")
    assert refused("zzz", [EXAMS]).remedy == f"possible choices: {', '.join(exam_names([EXAMS]))}"


def test_an_exam_of_the_teachers_comes_before_others_and_the_first_folder_first(tmp_path: Path) -> None:
    for name in "ab":
        edit(copy_of_tiny(tmp_path / name, "nash"), '"tiny"', '"nash"')
    for places in ([tmp_path / "a", tmp_path / "b"], [tmp_path / "a" / "nash", tmp_path / "b"]):
        assert load_exam("nash", iter(places)).location.place == str(tmp_path / "a" / "nash")


def test_an_exam_that_comes_with_corrige_comes_before_an_installed_one(monkeypatch: pytest.MonkeyPatch) -> None:
    entries(monkeypatch, EntryPoint("nash", "json.decoder:EXAM", catalogue.GROUP))
    assert not load_exam("nash").location.is_outside


@pytest.mark.parametrize("value", ["their_tiny.exam:EXAM", "their_tiny"])
def test_an_installed_exam_is_found_by_its_entry_point(
    value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_of_tiny(tmp_path, "their_tiny")
    (tmp_path / "their_tiny" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    entries(monkeypatch, EntryPoint("tiny", value, catalogue.GROUP))
    assert "tiny" in exam_names()
    exam = load_exam("tiny")
    assert make_key(exam, 10).answers["1a"] == (10, 20)
    assert plain(exam.words("en").title) == "Tiny"
    assert (exam.location.package, exam.location.place) == ("their_tiny", "package their_tiny")
    assert exam.location.fixtures.joinpath("answers.csv").is_file()
    assert exam.location.code.joinpath("exam.py").is_file()
    entries(monkeypatch, EntryPoint("theirs", value, catalogue.GROUP))
    assert refused("theirs").place == "package their_tiny"
    forget("their_tiny")


def test_a_broken_entry_point_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    entries(monkeypatch, EntryPoint("theirs", "absent.package:EXAM", catalogue.GROUP))
    assert refused("theirs").place == "entry point theirs = absent.package:EXAM"
    entries(monkeypatch, EntryPoint("theirs", "json.decoder:EXAM", catalogue.GROUP))
    assert refused("theirs").cause.startswith("the installed exam 'theirs' cannot be found: ")
