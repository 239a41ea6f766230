import json
from pathlib import Path

import pytest

from tests.mutants.results import Fate, Stratum, as_markdown, correct, fates, left, names, sampled_share, source


def copy(folder: Path, **codes: list[int | None]) -> Path:
    for name, each in codes.items():
        meta = folder / "mutants" / "answers" / f"{name}.py.meta"
        meta.parent.mkdir(parents=True, exist_ok=True)
        meta.write_text(json.dumps({"exit_code_by_key": {f"{name}.{k}": code for k, code in enumerate(each)}}))
    return folder


def test_fates(tmp_path: Path):
    folder = copy(tmp_path, a=[0, 1, 33, 36, -11, 1, 5], b=[None, 34, 1], untouched=[])
    assert fates(folder) == [Fate("answers/a.py", killed=4, survived=1, untested=2), Fate("answers/b.py", 1, 0, 0)]
    assert left(folder, ["a.6", "a.1", "b.1", "a.0"]) == ["a.6", "b.1", "a.0"]
    assert names(folder) == [f"a.{k}" for k in range(7)] + [f"b.{k}" for k in range(3)]


def test_a_mutant_noticed_by_more_tests_is_killed(tmp_path: Path):
    folder = copy(tmp_path, a=[0, 33], b=[0])
    correct(folder, "a.1", 1)
    assert fates(folder) == [Fate("answers/a.py", 1, 1, 0), Fate("answers/b.py", 0, 1, 0)]
    assert left(folder, names(folder)) == ["a.0", "b.0"]


def test_the_weakest_file_comes_first_and_the_share_is_rounded_down():
    table = as_markdown([Fate("a.py", 10, 0, 0), Fate("b.py", 2, 1, 0)])
    assert table.splitlines()[2:] == [
        "| `b.py` | 3 | 2 | 1 | 0 | 66 % |",
        "| `a.py` | 10 | 10 | 0 | 0 | 100 % |",
        "| all | 13 | 12 | 1 | 0 | 92 % |",
    ]


def test_nothing_mutated():
    assert as_markdown([]).splitlines()[-1] == "| all | 0 | 0 | 0 | 0 | – |"


def test_the_share_weighs_rooms_by_their_size():
    rooms = [Stratum(300, [Fate("a.py", 9, 1, 0)]), Stratum(100, [Fate("b.py", 3, 1, 1), Fate("c.py", 2, 2, 1)])]
    share, bound = sampled_share(rooms)
    assert share == pytest.approx(0.75 * 0.9 + 0.25 * 0.5)
    variance = 0.75**2 * (10 / 12) * (2 / 12) / 10 * (290 / 300) + 0.25**2 * 0.25 / 10 * (90 / 100)
    assert bound == pytest.approx(share - 1.645 * variance**0.5)


def test_a_room_tried_whole_leaves_nothing_to_chance():
    assert sampled_share([Stratum(10, [Fate("a.py", 9, 1, 0)]), Stratum(0, [])]) == (0.9, 0.9)


def test_the_module_of_a_mutant_is_in_its_name():
    assert source("answers.kinds.text.x_read__mutmut_3") == "answers/kinds/text.py"
    assert source("answers.laboratory.yahtzee.program.xǁProgramǁ__init____mutmut_7") == (
        "answers/laboratory/yahtzee/program.py"
    )
