from pathlib import Path

from tests.house.imports import import_graph
from tests.house.rooms import lines_below, lines_of_rooms, small_neighbours
from tests.house.sources import module

TEXTS = {
    "answers/cli/app.py": "import answers.sheets.ink\nimport answers.cli.pen\n" + "x = 1\n" * 60,
    "answers/cli/pen.py": "import answers.sheets.paper\n",
    "answers/sheets/ink.py": "import answers.sheets.paper\n",
    "answers/sheets/paper.py": "x = 1\n",
    "answers/sheets/__init__.py": "",
}


def house():
    found = [module(path, text) for path, text in TEXTS.items()]
    return {each.name: each for each in found}


def test_rooms_by_size():
    assert lines_of_rooms(house()) == [(63, "answers/cli"), (2, "answers/sheets")]


def test_a_small_file_whose_only_user_is_elsewhere():
    """The pen is beside its user, paper has two, the app is no small file."""
    modules = house()
    assert small_neighbours(modules, import_graph(modules)) == ["1  answers/sheets/ink.py ← answers.cli.app"]


def test_lines_below_a_folder(tmp_path: Path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.py").write_text("x = 1\n\ny = 2\n")
    (tmp_path / "a" / "page.html").write_text("no\n")
    assert lines_below(tmp_path) == 3
