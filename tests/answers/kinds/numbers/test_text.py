"""Parsing numbers: the examples of the rules, and properties of all texts."""

import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answers.kinds.numbers import text as number_text
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.text import MAX_LENGTH, every_interpretation, read_numbers
from answers.kinds.parsing import Unreadable
from tests.answers.kinds.numbers.numbers_policy import Row, policy, table

REAL = Domain()
PROBABILITY = Domain(low=0, high=1)
SEED = Domain(integer=True, low=0, high=64006)
DIGIT = Domain(integer=True, low=0, high=9)
DOMAINS = st.sampled_from([REAL, PROBABILITY, SEED, DIGIT, Domain(integer=True), Domain(low=-10, high=10)])
REASONS = {"ambiguous", "not-a-number", "too-many-values", "too-few-values", "too-large", "too-long",
           "division-by-zero", "control-character"}  # fmt: skip

MANY = settings(max_examples=300, deadline=None)  # other work may share the machine


@pytest.mark.parametrize("row", policy())
def test_the_policy(row: Row) -> None:
    if row.expected.startswith("unreadable:"):
        assert read_numbers(row.written, row.count, row.asked) == Unreadable(
            row.written, row.expected.removeprefix("unreadable:")
        )
    else:
        assert read_numbers(row.written, row.count, row.asked) == row.values


def test_the_table_has_enough_rows_and_no_row_twice() -> None:
    requests = [(row.written, row.count, row.domain) for row in policy()]
    assert len(requests) >= 150
    assert len(set(requests)) == len(requests)


def test_the_table_for_people_has_every_row() -> None:
    lines = "".join(table()).splitlines()
    assert sum(line.startswith(("| `", "| (nothing)")) for line in lines) == len(policy())
    assert "| `␣␣42␣␣` | 1 | real | 42 | spaces around |" in lines


def test_a_text_too_long_is_not_read() -> None:
    assert read_numbers("1" * 501, 1, REAL) == Unreadable("1" * 501, "too-long")
    assert read_numbers("1 " * 251, 251, REAL) == Unreadable("1 " * 251, "too-long")


@pytest.mark.parametrize(
    ("domain", "expected"),
    [
        (DIGIT, (1, 3, 2)),
        (Domain(integer=True, low=1, high=3), (1, 3, 2)),
        (Domain(integer=True, low=0, high=10), "too-few-values"),
        (Domain(integer=True, low=-1, high=9), "too-few-values"),
        (Domain(integer=True, low=0), "too-few-values"),
        (Domain(integer=True, high=9), "too-few-values"),
        (Domain(low=0, high=9), "too-few-values"),
    ],
)
def test_digits_run_together_only_where_every_value_is_one_digit(
    domain: Domain, expected: tuple[int, ...] | str
) -> None:
    for text in ("132", "= 132", "e ≈ 132"):
        read = read_numbers(text, 3, domain)
        assert (read.reason if isinstance(read, Unreadable) else read) == expected


@pytest.mark.parametrize("count", [0, -1])
def test_a_count_below_one_is_an_error(count: int) -> None:
    with pytest.raises(ValueError, match=f"^the number of values must be at least 1, got {count}$"):
        read_numbers("1", count, REAL)


# --- any text -------------------------------------------------------------------------------------------------

ANY_TEXT = st.one_of(
    st.text(max_size=80),
    st.text("0123456789.,;- /=≈^·eE()xu?'\u202f\u00a0\n%½⁹", max_size=40),
    st.text("015,. -", max_size=14),
    st.lists(st.sampled_from(["1", "234", "0,5", "1.5", " ", ",", ".", ";", "-", "≈", "=", "x", "(", ")", "/", "10^",
                              "·", "e", "?", "…", "½", "%", "et ", "environ", "u0=", "a)", "'", "\n"]),
             max_size=16).map("".join),
)  # fmt: skip


@pytest.mark.slow
@MANY
@given(ANY_TEXT, st.integers(1, 5), DOMAINS)
def test_no_text_makes_it_raise(text: str, count: int, domain: Domain) -> None:
    read = read_numbers(text, count, domain)
    if isinstance(read, Unreadable):
        assert read.raw == text
        assert read.reason in REASONS
    else:
        assert len(read) == count
        assert all(v is None or (isinstance(v, Fraction) and abs(v) <= 10**60) for v in read)


def _whole_policy(text: str, count: int, domain: Domain) -> tuple[Fraction | None, ...] | Unreadable:
    """Return the result without the quick path."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(number_text, "_read_simple", lambda *_: None)
        return read_numbers(text, count, domain)


SIMPLE = st.from_regex(number_text._NUMERAL, fullmatch=True)
QUICK_TEXT = st.one_of(
    st.from_regex(number_text._ONE, fullmatch=True),
    st.lists(st.integers(0, 10**6).map(str), min_size=2, max_size=5).map(" ".join),
    st.builds(lambda sep, parts: sep.join(parts), st.sampled_from([", ", "; ", " ; "]),
              st.lists(SIMPLE, min_size=2, max_size=5)),
    ANY_TEXT,
)  # fmt: skip


@MANY
@given(QUICK_TEXT, st.integers(1, 5), DOMAINS)
def test_the_quick_path_reads_what_the_whole_policy_reads(text: str, count: int, domain: Domain) -> None:
    quick = number_text._read_simple(text, count)
    if quick is not None:
        assert quick == _whole_policy(text, count, domain)


def test_the_quick_path_takes_the_commonest_texts() -> None:
    """Otherwise the equality above would be vacuous."""
    for text, count in [("17", 1), ("17 519 23375", 3), ("≃ 1, ≃ 0.5, ≃ 0", 3), ("1/2", 1), ("0,5", 1)]:
        assert number_text._read_simple(text, count) is not None


# --- a value, written one way or another, is read or refused but never another value ---------------------------


def _grouped(digits: str, mark: str) -> str:
    head = len(digits) % 3 or 3
    return mark.join([digits[:head], *(digits[i : i + 3] for i in range(head, len(digits), 3))])


@st.composite
def notations(draw: st.DrawFn, mark: str) -> tuple[Fraction, str]:
    """Draw a value and a text that a student whose decimal mark is `mark` may write for it."""
    kind = draw(st.sampled_from(["decimal", "scientific", "fraction", "percent", "power"]))
    minus = draw(st.sampled_from(["", "", "-", "−", "– "]))
    whole = draw(st.integers(0, 10**9))
    decimals = draw(st.text("0123456789", max_size=6))
    value = Fraction(int(f"{whole}{decimals}"), 10 ** len(decimals))
    printed = f"{whole}{mark}{decimals}" if decimals else str(whole)
    if kind == "decimal":
        group = draw(st.sampled_from(["", " ", "\u202f", "'", "’", *({",", "."} - {mark})]))
        text = _grouped(str(whole), group) + printed[len(str(whole)) :]
    elif kind == "scientific":
        exponent = draw(st.integers(-9, 12))
        times, power = draw(st.sampled_from([("·", "^"), (" × ", "^"), ("x", "**"), (" * ", "**"), (".", "^")]))
        text = draw(st.sampled_from([f"{printed}{times}10{power}{exponent}", f"{printed}e{exponent}"]))
        value *= Fraction(10) ** exponent
    elif kind == "fraction":
        below = draw(st.integers(1, 10**6))
        text, value = f"{whole}{draw(st.sampled_from(['/', ' / ', '⁄']))}{below}", Fraction(whole, below)
    elif kind == "percent":
        text, value = printed + draw(st.sampled_from(["%", " %", "\u00a0%", " pour cent"])), value / 100
    else:
        base, exponent = draw(st.integers(1, 99)), draw(st.integers(0, 20))
        text, value = f"{base}^{exponent}", Fraction(base) ** exponent
    return (-value if minus else value), minus + text


ONE_WRITTEN = st.sampled_from(",.").flatmap(notations)
SOME_WRITTEN = st.sampled_from(",.").flatmap(lambda mark: st.lists(notations(mark), min_size=2, max_size=4))


@MANY
@given(ONE_WRITTEN, DOMAINS, st.sampled_from(["", "≃ ", "environ ", "x = ", "a) ", "u₀ = ", "iPD(3,2) = "]))
def test_one_value_is_never_misread(written: tuple[Fraction, str], domain: Domain, before: str) -> None:
    """If the value is in the domain, the domain never excludes it."""
    value, text = written
    read = read_numbers(before + text, 1, domain)
    if domain.fits(value):
        assert isinstance(read, Unreadable) or read == (value,)


@MANY
@given(SOME_WRITTEN, st.sampled_from(["; ", " ; ", ";", "\n", "\t", " | ", ", ", " et "]))
def test_separated_values_are_never_misread(written: list[tuple[Fraction, str]], separator: str) -> None:
    text = separator.join(text for _, text in written)
    read = read_numbers(text, len(written), REAL)
    assert isinstance(read, Unreadable) or read == tuple(value for value, _ in written)


@MANY
@given(
    st.lists(st.integers(0, 64006), min_size=2, max_size=5), st.sampled_from([" ", ",", ", ", ";", "-", " - ", " & "])
)
def test_integers_between_any_separators_are_read(values: list[int], separator: str) -> None:
    read = read_numbers(separator.join(map(str, values)), len(values), SEED)
    assert read == tuple(map(Fraction, values))


@pytest.mark.slow
@MANY
@given(st.lists(st.integers(0, 9), min_size=2, max_size=6), st.sampled_from(["", " ", ",", "-", "; "]))
def test_digits_are_read_even_run_together(values: list[int], separator: str) -> None:
    assert read_numbers(separator.join(map(str, values)), len(values), DIGIT) == tuple(map(Fraction, values))


@given(
    st.lists(st.one_of(st.none(), st.integers(0, 64006)), min_size=2, max_size=5),
    st.sampled_from(["?", "_", "…", "..."]),
)
def test_blanks_keep_their_place(values: list[int | None], blank: str) -> None:
    text = " ".join(blank if v is None else str(v) for v in values)
    assert read_numbers(text, len(values), SEED) == tuple(values)


# --- hostile texts ---------------------------------------------------------------------------------------------

HOSTILE = ["111 ", "1 ", "(", "((1))", "1=", "1≈1 ", "x=1 ", "1,1 ", "-1", "1-1 ", "a", "1.1,1", "≈1", "1e9", "u(",
           "n=1:", "_ ", "{", "1 234 ", "1,234", "1.234 ", "½", "1/", "x", "\\frac{", "' ", "≈ 1/1 ", "1%", "[(", "0 ",
           "u_{0}(1)=", ", ", "- "]  # fmt: skip


@pytest.mark.slow  # and meaningless where every call is traced, as when mutants are counted
@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_texts_take_little_time(piece: str) -> None:
    """0.5 s is the time for a hundred typical hostile texts: the bound detects exponential work, not a slow machine."""
    text = (piece * 500)[:500]
    start = time.process_time()
    for count in (1, 7, 60):
        read_numbers(text, count, REAL)
        read_numbers(text, count, SEED)
    assert time.process_time() - start < 0.5 * 6


@pytest.mark.parametrize(
    ("text", "count", "expected"),
    [
        ("1,5", 1, {("3/2",)}),
        ("1,000", 1, {("1",), ("1000",)}),
        ("1,000 ; 2", 2, {("1", "2"), ("1000", "2")}),
        ("1,000 1,5", 2, {("1", "3/2")}),
        ("1-2", 2, {("1", "2")}),
        ("1;2", 1, set()),
        ("10e9", 1, set()),
        ("(0,5)", 1, set()),
        ("0,333 333", 1, set()),
        ("1 – 2", 2, set()),  # a sign, or a dash between two values
        ("x", 1, set()),
        ("1" + " " * MAX_LENGTH, 1, set()),
        ("1" + " " * (MAX_LENGTH - 1), 1, {("1",)}),
    ],
)
def test_every_interpretation(text: str, count: int, expected: set[tuple[str, ...]]) -> None:
    result = every_interpretation(text, count, REAL)
    assert {tuple(map(str, values)) for values in result} == expected
    assert len(result) == len(expected)
