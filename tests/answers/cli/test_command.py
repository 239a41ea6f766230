"""Commands are imported when they are named; each has a help, with lines to type that can be read."""

import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from answers.cli.app import app
from answers.cli.common.examples import EXAMPLES, SETTINGS
from answers.exam.settings_file import read_document
from answers.kinds.tolerance import Tolerance
from tests.answers.cli.running import Corrige

TYPES = re.compile(r"<(?:str|int|float|bool|path|list)[^|>]*>")
HEAVY = ("scipy", "numba", "matplotlib", "weasyprint")


def below(command: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    for name, subcommand in getattr(command, "commands", {}).items():
        yield f"{path} {name}".strip(), subcommand
        yield from below(subcommand, f"{path} {name}".strip())


COMMANDS = dict(below(get_command(app)))


def test_every_command_has_its_name_a_help_and_lines_to_type() -> None:
    assert {name: name.split()[-1] for name in COMMANDS} == {name: one.name for name, one in COMMANDS.items()}
    assert all(one.help for one in COMMANDS.values())
    assert len(COMMANDS) >= 48
    assert EXAMPLES.keys() == COMMANDS.keys()


def test_no_help_speaks_of_types(corrige: Corrige) -> None:
    assert {name: types for name in COMMANDS if (types := TYPES.findall(corrige(*name.split(), "--help").out))} == {}


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("path", ["", *(name for name, one in COMMANDS.items() if isinstance(one, TyperGroup))])
def test_a_group_lists_its_commands_with_a_line_each(
    path: str, lang: str, corrige: Corrige, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CORRIGE_MESSAGES", lang)
    helped = corrige(*path.split(), "--help").out
    listed = re.split(r"^Comm\w+\s?:\n", helped, flags=re.MULTILINE)[1].split("\n\n")[0].splitlines()
    group: Any = COMMANDS[path] if path else get_command(app)
    assert [line.split()[0] for line in listed] == list(group.commands)
    assert [line for line in listed if len(line) > 80 or not line.endswith(".") or line.endswith("..")] == []


def modules(*words: str) -> list[str]:
    program = (
        "import sys\nfrom answers.cli.app import main\n"
        "try:\n    main(sys.argv[1:])\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    return run.stderr.splitlines()[-1].split()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "unasked"),
    [
        ("--help", ["answers.cli.exams", *HEAVY]),
        ("class --help", ["answers.cli.classes.seeds", *HEAVY]),
        ("list", ["answers.cli.laboratory", "answers.cli.classes", "scipy", "numba"]),
        ("show nash", ["answers.cli.key", "scipy", "numba"]),
        ("sheet nash --u0 17", ["answers.cli.key", "scipy", "numba"]),
        ("solve nash --help", ["answers.cli.laboratory.dice"]),
    ],
)
def test_a_command_pays_for_itself_alone(here: Path, line: str, unasked: list[str]) -> None:
    loaded = {f"{name}." for name in modules(*line.split())}
    assert "answers.cli.app." in loaded
    assert [name for name in unasked if any(text.startswith(f"{name}.") for text in loaded)] == []


@pytest.mark.parametrize("line", sorted({line for lines in EXAMPLES.values() for line in lines}))
def test_an_example_is_read(line: str) -> None:
    program, *words = shlex.split(line)
    assert program == "corrige"
    assert len(line) <= 90
    command: Any = get_command(app)
    while hasattr(command, "commands"):
        command = command.commands[words.pop(0)]
    with command.make_context(command.name, words) as context:  # what is missing, unknown or ill-typed is refused
        assert context.params


def test_examples_and_settings_stand_in_the_help(corrige: Corrige) -> None:
    assert corrige("class", "seeds", "--help").out.rstrip().endswith("Examples:\n  corrige class seeds algo")
    assert "Examples" not in corrige("--help").out
    lines = SETTINGS["class grade"]
    assert all(f"\n  {line}\n" in corrige("class", "grade", "--help").out for line in lines)
    phantom = read_document(tomllib.loads("\n".join(lines), parse_float=Decimal), "help").exams["phantom"]
    assert phantom.points == {"1": 2, "7a": Fraction(5, 2)}
    assert phantom.tolerance == {"4": Tolerance(relative=Fraction(1, 20)), "8b": Tolerance(absolute=Fraction(1, 50))}
