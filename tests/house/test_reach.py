import pytest

from tests.house.reach import living_modules, unreachable_functions, unreachable_modules
from tests.house.sources import module


def house(**texts):
    found = [module(f"answers/{name.replace('__', '/')}.py", text) for name, text in texts.items()]
    return {each.name: each for each in found}


def dead(**texts):
    modules = house(**texts)
    alive = living_modules(modules)
    return unreachable_modules(modules, alive), [place.split()[1] for place in unreachable_functions(modules, alive)]


def test_modules_are_reached_by_imports():
    app = "from answers import a\ndef main(): a.f()"
    assert dead(cli__app=app, a="from answers.b import X\ndef f(): return X", b="X = 1", c="import answers.a") == (
        ["answers.c"],
        [],
    )


@pytest.mark.parametrize(
    "text",
    [
        'load(f"answers.exams.{name}.questions")',
        'load("answers.exams.nash.questions:EXAM")',
        'importlib.import_module(f"{name}.questions")',
    ],
)
def test_modules_are_reached_by_name(text):
    app = f"def main(name): {text}"
    assert dead(cli__app=app, exams__nash__questions="import answers.b", exams__nash__spare="", b="")[0] == [
        "answers.exams.nash.spare"
    ]


def test_functions_that_no_living_code_names():
    text = """
def used(): return helper()
def helper(): ...
def forgotten(): return only_by_forgotten()
def only_by_forgotten(): ...
def _private(): ...
class Unused: ...
@app.command()
def registered(): return by_registered()
def by_registered(): ...
@cache
def wrapped(): ...
TABLE = {"x": in_table}
def in_table(): ...
def computed(): ...
"""
    app = "import answers.a\ndef main(): answers.a.used(); getattr(answers.a, 'computed')"
    assert dead(cli__app=app, a=text)[1] == ["forgotten", "only_by_forgotten", "Unused", "wrapped"]
