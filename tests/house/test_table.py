import json

from tests.house.table import Mark, as_json, as_text, fails

MARKS = [
    Mark("files", 204),
    Mark("docstrings", 97, goal="100", met=False, places=("a", "b", "c")),
    Mark("cycles", 1, goal="0", met=False, binds=True, places=("a, b",)),
    Mark("complexity, mean", 3.2, goal="≤ 4", met=True, binds=True),
]


def test_text():
    assert as_text(MARKS, places=2).splitlines() == [
        "  files             204",
        "✗ docstrings         97  100",
        "      a",
        "      b",
        "      … and 1 more",
        "✗ cycles              1  0    fails",
        "      a, b",
        "✓ complexity, mean  3.2  ≤ 4",
    ]


def test_json():
    document = json.loads(as_json(MARKS))
    assert document["marks"][1] == {
        "name": "docstrings",
        "value": 97,
        "goal": "100",
        "met": False,
        "binds": False,
        "places": ["a", "b", "c"],
    }


def test_only_marks_that_bind_fail():
    assert [fails(mark) for mark in MARKS] == [False, False, True, False]
