import pytest

from tests.house import words
from tests.house.sources import module


def room(text):
    return module("solvers/room.py", text)


TEXT = '''"""A room.

Source: the plan.
"""

def told():
    """Say it.

    Source: Nash 1951, theorem 1.
    """

def untold(): ...

class Room:
    """A resource: no source."""

    def door(self): ...
'''


def test_docstrings_and_sources():
    assert words.undocumented(room(TEXT)) == ["solvers/room.py:12 untold", "solvers/room.py:17 door"]
    assert words.unsourced(room(TEXT)) == ["solvers/room.py:12 untold", "solvers/room.py:14 Room"]
    assert words.unsourced(room(TEXT), with_module=True) == []
    assert len(words.public_at_top(room(TEXT))) == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from typing import Any", 0),
        ("x: Any = 1\ndef f(a: dict[str, Any]) -> typing.Any: ...", 3),
        ('def f(a: "Exam[Any]") -> list["Any"]: ...', 2),
        ('"""Any."""\nx = "Any"', 0),
    ],
)
def test_any(text, expected):
    assert words.any_uses(room(text)) == expected


def test_casts_and_comments():
    text = 'x = cast("int", typing.cast(int, y))  # type: ignore[arg-type]\n# noqa: S101\nz = "# noqa"\n'
    assert words.casts(room(text)) == 2
    assert words.comments_with(room(text), "type: ignore") == 1
    assert words.comments_with(room(text), "noqa") == 1


def test_repeated_aliases():
    first = (
        "Floats = NDArray[np.float64]\nPair = tuple[int, int]\nMaybe: TypeAlias = 'int'\nx = table['a']\nONE = 1 | 2"
    )
    second = "Floats = np.NDArray[np.float64]\nMaybe = tuple[int] | None\nx = table['a']\nONE = 1 | 2"
    modules = [module("answers/a.py", first), module("answers/b.py", second)]
    assert words.repeated_aliases(modules) == [("Floats", 2), ("Maybe", 2)]
