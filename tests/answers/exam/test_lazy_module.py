"""A lazy module is imported once, when one of its attributes is first used."""

import sys
from pathlib import Path

import pytest

from answers.exam.lazy_module import LazyModule


def test_a_module_is_imported_when_it_is_first_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "late_solver.py").write_text("ANSWER = object()\n")
    monkeypatch.syspath_prepend(tmp_path)
    late = LazyModule("late_solver")
    assert "late_solver" not in sys.modules
    assert late.ANSWER is late.ANSWER is sys.modules.pop("late_solver").ANSWER
    with pytest.raises(AttributeError, match="forgotten"):
        _ = late.forgotten
