import pytest

from tests.house.imports import cycles, import_graph, mutual_folders
from tests.house.sources import module


def house(texts):
    found = [module(f"{name.replace('.', '/')}.py", text) for name, text in texts.items()]
    return {each.name: each for each in found}


@pytest.mark.parametrize(
    "text",
    [
        "import answers.b",
        "from answers import b",
        "from answers.b import x",
        "from .b import x",
        "from . import b",
        "def f():\n    from answers.b import x",
        "if TYPE_CHECKING:\n    from answers.b import X",
    ],
)
def test_every_way_to_import(text):
    modules = house({"answers.a": text, "answers.b": "import os"})
    assert import_graph(modules) == {"answers.a": {"answers.b"}, "answers.b": set()}


def test_a_relative_import_of_the_folder_above():
    modules = house({"answers.room.a": "from ..b import x", "answers.b": ""})
    assert import_graph(modules)["answers.room.a"] == {"answers.b"}


def test_cycles():
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a", "e"}, "e": {"d"}, "f": {"a"}}
    assert cycles(graph) == [("a", "b", "c"), ("d", "e")]


def pairs(**imports):
    modules = house({name.replace("__", "."): text for name, text in imports.items()})
    return mutual_folders(modules, import_graph(modules))


def test_folders_side_by_side():
    back = {
        "answers__x__a": "import answers.y.deep.b",
        "answers__y__deep__b": "",
        "answers__y__c": "import answers.x.d",
    }
    assert pairs(**back, answers__x__d="") == [("answers.x", "answers.y")]


def test_a_folder_and_its_subfolder():
    assert pairs(answers__a="import answers.x.b", answers__x__b="import answers.c", answers__c="") == [
        ("answers", "answers.x")
    ]


def test_a_folder_may_be_used_from_inside_or_from_outside():
    assert pairs(answers__a="import answers.x.b", answers__x__b="", answers__c="") == []
    assert pairs(answers__x__b="import answers.c", answers__c="") == []
    assert pairs(answers__x__b="import answers.y.c", answers__y__c="import answers.z.d", answers__z__d="") == []
