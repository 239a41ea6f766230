from hypothesis import given
from hypothesis import strategies as st

from answers.classroom.lists.file_names import file_names
from answers.files import safe_name


def named(*identifiers: str) -> list[str]:
    return list(file_names(identifiers, [""] * len(identifiers)))


def test_identifiers_that_are_fit_stay() -> None:
    assert named("s01", "A_b-2") == ["s01", "A_b-2"]


def test_identifiers_that_come_to_the_same_are_told_apart() -> None:
    assert named("a.b@x.fr", "a-b@x.fr", "A_b", "A-b-x-fr") == ["a-b-x-fr", "a-b-x-fr-2", "A_b", "A-b-x-fr-3"]


def test_what_has_no_letter_of_ours_and_what_a_system_keeps() -> None:
    assert named("李明", "王芳", "con", "NUL") == ["student", "student-2", "con-2", "NUL-2"]


def test_a_given_name_is_nobody_elses() -> None:
    assert list(file_names(["s01", "s02"], ["", "s01"])) == ["s01-2", "s01"]


@given(st.lists(st.text(min_size=1, max_size=80), max_size=8))
def test_stems_are_harmless_and_differ_by_more_than_capitals(identifiers: list[str]) -> None:
    stems = named(*identifiers)
    assert len({stem.casefold() for stem in stems}) == len(identifiers)
    assert all(stem.isascii() and stem.replace("-", "a").replace("_", "a").isalnum() for stem in stems)


def test_a_number_keeps_to_the_length_of_a_name() -> None:
    stems = named("x" * 100, "x" * 99)
    assert [safe_name(stem) for stem in stems] == stems
