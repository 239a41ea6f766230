"""Parsing numbers: the examples of the rules, and properties of all texts."""

import csv
import re
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answers.kinds.numbers import text as number_text
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.text import MAX_LENGTH, every_interpretation, read_numbers
from answers.kinds.parsing import Unreadable
from tests.attack.spellings import _TRAPS, spelling

REAL = Domain()
PROBABILITY = Domain(low=0, high=1)
SEED = Domain(integer=True, low=0, high=64006)
DIGIT = Domain(integer=True, low=0, high=9)
DOMAINS = st.sampled_from([REAL, PROBABILITY, SEED, DIGIT, Domain(integer=True), Domain(low=-10, high=10)])
REASONS = {"ambiguous", "not-a-number", "too-many-values", "too-few-values", "too-large", "too-long",
           "division-by-zero", "control-character"}  # fmt: skip

MANY = settings(max_examples=300, deadline=None)  # other work may share the machine


def domain_of(asked: str) -> Domain:
    if asked == "probability":
        return PROBABILITY
    kind, *limits = asked.split(":")
    low, high = map(int, limits) if limits else (None, None)
    return Domain(kind == "integer", low, high)


def policy() -> Iterator[tuple[str, int, Domain, str]]:
    """Yield text, count of values, domain and result; in the file, <U+202F> is the character of that number."""
    with (Path(__file__).parents[4] / "fixtures" / "numbers.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            text = re.sub(r"<U\+([0-9A-F]{4})>", lambda m: chr(int(m[1], 16)), row["text"])
            yield text, int(row["count"]), domain_of(row["domain"]), row["expected"]


@pytest.mark.parametrize(("text", "count", "domain", "expected"), tuple(policy()))
def test_the_policy(text: str, count: int, domain: Domain, expected: str) -> None:
    read = read_numbers(text, count, domain)
    if expected.startswith("unreadable:"):
        assert read == Unreadable(text, expected.removeprefix("unreadable:"))
    else:
        assert read == tuple(None if value == "blank" else Fraction(value) for value in expected.split(";"))


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


# --- texts whose value is known by construction ----------------------------------------------------------------


def test_a_spelling_is_read_exactly_or_refused_and_most_are_read() -> None:
    refused = 0
    for seed in range(500):
        spelled = spelling(Random(seed))
        read = read_numbers(spelled.text, spelled.count, spelled.domain)
        assert isinstance(read, Unreadable) or read == spelled.values, spelled
        refused += isinstance(read, Unreadable)
    assert refused < 100


@pytest.mark.parametrize("make", _TRAPS, ids=lambda make: make.__name__)
def test_what_says_two_things_is_refused(make: Callable[[Random], tuple[str, int, Domain]]) -> None:
    for seed in range(50):
        text, count, domain = make(Random(seed))
        assert isinstance(read_numbers(text, count, domain), Unreadable), (text, count, domain)


@MANY
@given(
    st.lists(st.integers(0, 64006), min_size=2, max_size=5), st.sampled_from([" ", ",", ", ", ";", "-", " - ", " & "])
)
def test_integers_between_any_separators_are_read(values: list[int], separator: str) -> None:
    read = read_numbers(separator.join(map(str, values)), len(values), SEED)
    assert read == tuple(map(Fraction, values))


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
