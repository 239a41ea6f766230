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


def test_a_message_and_a_table_obey_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    print_message(f"file {ESCAPES}.pdf")
    text, lines = capsys.readouterr().err, "\n".join(table(("student", "flags"), [(ESCAPES, "[bold]x[/bold]")]))
    assert not any(command in text + lines for command in COMMANDS)
    assert (text.startswith("file \ufffd]0;owned"), "[bold]x[/bold]" in lines) == (True, True)


PAPER = {"student": ESCAPES, "u0": 17, "answers": {"1a": ESCAPES}}
SEVERAL = {**PAPER, "answers": {"1a": ["17", ESCAPES, "0"]}}


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("paper.json", json.dumps(PAPER), 1),
        pytest.param("paper.json", json.dumps(SEVERAL), 1, marks=pytest.mark.slow),
        ("paper.txt", f"{ESCAPES}: 17\n9z{ESCAPES}: 3\n", 2),
    ],
    ids=["marks", "marks of several answers", "problems"],
)
def test_what_is_said_of_a_hostile_file_obeys_nothing(
    corrige: Corrige, here: Path, name: str, content: str, code: int
) -> None:
    (here / name).write_text(content, newline="")
    outcome = corrige("grade", name, "--exam", "nash")
    assert not any(command in outcome.out + outcome.err for command in COMMANDS)
    assert outcome.code == code


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
    lines = table(("id", "name", "late"), [("s01", "", "1"), ("s02", "", "")])  # but a column that is empty everywhere
    assert [line.split() for line in lines] == [["id", "late"], ["s01", "1"], ["s02"]]


def test_what_has_no_room_stands_below_beside_the_first_columns() -> None:
    """20 questions and a mark, as 190 columns would have them."""
    heads = ["student", "mark", *(f"Q{number}" for number in range(1, 21))]
    rows = [[f"Student {row}", "12.5", *(f"{row}.{number:02}" for number in range(1, 21))] for row in (1, 2)]
    lines = tables(heads, rows, right=heads[1:], beside=1)
    assert 70 < max(map(len, lines)) <= 80
    assert [line.split()[0] for line in lines if line] == ["student", "Student", "Student"] * 2
    assert "\n".join(lines).split().count("12.5") == 2
    assert set(heads) | {cell for row in rows for cell in row[1:]} < {*"\n".join(lines).split()}


@pytest.mark.parametrize(("lang", "number"), [("fr", "1,25 ± 0,5"), ("en", "1.25 ± 0.5")])
def test_columns_of_numbers_have_the_decimal_sign_of_the_language(lang: str, number: str) -> None:
    before = language()
    set_language(lang)
    try:
        lines = table(("id", "mean"), [("1.5", "1.25 ± 0.5"), ("v.2", "a.b")], right=("mean",))
    finally:
        set_language(before)
    assert [line.split() for line in lines[1:]] == [["1.5", *number.split()], ["v.2", "a.b"]]
