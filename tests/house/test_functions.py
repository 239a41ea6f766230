import pytest

from tests.house.functions import functions
from tests.house.sources import module


def one(text):
    return functions(module("answers/a.py", text))[0]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return a", 1),
        ("if a: pass\n    elif b: pass\n    else: pass", 3),
        ("return a and b and c or d", 4),
        ("return [x for x in a if x if b]", 4),
        ("for x in a: pass\n    else: pass", 3),
        ("while a: pass", 2),
        ("try: pass\n    except ValueError: pass\n    except OSError: pass\n    else: pass\n    finally: pass", 4),
        ("with a: assert b", 1),
        ("return lambda x: x if a else b", 2),
        ("match a:\n        case 1: pass\n        case _: pass", 3),
        ("def inner():\n        if a: pass\n    return inner", 1),
    ],
)
def test_complexity(body, expected):
    assert one(f"def f():\n    {body}\n").complexity == expected


def test_lines_are_counted_without_the_docstring():
    text = '@cache\ndef f(\n    a,\n):\n    """Two\n    lines."""\n    # a remark\n    return a\n'
    assert (one(text).lines, one(text).place) == (5, "answers/a.py:2 f")


def test_parameters():
    assert one("def f(self, a, /, b, *c, d=1, **e): ...").parameters == 5


def test_methods_and_nested_functions_count():
    found = functions(module("answers/a.py", "class A:\n    def b(self):\n        def c(): ...\n"))
    assert [(each.place, each.lines) for each in found] == [("answers/a.py:2 b", 2), ("answers/a.py:3 c", 1)]
