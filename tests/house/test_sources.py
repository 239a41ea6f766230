from pathlib import Path

from tests.house.sources import module, read


def test_a_package_is_its_folder():
    room, package = module("answers/room.py", "x = 1\n"), module("answers/room/__init__.py", "")
    assert (room.name, room.folder, room.lines) == ("answers.room", "answers", 1)
    assert (package.name, package.folder, package.is_package) == ("answers.room", "answers.room", True)


def test_reads_the_two_buildings_and_nothing_else(tmp_path: Path):
    for name in ("answers/a.py", "answers/b/c.py", "solvers/d.py", "tests/e.py", "answers/page.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    assert list(read(tmp_path)) == ["answers.a", "answers.b.c", "solvers.d"]
