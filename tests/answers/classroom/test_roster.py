import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.classroom.roster import Pupil, draw_seeds, parse_roster, roster_csv
from answers.errors import CorrigeError
from answers.sheets.sheet import Student


def test_a_class_list_is_read_in_every_dialect() -> None:
    expected = (Pupil(Student("s01", "Éluard", "Zoé"), 17), Pupil(Student("s02", "", ""), None))
    for content in (
        "student,name,first_name,u0\ns01,Éluard,Zoé,17\ns02,,,\n".encode(),
        "\ufeffstudent;name;first_name;u0\r\ns01;Éluard;Zoé;17\r\n\r\ns02;;;\r\n".encode(),
        "Student\tname\tfirst_name\tu0\ns01\tÉluard\tZoé\t17\ns02\t\t\t\n".encode("latin-1"),
    ):
        assert parse_roster(content, "list.csv") == expected


names = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=20).map(str.strip)


@given(st.lists(st.tuples(names, names, st.one_of(st.none(), st.integers(0, 64006))), min_size=1, max_size=5))
def test_a_class_list_survives_a_round_trip(rows: list[tuple[str, str, int | None]]) -> None:
    pupils = tuple(Pupil(Student(f"s{i}", name, first), u0) for i, (name, first, u0) in enumerate(rows))
    assert parse_roster(roster_csv(pupils), "list.csv") == pupils


def test_all_problems_are_told_together() -> None:
    content = b"student,nom,u0,u0\ns01,A,17,17\ns01,B,18,18\n,C,1,1\ns04,D\ns05,E,99999,x\n"
    with pytest.raises(CorrigeError) as caught:
        parse_roster(content, "list.csv")
    places = [problem.place for problem in caught.value.problems]
    assert places.count("list.csv, line 1") == 2
    assert {f"list.csv, line {n}" for n in (3, 4, 5, 6)} <= set(places)


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        (b"", "empty"),
        (b"name\nA\n", "missing"),
        (b"student\n../..\n", "no identifier"),
        (b"student,u0\ns01,-1\n", "u0 is"),
        (b"student,u0\ns01,17.0\n", "u0 is"),
        ("student,u0\ns01,１７\n".encode(), "u0 is"),
    ],
)
def test_a_wrong_class_list_is_refused(content: bytes, cause: str) -> None:
    with pytest.raises(CorrigeError, match=cause):
        parse_roster(content, "list.csv")


def test_seeds_are_distinct_and_never_degenerate_nor_the_models() -> None:
    pupils = [Pupil(Student(f"s{i}"), 5 if i == 0 else None) for i in range(5000)]
    drawn = draw_seeds(pupils, 17, random.Random(1))
    seeds = [pupil.u0 for pupil in drawn]
    assert seeds[0] == 5
    assert len(set(seeds)) == 5000
    assert not {0, 17, None} & set(seeds)
