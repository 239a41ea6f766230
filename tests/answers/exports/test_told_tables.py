import re

import pytest

from answers.exports.request import NO_DECISIONS
from answers.exports.tables import Table, flags_table, items_table, marks_table
from answers.exports.told_tables import told_date, told_table
from answers.flags import Place
from answers.messages import Message
from tests.answers.exports.classes import CLASS

EXAM = CLASS.exam
DECIDED = Table(
    "decisions",
    NO_DECISIONS.columns,
    (
        ("s01", "2.1", "value", "2.5", "2,500", "seen", "told", "2026-11-22T10:06:07", "superseded"),
        ("s01", "answers-of-seed-17", "seen", "told", "", "", "", "yesterday", "in_force"),
        ("s02", "2.1", "withdrawn", "", "right", "", "", "", "withdrawn"),
    ),
)


def test_decisions_in_french_and_what_people_wrote_as_it_is() -> None:
    told = told_table(DECIDED, EXAM, "fr")
    assert (told.name, told.columns) == (
        "décisions",
        ("étudiant", "case", "décision", "valeur", "réponse écrite", "raison", "auteur", "date", "état"),
    )
    assert told.rows == (
        ("s01", "2.1", "lue comme", "2.5", "2,500", "seen", "told", "22/11/2026 10:06", "remplacée"),
        ("s01", "réponses pour u₀ = 17", "vue", "l’étudiant en est informé", "", "", "", "yesterday", "en vigueur"),
        ("s02", "2.1", "décision retirée", "", "right", "", "", "", "retirée"),
    )


def test_decisions_in_english() -> None:
    told = told_table(DECIDED, EXAM, "en")
    assert told.rows[0][2:4] == ("read as", "2.5")
    assert told.rows[0][-2:] == ("2026-11-22 10:06", "superseded")
    assert told.rows[1][1:4] == ("answers for u₀ = 17", "seen", "the student is told")


def test_columns_of_the_class_list_are_left() -> None:
    """The list of CLASS has the columns E-mail and Groupe; one may be called as ours are."""
    table = marks_table(CLASS)
    rows = tuple((*row[:-2], "right", "no-seal") for row in table.rows)
    told = told_table(Table(table.name, (*table.columns[:-2], "verdict", "note"), rows), EXAM, "fr")
    assert told.columns[-2:] == ("verdict", "note")
    assert {row[-2:] for row in told.rows} == {("right", "no-seal")}


def test_verdicts_and_notes_are_sentences() -> None:
    rows = told_table(items_table(CLASS), EXAM, "fr").rows
    assert rows[0][5:7] == ("juste", "")
    assert rows[7][5:7] == ("illisible", "juste s’il s’agit d’un pourcentage")


@pytest.mark.parametrize("table", [marks_table(CLASS), items_table(CLASS), flags_table(CLASS, "fr"), NO_DECISIONS])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_no_column_keeps_the_name_that_programs_read(table: Table, lang: str) -> None:
    told = told_table(table, EXAM, lang)
    assert not [name for name in told.columns if "_" in name]
    assert len(told.columns) == len(set(told.columns)) == len(table.columns)
    if lang == "fr":
        english = re.compile(r"\b(yes|no|right|wrong|unreadable|blank|seen|told|needs|score|raw|file|student)\b")
        codes = {"raw", "flag", "flags", "file"}
        cells = [
            str(cell) for row in told.rows for name, cell in zip(table.columns, row, strict=True) if name not in codes
        ]
        assert not [text for text in (*told.columns, *cells) if english.search(text)]


@pytest.mark.parametrize("text", ["", "yesterday", "22/11/2026", "2026-13-01T00:00:00"])
def test_what_is_no_date_stays(text: str) -> None:
    assert told_date(text, "fr") == text


def test_the_place_in_a_file_is_told() -> None:
    place = str(Place("c.csv", Message("line {line}", line=7)))
    table = Table("flags", ("student", "file"), (("s01", place),))
    assert told_table(table, EXAM, "fr").rows == (("s01", "c.csv, ligne 7"),)
    assert told_table(table, EXAM, "en").rows == (("s01", "c.csv, line 7"),)
