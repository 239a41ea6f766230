from pathlib import Path

import pytest

from tests.mutants.rooms import LAW, Room, chosen, rooms


@pytest.fixture
def root(tmp_path: Path) -> Path:
    code = ("files", "kinds/tolerance", "kinds/numbers/text", "exam/key", "exams/nash/draws", "play/match")
    for name in (
        *(f"answers/{name}.py" for name in code),
        "solvers/sequence/lcg.py",
        "tests/answers/test_files.py",
        "tests/answers/cli/play/test_a.py",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / "__init__.py").touch()
        path.write_text("x = 1\n")
    return tmp_path


def test_each_room_has_the_tests_that_mirror_it(root: Path):
    assert rooms(root) == [
        Room("answers", ("answers/files.py",), ("tests/answers/test_files.py",)),
        Room("answers/exam", ("answers/exam/key.py",), ("tests/answers/exam", LAW), "nash"),
        Room("answers/exams/nash", ("answers/exams/nash/draws.py",), ("tests/answers/exams/nash", LAW), "nash"),
        Room(
            "answers/kinds", ("answers/kinds/numbers/text.py", "answers/kinds/tolerance.py"), ("tests/answers/kinds",)
        ),
        Room("answers/play", ("answers/play/match.py",), ("tests/answers/play", "tests/answers/cli/play")),
        Room("solvers/sequence", ("solvers/sequence/lcg.py",), ("tests/solvers/sequence",)),
    ]


def test_no_copy_stands_in_another(root: Path):
    assert [room.folder for room in rooms(root)][:2] == ["answers", "answers-exam"]


def test_chosen_paths(root: Path):
    found = rooms(root)
    assert chosen(found, ()) == found
    files = [room.files for room in chosen(found, ("answers/kinds/tolerance.py", "answers/exam/"))]
    assert files == [("answers/exam/key.py",), ("answers/kinds/tolerance.py",)]
    with pytest.raises(ValueError, match="answers/no: no file to mutate"):
        chosen(found, ("answers/files.py", "answers/no"))
