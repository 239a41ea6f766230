"""The folder of the class that a command is about: given, or the one that the teacher is in."""

import json
from pathlib import Path

import pytest

from tests.answers.cli.running import Corrige


def test_without_a_folder_a_command_takes_the_class_that_the_teacher_is_in(
    algo: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch
) -> None:
    (algo / "submissions/s01.txt").write_text("1a: 10 20\n")
    monkeypatch.chdir(algo)
    inside = json.loads(corrige("class", "collect", "--json").out)
    assert [student["student"] for student in inside["students"]] == ["s01", "s02"]
    monkeypatch.chdir(algo / "submissions")
    assert json.loads(corrige("class", "collect", "--json").out) == inside
    assert corrige("class", "decide", "s01", "1a.1", "--right").code == 0  # the first word is no class
    (action,) = json.loads(corrige("class", "history", "--json").out)["actions"]
    assert (action["student"], action["target"]) == ("s01", "1a.1")


def test_a_class_that_is_named_comes_before_the_one_that_the_teacher_is_in(
    algo: Path, corrige: Corrige, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corrige("class", "init", "algo", "--exam", "nash", "--sitting", "june")
    monkeypatch.chdir(algo)
    assert corrige("class", "decide", "june", "s01", "no-paper", "--seen").code == 0
    assert json.loads(corrige("class", "history", "--json").out)["actions"] == []
    monkeypatch.chdir(algo / "june")
    (action,) = json.loads(corrige("class", "history", "--json").out)["actions"]
    assert action["target"] == "no-paper"


@pytest.mark.parametrize(
    "words",
    [
        *((command,) for command in ("grade", "collect", "decide", "history", "seeds")),
        ("assign", "list.csv", "s01"),  # a file is not taken for the folder
        ("decide", "list.csv", "s01", "--right"),
    ],
)
def test_outside_a_class_the_folder_is_asked_for(
    algo: Path, corrige: Corrige, here: Path, words: tuple[str, ...]
) -> None:
    outcome = corrige("class", *words)
    assert (outcome.code, outcome.out, f"corrige class {words[0]} DIR" in outcome.err) == (2, "", True)
    assert outcome.err.startswith(f"{here}: ")


@pytest.mark.parametrize(
    "words", [("assign", "lost.txt", "s01"), ("decide", "s01", "1a.1", "--right"), ("grade", "algp")]
)
def test_the_word_in_place_of_the_folder_is_named(
    algo: Path, corrige: Corrige, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a class: a wrong folder is never replaced by the one that the teacher is in."""
    if words[0] == "grade":
        monkeypatch.chdir(algo)
    outcome = corrige("class", *words)
    assert (outcome.code, outcome.err.startswith(f"{words[1]}: there is no class in this folder\n")) == (2, True)
