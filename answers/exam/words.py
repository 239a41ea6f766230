"""Every word that a student reads of an exam: the macros and texts of its templates.

The files of a language end in its name: `fr.html`, and any others, `sequential_fr.html`. They are Jinja templates that
define, and a translator finds nothing elsewhere:

- `title` and `source`, texts: ``{% set title = "…" %}``;
- of each question by its name, which is that of its solution: `question_few_points(drawn)`, its prompt;
- `labels_few_points(part)`, or one macro a part, `labels_few_points_a()`: the labels of its items, one a line;
- `note_few_points(drawn)`, if wanted: what the examiner's key says of the question as a whole; without it nothing, or
  what the question asks if a file has ``{% set notes_repeat_questions = true %}``;
- `how_few_points(drawn, answers, evidence, wrong, steps)`, if wanted: what feedback says to who went wrong, in a line:
  how the answers are obtained; `answers` and `evidence` are by letter, "" in a question without parts, `wrong` has the
  items that are not right, from 0, by letter, and `steps` what the question declares: see `answers.exam.subject`;
- `statement_few_points()` and `solution_few_points(drawn, answers, values, evidence, worked)` for the booklets, see
  `answers.exam.subject`, with `presentation`, `definition_4` and `definition_4_title`, `checks`, `closing`;
- `oral_<slug>()` and `labels_oral_<slug>()` for each oral question, `mistake_<slug>()` for each known mistake;
- `names`, if wanted: the letters that are no variables, see `answers.exam.typesetting`;
- other texts by any name, for its own evidence and plots.

What both languages write alike stands once, in `shared.html`: a text that the others lack is looked for there, and then
in books that several exams share, if a file names one: ``{% set also = "books/…/mistakes_fr.html" %}``.

A macro takes what it names of `drawn` (the parameters), `part` (a letter), `lang`, and two functions: `Q("few_points")`
is the number that a question has on the paper, `D(2)` how definition 2 is called there. A text, a file or a label that
is not there is a `MissingWordsError`.
"""

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from types import MappingProxyType
from typing import TypeAlias

from markupsafe import Markup, escape

from answers.exam.environment import OWN, environment
from answers.exam.location import ExamLocation
from answers.exam.question import Params, Part, Question
from answers.exam.typesetting import typeset, typeset_page, with_variables
from answers.messages import Message

LANGUAGES = ("fr", "en")
SHARED = "shared"
"""The file of what both languages write alike."""
ALSO = "also"
"""What a file calls the path of a book whose texts the exam shares with others."""

NAMES = "names"
"""What a file calls the letters that are names, and no variables."""

NOTES_REPEAT = "notes_repeat_questions"
"""A text by which an exam says that the key tells what a question asks, where there is no other note of it."""

Tell: TypeAlias = Callable[[str, Mapping[str, object]], Mapping[str, object]]
"""What a text of some name is told, from what a caller tells it."""

Numbered: TypeAlias = tuple[tuple[str, str, int], ...]
"""Of each question of an exam its name, its chapter and its number."""

Text: TypeAlias = Markup
"""Text fit for a page; `plain` makes a terminal's text of it."""


class MissingWordsError(LookupError):
    """A template lacks a text: a fault of the exam, a teacher's own if `is_outside`; `corrige check` names the file."""

    def __init__(self, cause: str, place: str, *, is_outside: bool = False) -> None:
        super().__init__(f"{place}: {cause}")
        self.cause, self.place, self.is_outside = cause, place, is_outside


class Words:
    """The words of an exam in one language.

    On a composed paper, `borrowed` has for each number of a question the words of its exam, and what they are told.
    """

    borrowed: Mapping[int, tuple["Words", Tell]] = MappingProxyType({})

    def __init__(self, location: ExamLocation, lang: str, questions: Numbered = ()) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"words are in {' or '.join(LANGUAGES)}, not {lang!r}")
        self.lang = lang
        self.place = _file(location, lang)
        self._location, self._is_outside = location, location.is_outside
        self._chapters = {name: chapter for name, chapter, _ in questions}
        self._numbers = {name: number for name, _, number in questions}
        main = _texts(location, lang, lang)
        if main is None:
            raise self._lacks(Message("there is no such file"), self.place)
        self._main = main

    @cached_property
    def _known(self) -> Mapping[str, tuple[object, str]]:
        """Every text with the file in which it stands; included texts have lowest precedence."""
        known: dict[str, tuple[object, str]] = {}
        for file in (SHARED, *_files(self._location, self.lang)):
            texts = self._main if file == self.lang else _texts(self._location, file, self.lang) or {}
            place = _file(self._location, file)
            if ALSO in texts:
                book = str(texts[ALSO])
                common = _texts_at(self._location, book, self.lang)
                if common is None:
                    raise self._lacks(Message("there are no shared texts {name}", name=book), place)
                known = {name: (text, f"templates/{book}") for name, text in common.items()} | known
            known |= {name: (text, place) for name, text in texts.items() if name != ALSO}
        return known

    @property
    def title(self) -> Text:
        """Name of the exam."""
        return self.snippet("title")

    @property
    def source(self) -> Text:
        """The document that the exam follows."""
        return self.snippet("source")

    def prompt(self, question: Question, drawn: Params) -> Text:
        """Return what a question asks, with the parameters drawn."""
        return self.question_text(question, "question", drawn=drawn)

    def labels(self, part: Part, drawn: Params) -> tuple[Text, ...]:
        """Return the label of each item of a part."""
        common = f"labels_{part.name}"
        name = f"{common}_{part.letter}"
        if not self.has(name, part.question):
            name = common
        lines = _lines(self.text(name, {"drawn": drawn, "part": part.letter}, part.question))
        markups = tuple(map(self._typeset, lines))
        if len(markups) != part.count:
            values = Message(
                "the value of part {part_id}",
                plural="the {count} values of part {part_id}",
                count=part.count,
                part_id=part.id,
            )
            count = Message("{count} line", plural="{count} lines", count=len(markups))
            cause = Message("{name} has {lines} for {values}", name=name, lines=count, values=values)
            raise self._lacks(cause, self.place_of(part.question, name))
        return markups

    def note(self, question: Question, drawn: Params) -> Text | None:
        """Return what the key says of a question as a whole, or None."""
        repeats = self.has(NOTES_REPEAT, question.number)
        what = "note" if self.has_text(question, "note") else "question" if repeats else ""
        return self.question_text(question, what, drawn=drawn) if what else None

    def question_text(self, question: Question, what: str, **told: object) -> Text:
        """Return a text of a question: its "question", "note", or how it is obtained, "how"; otherwise as `say`."""
        return self._typeset(self.text(f"{what}_{question.name}", told, question.number))

    def question_page(self, question: Question, what: str, **told: object) -> Text:
        """Return a long text of a question, its "statement" or "solution"; otherwise as `page`."""
        return self._typeset_page(self.text(f"{what}_{question.name}", told, question.number))

    def has_text(self, question: Question, what: str) -> bool:
        """Whether there is a text of this kind about a question."""
        return self.has(f"{what}_{question.name}", question.number)

    def definition(self, number: int, **told: object) -> tuple[Text, Text]:
        """Return the title and the text of a definition."""
        return self.snippet(f"definition_{number}_title"), self.page(f"definition_{number}", **told)

    def mistake(self, slug: str) -> Text:
        """Return what a student is told of a known mistake."""
        return self.snippet(mistake_name(slug))

    def oral(self, slug: str) -> Text:
        """Return an oral question."""
        return self.snippet(f"oral_{slug.replace('-', '_')}")

    def oral_labels(self, slug: str) -> tuple[Text, ...]:
        """Return the labels of an oral question's answers."""
        return tuple(map(self._typeset, _lines(self.text(f"labels_oral_{slug.replace('-', '_')}", {}))))

    def snippet(self, name: str, **told: object) -> Text:
        """Return a text, typeset; a macro is given what it names of `told` and `lang`."""
        return self._typeset(self.text(name, told))

    def page(self, name: str, **told: object) -> Text:
        """Return a long text, of paragraphs, listings and figures, typeset; otherwise as `say`."""
        return self._typeset_page(self.text(name, told))

    @property
    def names(self) -> frozenset[str]:
        """Names of all texts and macros."""
        return frozenset(self._known)

    def has(self, name: str, number: int = 0) -> bool:
        """Whether there is a text or macro of this name, where the words of question `number` are, if that is told."""
        if number in self.borrowed:
            return self.borrowed[number][0].has(name)
        return (name in self._main and name != ALSO) or name in self._known

    def text(self, name: str, texts: Mapping[str, object], number: int = 0) -> object:
        """Return a text as its template has it, before it is typeset; `number` is that of its question, if any."""
        if number in self.borrowed:
            words, tell = self.borrowed[number]
            return words.text(name, tell(name, texts))
        if name in self._main and name != ALSO:
            found = self._main[name]
        elif name in self._known:
            found = self._known[name][0]
        else:
            raise self._lacks(Message("there is no {name}", name=name), self.file_of(name))
        from jinja2.runtime import Macro  # slow to import, and an exam may be listed without it

        if not isinstance(found, Macro):
            return found

        def number_of(name: str) -> str:
            if name not in self._numbers:
                raise LookupError(Message("there is no question {name!r}", name=name))
            return str(self._numbers[name])

        def asks(*names: str) -> bool:  # here all questions are asked, on a composed paper some
            return all(map(number_of, names))

        known = {"Q": number_of, "asks": asks, "D": "D{}".format, **texts, "lang": self.lang}
        return found(**{argument: known[argument] for argument in found.arguments if argument in known})

    def place_of(self, number: int, name: str) -> str:
        """Return the file in which the text `name` of question `number` stands, or is to be written."""
        return (self.borrowed[number][0] if number in self.borrowed else self).file_of(name)

    def file_of(self, name: str) -> str:
        """Return the file where a text stands, or is to be written.

        That is the one beside the file in which the other language has it, else its chapter's, or that of its kind.
        """
        if name in self._known:
            return self._known[name][1]
        for lang in LANGUAGES:
            for file in _files(self._location, lang):
                if name in (_texts(self._location, file, lang) or {}):
                    return _file(self._location, file.removesuffix(lang) + self.lang)
        kind, _, about = name.partition("_")
        chapter = self._chapters.get(about) or self._chapters.get(about.rpartition("_")[0])
        if f"{chapter}_{self.lang}" in _files(self._location, self.lang):
            return _file(self._location, f"{chapter}_{self.lang}")
        if chapter or kind == "definition":  # where others of its kind stand
            alike = (place for other, (_, place) in self._known.items() if other.startswith(f"{kind}_"))
            return next(alike, self.place)
        return self.place

    @property
    def upright(self) -> str:
        """The letters that are names, and no variables."""
        return str(self._known[NAMES][0]) if NAMES in self._known else ""

    def _typeset(self, text: object) -> Text:
        html = with_variables(typeset(escape(text), self.lang), self.lang, self.upright)
        return Markup(html)  # noqa: S704 (made by Jinja, which escaped it)

    def _typeset_page(self, text: object) -> Text:
        html = with_variables(typeset_page(escape(text), self.lang), self.lang, self.upright)
        return Markup(html)  # noqa: S704 (made by Jinja, which escaped it)

    def _lacks(self, cause: str, place: str) -> MissingWordsError:
        return MissingWordsError(cause, place, is_outside=self._is_outside)


def mistake_name(slug: str) -> str:
    """Return how the words call the sentence of a known mistake."""
    return f"mistake_{slug.replace('-', '_')}"


def plain(text: Text) -> str:
    """Return a text as a terminal shows it: no tags, no entities."""
    return text.striptags()


@cache
def words_at(location: ExamLocation, lang: str, questions: Numbered = ()) -> Words:
    """Return the words of the exam that lives at `home` and has these questions."""
    return Words(location, lang, questions)


def _lines(text: object) -> list[str]:
    return [line for line in str(escape(text)).split("\n") if line.strip()]


def missing_files(location: ExamLocation, lang: str) -> tuple[str, ...]:
    """Return the files that an exam has in the other language alone, as a teacher is told of them."""
    stems = {one: [name.removesuffix(one) for name in _files(location, one)] for one in LANGUAGES}
    here = stems[lang]
    return tuple(_file(location, stem + lang) for one in LANGUAGES for stem in stems[one] if stem not in here)


def _files(location: ExamLocation, lang: str) -> tuple[str, ...]:
    """The names of the files of a language, in order, that of the exam as a whole last."""
    if not location.templates.is_dir():
        return ()
    names = sorted(entry.name.removesuffix(".html") for entry in location.templates.iterdir() if entry.is_file())
    return (*(name for name in names if name.endswith(f"_{lang}")), *(name for name in names if name == lang))


def _texts(location: ExamLocation, name: str, lang: str) -> dict[str, object] | None:
    """Return the texts and macros of a file of the exam by name; None if it has no such file."""
    return _texts_at(location, f"{OWN}{name}.html", lang)


def _texts_at(location: ExamLocation, path: str, lang: str) -> dict[str, object] | None:
    from jinja2 import TemplateNotFound

    try:
        module = environment(location).get_template(path).make_module({"lang": lang})
    except TemplateNotFound:
        return None
    return {name: text for name, text in vars(module).items() if not name.startswith("_")}


def _file(location: ExamLocation, name: str) -> str:
    """How a teacher is told which file it is."""
    folder = (
        location.templates
        if location.is_outside
        else "templates/exams/" + location.package.removeprefix("answers.exams.").replace(".", "/")
    )
    return f"{folder}/{name}.html"
