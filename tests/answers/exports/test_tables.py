import csv
import io
import re
import zipfile
from dataclasses import replace
from fractions import Fraction

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exports.gradebook import Gradebook, GradebookRow
from answers.exports.gradebook_xlsx import gradebook_xlsx
from answers.exports.request import NO_DECISIONS, ExportRequest
from answers.exports.tables import (
    DIALECTS,
    ExportTable,
    escape_formulas,
    flags_table,
    gradebook_csv,
    items_table,
    marks_table,
    safe_cell,
    table_csv,
    translated_table,
    unescape_formulas,
)
from answers.flags import DAMAGED, LATE, NO_PAPER, NO_SIGNATURE, Place
from answers.messages import Message
from answers.paper import PartMarks
from answers.sheets.identity import Student
from tests.answers.exports.classes import ABSENT, CLASS, GOOD, HOSTILE, TO_EXAMINE, no_key


def test_the_gradebook_has_a_row_a_student_then_one_a_paper_of_nobody() -> None:
    assert GOOD.paper is not None
    third = replace(GOOD.paper.parts["1b"].items[0], score=Fraction(1, 3))
    parts = {**GOOD.paper.parts, "1b": PartMarks((third, third), Fraction(4, 3))}
    rows = (replace(GOOD, paper=replace(GOOD.paper, parts=parts)), *CLASS.rows[1:])
    header, *lines = gradebook_csv(replace(CLASS, rows=rows)).decode().splitlines()
    assert header.replace('"', "").split(",") == [
        "student", "name", "first_name", "u0", "score", "max", "1a", "1b", "2", "needs_teacher", "flags", "settled",
        "file", "E-mail", "Groupe",
    ]  # fmt: skip
    assert lines == [
        '"s01","Éluard","Zoé",10,4.667,5.333,1.0,0.667,3.0,"no","","","submissions/s01.pdf","",""',
        '"s02","\'@Bb","\'+Cc",11,0.5,5.0,0.5,0.0,0.0,"yes","damaged","","Cc Bb_7_x/a.pdf","cc.bb@x.fr","\'=1+1"',
        '"s03","Dd","Ee",12,"","","","","","yes","no-paper","","","",""',
        '"","Ff, Gg","","","","","","","","yes","no-seed","","b.txt","",""',
    ]


def test_an_absence_that_counts_as_zero_is_zero_in_every_part() -> None:
    away = replace(ABSENT, missing=(NO_PAPER.acknowledged(is_shown=False, is_zero=True),))
    (row,) = marks_table(Gradebook(CLASS.exam, (away,), (), ())).rows
    assert row[4:11] == (0, 5, 0, 0, 0, "no", "no-paper")


def test_what_the_teacher_settled_stands_with_the_reason() -> None:
    assert TO_EXAMINE.paper is not None
    looked = replace(
        TO_EXAMINE.paper,
        flags=(
            LATE("0:05"),
            DAMAGED.acknowledged(is_shown=False, reason="compared"),
            NO_SIGNATURE.acknowledged(is_shown=True),
        ),
    )
    rows = (
        replace(ABSENT, missing=(NO_PAPER.acknowledged(is_shown=False, reason="ill; =1+1"),)),
        replace(TO_EXAMINE, paper=looked),
    )
    marks = Gradebook(CLASS.exam, rows, (), ())
    assert [row[9:12] for row in marks_table(marks).rows] == [
        ("no", "no-paper", "no-paper: ill; =1+1"), ("yes", "late-0:05 damaged no-seal", "damaged: compared ; no-seal"),
    ]  # fmt: skip
    table = marks_table(marks, lambda flag: flag.render("en"))
    assert [row[11] for row in table.rows] == [
        "excused absence (ill; =1+1)",
        "damaged file, repaired while reading (compared) ; sheet without an identity code",
    ]
    assert [row[2] for row in flags_table(marks, "en").rows] == [
        "excused absence (ill; =1+1)", "handed in 5\u00a0min late",
        "damaged file, repaired while reading (compared)", "sheet without an identity code",
    ]  # fmt: skip


def test_a_row_an_item_with_what_was_written() -> None:
    table = items_table(CLASS)
    rows = table.rows
    assert table.columns == ("student", "u0", "part", "item", "raw", "verdict", "note", "score", "max")
    assert len(rows) == 3 * 5
    assert rows[0] == ("s01", 10, "1a", 1, "10", "right", "", 0.5, 0.5)
    assert rows[5] == ("s02", 11, "1a", 1, HOSTILE, "wrong", "", 0.0, 0.5)
    assert rows[7] == ("s02", 11, "1b", 1, "52", "unreadable", "as-percentage", 0.0, 0.5)
    assert rows[10][:4] == ("Ff, Gg", None, "1a", 1)
    assert {row[7] for row in rows[10:]} == {None}
    french = translated_table(table, CLASS.exam, "fr").rows
    assert (french[0][5:7], french[7][5:7]) == (
        ("juste", ""), ("illisible", "juste s’il s’agit d’un pourcentage"),
    )  # fmt: skip


def test_a_row_a_flag_with_its_sentence() -> None:
    table = flags_table(CLASS, "fr")
    assert (table.name, table.columns) == ("flags", ("student", "flag", "meaning", "needs_teacher", "file"))
    assert table.rows == (
        ("s02", "damaged", "fichier endommagé, réparé à la lecture", "yes", "Cc Bb_7_x/a.pdf"),
        ("s03", "no-paper", "aucune copie reçue", "yes", ""),
        ("Ff, Gg", "no-seed", "u₀ manquant", "yes", "b.txt"),
    )


DECIDED = ExportTable(
    "decisions",
    NO_DECISIONS.columns,
    (
        ("s01", "2.1", "value", "2.5", "2,500", "seen", "told", "2026-11-22T10:06:07", "superseded"),
        ("s01", "answers-of-seed-17", "seen", "told", "", "", "", "yesterday", "in_force"),
        ("s02", "2.1", "withdrawn", "", "right", "", "", "", "withdrawn"),
    ),
)


def test_decisions_in_a_language_and_what_people_wrote_as_it_is() -> None:
    table = translated_table(DECIDED, CLASS.exam, "fr")
    assert (table.name, table.columns) == (
        "décisions",
        ("étudiant", "champ", "décision", "valeur", "réponse écrite", "motif", "auteur", "date", "état"),
    )
    assert table.rows == (
        ("s01", "2.1", "lue comme", "2.5", "2,500", "seen", "told", "22/11/2026 10:06", "remplacée"),
        ("s01", "réponses pour u₀ = 17", "vue", "communiqué à l’étudiant", "", "", "", "yesterday", "en vigueur"),
        ("s02", "2.1", "décision annulée", "", "right", "", "", "", "annulée"),
    )
    english = translated_table(DECIDED, CLASS.exam, "en").rows
    assert (english[0][2], english[0][-2:]) == ("read as", ("2026-11-22 10:06", "superseded"))
    assert english[1][1:4] == ("answers for u₀ = 17", "seen", "shown to the student")


def test_columns_of_the_class_list_are_left() -> None:
    """A column of the class list stays untranslated, even with the name of a column of corrige."""
    table = marks_table(CLASS)
    rows = tuple((*row[:-2], "right", "no-seal") for row in table.rows)
    translated = translated_table(
        ExportTable(table.name, (*table.columns[:-2], "verdict", "note"), rows), CLASS.exam, "fr"
    )
    assert translated.columns[-2:] == ("verdict", "note")
    assert {row[-2:] for row in translated.rows} == {("right", "no-seal")}


@pytest.mark.parametrize("table", [marks_table(CLASS), items_table(CLASS), flags_table(CLASS, "fr"), NO_DECISIONS])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_no_column_keeps_the_name_that_programs_read(table: ExportTable, lang: str) -> None:
    translated = translated_table(table, CLASS.exam, lang)
    assert len(translated.columns) == len(set(translated.columns)) == len(table.columns)
    english = r"_" if lang == "en" else r"_|\b(yes|no|needs|score|raw|file|student)\b"
    assert not [name for name in translated.columns if re.search(english, name)]


def test_the_place_in_a_file_is_told() -> None:
    place = str(Place("c.csv", Message("line {line}", line=7)))
    table = ExportTable("flags", ("student", "file"), (("s01", place),))
    assert translated_table(table, CLASS.exam, "fr").rows == (("s01", "c.csv, ligne 7"),)
    assert translated_table(table, CLASS.exam, "en").rows == (("s01", "c.csv, line 7"),)


def test_the_number_is_that_which_the_paper_was_marked_with() -> None:
    rows = marks_table(Gradebook(CLASS.exam, (replace(GOOD, u0=99), replace(ABSENT, u0=98)), (), ())).rows
    assert [row[3] for row in rows] == [10, 98]


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


@given(st.text(st.characters(blacklist_categories=("Cs",)), max_size=40), st.sampled_from((*STARTS, *"\t\r\n \u00a0")))
def test_no_cell_starts_a_formula_and_no_text_breaks_a_row(text: str, start: str) -> None:
    assert GOOD.paper is not None
    row = GradebookRow(Student("s01", start + text, "-"), 17, replace(GOOD.paper, place=Place(start + text)))
    content = gradebook_csv(Gradebook(CLASS.exam, (row,), (), ()))
    rows = list(csv.reader(io.StringIO(content.decode(), newline="")))
    assert len(rows) == 2
    assert not any(cell.lstrip().startswith(STARTS) for cell in rows[1])


TWO_DECISIONS = ExportTable("decisions", ("student", "item"), (("s02", "=2"), ("s01", "\x01\ufffe1b.1")))
REQUEST = ExportRequest(CLASS, no_key, "fr", decisions=TWO_DECISIONS)


def book() -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(gradebook_xlsx(REQUEST).content))


def test_four_sheets_of_numbers_and_texts_with_frozen_headers_and_filters() -> None:
    sheets = book().worksheets
    assert [sheet.title for sheet in sheets] == ["notes", "champs", "décisions", "signalements"]
    assert {sheet.freeze_panes for sheet in sheets} == {"B2"}
    assert [sheet.auto_filter.ref for sheet in sheets] == ["A1:O5", "A1:I16", "A1:B3", "A1:E4"]
    assert [cell.value for cell in sheets[0][2]][3:6] == [10, 4.5, 5]
    assert (sheets[0]["B3"].value, sheets[0]["E4"].value) == ("@Bb", None)
    assert sheets[2]["B3"].value == " 1b.1"  # without what a workbook cannot hold
    assert [sheets[0][cell].value for cell in ("K1", "K3", "J3")] == [
        "signalements", "fichier endommagé, réparé à la lecture", "oui",
    ]  # fmt: skip
    kinds = {cell.data_type for sheet in sheets for row in sheet.iter_rows() for cell in row}
    assert kinds <= {"s", "inlineStr", "n"}
    assert gradebook_xlsx(REQUEST) == gradebook_xlsx(REQUEST)


def test_nothing_that_a_student_wrote_is_a_formula_even_when_its_cell_is_edited() -> None:
    cell = book()["champs"]["E7"]
    assert (cell.value, cell.data_type, cell.quotePrefix) == (HOSTILE, "s", True)
    with zipfile.ZipFile(io.BytesIO(gradebook_xlsx(REQUEST).content)) as archive:
        assert not [name for name in archive.namelist() if b"<f>" in archive.read(name)]


def test_a_column_is_as_wide_as_its_longest_text_or_its_name_within_limits() -> None:
    table = ExportTable(
        "decisions", ("u0", "how much it is late", "reason"), ((17, "1 h", "x" * 99), (None, "2 h", "y"))
    )
    content = gradebook_xlsx(replace(REQUEST, decisions=table)).content
    columns = openpyxl.load_workbook(io.BytesIO(content))["décisions"].column_dimensions
    assert [columns[letter].width for letter in "ABC"] == [8 + 2, 19 + 2, 40 + 2]
