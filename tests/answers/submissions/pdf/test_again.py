"""Which sheet is printed again: what its pages say."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from answers.assets import house_words
from answers.errors import CorrigeError
from answers.exam.identity import Identity, Seal, Student
from answers.submissions.pdf.again import likely_language, sheet_again
from answers.submissions.raw.asked import Asked, WantedSheet
from tests.answers.submissions.exams import SMALL

SEALS = (Seal(Identity("small", 17, "s03", "look"), genuine=True),)


def wanted(
    pages: Sequence[str], seals: Sequence[Seal] = SEALS, exam: Asked | None = SMALL, names: tuple[str, str] = ("", "")
) -> WantedSheet | None:
    """The sheet that is asked for."""
    asked: list[WantedSheet] = []

    def sheet(one: WantedSheet) -> bytes:
        nonlocal asked
        asked += [one]
        return b"pdf"

    assert sheet_again(pages, seals, exam, sheet, names) == (b"pdf" if asked else None)
    return asked[0] if asked else None


def page(lang: str, u0: int = 17) -> str:
    return f"{house_words(lang)['hint']['blank']}\r\nA title – u₀ = {u0}\r\n17 x Question"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_seal_tells_whose_sheet_it_is_and_the_page_its_language(lang: str) -> None:
    expected = WantedSheet("small", lang, 17, Student("s03", file="s03"), "look")
    assert wanted([page(lang, u0=421)]) == expected
    assert wanted([page(lang)], names=("Nash", "Eva")) == replace(
        expected, student=Student("s03", "Nash", "Eva", "s03")
    )


def test_without_a_seal_the_seed_is_that_of_the_page() -> None:
    assert wanted([page("fr", u0=421)], ()) == WantedSheet("small", "fr", 421, Student())
    assert wanted([page("fr", u0=123456)], ()) is None
    assert wanted([page("fr")], (), None) is None
    assert wanted([""], ()) is None


def test_a_sheet_that_is_not_to_be_had() -> None:
    def none(wanted: WantedSheet) -> bytes:
        raise CorrigeError.one(f"there is no exam {wanted.exam}")

    assert sheet_again([page("fr")], SEALS, SMALL, none) is None
    assert sheet_again([page("fr")], SEALS, SMALL, None) is None


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_words_of_one_language_tell_it(lang: str) -> None:
    words = [*house_words(lang)["hint"]["blank"].split(), "17", "x", "Question"]
    assert likely_language([" ".join(words)]) == lang


def test_words_that_both_languages_have_tell_nothing() -> None:
    common = set(house_words("fr")["hint"]["blank"].split()) & set(house_words("en")["hint"]["blank"].split())
    assert likely_language([" ".join(common)]) == likely_language([""])
