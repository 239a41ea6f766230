import json
from pathlib import Path

from tests.mutants.results import Fate, as_markdown, fates, survivors


def copy(folder: Path, **codes: list[int | None]) -> Path:
    for name, each in codes.items():
        meta = folder / "mutants" / "answers" / f"{name}.py.meta"
        meta.parent.mkdir(parents=True, exist_ok=True)
        meta.write_text(json.dumps({"exit_code_by_key": {f"{name}.{k}": code for k, code in enumerate(each)}}))
    return folder


def test_fates(tmp_path: Path):
    folder = copy(tmp_path, a=[0, 1, 33, 36, -11, 1, 5], b=[None, 34, 1], untouched=[])
    assert fates(folder) == [Fate("answers/a.py", killed=4, survived=1, untested=2), Fate("answers/b.py", 1, 0, 0)]
    assert survivors(folder) == ["a.0", "a.2", "a.6"]


def test_the_weakest_file_comes_first_and_the_share_is_rounded_down():
    table = as_markdown([Fate("a.py", 10, 0, 0), Fate("b.py", 2, 1, 0)])
    assert table.splitlines()[2:] == [
        "| `b.py` | 3 | 2 | 1 | 0 | 66 % |",
        "| `a.py` | 10 | 10 | 0 | 0 | 100 % |",
        "| all | 13 | 12 | 1 | 0 | 92 % |",
    ]


def test_nothing_mutated():
    assert as_markdown([]).splitlines()[-1] == "| all | 0 | 0 | 0 | 0 | – |"
