"""The folder of the class that a command is about: given, or the one that the teacher is in."""

import json
from pathlib import Path

import pytest

from answers.messages import set_language
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


@pytest.mark.parametrize("command", ["grade", "collect", "decide", "history", "seeds"])
def test_outside_a_class_the_folder_is_asked_for(algo: Path, corrige: Corrige, here: Path, command: str) -> None:
    outcome = corrige("class", command)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"corrige class {command} DIR" in outcome.err
    assert outcome.err.startswith(f"{here}: ")


@pytest.mark.parametrize("words", [("assign", "list.csv", "s01"), ("decide", "list.csv", "s01", "--right")])
def test_outside_a_class_a_file_is_not_taken_for_the_folder(
    algo: Path, corrige: Corrige, words: tuple[str, ...]
) -> None:
    outcome = corrige("class", *words)
    assert (outcome.code, f"corrige class {words[0]} DIR" in outcome.err) == (2, True)


def test_outside_a_class_a_similar_folder_is_suggested(algo: Path, corrige: Corrige) -> None:
    outcome = corrige("class", "decide", "alog", "s01", "1a.1", "--right")
    assert outcome.err == "alog: there is no class in this folder\n    → did you mean algo?\n"


@pytest.mark.parametrize("words", [("assign", "lost.txt", "s01"), ("decide", "s01", "1a.1", "--right")])
def test_outside_a_class_the_word_in_place_of_the_folder_is_named(
    algo: Path, corrige: Corrige, words: tuple[str, ...]
) -> None:
    outcome = corrige("class", *words)
    assert (outcome.code, outcome.err.startswith(f"{words[1]}: there is no class in this folder\n")) == (2, True)


def test_a_wrong_folder_is_never_replaced_by_the_one_that_the_teacher_is_in(
    algo: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(algo)
    outcome = corrige("class", "grade", "algp")
    assert (outcome.code, "there is no class in this folder" in outcome.err) == (2, True)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_each_command_is_listed_on_one_line_of_80_columns(
    corrige: Corrige, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setenv("CORRIGE_MESSAGES", lang)
    monkeypatch.setenv("COLUMNS", "80")
    lines = corrige("class", "--help").out.splitlines()
    heading = {"fr": "Commandes :", "en": "Commands:"}[lang]
    at = next(at for at, line in enumerate(lines) if line.replace("\N{NO-BREAK SPACE}", " ") == heading)
    items = lines[at + 1 : lines.index("", at)]
    set_language("en")
    from answers.cli.app import classes

    shown = [name for name, entry in classes.info.cls.entries.items()]
    assert [item.split()[0] for item in items] == shown
    assert all(len(item) <= 80 and item.endswith(".") and "…" not in item for item in items)
