"""corrige explain: explain the verdict of an item, or the meaning of a flag or a note."""

from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import Annotated

import typer

from answers.assets import shared_words
from answers.cli.common.context import exam_here
from answers.cli.common.options import ExamFolders, ExamOfFile, Lang, OptionalSeed
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
        str, typer.Argument(metavar="[FLAG]", help="After a student: a flag of the paper, or an item such as 7a.2.")
    ] = "",
    *,
    item: Annotated[
        str, typer.Option("--item", metavar="7a.2", help="Item to explain, by its part and number, such as 7a.2.")
    ] = "",
    student: Annotated[
        str, typer.Option("--student", metavar="NAME", help="The student, if the file holds several papers.")
    ] = "",
    exam: ExamOfFile = None,
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
    if is_class and (member or item):
        from answers.cli.explain_paper import of_class

        return of_class(Path(what), member, flag, item, shown_in)
    if flag:
        cause = "the flag of a paper is explained only for a student of a class"
        raise CorrigeError.single(cause, place=what, remedy="give DIR STUDENT FLAG, or DIR STUDENT --item 7a.2")
    if item:
        from answers.cli.explain_paper import item_in_file

        return item_in_file(Path(what), exam, exams, student, item, u0, shown_in)
    if what != EVERY:
        return _meaning(what, exam, exams, shown_in)
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
    of_papers, of_items = (
        [line for slug, meaning in some.items() for line in _lines(slug, meaning[shown_in])] for some in (flags, notes)
    )
    return Result(document, [Message("Flags of a paper:"), *of_papers, "", Message("Notes on an item:"), *of_items])


def _meaning(text: str, exam: str | None, exams: list[Path] | None, lang: str) -> Result:
    """Return the sentence and the meaning of a flag or a note; for a known mistake, with the exam's sentence."""
    if Path(text).exists():
        raise CorrigeError.single(
            "no item of this paper is given, so it is not clear what to explain",
            place=text,
            remedy="give an item, such as --item 7a.2",
        )
    mistake = text.removeprefix(MISTAKE)
    of_mistake: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    if text != mistake or not _slugs(text):  # a known mistake, perhaps without its prefix
        from answers.exam.catalogue import exam_names

        for name in [exam] if exam else exam_names():
            own = exam_here(name, exams)[0]
            if own.words("fr").has(mistake_name(mistake)):
                text = MISTAKE + mistake
                words = ((language, own.words(language)) for language in LANGUAGES)
                of_mistake = {
                    language: [plain(own_words.mistake(mistake))] if own_words.has(mistake_name(mistake)) else []
                    for language, own_words in words
                }
                break
    # of several slugs that the text may name, an equal one comes first, then the longest
    slug = max(_slugs(text), key=lambda slug: (slug == text, len(slug)), default=None)
    if slug is None:
        from answers.exam.settings_file import BELONGS  # not needed to explain a flag

        if text in BELONGS:
            table, line = BELONGS[text]
            remedy = Message(
                "this setting is written in corrige.toml, under [{table}], in lines such as {line}; `corrige "
                "show EXAM` shows the settings in force; to explain an answer: corrige explain DIR STUDENT 7a.2",
                table=table,
                line=line,
            )
            raise CorrigeError.single(Message("{name!r} is a setting, not a flag or note", name=text), remedy=remedy)
        remedy = did_you_mean(text, shared_words("fr")["meanings"])
        raise CorrigeError.single(
            Message("there is no such file, flag or note: {name!r}", name=text),
            remedy=Message(
                "{remedy}; to explain an answer in a file, or of a student of a class, add --item ITEM", remedy=remedy
            ),
        )
    meanings = {
        language: [*_meaning_sentences(slug, text[len(slug) :], language), *of_mistake[language]]
        for language in LANGUAGES
    }
    return Result({"schema": "corrige/meaning/1", "slug": text, "meaning": meanings}, _lines(text, meanings[lang]))


def _slugs(text: str) -> list[str]:
    """Return the slugs of flags and notes that a text may name; the text may have a detail after the slug."""
    known: list[str] = list(shared_words("fr")["meanings"])
    return [slug for slug in known if text in (slug, slug.rstrip("-:")) or (slug[-1] in "-:" and text.startswith(slug))]


def _meaning_sentences(slug: str, detail: str, lang: str) -> list[str]:
    """Return the sentence of a flag or note with a detail, its meaning, and how a flag is settled, in `lang`."""
    words, flag = shared_words(lang), flag_named(slug)
    says = Note(slug, detail).render(lang) if detail else words["slugs"][slug].replace("{}", "…")
    sentences = [f"{says}.", words["meanings"][slug]]
    if flag is not None and flag.needs_teacher:
        sentences.append(words["explain"]["settle"])
    if flag is not None and flag.is_teacher_only:
        sentences.append(words["explain"]["withheld"])
    return sentences


def _lines(slug: str, sentences: list[str]) -> list[str]:
    """Return what a slug means as lines: the slug and its first sentence, then the others indented."""
    says, *rest = sentences
    indent = "    "
    fold = partial(wrap, width=WIDE, subsequent_indent=indent, break_on_hyphens=False)
    first_line = translate(Message("{place}: {cause}", place=slug, cause=says))
    return [*fold(first_line), *(line for text in rest for line in fold(text, initial_indent=indent))]
