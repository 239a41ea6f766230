from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, codes, integers, probabilities
from answers.kinds.parsing import Blank, Unreadable, Value
from answers.kinds.tolerance import EXACT, Tolerance

NOTHING = Blank()


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("17", "519", "23375"), [17, 519, 23375]),
        (("17 519 23375",), [17, 519, 23375]),
        (("17 519 23375", "", " "), [17, 519, 23375]),
        (("17", "", "23375"), [17, NOTHING, 23375]),
        (("17", "", ""), [17, NOTHING, NOTHING]),
        (("",), [NOTHING] * 3),
        (("17 519", "", ""), ["too-few-values"] * 3),
        (("17 519",), ["too-few-values"] * 3),
        (("17 519", "5", ""), [17519, 5, NOTHING]),  # a field a value: spaces can only group
        (("17 519", "", "5"), [17519, NOTHING, 5]),
        (("17 23375 519 4", "", ""), ["too-many-values", NOTHING, NOTHING]),
        (("17", "519 23375", ""), [17, "too-many-values", NOTHING]),
        (("17", "519"), ["too-few-values"] * 3),
        (("17", "", "519", "23375"), ["too-many-values"] * 3),  # a list too long: nothing moves up
        (("17", "", "519", "23375", ""), ["too-many-values"] * 3),
        (("", "", "", ""), [NOTHING] * 3),
    ],
)
def test_one_text_a_field_or_all_in_the_first(texts: tuple[str, ...], expected: list[object]) -> None:
    readings = integers(3, 0, 64006).read(texts)
    assert [item.reason if isinstance(item, Unreadable) else item for item in readings] == expected


@pytest.mark.parametrize(
    ("low", "high", "text", "expected"),
    [
        (1, 2, "0,90", [Fraction(9, 10), NOTHING, NOTHING]),  # 0 and 90 are no values of the items
        (1, 2, "90", [90, NOTHING, NOTHING]),
        (10, 99, "0,9", [Fraction(9, 10), NOTHING, NOTHING]),
        (1, 2, "1,90", ["too-few-values"] * 3),  # perhaps the first two values
        (0, 99, "0,90", ["too-few-values"] * 3),
        (1, 2, "17 519", [17519, NOTHING, NOTHING]),
        (1, 2, "? 90", ["too-few-values"] * 3),
        (1, 2, "0,90,7", [0, 90, 7]),  # a whole list, of wrong values
    ],
)
def test_a_list_that_is_too_short_and_without_a_possible_value_is_a_number(
    low: int, high: int, text: str, expected: list[object]
) -> None:
    readings = integers(3, low, high).read((text, "", ""))
    assert [item.reason if isinstance(item, Unreadable) else item for item in readings] == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("(4", "6)"), [4, 6]),
        ((" (4,", "6) "), [4, 6]),
        (("(4)", "(6)"), [4, 6]),
        (("(4", "6"), ["not-a-number", 6]),
        (("4", "6)"), [4, "not-a-number"]),
        (("(4", "(6)"), ["not-a-number", 6]),
    ],
)
def test_the_brackets_of_a_pair_in_two_fields(texts: tuple[str, ...], expected: list[object]) -> None:
    readings = integers(2, 0, 99).read(texts)
    assert [item.reason if isinstance(item, Unreadable) else item for item in readings] == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-2.7499999999999996", "-11/4"),
        ("0.30000000000000004", "3/10"),
        ("0.3743423150510204", "18783/50176"),  # Python's 18783 / 50176
        ("0,6666666666666667", "2/3"),
        ("0.66666666666666663", "2/3"),  # the same double with 17 digits, as C and R print it
        ("0.333333333333333", "1/3"),  # with 15, as spreadsheets show it
        ("0.33333333333333", "33333333333333/100000000000000"),
        ("0.333333333333334", "333333333333334/1000000000000000"),
        ("0.3333332222225926", "3333332222225926/10000000000000000"),  # 1000003/3000010
        ("0.123456789012345", "123456789012345/1000000000000000"),
        ("12345.67901234567", "1234567901234567/100000000000"),  # 11 decimals: near some fraction by chance
        ("1234.56789012345", "123456789012345/100000000000"),
        ("123456.123456789", "123456123456789/1000000000"),
        ("3333.3333333333335", "10000/3"),
    ],
)
def test_a_double_with_all_its_digits_is_the_simple_number_that_has_them(text: str, value: str) -> None:
    assert Numbers(1, Domain()).read((text,)) == (Fraction(value),)


def test_a_float_is_taken_exactly() -> None:
    """The float 0.1 is slightly greater than 1/10; subtracting floats would lose the difference."""
    kind, tenth, between = probabilities(1), Fraction(1, 10), Fraction(0.1) - Fraction(1, 10)
    for expected, value in ((0.1, tenth), (tenth, 0.1)):
        assert kind.agrees(expected, value, Tolerance(absolute=between))
        assert not kind.agrees(expected, value, Tolerance(absolute=between / 2))


@pytest.mark.parametrize(("expected", "value"), [((1, 2), 1), (1, (1, 2))])
def test_only_numbers_are_compared(expected: int | tuple[int, ...], value: int | tuple[int, ...]) -> None:
    with pytest.raises(TypeError, match=r"^a number was expected, got \(1, 2\)$"):
        integers(1, 0, 9).agrees(expected, value, Tolerance())


@pytest.mark.parametrize(
    ("value", "fr", "en"),
    [
        (17, "17", "17"),
        (Fraction(29, 45), "29/45 ≈ 0,644", "29/45 ≈ 0.644"),
        (0.5, "≈ 0,5", "≈ 0.5"),
        (29 / 45, "≈ 0,6444", "≈ 0.6444"),
    ],
)
def test_a_number_is_written_exactly_unless_it_is_a_float(value: int | Fraction | float, fr: str, en: str) -> None:
    assert [probabilities(1).format(value, lang) for lang in ("fr", "en")] == [fr, en]


def test_a_key_prints_as_many_digits_as_its_kind_says() -> None:
    assert probabilities(1, digits=6).format(29 / 45, "en") == "≈ 0.644444"
    assert replace(integers(1, 0, 9), digits=2).format(29 / 45, "en") == "≈ 0.64"


def possible(kind: Numbers, texts: tuple[str, ...]) -> list[set[Value]]:
    """Return the value of each item, or all its possible values."""
    return [
        set(reading.possible) if isinstance(reading, Unreadable) else set() if isinstance(reading, Blank) else {reading}
        for reading in kind.read(texts)
    ]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("1,000", "2"), [{1, 1000}, {2}]),
        (("3 ; 4", ""), [{3}, {4}]),
        (("1,000 ; 2",), [{1, 1000}, {2}]),
        (("(1", "2)"), [{1}, {2}]),
        (("x", "2"), [set(), {2}]),
        (("1 ; x", ""), [set(), set()]),
        (("1 ; x",), [{1}, set()]),  # what cannot be read stands in its own place alone
        (("1, x",), [set(), set()]),
        (("(1)", "2)"), [{1}, set()]),
        (("10e9", "2"), [set(), {2}]),  # its marks themselves are doubtful
        (("", ""), [set(), set()]),
        (("1", "2", "3"), [set(), set()]),
    ],
)
def test_every_value_that_each_number_may_have(texts: tuple[str, ...], expected: list[set[int]]) -> None:
    """A comma before three digits may group thousands or begin decimals; both values are reported."""
    assert possible(Numbers(2, Domain()), texts) == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("17, 519",), [{17}, {519}, set()]),
        (("17 519",), [set()] * 3),  # or one number of five digits
        (("17 ; 519", "", ""), [{17}, {519}, set()]),
        (("17",), [set()] * 3),  # one value may stand anywhere
        (("17 ; x",), [set()] * 3),
        (("17 ; 519 ?",), [{17}, {519}, set()]),  # a doubt is no value
        (("17", "x", ""), [{17}, set(), set()]),  # each in its own box
    ],
)
def test_the_first_values_of_a_list_that_is_too_short(texts: tuple[str, ...], expected: list[set[int]]) -> None:
    assert possible(integers(3, 0, 64006), texts) == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("17 519", ""), [(17, 17519), (519,)]),
        (("17\N{NARROW NO-BREAK SPACE}519", " "), [(17, 17519), (519,)]),
        (("17 519", "3"), [17519, 3]),
        (("17 519",), [17, 519]),  # one text for all
        (("17 5190", ""), [17, 5190]),
        (("65 519", ""), [65, 519]),  # 65519 is not possible
    ],
)
def test_thousands_in_the_first_box_alone_may_be_one_number(texts: tuple[str, ...], expected: list[object]) -> None:
    readings = integers(2, 0, 64006).read(texts)
    assert [item.possible if isinstance(item, Unreadable) else item for item in readings] == expected


SQUARE = Numbers(4, Domain(), rows=2)
ONE_TO_FOUR = tuple(map(Fraction, (1, 2, 3, 4)))


@pytest.mark.parametrize(
    "text",
    [
        "1 2 ; 3 4", "1 2 | 3 4", "1, 2\n3, 4", "[[1, 2], [3, 4]]", "[1 2][3 4]", "(1 ; 2) ; (3 ; 4)",
        "{{1, 2}, {3, 4}}", r"1 & 2 \\ 3 & 4", "1 2 3 4", "1 ; 2 ; 3 ; 4",
    ],
)  # fmt: skip
def test_one_matrix_in_many_writings(text: str) -> None:
    assert SQUARE.read((text,)) == ONE_TO_FOUR
    assert SQUARE.read((text, "", "", "")) == ONE_TO_FOUR


def test_a_cell_may_be_blank() -> None:
    assert SQUARE.read(("1 ? ; 3 4",)) == (1, Blank(), 3, 4)


@pytest.mark.parametrize(
    "text", ["1 2 ; 3", "1 2 3 ; 4", "1 2 ; 3 4 ; 5 6", "[[1, 2], [3, x]]", "1 2", "((((", "[1 2]"]
)
def test_what_is_no_such_matrix_is_left_to_the_teacher(text: str) -> None:
    assert all(isinstance(item, Unreadable) for item in SQUARE.read((text,)))


@given(st.lists(st.lists(st.integers(-99, 99), min_size=3, max_size=3), min_size=2, max_size=4))
def test_a_matrix_is_read_as_python_writes_it(matrix: list[list[int]]) -> None:
    kind = Numbers(3 * len(matrix), Domain(integer=True), rows=len(matrix))
    assert kind.read((str(matrix),)) == tuple(value for row in matrix for value in row)


ONE = codes(1, 5)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("01000", 8),
        ("8", 8),
        ("00000", 0),
        ("11111", 31),
        ("00011", 3),
        ("10", 10),
        ("11", 11),
        ("code = 01110", 14),
        (" 01110. ", 14),
        ("01110 = 14", 14),
        ("12000", 12000),
        ("0b1110", 14),
        ("'0b10'", 2),
        ("1110₂", 14),
        ("(01110)_2", 14),
        ("np.int64(14)", 14),
    ],
)
def test_five_digits_are_bits_and_all_else_is_an_integer(text: str, value: int) -> None:
    assert ONE.read((text,)) == (value,)


def test_every_code_in_decimal_is_read_as_that_code_alone_or_in_a_list() -> None:
    """Also 12, which is no 1 in base 2."""
    assert [ONE.read((str(code),)) for code in range(32)] == [(code,) for code in range(32)]
    assert codes(4, 5).read(("12 2 22 12",)) == (12, 2, 22, 12)
    several = codes(3, 5, none=True)
    assert several.read(("01110", "14", "-1")) == (14, 14, -1)
    assert several.read(("01110 00001 -1",)) == (14, 1, -1)
    assert several.read(("01110", "", "31")) == (14, Blank(), 31)


@pytest.mark.parametrize(("text", "binary"), [("1110", 14), ("101", 5), ("1000", 8), ("010000", 16)])
def test_a_binary_code_without_its_first_zeros_is_for_the_teacher(text: str, binary: int) -> None:
    (reading,) = ONE.read((text,))
    assert isinstance(reading, Unreadable)
    assert (reading.reason, set(reading.possible)) == ("ambiguous", {binary, int(text)})


@pytest.mark.parametrize("text", ["0 1 1 1 0", "01110 01111", "01110 = 15", "x01110", "31.004"])
def test_what_is_no_single_code_is_for_the_teacher(text: str) -> None:
    """31.004 may be thirty-one thousand: it is unreadable, and never right."""
    assert isinstance(ONE.read((text,))[0], Unreadable)
    assert ONE.read(("31.00000",)) == (31,)
    assert not ONE.agrees(8, Fraction("8.01"), EXACT)


def test_the_boxes_of_players_accept_a_player_in_words() -> None:
    kind = integers(3, 0, 23, players=2)
    assert kind.read(("J1", "joueur 2", "17")) == (1, 2, 17)
    assert isinstance(kind.read(("J1", "J2", "J1"))[2], Unreadable)
    assert kind.read(("J1 J2 17",)) == (1, 2, 17)
    kind = integers(3, 0, 999, players=1, first_player=0)
    assert kind.read(("J0", "5", "17")) == (0, 5, 17)
    assert kind.read(("joueur 1 5 17",)) == (1, 5, 17)
    assert kind.read(("0", "0", "17")) == (0, 0, 17)
    assert isinstance(kind.read(("joueur 2", "5", "17"))[0], Unreadable)


@pytest.mark.parametrize(
    ("texts", "possible"),
    [
        (("0", "1"), [(0, 1), (1, 2)]),
        (("joueur 0", "joueur 1"), [(), (1, 2)]),
        (("0", "2"), [None, None]),  # who writes 2 counts from 1
        (("1", "1"), [None, None]),
    ],
)
def test_players_counted_from_0_are_for_the_teacher(texts: tuple[str, ...], possible: list[tuple[int, ...]]) -> None:
    readings = integers(2, 0, 99, players=2).read(texts)
    assert [item.possible if isinstance(item, Unreadable) else None for item in readings] == possible
