from tests.house.duplicates import Duplicate, duplicates
from tests.house.sources import module

BODY = "a = f(1)\nb = g(a)\nc = h(b)\n"


def found(first, second, length=3):
    return duplicates([module("answers/a.py", first), module("answers/b.py", second)], length)


def test_a_run_that_stands_twice_but_for_numbers_comments_and_spaces():
    other = "import os\nx = 1\n\na = f( 2 )  # a remark\n\nb = g(a)\nc = h(b)\ny = 2\n"
    assert found(BODY, other) == [Duplicate("answers/a.py:1", "answers/b.py:4", 3)]


def test_the_longest_run_is_told_once():
    assert found(BODY + "d = i(c)\n", BODY + "d = i(c)\ne = 1\n") == [Duplicate("answers/a.py:1", "answers/b.py:1", 4)]


def test_short_runs_other_names_and_other_strings_are_no_duplicates():
    assert found(BODY, BODY, length=4) == []
    assert found(BODY, BODY.replace("h", "k")) == []
    assert found(BODY + "d('x')\n", BODY + "d('y')\n", length=4) == []


def test_docstrings_and_imports_are_passed_over():
    same = '"""A\nlong\ndocstring."""\nimport os\nimport re\nfrom sys import (\n    exit,\n    path,\n)\n'
    assert found(same, same) == []


def test_within_one_file():
    text = BODY + "x = 1\n" + BODY
    assert found(text, "") == [Duplicate("answers/a.py:1", "answers/a.py:5", 3)]
    assert found("a(1)\n" * 5, "") == []
