"""The fingerprint depends on each file of code and on each numeric library."""

import platform
from pathlib import Path

import pytest

from answers.exam import location as module
from answers.exam.environment import environment
from answers.exam.location import LIBRARIES, ExamLocation, fault, fingerprint, fingerprint_sources
from tests.answers.exam.locations import home


def furnished(folder: Path) -> ExamLocation:
    """Return a location with code in two levels of folders, and other files."""
    for name in ("b.py", "a.py", "notes.txt", "python", "deep/c.py", "deep/deeper/d.py", "z/e.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return home(folder)


def test_sources_are_the_code_on_all_floors_in_one_order(tmp_path: Path) -> None:
    sources = fingerprint_sources(furnished(tmp_path))
    own = [Path(str(source)).relative_to(tmp_path).as_posix() for source in sources[-5:]]
    assert own == ["deep/deeper/d.py", "deep/c.py", "z/e.py", "a.py", "b.py"]


def test_it_changes_with_python_a_library_and_a_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = furnished(tmp_path / "here")
    monkeypatch.setattr(module, "fingerprint_sources", lambda _: [tmp_path / "here" / "a.py"])
    requests: list[str] = []

    def version(library: str) -> str:
        requests.append(library)
        return versions[library]

    def result() -> str:
        fingerprint.cache_clear()
        return fingerprint(here)

    versions = {"numpy": "1", "scipy": "1", "numba": "1"}
    monkeypatch.setattr("importlib.metadata.version", version)
    first = result()
    assert result() == first
    assert len(first) == 16
    assert int(first, 16)
    assert set(requests) == set(LIBRARIES) == set(versions)
    visited = {first}
    for library in versions:
        versions[library] = "2"
        visited.add(result())
    (tmp_path / "here" / "a.py").write_text("changed")
    visited.add(result())
    monkeypatch.setattr(platform, "python_version", lambda: "4.0")
    visited.add(result())
    assert len(visited) == 6
    fingerprint.cache_clear()


def run(path: Path, code: str) -> None:
    path.write_text(code)
    exec(compile(code, str(path), "exec"), {})


def test_the_innermost_line_of_the_exam_is_told(tmp_path: Path) -> None:
    exam = home(tmp_path / "mine")
    path = tmp_path / "mine" / "exam.py"
    with pytest.raises(ZeroDivisionError) as caught:
        run(path, "from fractions import Fraction\ndef f():\n    Fraction(1, 0)\n\nf()\n")
    assert fault(caught.value, exam).place == f"{path}, line 3"
    assert fault(caught.value, home(tmp_path / "theirs")).place == ""


def test_a_file_that_cannot_be_read_or_a_macro_that_fails_is_told_with_its_line(tmp_path: Path) -> None:
    exam = home(tmp_path, fr="one\n{% if %}\n", en="one\n\n{% macro question_1() %}\ntwo\n{{ Q(1) }}\n{% endmacro %}\n")
    with pytest.raises(SyntaxError) as caught:
        run(tmp_path / "exam.py", "x = 1\ny = = 2\n")
    with pytest.raises(Exception, match="Expected an expression") as template:
        environment(exam).get_template("exam/fr.html")
    macro = environment(exam).get_template("exam/en.html").module.question_1  # type: ignore[attr-defined]
    with pytest.raises(Exception, match="'Q' is undefined") as failing:
        macro()
    places = [fault(error.value, exam).place for error in (caught, template, failing)]
    files = (("exam.py", 2), ("templates/fr.html", 2), ("templates/en.html", 5))
    assert places == [f"{tmp_path / file}, line {line}" for file, line in files]


def test_what_an_exception_was_noted_with_is_told(tmp_path: Path) -> None:
    error = ValueError("boom")
    error.add_note("part 2, u0 = 17")
    assert fault(error, home(tmp_path)).cause == "the code of the exam raises ValueError: boom (part 2, u0 = 17)"
