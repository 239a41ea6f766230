"""What a student wrote never reaches the terminal as a command to it."""

import json
from pathlib import Path

import pytest

from answers.cli.common import output
from answers.cli.common.output import counting, print_message, table, tables
from answers.messages import language, set_language
from tests.answers.cli.running import Corrige

ESCAPES = "\x1b]0;owned\x07\x1b[31mred\x9b2J\u202egnp\x00\r"
COMMANDS = ("\x1b", "\x07", "\x9b", "\u202e", "\x00", "\r")


def test_a_message_obeys_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    print_message(f"file {ESCAPES}.pdf")
    text = capsys.readouterr().err
    assert not any(command in text for command in COMMANDS)
    assert text.startswith("file \ufffd]0;owned")


def test_a_table_obeys_nothing() -> None:
    lines = "\n".join(table(("student", "flags"), [(ESCAPES, "[bold]x[/bold]")]))
    assert not any(command in lines for command in COMMANDS)
    assert "[bold]x[/bold]" in lines


@pytest.mark.parametrize(
    "answers", [{"1a": ESCAPES}, pytest.param({"1a": ["17", ESCAPES, "0"]}, marks=pytest.mark.slow)]
)
def test_marks_of_a_hostile_paper_obey_nothing(corrige: Corrige, here: Path, answers: dict[str, object]) -> None:
    paper = here / "paper.json"
    paper.write_text(json.dumps({"student": ESCAPES, "u0": 17, "answers": answers}))
    outcome = corrige("grade", paper, "--exam", "nash")
    assert not any(command in outcome.out + outcome.err for command in COMMANDS)
    assert outcome.code == 1


def test_problems_of_a_hostile_file_obey_nothing(corrige: Corrige, here: Path) -> None:
    paper = here / "paper.txt"
    paper.write_text(f"{ESCAPES}: 17\n9z{ESCAPES}: 3\n", newline="")
    outcome = corrige("grade", paper, "--exam", "nash")
    assert not any(command in outcome.out + outcome.err for command in COMMANDS)
    assert outcome.code == 2


def test_away_from_a_terminal_long_work_tells_where_it_is_every_half_minute(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr(output, "monotonic", lambda: clock[0])
    with counting("seeds", 1000) as progress:
        for done, now in enumerate((100, 110, 129, 135, 164, 166, 8000), start=1):
            clock[0] = now
            progress(done)
    assert capsys.readouterr().err.splitlines() == [
        "seeds: 1 of 1000",  # a hundred seconds went into what comes before
        "seeds: 4 of 1000, 3.2 h left",
        "seeds: 6 of 1000, 3.6 h left",
        "seeds: 7 of 1000, 15 days left",
    ]


def test_a_table_is_no_wider_than_asked_and_loses_nothing() -> None:
    lines = table(("part", "answer"), [("1a", "x" * 175)], widest=100)
    assert max(map(len, lines)) == 100
    assert "".join(lines).count("x") == 175
    assert len(table(("part", "answer"), [("1a", "x" * 175)])) == 2


def test_what_has_no_room_stands_below_beside_the_first_columns() -> None:
    """20 questions and a mark, as 190 columns would have them."""
    heads = ["student", "mark", *(f"Q{number}" for number in range(1, 21))]
    rows = [[f"Student {row}", "12.5", *(f"{row}.{number:02}" for number in range(1, 21))] for row in (1, 2)]
    lines = tables(heads, rows, right=heads[1:], beside=1)
    assert 70 < max(map(len, lines)) <= 80
    assert [line.split()[0] for line in lines if line] == ["student", "Student", "Student"] * 2
    assert "\n".join(lines).split().count("12.5") == 2
    assert set(heads) | {cell for row in rows for cell in row[1:]} < {*"\n".join(lines).split()}


def test_a_column_that_is_empty_everywhere_is_left_out() -> None:
    lines = table(("id", "name", "late"), [("s01", "", "1"), ("s02", "", "")])
    assert [line.split() for line in lines] == [["id", "late"], ["s01", "1"], ["s02"]]


@pytest.mark.parametrize(("lang", "number"), [("fr", "1,25 ± 0,5"), ("en", "1.25 ± 0.5")])
def test_columns_of_numbers_have_the_decimal_sign_of_the_language(lang: str, number: str) -> None:
    before = language()
    set_language(lang)
    try:
        lines = table(("id", "mean"), [("1.5", "1.25 ± 0.5"), ("v.2", "a.b")], right=("mean",))
    finally:
        set_language(before)
    assert [line.split() for line in lines[1:]] == [["1.5", *number.split()], ["v.2", "a.b"]]
