import random
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.classroom.roster import Pupil, draw_seeds, parse_roster, roster_csv
from answers.errors import CorrigeError, Problem
from answers.sheets.sheet import Student


def test_a_class_list_is_read_in_every_dialect() -> None:
    expected = (Pupil(Student("s01", "Éluard", "Zoé"), 17), Pupil(Student("s02", "", ""), None))
    for content in (
        "student,name,first_name,u0\ns01,Éluard,Zoé,17\ns02,,,\n".encode(),
        "\ufeffstudent;name;first_name;u0\r\ns01;Éluard;Zoé;17\r\n\r\ns02;;;\r\n".encode(),
        "student,name,first_name,u0\rs01,Éluard,Zoé,17\rs02,,,\r".encode(),
        "Student\tname\tfirst_name\tu0\ns01\tÉluard\tZoé\t17\ns02\t\t\t\n".encode("latin-1"),
    ):
        assert parse_roster(content, "list.csv") == expected


names = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=20).map(str.strip)


@given(st.lists(st.tuples(names, names, st.one_of(st.none(), st.integers(0, 64006))), min_size=1, max_size=5))
def test_a_class_list_survives_a_round_trip(rows: list[tuple[str, str, int | None]]) -> None:
    pupils = tuple(Pupil(Student(f"s{i}", name, first), u0) for i, (name, first, u0) in enumerate(rows))
    assert parse_roster(roster_csv(pupils), "list.csv") == pupils


def test_the_class_list_that_is_written() -> None:
    pupils = (Pupil(Student("s01", "Éluard", "Zoé"), 0), Pupil(Student("s02", "C, D", 'the "E"')))
    assert roster_csv(pupils).decode() == ('student,name,first_name,u0\ns01,Éluard,Zoé,0\ns02,"C, D","the ""E""",\n')


def test_cells_are_trimmed_and_columns_may_be_missing_or_in_any_order() -> None:
    assert parse_roster(b" U0 , Student \n 000017 , ../s 1 \n,s2\n0,s3\n64006,s4\n", "list.csv") == (
        Pupil(Student("s-1", "", ""), 17),
        Pupil(Student("s2", "", ""), None),
        Pupil(Student("s3", "", ""), 0),
        Pupil(Student("s4", "", ""), 64006),
    )
    assert parse_roster(b"first_name,name,student\n B , A , s1 \n", "x") == (Pupil(Student("s1", "A", "B")),)


HEADER_LINE, MISSING = "list.csv, line 1", Problem("column 'student' is missing", "list.csv, line 1", "add it")
NO_STUDENT = Problem("the class list has no student", "list.csv", "write one a line below the header")
EMPTY = Problem("the class list is empty", "list.csv", "start with: student,name,first_name,u0")


def nameless(line: int) -> Problem:
    return Problem("no identifier in column 'student'", f"list.csv, line {line}", "give letters, digits, '-' or '_'")


def doubled(student: str, line: int) -> Problem:
    return Problem(f"student {student!r} stands on line 2 too", f"list.csv, line {line}", "rename one")


def no_seed(text: str, line: int = 2) -> Problem:
    return Problem(f"u0 is {text!r}", f"list.csv, line {line}", "give a number from 0 to 64006, or nothing")


@pytest.mark.parametrize(
    ("content", "problems"),
    [
        ("", [EMPTY]),
        (" , ,\n\n\t\n", [EMPTY]),
        ("student,u0\n", [NO_STUDENT]),
        ("name\n", [MISSING, NO_STUDENT]),
        ("name,u0\nA,x\n", [MISSING]),
        ("student\n../..\n\n \n ;\n", [nameless(2), nameless(5)]),
        ("student\ns 1\ns-1\ns_1\n(s 1)\n", [doubled("s-1", 3), doubled("s-1", 5)]),
        ("student,u0\ns01,-1\n", [no_seed("-1")]),
        ("student,u0\ns01,17.0\n", [no_seed("17.0")]),
        ("student,u0\ns01,64007\n", [no_seed("64007")]),
        ("student,u0\ns01,0000017\n", [no_seed("0000017")]),
        ("student,u0\ns01,１７\n", [no_seed("１７")]),
        (f"student,u0\ns01,{'9' * 50}\n", [no_seed("9" * 40)]),
        (
            "student,nom,u0,u0\ns01,A,17,17\ns01,B,18,18\n,C,1,1\ns04,D\ns05,E,99999,x\n",
            [
                Problem("unknown column 'nom'", HEADER_LINE, "did you mean name?"),
                Problem("column 'u0' stands 2 times", HEADER_LINE, "keep one"),
                doubled("s01", 3),
                nameless(4),
                Problem("2 cells where there are 4 columns", "list.csv, line 5", "mend the row"),
                no_seed("x", 6),
            ],
        ),
        (
            f"student\ns01\n{'x' * 131_073}\ns03\n",
            [
                Problem(
                    "a quotation mark is not closed, or stands inside a cell (field larger than field limit (131072))",
                    "list.csv, line 3",
                    "close it, or write it twice",
                )
            ],
        ),
    ],
)
def test_all_problems_of_a_class_list_are_told_with_their_lines(content: str, problems: list[Problem]) -> None:
    with pytest.raises(CorrigeError) as caught:
        parse_roster(content.encode(), "list.csv")
    assert list(caught.value.problems) == problems


def test_a_class_has_at_most_5000_students() -> None:
    content = "student\n" + "".join(f"s{i}\n" for i in range(5000))
    assert len(parse_roster(content.encode(), "list.csv")) == 5000
    with pytest.raises(CorrigeError) as caught:
        parse_roster(f"{content}one\n".encode(), "list.csv")
    assert list(caught.value.problems) == [Problem("5001 students, at most 5000", "list.csv", "split the class")]


class First(random.Random):
    """Takes the first ones, and remembers of what."""

    def sample(self, population: Sequence[Any], k: int, *, counts: Iterable[int] | None = None) -> list[Any]:
        self.population = list(population)
        return self.population[:k]


def test_seeds_are_drawn_among_all_that_are_free() -> None:
    pupils = [Pupil(Student("a")), Pupil(Student("b"), 0), Pupil(Student("c")), Pupil(Student("d"), 2)]
    source = First()
    assert [(pupil.student.id, pupil.u0) for pupil in draw_seeds(iter(pupils), 3, source)] == [
        ("a", 1), ("b", 0), ("c", 4), ("d", 2),
    ]  # fmt: skip
    assert source.population == [1, *range(4, 64007)]


def test_seeds_are_distinct_and_never_degenerate_nor_the_models() -> None:
    pupils = [Pupil(Student(f"s{i}"), 5 if i == 0 else None) for i in range(5000)]
    drawn = draw_seeds(pupils, 17, random.Random(1))
    seeds = [pupil.u0 for pupil in drawn]
    assert seeds[0] == 5
    assert len(set(seeds)) == 5000
    assert not {0, 17, None} & set(seeds)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('student,name\ns01,"A\ns02,B\ns03,C\n', 2),  # the mark would swallow two students
        ('student,name\ns01,A\n\ns02,"B" x\n', 4),
        ('student,name\n"s01,A', 2),
    ],
)
def test_an_unclosed_quotation_mark_swallows_no_student(content: str, line: int) -> None:
    with pytest.raises(CorrigeError) as caught:
        parse_roster(content.encode(), "list.csv")
    (problem,) = caught.value.problems
    assert problem.cause.startswith("a quotation mark is not closed, or stands inside a cell")
    assert problem.place == f"list.csv, line {line}"


def test_identifiers_differ_by_more_than_capitals() -> None:
    with pytest.raises(CorrigeError) as caught:
        parse_roster(b"student\ns01\nS01\n", "list.csv")
    assert [str(problem.cause) for problem in caught.value.problems] == ["student 'S01' stands on line 2 too"]
