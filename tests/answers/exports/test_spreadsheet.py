import csv
import io
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exports.gradebook import Gradebook, GradebookRow
from answers.exports.tables import (
    DIALECTS,
    ExportTable,
    escape_formulas,
    gradebook_csv,
    safe_cell,
    table_csv,
    unescape_formulas,
)
from answers.flags import DAMAGED, NO_SEED, READERS_DISAGREE, Place
from answers.paper import Mark, Paper, PartMarks, Verdict
from answers.sheets.identity import Student
from tests.answers.tiny import TINY

STARTS = tuple("=+-@＝＋－＠")
TABLE = ExportTable("t", ("a", "b"), (("x;y", 0.5), ('"=1', None), ("-2", 3)))


def test_separators_decimals_and_the_mark_that_says_utf_8_are_those_of_the_reader() -> None:
    expected = '"a","b"\n"x;y",0.5\n"""=1",""\n"\'-2",3\n'
    assert table_csv(TABLE).decode() == expected  # for programs
    assert table_csv(TABLE, DIALECTS["en"]).decode() == "\ufeff" + expected
    assert table_csv(TABLE, DIALECTS["fr"]).decode() == '\ufeff"a";"b"\n"x;y";0,5\n"""=1";""\n"\'-2";3\n'


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("before", ["", "  ", "a;", "a,", "a\t", "x|", "x; ", "\r\n", "\t"])
def test_nothing_disarmed_begins_a_formula_whatever_separates_the_cells_of_the_reader(before: str, start: str) -> None:
    cells = [cell.strip() for mark in ";,\t|" for cell in safe_cell(f"{before}{start}1").split(mark)]
    assert not [cell for cell in cells if cell.startswith(STARTS)]


@given(st.text(st.sampled_from("'=＋-;, \ta"), max_size=12))
def test_a_guard_comes_off_again(text: str) -> None:
    assert unescape_formulas(escape_formulas(text)) == text


ONE_RIGHT = PartMarks((Mark("1", Verdict.RIGHT, None, Fraction(1, 2)),), Fraction(1, 2))


def paper(**changes: object) -> Paper:
    values: dict[str, object] = {
        "place": Place("s01.pdf"), "student": "s01", "exam": "tiny", "u0": 17, "flags": (),
        "parts": {part.id: ONE_RIGHT for part in TINY.parts},
    }  # fmt: skip
    return Paper(**{**values, **changes})  # type: ignore[arg-type]


def gradebook(rows: list[GradebookRow]) -> bytes:
    return gradebook_csv(Gradebook(TINY, tuple(rows), (), ()))


def test_the_whole_gradebook_of_a_small_class() -> None:
    """The class has a paper with unread items, an absent student, and an unmarked unassigned paper."""
    half, third = Mark("1", Verdict.RIGHT, None, Fraction(1, 2)), Mark("2", Verdict.RIGHT, None, Fraction(1, 3))
    wrong = Mark("3", Verdict.WRONG, None, Fraction(0))
    parts = {
        "1a": PartMarks((half, wrong), Fraction(1)),
        "1b": PartMarks((third, wrong), Fraction(2, 3)),
        "2": PartMarks((wrong,), Fraction(3)),
    }
    flags = (DAMAGED, READERS_DISAGREE("q2_1"))
    present = GradebookRow(
        Student("s01", "Éluard", "Zoé"), 17, paper(parts=parts, flags=flags, place=Place("a.csv", "line 2"))
    )
    absent = GradebookRow(Student("s02", " +1", "\u2028B\x00\tb"), None, None)
    stray = paper(student="Ee, Ff", u0=None, flags=(NO_SEED,), place=Place("b.pdf"), parts=parts)
    assert gradebook_csv(Gradebook(TINY, (present, absent), (stray,), ())).decode().split("\n") == [
        '"student","name","first_name","u0","score","max","1a","1b","2","needs_teacher","flags","settled","file"',
        '"s01","Éluard","Zoé",17,0.833,4.667,0.5,0.333,0.0,"yes","damaged readers-disagree:q2_1","","a.csv, line 2"',
        '"s02"," \'+1"," B b","","","","","","","yes","no-paper","",""',
        '"","Ee, Ff","","","","","","","","yes","no-seed","","b.pdf"',
        "",
    ]


@given(st.text(st.characters(blacklist_categories=("Cs",)), max_size=40), st.sampled_from((*STARTS, *"\t\r\n \u00a0")))
def test_no_cell_starts_a_formula_and_no_text_breaks_a_row(text: str, start: str) -> None:
    content = gradebook([GradebookRow(Student("s01", start + text, "-"), 17, paper(place=Place(start + text)))])
    rows = list(csv.reader(io.StringIO(content.decode(), newline="")))
    assert len(rows) == 2
    assert not any(cell.lstrip().startswith(STARTS) for cell in rows[1])
