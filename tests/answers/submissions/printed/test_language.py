import pytest

from answers.assets import house_words
from answers.submissions.printed.language import likely_languages


@pytest.mark.parametrize(("told", "expected"), [("fr", ("fr", "en")), ("en", ("en", "fr"))])
def test_the_metadata_are_taken_at_their_word(told: str, expected: tuple[str, ...]) -> None:
    assert likely_languages(told, house_words("fr")["hint"]["blank"].split()) == expected
    assert likely_languages(told, ()) == expected


@pytest.mark.parametrize("told", ["", "de", "FR\n"])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_else_the_words_of_the_page_tell(told: str, lang: str) -> None:
    words = [*house_words(lang)["hint"]["blank"].split(), "17", "x", "Question"]
    assert likely_languages(told, words)[0] == lang
    assert sorted(likely_languages(told, words)) == ["en", "fr"]


def test_words_that_both_languages_have_tell_nothing() -> None:
    common = set(house_words("fr")["hint"]["blank"].split()) & set(house_words("en")["hint"]["blank"].split())
    assert likely_languages("", common) == likely_languages("", ())
