"""corrige explain: explain the verdict of an item, or the meaning of a flag or a note."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import Annotated

import typer

from answers.assets import shared_words
from answers.cli.common.context import exam_here
from answers.cli.common.options import ExamFolders, Lang, OptionalSeed
from answers.cli.common.output import WIDE
from answers.cli.common.result import Result
from answers.errors import CorrigeError, did_you_mean
from answers.exam.settings import FILE_NAME
from answers.exam.words import mistake_name, plain
from answers.flags import MISTAKE, Note, flag_named
from answers.messages import LANGUAGES, Message, language, translate

EVERY = "flags"
"""The argument that stands for all flags and notes."""


def explain(
    what: Annotated[
        str,
        typer.Argument(
            metavar="[PAPER|DIR|FLAG]",
            help="A file handed in, a class, a flag or a note; by default, explain every flag and note.",
        ),
    ] = EVERY,
    who: Annotated[
        str,
        typer.Argument(
            metavar="[STUDENT]",
            help="In a class: the student, by identifier, name or file handed in, as in class decide.",
        ),
    ] = "",
    flag: Annotated[
        str,
        typer.Argument(metavar="[FLAG]", help="After a student: a flag of the paper, or an item such as 7a.2."),
    ] = "",
    *,
    item: Annotated[
        str, typer.Option("--item", metavar="7a.2", help="Item to explain, by its part and number, such as 7a.2.")
    ] = "",
    student: Annotated[
        str, typer.Option("--student", metavar="NAME", help="The student, if the file holds several papers.")
    ] = "",
    exam: Annotated[
        str | None, typer.Option("--exam", metavar="EXAM", help="Name of the exam, if the file does not contain it.")
    ] = None,
    exams: ExamFolders = None,
    u0: OptionalSeed = None,
    lang: Lang = None,
) -> Result:
    """Explain the verdict of an item, with every reading and hypothesis tried; or the meaning of a flag or a note."""
    shown_in = lang or language()
    is_class, member = (Path(what) / FILE_NAME).is_file(), who or student
    if flag[:1].isdigit() and not item:  # an item such as 7a.2 in the place of a flag
        item, flag = flag, ""
    # imports for reading and marking papers are local, so that explaining a flag is fast
    if is_class and (member or item or what != EVERY):
        from answers.cli.explain_paper import of_class

        return of_class(Path(what), member, flag, item, shown_in)
    if flag:
        cause = "the flag of a paper is explained only for a student of a class"
        raise CorrigeError.single(cause, place=what, remedy="give DIR STUDENT FLAG, or DIR STUDENT --item 7a.2")
    if item:
        from answers.cli.explain_paper import item_in_file

        return item_in_file(Path(what), exam, exams, student, item, u0, shown_in)
    return _meanings(shown_in) if what == EVERY else _meaning(what, exam, exams, shown_in)


def _meaning(text: str, exam: str | None, exams: list[Path] | None, lang: str) -> Result:
    """Return the sentence and the meaning of a flag or a note; for a known mistake, with the exam's sentence."""
    if Path(text).exists():
        raise CorrigeError.single(
            "no item of this paper is given, so it is not clear what to explain",
            place=text,
            remedy="give an item, such as --item 7a.2",
        )
    if exam := _exam_of(text, exam, exams):
        text = MISTAKE + text.removeprefix(MISTAKE)
    slug = _slug(text)
    meanings = {
        language: [
            *_meaning_sentences(slug, text[len(slug) :], language),
            *_sentence(text, language, exam, exams),
        ]
        for language in LANGUAGES
    }
    return Result({"schema": "corrige/meaning/1", "slug": text, "meaning": meanings}, _lines(text, meanings[lang]))


def _exam_of(text: str, exam: str | None, exams: list[Path] | None) -> str | None:
    """Return the name of the exam that has the known mistake `text`: `exam`, or if that is None, the first such exam.

    None if no exam has the mistake, or if `text` is a flag or another note.
    """
    from answers.exam.catalogue import exam_names

    slug = text.removeprefix(MISTAKE)
    if slug == text and _slugs(text):
        return None
    names = [exam] if exam else exam_names()
    return next((name for name in names if exam_here(name, exams)[0].words("fr").has(mistake_name(slug))), None)


def _meanings(lang: str) -> Result:
    """Return all flags of papers and all notes of items, each with its sentence and meaning in both languages."""
    meanings = {
        slug: {language: _meaning_sentences(slug, "", language) for language in LANGUAGES}
        for slug in shared_words("fr")["meanings"]
    }
    flags = {slug: meaning for slug, meaning in meanings.items() if flag_named(slug)}
    notes = {slug: meaning for slug, meaning in meanings.items() if slug not in flags}
    document = {
        "schema": "corrige/meanings/1",
        "flags": [{"slug": slug, "meaning": meaning} for slug, meaning in flags.items()],
        "notes": [{"slug": slug, "meaning": meaning} for slug, meaning in notes.items()],
    }
    of_papers, of_items = _all_lines(flags, lang), _all_lines(notes, lang)
    return Result(document, [Message("Flags of a paper:"), *of_papers, "", Message("Notes on an item:"), *of_items])


def _all_lines(meanings: Mapping[str, Mapping[str, list[str]]], lang: str) -> list[str]:
    """Return what every slug means in language `lang`, as lines."""
    return [line for slug, meaning in meanings.items() for line in _lines(slug, meaning[lang])]


def _slug(text: str) -> str:
    """Return the slug of the flag or note that a text names, with or without a detail.

    If several slugs match, an equal one comes first, then the longest. CorrigeError if none matches.
    """
    slug = max(_slugs(text), key=lambda slug: (slug == text, len(slug)), default=None)
    if slug is None:
        _refuse_setting(text)
        remedy = did_you_mean(text, shared_words("fr")["meanings"])
        raise CorrigeError.single(
            Message("there is no such file, flag or note: {name!r}", name=text),
            remedy=Message(
                "{remedy}; to explain an answer in a file, or of a student of a class, add --item ITEM", remedy=remedy
            ),
        )
    return slug


def _refuse_setting(setting: str) -> None:
    """Raise CorrigeError if a text is the name of a setting, with the place of the setting in `corrige.toml`."""
    from answers.exam.settings_file import BELONGS  # not needed to explain a flag

    if setting not in BELONGS:
        return
    table, line = BELONGS[setting]
    remedy = Message(
        "it is set in corrige.toml, under [{table}], by lines such as {line}; `corrige show "
        "EXAM` shows the settings in force; to explain an answer: corrige explain DIR STUDENT "
        "7a.2",
        table=table,
        line=line,
    )
    raise CorrigeError.single(Message("{name!r} is a setting, not a flag or note", name=setting), remedy=remedy)


def _slugs(text: str) -> list[str]:
    """Return the slugs of flags and notes that a text may name; the text may have a detail after the slug."""
    known: list[str] = list(shared_words("fr")["meanings"])
    return [slug for slug in known if text in (slug, slug.rstrip("-:")) or (slug[-1] in "-:" and text.startswith(slug))]


def _meaning_sentences(slug: str, detail: str, lang: str) -> list[str]:
    """Return the sentence of a flag or note, its meaning, and how a flag is settled, in the language `lang`.

    `detail` is put into the sentence; "" leaves "…" in its place.
    """
    words, flag = shared_words(lang), flag_named(slug)
    says = Note(slug, detail).render(lang) if detail else words["slugs"][slug].replace("{}", "…")
    sentences = [f"{says}.", words["meanings"][slug]]
    if flag is not None and flag.needs_teacher:
        sentences.append(words["explain"]["settle"])
    if flag is not None and flag.is_teacher_only:
        sentences.append(words["explain"]["withheld"])
    return sentences


def _sentence(text: str, lang: str, exam: str | None, exams: list[Path] | None) -> Iterator[str]:
    """Yield the exam's sentence for the known mistake in `text`; nothing if there is no such sentence."""
    if not text.startswith(MISTAKE) or exam is None:
        return
    words = exam_here(exam, exams)[0].words(lang)
    slug = text.removeprefix(MISTAKE)
    if words.has(mistake_name(slug)):
        yield plain(words.mistake(slug))


def _lines(slug: str, sentences: list[str]) -> list[str]:
    """Return what a slug means as lines: the slug and its first sentence, then the others indented."""
    says, *rest = sentences
    indent = "    "
    fold = partial(wrap, width=WIDE, subsequent_indent=indent, break_on_hyphens=False)
    first_line = translate(Message("{place}: {cause}", place=slug, cause=says))
    return [*fold(first_line), *(line for text in rest for line in fold(text, initial_indent=indent))]
