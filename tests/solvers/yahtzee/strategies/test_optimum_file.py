import numpy as np
import pytest

from solvers.yahtzee.strategies.optimal import optimal
from solvers.yahtzee.strategies.optimum_file import optimum_file
from tests.solvers.yahtzee.zoo import SMALL

RULES = SMALL[4]


def test_the_first_call_writes_and_the_second_opens(tmp_path):
    first = optimum_file(RULES, tmp_path / "deep" / "folder")
    (path,) = (tmp_path / "deep" / "folder").iterdir()
    written = path.stat().st_mtime_ns
    second = optimum_file(RULES, path.parent)
    assert isinstance(second.values, np.memmap)
    assert path.stat().st_mtime_ns == written
    for optimum in (first, second):
        np.testing.assert_array_equal(optimum.values, optimal(RULES).values)


def test_every_game_has_its_own_file(tmp_path):
    for rules in SMALL[4:8]:
        optimum_file(rules, tmp_path)
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.parametrize("content", [b"", b"not a table", None])
def test_a_damaged_file_is_refused(tmp_path, content):
    optimum_file(RULES, tmp_path)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-8] if content is None else content)
    with pytest.raises(ValueError, match="remove it, and it will be made again"):
        optimum_file(RULES, tmp_path)


def test_a_failed_write_leaves_nothing(tmp_path, monkeypatch):
    def full_disk(*_):
        raise OSError("no space left")

    monkeypatch.setattr(np, "save", full_disk)
    with pytest.raises(OSError, match="no space left"):
        optimum_file(RULES, tmp_path)
    assert list(tmp_path.iterdir()) == []
