from dataclasses import replace

from answers.exports.gradebook import Gradebook
from answers.exports.tables import flags_table, items_table, marks_table
from answers.flags import DAMAGED, LATE, NO_SEAL
from tests.answers.exports.classes import ABSENT, CLASS, HOSTILE, LOOK


def test_a_row_a_student_then_one_a_paper_of_nobody() -> None:
    table = marks_table(CLASS)
    assert table.columns == (
        "student", "name", "first_name", "u0", "score", "max", "1a", "1b", "2", "needs_teacher", "flags", "settled",
        "file", "E-mail", "Groupe",
    )  # fmt: skip
    assert table.rows == (
        ("s01", "Éluard", "Zoé", 10, 4.5, 5.0, 1.0, 0.5, 3.0, "no", "", "", "submissions/s01.pdf", "", ""),
        (
            "s02",
            "@Bb",
            "+Cc",
            11,
            0.5,
            5.0,
            0.5,
            0.0,
            0.0,
            "yes",
            "damaged",
            "",
            "Cc Bb_7_x/a.pdf",
            "cc.bb@x.fr",
            "=1+1",
        ),
        ("s03", "Dd", "Ee", 12, None, None, None, None, None, "yes", "no-paper", "", "", "", ""),
        ("", "Ff, Gg", "", None, None, None, None, None, None, "yes", "no-seed", "", "b.txt", "", ""),
    )


def test_what_the_teacher_settled_stands_with_the_reason() -> None:
    assert LOOK.paper is not None
    looked = replace(
        LOOK.paper, flags=(LATE("0:05"), DAMAGED.seen(told=False, reason="compared"), NO_SEAL.seen(told=True))
    )
    rows = (replace(ABSENT, is_excused=True, excuse="ill; =1+1"), replace(LOOK, paper=looked))
    marks = Gradebook(CLASS.exam, rows, (), ())
    assert [row[9:12] for row in marks_table(marks).rows] == [
        ("no", "no-paper", "no-paper: ill; =1+1"), ("yes", "late-0:05 damaged no-seal", "damaged: compared ; no-seal"),
    ]  # fmt: skip
    told = marks_table(marks, lambda flag: flag.told("en"))
    assert [row[11] for row in told.rows] == [
        "no paper received (ill; =1+1)",
        "damaged file, repaired while reading (compared) ; sheet without an identity code",
    ]
    assert [row[2] for row in flags_table(marks, "en").rows] == [
        "no paper received (ill; =1+1)", "handed in 0:05 late (h:min)",
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


def test_a_row_a_flag_with_its_sentence() -> None:
    table = flags_table(CLASS, "fr")
    assert (table.name, table.columns) == ("flags", ("student", "flag", "meaning", "needs_teacher", "file"))
    assert table.rows == (
        ("s02", "damaged", "fichier abîmé, réparé à la lecture", "yes", "Cc Bb_7_x/a.pdf"),
        ("s03", "no-paper", "aucune copie reçue", "yes", ""),
        ("Ff, Gg", "no-seed", "u₀ manquant", "yes", "b.txt"),
    )
