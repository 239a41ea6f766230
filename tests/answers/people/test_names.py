"""Test the comparison of names and of identifiers between two lists."""

import pytest

from answers.people.names import (
    NameMatch,
    are_exchanged,
    have_reversed_family_names,
    have_same_family_name,
    have_same_words,
    identifier_keys,
    identifier_text,
    name_key,
    names_agree,
)

AGREE, CONTRADICT, UNKNOWN = NameMatch.AGREE, NameMatch.CONTRADICT, NameMatch.UNKNOWN

TRUTH = [
    # spelling
    ("Zoé Éluard", "ZOE ELUARD", AGREE),
    ("Zoé Éluard", "Zoe\u0301 E\u0301luard", AGREE),
    ("Hélène Lefèvre", "Helene Le Fèvre", AGREE),
    ("Noël Dupont-Martin", "NOEL DUPONT MARTIN", AGREE),
    ("Jean-Pierre Roy", "Jeanpierre Roy", AGREE),
    ("Awa N'Diaye", "Awa NDiaye", AGREE),
    ("Awa N’Diaye", "N Diaye Awa", AGREE),
    ("Seán O'Brien", "O Brien Sean", AGREE),
    ("Jörg Müller", "Joerg Mueller", AGREE),
    ("Søren Møller", "Soren Moller", AGREE),
    ("Łukasz Żak", "Lukasz Zak", AGREE),
    ("Zoé  Éluard ", "Zoé\u00a0Éluard", AGREE),
    # order
    ("Zoé Éluard", "Éluard, Zoé", AGREE),
    ("Éluard, Zoé", "ÉLUARD Zoé", AGREE),
    ("Nguyễn, Văn An", "An Van Nguyen", AGREE),
    ("Martin, Paul", "Paul, Martin", AGREE),  # columns exchanged
    # words that may be left out
    ("Paul Martin", "Paul Jacques Martin", AGREE),
    ("Noël Dupont-Martin", "Noël Martin", AGREE),
    ("Dupont, Noël", "Dupont-Martin, Noël", AGREE),
    ("Mme Zoé Éluard", "Zoé Éluard", AGREE),
    ("Ève de la Tour", "Tour Ève", AGREE),
    ("Z. Éluard", "Zoé Éluard", AGREE),
    ("Éluard Z", "Zoé Éluard", AGREE),
    ("J.-P. Roy", "Jean-Pierre Roy", AGREE),
    ("Nash", "NASH", AGREE),
    # other persons
    ("Paul Martin", "Pierre Martin", CONTRADICT),
    ("P. Martin", "Jean Martin", CONTRADICT),
    ("Jean-Marie Roy", "Jean-Paul Roy", CONTRADICT),
    ("Paul Martin", "Paul Durand", CONTRADICT),
    ("Dupont, Martin", "Dupont-Martin, Noël", CONTRADICT),
    ("Martin Dupont", "Noël Dupont-Martin", CONTRADICT),
    ("Ève de la Tour", "Ève de la Cour", CONTRADICT),
    ("Le, Paul", "Le Gall, Paul", CONTRADICT),
    ("Hélène Lefèvre", "Hélène Lefebvre", CONTRADICT),
    ("P. M.", "Paul Martin", CONTRADICT),
    ("Nash", "Eva Durand", CONTRADICT),
    ("Nash", "Durand", CONTRADICT),
    ("Le, Paul", "LE PAUL", AGREE),
    # nothing to compare
    ("", "Paul Martin", UNKNOWN),
    ("", "", UNKNOWN),
    (" ? - ", "Paul Martin", UNKNOWN),
    ("55012", "Paul Martin", UNKNOWN),
    ("Martin", "Paul Martin", UNKNOWN),
    ("P", "Paul", UNKNOWN),
    ("Иван Петров", "Ivan Petrov", UNKNOWN),
]


@pytest.mark.parametrize(("a", "b", "expected"), TRUTH)
def test_names_compared(a: str, b: str, expected: NameMatch) -> None:
    assert (names_agree(a, b), names_agree(b, a)) == (expected, expected)


@pytest.mark.parametrize(
    ("a", "b", "is_same"),
    [
        ("Hélène Lefèvre", "Helene Le Fèvre", False),  # perhaps two families
        ("O Brien, Sean", "Sean O'Brien", True),
        ("Dupont-Martin, Noël", "NOEL DUPONT MARTIN", True),
        ("Jörg Müller", "Mueller, Joerg", True),
        ("Ève de la Tour", "Tour Ève", False),
        ("Ali El Amrani", "Amrani Ali", False),
        ("Le, Paul", "LE PAUL", True),
        ("Mme Zoé Éluard", "Zoé Éluard", True),
        ("Noël Dupont-Martin", "Noël Martin", False),
        ("Paul Martin", "Paul Jacques Martin", False),
        ("Z. Éluard", "Zoé Éluard", False),
        ("Ali, Anne-Marie", "Marie Anne BEN ALI", False),
    ],
)
def test_names_that_agree_in_a_part(a: str, b: str, *, is_same: bool) -> None:
    assert names_agree(a, b) is AGREE
    assert (have_same_words(a, b), have_same_words(b, a)) == (is_same, is_same)


@pytest.mark.parametrize(
    ("student", "other", "is_same"),
    [
        ("Éluard, Zoé Marie", "Zoe ELUARD", True),
        ("Éluard, Zoé", "Eluard, Zoé Marie", True),
        ("Éluard, Zoé", "Zoé Marie Éluard", False),  # Marie may be half of the family name
        ("Éluard, Zoé", "Z. Éluard", False),
        ("Éluard, Zoé", "Éluard, Z.", False),
        ("Dupont-Martin, Noël", "Dupont, Noël", False),
        ("Dupont-Martin, Noël", "Noël Martin", False),
        ("Dupont, Noël", "Dupont-Martin, Noël", False),
        ("Le Fèvre, Anne Lise", "Le Fevre Anne", True),
        ("Le Fèvre, Anne Lise", "Lefevre Anne", False),
        ("Le Fèvre, Anne-Lise", "Le Fevre Anne", False),  # Anne-Lise is one first name
        ("Roy, Jean-Luc", "Luc Roy", False),
        ("Roy, Jean‐Luc", "Roy, Luc", False),  # U+2010, another hyphen
        ("Roy, Luc", "Roy, Jean-Luc", False),
        ("Roy, Jean-Luc Marie", "Jean-Luc ROY", True),
        ("Roy, Jean-Luc Marie", "Jeanluc Roy", True),
        ("Roy, Jean-Luc", "Roy, Jean Luc", True),
        ("Roy, Jean Luc", "Roy, Jean", True),
        ("Roy, Jean Luc", "Roy, Luc", False),
        ("de la Tour, Ève", "Eve Tour", False),
        ("Müller, Jörg Kai", "Mueller Joerg", True),
        ("Zoé Éluard", "Zoé Éluard", False),  # the family name is not known
        ("Martin, Paul", "Paul, Martin", False),
    ],
)
def test_a_family_name_is_the_same_as_a_whole(student: str, other: str, is_same: bool) -> None:
    assert have_same_family_name(student, other) is is_same


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("Martin, Thomas", "Thomas, Martin", True),
        ("Le Fèvre, Anne", "ANNE, Lefevre", True),
        ("Martin, Thomas", "MARTIN, Thomas", False),
        ("Martin, Martin", "Martin, Martin", False),
        ("Dupont Martin, Noël", "Dupont, Martin Noël", False),
        ("Martin, Thomas", "Thomas Martin", False),  # which word is the family name is unknown
        ("Martin, Thomas", "Thomas,", False),
    ],
)
def test_a_family_name_and_a_first_name_may_be_exchanged(a: str, b: str, *, expected: bool) -> None:
    assert (are_exchanged(a, b), are_exchanged(b, a)) == (expected, expected)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("Martin Dupont, Jean", "Dupont-Martin, Jean", True),
        ("García López, Ana", "LOPEZ GARCIA, Ana", True),
        ("Martin-Dupont, Jean", "MARTIN DUPONT, Jean", False),
        ("de la Tour, Ève", "Tour de la, Eve", False),
        ("Le Fèvre, Anne", "Lefevre, Anne", False),
        ("Nguyễn Văn, An", "Nguyen, Van An", False),
        ("Martin Dupont, Jean", "Jean Martin Dupont", False),
        ("Martin Dupont, Jean", "Jean Dupont Martin", True),
    ],
)
def test_the_words_of_a_family_name_may_have_another_order(a: str, b: str, *, expected: bool) -> None:
    assert have_reversed_family_names(a, b) is expected
    assert "," not in b or have_reversed_family_names(b, a) is expected


def test_a_name_of_many_words_is_compared_at_once() -> None:
    assert names_agree("a b " * 20_000, "b a " * 20_000) is not UNKNOWN


def test_the_key_of_a_name_has_no_order() -> None:
    assert name_key("de la TOUR, Ève") == name_key("Eve De La Tour") == "de eve la tour"
    assert name_key("...") == ""


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ((" 00123 ", '="00123"', "'00123", "00123.0", "00123,00", "\uff10\uff10123"), "00123"),
        (("", "-", "#N/A", " ? ", '=""', "NULL"), ""),
    ],
)
def test_what_a_spreadsheet_adds_to_an_identifier_is_no_part_of_it(texts: tuple[str, ...], expected: str) -> None:
    assert {*map(identifier_text, texts)} == {expected}


def test_zeros_count_only_where_a_list_has_the_number_with_and_without_them() -> None:
    ours, theirs = identifier_keys(["00123", "0045", "A7"], ["123", "45.0", "a7 "])
    assert ours == theirs
    ours, theirs = identifier_keys(["012", "12", "0013"], ["12", "012", "13"])
    assert ours[0] == theirs[1] != ours[1] == theirs[0]
    assert ours[2] == theirs[2]
    ours, theirs = identifier_keys(["12"], ["012", "0012"])
    assert ours[0] not in theirs
    ours, theirs = identifier_keys(["21700123", "1.5", "1/2"], ["2,17E+07", "15", "12"])  # shortened by a spreadsheet
    assert not {*ours} & {*theirs}


@pytest.mark.parametrize("written", ["7.0", "7,", " 7.00 ", "7,0", '="7.0"', "\uff17.0"])
def test_a_number_that_lost_its_zeros_is_nobody_s_where_zeros_distinguish_students(written: str) -> None:
    ours, theirs = identifier_keys(["7", "007", "8"], [written, "8.0", "007.0", "7", "007"])
    assert theirs == ("", ours[2], ours[1], ours[0], ours[1])
    ours, theirs = identifier_keys(["12", "012"], ["1.2E+1"])
    assert theirs == ("",)
    ours, theirs = identifier_keys(["007", "8"], [written])
    assert theirs == (ours[0],)


@pytest.mark.parametrize(
    ("ours", "theirs", "is_same"),
    [
        (["2007-03-02", "2006-12-25"], ["02/03/2007", "25.12.2006"], True),
        (["2007-03-02 00:00:00"], ["2/3/2007"], True),
        (["2007-03-02", "2006-12-25"], ["03/02/2007", "12/25/2006"], True),  # 25 is no month
        (["2007-03-02"], ["03/02/2007"], False),  # the 3rd of February, unless another date shows it
        (["2007-03-02", "2007-02-03"], ["02/03/2007", "03/02/2007"], False),  # either order meets both
    ],
)
def test_a_date_is_the_same_however_two_lists_write_it(ours: list[str], theirs: list[str], *, is_same: bool) -> None:
    values, other = identifier_keys(ours, theirs)
    assert (values == other) is is_same


def test_dates_in_two_orders_are_no_dates() -> None:
    ours, theirs = identifier_keys(["2007-05-06"], ["05/06/2007", "13/02/2007", "02/13/2007"])
    assert ours[0] not in theirs
