"""Public lists of marks, and marks for Pronote."""

from dataclasses import replace

import pytest

from answers.errors import CorrigeError
from answers.exports.gradebook import GradebookRow
from answers.exports.published import pronote_marks, published_marks
from answers.exports.request import ExportRequest
from answers.exports.tables import DIALECTS
from answers.flags import NO_PAPER, NOT_READABLE
from answers.sheets.identity import Student
from tests.answers.exports.classes import ABSENT, CLASS, GOOD, READ, TO_EXAMINE, no_key, people_list

NUMBERED = replace(CLASS, rows=(replace(GOOD, extra={"N°": "102"}), replace(READ, extra={"N°": "9"}), ABSENT))
FRENCH = ExportRequest(NUMBERED, no_key, "fr", DIALECTS["fr"])


def lines(content: bytes) -> list[str]:
    return content.decode("utf-8-sig").splitlines()


def test_marks_by_the_number_that_students_know() -> None:
    assert lines(published_marks(FRENCH).content) == ['"u₀";"note"', "10;4,5", "11;0,5", '12;""']
    assert published_marks(FRENCH).notes == ()
    other = replace(NUMBERED, rows=(replace(NUMBERED.rows[0], u0=77), *NUMBERED.rows[1:]))
    (note,) = published_marks(replace(FRENCH, gradebook=other)).notes
    assert all(text in str(note) for text in ("the number 77", "u₀ = 10"))
    known = replace(FRENCH, gradebook=replace(NUMBERED, rows=NUMBERED.rows[:2]), by="N°", ranks=True)
    assert lines(published_marks(known).content) == ['"N°";"note";"rang"', "9;0,5;2", "102;4,5;1"]
    twins = replace(known, gradebook=replace(NUMBERED, rows=(*known.gradebook.rows, replace(GOOD, extra={"N°": "7"}))))
    assert [line.split(";")[2] for line in lines(published_marks(twins).content)[1:]] == ["1", "3", "1"]


def test_a_paper_that_is_not_read_to_the_end_is_published_without_a_mark() -> None:
    unread = replace(FRENCH, gradebook=replace(NUMBERED, rows=(TO_EXAMINE, GOOD)), ranks=True)
    assert lines(published_marks(unread).content)[1:] == ["10;4,5;1", '11;"";""']
    assert lines(pronote_marks(unread).content)[1] == '"\'@Bb +Cc";"N"'


@pytest.mark.parametrize(
    ("by", "message"), [("N°", r"'N°'.*no number.*: s03, Dd Ee\n.*--by COLUMN"), ("Nom", "no column 'Nom'")]
)
def test_a_number_that_somebody_lacks_publishes_nothing(by: str, message: str) -> None:
    with pytest.raises(CorrigeError, match=message):
        published_marks(replace(FRENCH, by=by))


def test_a_column_for_pronote_in_its_own_order_or_that_of_the_class() -> None:
    ours = pronote_marks(FRENCH)
    assert lines(ours.content) == ['"nom";"note"', '"Éluard Zoé";4,5', '"\'@Bb +Cc";0,5', '"Dd Ee";"N"']
    assert (len(ours.notes), len(ours.problems)) == (1, 1)  # not in the order of the names
    by_name = replace(NUMBERED, rows=(READ, ABSENT, GOOD))
    assert pronote_marks(replace(FRENCH, gradebook=by_name)).problems == ()
    ill = GradebookRow(Student("s03", "Dd", "Ee"), 12, None, missing=(NO_PAPER.acknowledged(is_shown=False),))
    listed = people_list("p.csv", ("Nom", "Prénom"), (("Éluard", "Zoé"), ("New", "Somebody"), ("Dd", "Ee")))
    request = replace(FRENCH, gradebook=replace(NUMBERED, rows=(GOOD, ill)), listed=listed)
    exported = pronote_marks(request)
    assert lines(exported.content)[1:] == ['"Éluard Zoé";4,5', '"New Somebody";""', '"Dd Ee";"A"']
    away = replace(ill, missing=(NO_PAPER.acknowledged(is_shown=False, is_zero=True),))
    zero = replace(request, gradebook=replace(NUMBERED, rows=(GOOD, away)))
    assert lines(pronote_marks(zero).content)[-1] == '"Dd Ee";"Z"'
    assert lines(published_marks(replace(zero, ranks=True)).content)[1:] == ["10;4,5;1", "12;0,0;2"]
    sent = replace(ill, missing=(NOT_READABLE("photo.jpg").acknowledged(is_shown=False),))  # something came: no absence
    unreadable = pronote_marks(replace(request, gradebook=replace(NUMBERED, rows=(GOOD, sent))))
    assert lines(unreadable.content)[-1] == '"Dd Ee";"N"'
    assert exported.notes == ()
    assert [problem.cause for problem in exported.problems] == [
        "New Somebody is in the list but was not found in the class"
    ]


@pytest.mark.parametrize("columns", [("Élève", "Classe", "Note"), ("Nom", "Prénom", "Note")])
def test_what_stands_below_the_list_of_pronote_is_no_person(columns: tuple[str, ...]) -> None:
    names = (
        [("Éluard Zoé", "MPI", ""), ("Dd Ee", "MPI", "")]
        if columns[1] == "Classe"
        else [("Éluard", "Zoé", ""), ("Dd", "Ee", "")]
    )
    below = [("Moyenne de la classe", "", "11,5"), ("Effectif : 12 élèves", "", ""), ("Professeur : M. X", "", "")]
    request = replace(FRENCH, gradebook=replace(NUMBERED, rows=(GOOD, ABSENT)))
    exported = pronote_marks(replace(request, listed=people_list("p.csv", columns, (*names, *below))))
    assert exported.problems == ()
    assert len(lines(exported.content)) == 3


def test_homonyms_for_pronote_are_told_apart_by_identifier_or_by_what_both_lists_say() -> None:
    twin = replace(READ, student=replace(GOOD.student, id="s9"), extra={"Né le": "02/03/2006"})
    rows = (replace(GOOD, extra={"Né le": "01/02/2006"}), twin, ABSENT)
    request = replace(FRENCH, gradebook=replace(CLASS, rows=rows))
    name, first = GOOD.student.display_name, GOOD.student.id
    assert lines(pronote_marks(request).content)[1:3] == [f'"{name} ({first})";4,5', f'"{name} (s9)";0,5']
    columns, same = ("Nom", "Prénom", "Naissance"), ("Éluard", "Zoé")
    listed = people_list("p.csv", columns, ((*same, "02/03/2006"), (*same, "01/02/2006")))
    exported = pronote_marks(replace(request, listed=listed))
    assert lines(exported.content)[1:] == ['"Éluard Zoé (02/03/2006)";0,5', '"Éluard Zoé (01/02/2006)";4,5']
    ranked = people_list("p.csv", ("Rang", *columns[:2], "N° étudiant"), (("2", *same, "s9"), ("1", *same, first)))
    exported = pronote_marks(replace(request, listed=ranked))
    assert lines(exported.content)[1:] == ['"Éluard Zoé (s9)";0,5', f'"Éluard Zoé ({first})";4,5']
    nameless = people_list("p.csv", columns[:2], (same, same))
    problems = pronote_marks(replace(request, listed=nameless)).problems
    assert "2 rows of the list (lines 2, 3)" in problems[0].cause


def test_the_header_that_the_identifiers_had_in_the_list_names_them() -> None:
    """The header stands for the column `student`, unless a further column has this name or role."""
    request = replace(FRENCH, gradebook=NUMBERED, by="N° étudiant")
    head, *rows_by_header = lines(published_marks(request).content)
    assert (head, rows_by_header) == (
        '"N° étudiant";"note"', lines(published_marks(replace(request, by="student")).content)[1:],
    )  # fmt: skip
    rows = tuple(replace(row, extra={"Numéro étudiant": f"9{at}"}) for at, row in enumerate(NUMBERED.rows))
    beside = published_marks(replace(request, gradebook=replace(NUMBERED, rows=rows)))
    assert [line.split(";")[0] for line in lines(beside.content)[1:]] == [f"9{at}" for at in range(len(rows))]
