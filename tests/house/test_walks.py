"""How walks are followed, on files of this house that call each other in a known way."""

from answers.kinds.tolerance import EXACT
from tests.house.walks import Walk, followed

TOLERANCE = "answers/kinds/tolerance.py"


def test_a_file_is_on_a_walk_when_a_function_of_it_runs() -> None:
    walk = followed(lambda: [EXACT.describe() for _ in range(3)])
    assert (dict(walk.callers), walk.functions) == ({TOLERANCE: ("",)}, 1)


def test_a_file_is_entered_again_for_each_other_that_calls_it() -> None:
    callers = {"answers/a/b.py": ("",), "answers/a/c.py": ("x", "y", "z", "t"), "answers/d/e.py": ("x", "y", "z")}
    rooms, files, functions, again = Walk(callers, 7).marks("u₀ → blank PDF")
    assert [one.value for one in (rooms, files, functions, again)] == [2, 3, 7, 1]
    assert (files.met, again.met, again.places) == (True, False, ["3  answers/a/c.py"])
