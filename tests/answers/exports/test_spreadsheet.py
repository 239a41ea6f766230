import pytest

from answers.exports.gradebook_csv import gradebook_csv
from answers.exports.spreadsheet import DIALECTS, disarmed, table_csv, texts_csv
from answers.exports.tables import Table
from tests.answers.exports.classes import CLASS

TABLE = Table("t", ("a", "b"), (("x;y", 0.5), ('"=1', None), ("-2", 3)))


def test_a_french_spreadsheet_gets_semicolons_commas_and_a_mark_that_says_utf_8() -> None:
    expected = '\ufeff"a";"b"\n"x;y";0,5\n"""=1";""\n"\'-2";3\n'
    assert table_csv(TABLE, DIALECTS["fr"]).decode() == expected


def test_programs_and_english_spreadsheets_get_commas_and_points() -> None:
    expected = '"a","b"\n"x;y",0.5\n"""=1",""\n"\'-2",3\n'
    assert table_csv(TABLE).decode() == expected
    assert table_csv(TABLE, DIALECTS["en"]).decode() == "\ufeff" + expected


def test_the_gradebook_in_french() -> None:
    line = gradebook_csv(CLASS, DIALECTS["fr"]).decode().splitlines()[1]
    assert line == '"s01";"Éluard";"Zoé";10;4,5;5,0;1,0;0,5;3,0;"no";"";"";"submissions/s01.pdf";"";""'


@pytest.mark.parametrize("text", ["=1", "  +1", "a;=1", "a\t@x", "\r\n-1"])
def test_nothing_disarmed_begins_a_formula(text: str) -> None:
    cells = [cell.strip() for mark in ";,\t|" for cell in disarmed(text).split(mark)]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


def test_texts_are_quoted_and_left_as_they_are() -> None:
    assert texts_csv([["é", 'a "b"'], ["x@y.fr", "Block, Jasen"]]).decode() == (
        '"é","a ""b"""\n"x@y.fr","Block, Jasen"\n'
    )
