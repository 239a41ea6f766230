"""What flags and notes say and mean: one, or all there are."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from answers.errors import CorrigeError, did_you_mean
from answers.messages import Message

Language: TypeAlias = Literal["fr", "en"]
Explained: TypeAlias = tuple[Mapping[str, object], list[str]]
"""A JSON document, and lines of text."""

LANGUAGES: tuple[Language, ...] = ("fr", "en")
EVERY = "flags"
"""What asks for all flags and notes."""


def meaning(what: str, exam: str | None, exams: list[Path] | None, lang: Language) -> Explained:
    """Return what a flag or a note says and means, and what the exam says of it, if it does.

    Raises
    ------
    CorrigeError
        If there is no such flag or note, or no such exam.
    """
    slug = _slug(what)
    found = {one: [*_said(slug, what[len(slug) :], one), *_sentence(what, one, exam, exams)] for one in LANGUAGES}
    return {"schema": "corrige/meaning/1", "slug": what, "meaning": found}, _lines(what, found[lang])


def meanings(lang: Language) -> Explained:
    """Return all flags of papers, then all notes of items, with what they say and mean."""
    from answers.assets import house_words
    from answers.flags import flag_named

    slugs: tuple[str, ...] = tuple(house_words("fr")["meanings"])
    flags = [slug for slug in slugs if flag_named(slug)]
    notes = [slug for slug in slugs if slug not in flags]
    document = {
        "schema": "corrige/meanings/1",
        "flags": [{"slug": slug, "meaning": {one: _said(slug, "", one) for one in LANGUAGES}} for slug in flags],
        "notes": [{"slug": slug, "meaning": {one: _said(slug, "", one) for one in LANGUAGES}} for slug in notes],
    }
    listed = ([line for slug in some for line in _lines(slug, _said(slug, "", lang))] for some in (flags, notes))
    of_papers, of_items = listed
    return document, [Message("Flags of a paper:"), *of_papers, "", Message("Notes on an item:"), *of_items]


def _slug(what: str) -> str:
    """The longest slug that a flag or a note begins with."""
    from answers.assets import house_words

    known = house_words("fr")["meanings"]
    slug: str | None = max((one for one in known if what == one or _has_detail(what, one)), key=len, default=None)
    if slug is None:
        remedy = did_you_mean(what, known)
        raise CorrigeError.one(
            Message("there is no such file, flag or note: {what!r}", what=what),
            remedy=Message("{remedy}; for a file, or a class and a student: --item", remedy=remedy),
        )
    return slug


def _has_detail(what: str, slug: str) -> bool:
    return slug[-1] in "-:" and what.startswith(slug)


def _said(slug: str, detail: str, lang: Language) -> list[str]:
    """What a flag or a note says, what it means, how it is settled."""
    from answers.assets import house_words

    words = house_words(lang)
    says = words["slugs"][slug].replace("{}", detail or "…")
    return [f"{says}.", words["meanings"][slug], *(words["explain"][key] for key in _settling(slug))]


def _settling(slug: str) -> Iterator[str]:
    """Of a flag, the words that say how it is settled, and whether the student is told of it."""
    from answers.flags import flag_named

    flag = flag_named(slug)
    if flag is not None and flag.needs_teacher:
        yield "settle"
    if flag is not None and flag.is_withheld:
        yield "withheld"


def _sentence(told: str, lang: Language, exam: str | None, exams: list[Path] | None) -> Iterator[str]:
    """What the exam says of a known mistake, when it is named."""
    from answers.flags import MISTAKE

    if not told.startswith(MISTAKE) or exam is None:
        return
    from answers.exam.adjust import load_adjusted
    from answers.exam.load_settings import load_settings
    from answers.exam.words import mistake_name, plain

    words = load_adjusted(exam, load_settings(Path.cwd(), tuple(exams or ()))).words(lang)
    slug = told.removeprefix(MISTAKE)
    if words.has(mistake_name(slug)):
        yield plain(words.mistake(slug))


def _lines(what: str, said: list[str]) -> list[str]:
    says, *rest = said
    return [Message("{place}: {cause}", place=what, cause=says), *(f"    {line}" for line in rest)]
