import json
from pathlib import Path

import pytest

from tests.house.__main__ import main
from tests.house.marks import marks, percentile
from tests.house.sources import module


def measured(texts):
    modules = [module(path, text) for path, text in texts.items()]
    return {mark.name: mark for mark in marks({each.name: each for each in modules})}


def function(lines: int, decisions: int = 0) -> str:
    return "def f():\n" + "    if x: pass\n" * decisions + "    pass\n" * (lines - 1 - decisions)


def test_an_empty_house_meets_its_goals():
    assert [mark.name for mark in measured({}).values() if mark.met is False] == []


@pytest.mark.parametrize(("lines", "decisions", "unmet"), [(60, 14, []), (61, 0, ["function lines, longest"]),
                                                            (20, 15, ["complexity, highest"])])  # fmt: skip
def test_what_binds(lines, decisions, unmet):
    found = measured({"answers/a.py": function(lines, decisions)})
    assert [mark.name for mark in found.values() if mark.binds and not mark.met] == unmet


def test_a_small_house():
    found = measured(
        {
            "answers/__init__.py": "",
            "answers/cli/app.py": "from answers.a import f\nf()\n",
            "answers/a.py": function(2) + "from typing import Any\nx: dict[str, Any] = 1\n",
            "solvers/b.py": 'def g(a, b, c, d, e, f, g):\n    """Add.\n\n    Source: Euclid.\n    """\n    return a\n',
        }
    )
    expected = {
        "lines of code": 12, "functions": 2, "function lines, median": 2, "files, empty ones apart": 3,
        "functions of over 6 parameters": 1, "loose modules in answers/": 1, "loose modules in solvers/": 1, "Any": 1,
        "docstrings longer than their code": 1, "files under 50 lines whose only user is in another room": 1,
        "modules that nothing leads to": 1, "import cycles": 0,
    }  # fmt: skip
    assert {name: found[name].value for name in expected} == expected


def test_percentiles():
    assert (percentile([], 95), percentile([7], 95), percentile(list(range(100)), 95)) == (0, 7, 95)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "answers").mkdir()
    (tmp_path / "answers" / "a.py").write_text("import answers.b\n")
    assert main([str(tmp_path)]) == 0
    assert "✓ import cycles" in capsys.readouterr().out
    (tmp_path / "answers" / "b.py").write_text("import answers.a\n")
    assert main([str(tmp_path), "--json"]) == 1
    cycle = next(mark for mark in json.loads(capsys.readouterr().out)["marks"] if mark["name"] == "import cycles")
    assert cycle["places"] == ["answers.a, answers.b"]
