"""In which language a sheet is printed, from what it says itself."""

from collections.abc import Iterable

from answers.assets import house_words
from answers.exam.words import LANGUAGES


def likely_languages(told: str, words: Iterable[str]) -> tuple[str, ...]:
    """Return all languages of sheets, the likeliest first.

    Parameters
    ----------
    told
        The language in the metadata; it is taken at its word, unless it is none of ours.
    words
        The words of the first page: the language with more of its own words among them, those that no other language
        has on a blank sheet, comes first.
    """
    seen = frozenset(words)
    own = {lang: len(seen & _own_words(lang)) for lang in LANGUAGES}
    return tuple(sorted(LANGUAGES, key=lambda lang: (lang != told, -own[lang])))


def _own_words(lang: str) -> frozenset[str]:
    return _blank_words(lang).difference(*(_blank_words(other) for other in LANGUAGES if other != lang))


def _blank_words(lang: str) -> frozenset[str]:
    """What the house says on a blank sheet, whatever the exam."""
    words = house_words(lang)
    return frozenset(" ".join((words["face"]["blank"], words["hint"]["blank"], words["name"])).split())
