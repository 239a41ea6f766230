"""What returns a `Result` has the options that write it, and those that it declares itself."""

from inspect import signature
from pathlib import Path

import pytest
import typer

from answers.cli.common.options import TO_STDOUT, Force, Lang, Output
from answers.cli.common.result import Result, as_typed
from answers.errors import CorrigeError

CALM = {"as_json": False, "output": TO_STDOUT, "force": False}


def counted(number: int, *, force: Force = True, lang: Lang = None, output: Output = TO_STDOUT) -> Result:
    return Result({"schema": "x/1", "number": number}, [f"{number} {force} {output}"], needs_person=number > 1)


def test_options_are_added_once_and_last(capsys: pytest.CaptureFixture[str]) -> None:
    command = as_typed(counted)
    assert list(signature(command).parameters) == ["number", "lang", "as_json", "output", "force"]
    assert signature(command).parameters["force"].default is True
    command(number=1, lang=None, **CALM)
    assert capsys.readouterr().out == "1 False -\n"
    command(number=1, lang=None, **{**CALM, "as_json": True})
    assert capsys.readouterr().out == '{\n  "schema": "x/1",\n  "number": 1\n}\n'
    with pytest.raises(typer.Exit):
        command(number=2, lang=None, **CALM)


def test_a_drawing_goes_to_its_file_and_the_rest_to_standard_output(
    capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    drawn = Result({}, iter(["told"]), drawings={".svg": lambda: b"<svg/>"})
    drawn.write(as_json=False, output=Path("a.SVG"), force=False)
    assert (capsys.readouterr().out, (here / "a.SVG").read_bytes()) == ("told\n", b"<svg/>")
    with pytest.raises(CorrigeError, match=r"a\.png: .*\.png\n .*ends in \.svg"):
        drawn.write(as_json=False, output=Path("a.png"), force=False)
    with pytest.raises(CorrigeError, match=r"ends in \.txt, or in \.json"):
        Result({}, []).write(as_json=False, output=Path("a.png"), force=False)


def test_without_lines_only_the_document_is_written(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    Result({}).write(as_json=False, output=Path("a.txt"), force=False)
    assert (capsys.readouterr().out, list(here.iterdir())) == ("", [])
    Result({}).write(as_json=True, output=TO_STDOUT, force=False)
    assert capsys.readouterr().out == "{}\n"
