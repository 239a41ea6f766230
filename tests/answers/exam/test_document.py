import subprocess
import sys
from pathlib import Path

import pytest

from answers.errors import CorrigeError, Problem
from answers.exam.catalogue import load_exam
from answers.exam.document import Document, code_to_complete, with_gaps
from tests.answers.exam.copies import copy_of_tiny
from tests.answers.tiny import TINY
from tests.programs import needs


def test_an_exam_may_follow_no_document() -> None:
    assert TINY.beside("document", Document) is None


def test_the_document_of_an_exam_stands_beside_it(tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path)
    (folder / "document.py").write_text(
        "from answers.exam.document import Document\nDOCUMENT = Document(lambda: {'a': 1})\n"
    )
    found = load_exam("tiny", [tmp_path]).beside("document", Document)
    assert isinstance(found, Document)
    assert (found.computed(), found.plots) == ({"a": 1}, ())


@pytest.mark.parametrize("text", ["", "DOCUMENT = {'a': 1}\n"])
def test_a_file_without_a_document_is_told(text: str, tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path)
    (folder / "document.py").write_text(text)
    exam = load_exam("tiny", [tmp_path])
    with pytest.raises(CorrigeError) as caught:
        exam.beside("document", Document)
    assert caught.value.problems == (Problem("document.py defines no DOCUMENT", str(folder), "see docs/exams.md"),)


def test_of_an_exam_that_comes_with_corrige_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    nash = load_exam("nash")
    assert nash.beside("document", Document) is not None
    monkeypatch.delattr(sys.modules["answers.exams.phantom_domineering.nash.document"], "DOCUMENT")
    with pytest.raises(CorrigeError) as caught:
        nash.beside("document", Document)
    assert caught.value.problems[0].place == "nash"


JEUX = load_exam("jeux").home


def test_gaps_end_at_a_blank_line() -> None:
    model = "def f(x):\n    # (1) Say y.\n    y = x\n    y += 1\n\n    return y\n"
    assert with_gaps(model, "...") == "def f(x):\n    # (1) Say y.\n    ...\n\n    return y\n"


def test_gaps_of_ocaml_are_named() -> None:
    model = "let f x =\n  (* (1) Say y. *)\n  let y = x in\n  y + 1\n\nlet g = f\n"
    assert with_gaps(model, 'failwith "{number}"') == ('let f x =\n  (* (1) Say y. *)\n  failwith "(1)"\n\nlet g = f\n')


@pytest.fixture(params=["fr", "en"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    for name, content in code_to_complete(JEUX, "min_max", request.param).items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


def marked(folder: Path, name: str) -> tuple[int, list[str]]:
    """How many tests fail, and the lines of the marking."""
    done = subprocess.run(  # a program of ours on files of ours
        [sys.executable, "mark_min_max.py", name], cwd=folder, capture_output=True, text=True, timeout=100, check=False
    )
    return done.returncode, done.stdout.splitlines()


def test_the_model_is_right(folder: Path) -> None:
    code, lines = marked(folder, "min_max_model.py")
    assert (code, [line.split()[0] for line in lines]) == (0, ["ok"] * 3)


def test_the_file_with_gaps_can_be_run_and_is_not_right(folder: Path) -> None:
    text = (folder / "min_max.py").read_text("utf-8")
    assert [f"# ({n})" in text for n in range(1, 6)] == [True] * 5
    assert "memory[grid]" not in text
    assert marked(folder, "min_max.py")[0] == 3


@pytest.mark.parametrize("folder", ["en"], indirect=True)
@pytest.mark.parametrize(
    ("right", "wrong", "failing"),
    [
        ("        return memory[grid]", "        pass", [1]),
        ("    memory[grid] = value", "    pass", [1]),
        ("value = (max, min)[player]", "value = (min, max)[player]", [0]),
        ("if depth == 0 or", "if depth <= 1 or", [2]),
        ("depth - 1", "max(0, depth - 2)", [2]),
    ],
)
def test_each_mistake_is_found(folder: Path, right: str, wrong: str, failing: list[int]) -> None:
    model = (folder / "min_max_model.py").read_text("utf-8")
    assert right in model
    (folder / "min_max.py").write_text(model.replace(right, wrong), "utf-8")
    _, lines = marked(folder, "min_max.py")
    assert [n for n, line in enumerate(lines) if not line.startswith("ok")] == failing


def marked_ocaml(folder: Path, program: str) -> tuple[int, list[str]]:
    """How many tests a program fails, and the lines of the marking."""
    (folder / "min_max.ml").write_text(program, "utf-8")
    done = subprocess.run(  # a program of ours on files of ours
        ["ocaml", "mark_min_max.ml"], cwd=folder, capture_output=True, text=True, timeout=100, check=False
    )
    return done.returncode, done.stdout.splitlines()


@needs("ocaml", "ocaml-nox")
def test_the_model_in_ocaml_is_right(folder: Path) -> None:
    code, lines = marked_ocaml(folder, (folder / "min_max_model.ml").read_text("utf-8"))
    assert (code, [line.split()[0] for line in lines]) == (0, ["ok"] * 3)


@needs("ocaml", "ocaml-nox")
def test_the_ocaml_file_with_gaps_can_be_run_and_is_not_right(folder: Path) -> None:
    text = (folder / "min_max.ml").read_text("utf-8")
    assert [f'failwith "({n})"' in text for n in range(1, 6)] == [True] * 5
    assert "Hashtbl." not in text
    assert marked_ocaml(folder, text)[0] == 3


@pytest.mark.slow
@needs("ocaml", "ocaml-nox")
@pytest.mark.parametrize("folder", ["en"], indirect=True)
@pytest.mark.parametrize(
    ("right", "wrong", "failing"),
    [
        ("    Hashtbl.find_opt memory grid", "    None", [1]),
        ("Hashtbl.replace memory grid value", "()", [1]),
        ("best player (List.map (fun after -> min_max", "best (1 - player) (List.map (fun after -> min_max", [0]),
        ("    depth = 0 ||", "    depth <= 1 ||", [2]),
        ("(depth - 1)", "(max 0 (depth - 2))", [2]),
    ],
)
def test_each_mistake_in_ocaml_is_found(folder: Path, right: str, wrong: str, failing: list[int]) -> None:
    model = (folder / "min_max_model.ml").read_text("utf-8")
    assert right in model
    _, lines = marked_ocaml(folder, model.replace(right, wrong))
    assert [n for n, line in enumerate(lines) if not line.startswith("ok")] == failing
