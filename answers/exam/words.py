"""Look up the texts of an exam: macros and variables of its templates, in French and in English.

docs/exams.md lists the names of the texts and the arguments of their macros. A text is looked up in the files of its
language (`fr.html`, then `*_fr.html`), in `shared.html`, and in the shared texts that a file includes with ``{% set
also = "…" %}``, which may include others.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from types import MappingProxyType
from typing import TypeAlias

from markupsafe import Markup, escape

from answers.exam.environment import OWN, environment
from answers.exam.location import ExamLocation
from answers.exam.question import Params, Part, Question
from answers.messages import Message
from answers.typesetting import typeset, typeset_page, with_variables

LANGUAGES = ("fr", "en")
SHARED = "shared"
"""Name of the file with the texts that are the same in both languages."""
ALSO = "also"
"""Name of the variable with the path of a file whose texts several exams share."""

NAMES = "names"
"""Name of the variable with the letters that are names, such as those of two players, and not printed in italics."""

NOTES_REPEAT = "notes_repeat_questions"
"""Name of the variable that makes the key repeat the text of a question without a note."""

ConvertArguments: TypeAlias = Callable[[str, Mapping[str, object]], Mapping[str, object]]
"""A function from the name of a text and the arguments that a caller gives to the arguments for the text."""

Numbered: TypeAlias = tuple[tuple[str, str, int], ...]
"""The name, chapter and number of each question of an exam."""

Text: TypeAlias = Markup
"""A text as HTML; `plain` converts it for a terminal."""


class MissingWordsError(LookupError):
    """Raised if a text, file or label is missing in the templates of an exam.

    `place` is the file where the text should be; `is_outside` is True if the exam does not come with corrige.
    """

    def __init__(self, cause: str, place: str, *, is_outside: bool = False) -> None:
        super().__init__(f"{place}: {cause}")
        self.cause, self.place, self.is_outside = cause, place, is_outside


class Words:
    """The texts of an exam in one language, "fr" or "en".

    For a composed paper, `borrowed` has, by question number, the texts of the exam that the question comes from, and
    the function that converts their arguments. `added` has sentences on mistakes that are not in the templates, by name
    of the text.
    """

    borrowed: Mapping[int, tuple["Words", ConvertArguments]] = MappingProxyType({})
    added: Mapping[str, str]

    def __init__(
        self, location: ExamLocation, lang: str, questions: Numbered = (), found: tuple[tuple[str, str], ...] = ()
    ) -> None:
        """Load the texts of an exam with some questions; `found` has mistakes found in a class and their sentences."""
        if lang not in LANGUAGES:
            raise ValueError(f"words are in {' or '.join(LANGUAGES)}, not {lang!r}")
        self.lang = lang
        self.place = _file(location, lang)
        self._location, self._is_outside = location, location.is_outside
        self._chapters = {name: chapter for name, chapter, _ in questions}
        self._numbers = {name: number for name, _, number in questions}
        self.added = {mistake_name(slug): sentence for slug, sentence in found}
        main = _texts(location, f"{OWN}{lang}.html", lang)
        if main is None:
            raise self._lacks(Message("there is no such file"), self.place)
        self._main = main

    @cached_property
    def _known(self) -> Mapping[str, tuple[object, str]]:
        """Each text with the file that contains it, by name of the text."""
        known: dict[str, tuple[object, str]] = {}
        for file in (SHARED, *_files(self._location, self.lang)):
            texts = self._main if file == self.lang else _texts(self._location, f"{OWN}{file}.html", self.lang) or {}
            place = _file(self._location, file)
            including = texts
            while ALSO in including:  # shared texts may include others in turn
                path = str(including[ALSO])
                common = _texts(self._location, path, self.lang)
                if common is None:
                    raise self._lacks(Message("the file of shared texts {name} does not exist", name=path), place)
                shared = {name: (text, f"templates/{path}") for name, text in common.items() if name != ALSO}
                known, including = shared | known, common
            known |= {name: (text, place) for name, text in texts.items() if name != ALSO}
        return known

    @property
    def title(self) -> Text:
        """The title of the exam."""
        return self.snippet("title")

    @property
    def source(self) -> Text:
        """The document on which the exam is based, as a reference to print."""
        return self.snippet("source")

    def prompt(self, question: Question, drawn: Params, version: int | None = None) -> Text:
        """Return the text of a question for drawn parameters, as on sheets of a token version, by default the latest.

        The token version counts the wordings of blank sheets. A text that was changed after sheets were printed
        declares the argument `version` and keeps its earlier words.
        """
        of_version = {} if version is None else {"version": version}
        return self.question_text(question, "question", drawn=drawn, **of_version)

    def labels(self, part: Part, drawn: Params) -> tuple[Text, ...]:
        """Return the labels of a part, one for each item; MissingWordsError if there are more or fewer labels."""
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
            cause = Message(
                "the text {name}, which labels the boxes, has {lines} for {values}",
                name=name,
                lines=count,
                values=values,
            )
            raise self._lacks(cause, self.place_of(part.question, name))
        return markups

    def note(self, question: Question, drawn: Params) -> Text | None:
        """Return the note on a question for the examiner's key, None if the question has no note.

        In an exam with the variable "notes_repeat_questions", the text of the question takes the place of a missing
        note.
        """
        repeats = self.has(NOTES_REPEAT, question.number)
        kind = "note" if self.has_text(question, "note") else "question" if repeats else ""
        return self.question_text(question, kind, drawn=drawn) if kind else None

    def question_text(self, question: Question, kind: str, **arguments: object) -> Text:
        """Return a short text of a question as HTML; `kind` begins the name of the text: "question", "note" or "how".

        The `arguments` are those of the macro.
        """
        return self._typeset(self.text(f"{kind}_{question.name}", arguments, question.number))

    def question_page(self, question: Question, kind: str, **arguments: object) -> Text:
        """Return a long text of a question as HTML; `kind` begins the name of the text: "statement" or "solution".

        The `arguments` are those of the macro.
        """
        return self._typeset(self.text(f"{kind}_{question.name}", arguments, question.number), is_page=True)

    def has_text(self, question: Question, kind: str) -> bool:
        """Return whether a question has a text with a name that begins with `kind`, such as "note"."""
        return self.has(f"{kind}_{question.name}", question.number)

    def definition(self, number: int, **arguments: object) -> tuple[Text, Text]:
        """Return the title and the text of definition `number` of the subject."""
        return self.snippet(f"definition_{number}_title"), self.page(f"definition_{number}", **arguments)

    def mistake(self, slug: str) -> Text:
        """Return the sentence for students about the known mistake with this slug."""
        name = mistake_name(slug)
        if name in self.added:  # not in the templates: words alone, without variables
            return Markup(typeset(escape(self.added[name].strip()), self.lang))  # noqa: S704 (escaped)
        return self.snippet(name)

    def oral(self, slug: str) -> Text:
        """Return the text of the oral question with this slug."""
        return self.snippet(f"oral_{slug.replace('-', '_')}")

    def oral_labels(self, slug: str) -> tuple[Text, ...]:
        """Return the labels of the answers to the oral question with this slug."""
        return tuple(map(self._typeset, _lines(self.text(f"labels_oral_{slug.replace('-', '_')}", {}))))

    def snippet(self, name: str, **arguments: object) -> Text:
        """Return a short text, typeset on one line; a macro receives the `arguments` that it declares."""
        return self._typeset(self.text(name, arguments))

    def page(self, name: str, **arguments: object) -> Text:
        """Return a long text with paragraphs, listings and drawings; a macro receives the `arguments` it declares."""
        return self._typeset(self.text(name, arguments), is_page=True)

    @property
    def names(self) -> frozenset[str]:
        """The names of all texts and macros, those in included files too."""
        return frozenset(self._known)

    def has(self, name: str, number: int = 0) -> bool:
        """Return whether there is a text called `name`.

        With the `number` of a question of a composed paper, search the texts of the exam that the question comes from.
        """
        if number in self.borrowed:
            return self.borrowed[number][0].has(name)
        return name in self.added or (name in self._main and name != ALSO) or name in self._known

    def text(self, name: str, arguments: Mapping[str, object], number: int = 0) -> object:
        """Return a text before it is typeset: the value of a variable or the result of a macro.

        Parameters
        ----------
        arguments
            Arguments by name; a macro receives those that it declares. It may also declare `lang`, `Q` (number of a
            question by its name), `D` (label of a definition by its number) and `asks` (whether the exam has the named
            questions).
        number
            Number of the question whose text this is, 0 if none; in a composed paper the text comes from that
            question's own exam.

        Raises
        ------
        MissingWordsError
            If there is no such text.
        """
        if number in self.borrowed:
            words, convert = self.borrowed[number]
            return words.text(name, convert(name, arguments))
        if name in self._main and name != ALSO:
            text = self._main[name]
        elif name in self._known:
            text = self._known[name][0]
        else:
            raise self._lacks(Message("the text {name} of the exam is missing", name=name), self.file_of(name))
        from jinja2.runtime import Macro  # slow to import, and not needed to list exams

        if not isinstance(text, Macro):
            return text

        def number_of(name: str) -> str:
            if name not in self._numbers:
                raise LookupError(Message("the exam has no question {name!r}", name=name))
            return str(self._numbers[name])

        def asks(*names: str) -> bool:  # an exam has all its questions; a composed paper may lack some
            """Return whether the exam has all the named questions."""
            return all(map(number_of, names))

        values = {"Q": number_of, "asks": asks, "D": "D{}".format, **arguments, "lang": self.lang}
        return text(**{argument: values[argument] for argument in text.arguments if argument in values})

    def place_of(self, number: int, name: str) -> str:
        """Return the file that contains the text `name` of question `number`, or in which it should be added."""
        return (self.borrowed[number][0] if number in self.borrowed else self).file_of(name)

    def file_of(self, name: str) -> str:
        """Return the file that contains the text `name`, or the file in which it should be added.

        A missing text belongs in the file that corresponds to the file of the other language. If both languages lack
        the text, it belongs in the file of the question's chapter, or else in a file with texts of the same kind.
        """
        if name in self._known:
            return self._known[name][1]
        for lang in LANGUAGES:
            for file in _files(self._location, lang):
                if name in (_texts(self._location, f"{OWN}{file}.html", lang) or {}):
                    return _file(self._location, file.removesuffix(lang) + self.lang)
        kind, _, subject = name.partition("_")
        chapter = self._chapters.get(subject) or self._chapters.get(subject.rpartition("_")[0])
        if f"{chapter}_{self.lang}" in _files(self._location, self.lang):
            return _file(self._location, f"{chapter}_{self.lang}")
        if chapter or kind == "definition":
            same_kind = (place for text, (_, place) in self._known.items() if text.startswith(f"{kind}_"))
            return next(same_kind, self.place)
        return self.place

    @property
    def upright(self) -> str:
        """The letters that are names, such as those of two players, and are not printed in italics; "" if none are."""
        return str(self._known[NAMES][0]) if NAMES in self._known else ""

    def _typeset(self, text: object, *, is_page: bool = False) -> Text:
        """Return a short text, or a page with paragraphs, as HTML, typeset by the rules of the language."""
        escaped = escape(text) if is_page else escape(text).strip()
        bound = (typeset_page if is_page or "<svg" in escaped else typeset)(escaped, self.lang)
        return Markup(with_variables(bound, self.lang, self.upright))  # noqa: S704 (made by Jinja, which escaped it)

    def _lacks(self, cause: str, place: str) -> MissingWordsError:
        return MissingWordsError(cause, place, is_outside=self._is_outside)


def mistake_name(slug: str) -> str:
    """Return the name of the text for a known mistake: "mistake_half_turn" for "half-turn"."""
    return f"mistake_{slug.replace('-', '_')}"


_FORMULA = re.compile(r'<svg [^>]*?aria-label="([^"]*)".*?</svg>', re.DOTALL)


def plain(text: Text) -> str:
    """Return a text without tags and entities, for a terminal; a formula becomes its LaTeX."""
    return Markup(_FORMULA.sub(r"\1", text)).striptags() if "<svg" in text else text.striptags()  # noqa: S704


words_at = cache(Words)
"""Return the texts of the exam at a location in a language, always the same object; the questions are an argument."""


def _lines(text: object) -> list[str]:
    lines = (line for line in str(escape(text)).split("\n") if line.strip())
    return [Markup(line) if "<svg " in line or "<var>" in line else line for line in lines]  # noqa: S704


def missing_files(location: ExamLocation, lang: str) -> tuple[str, ...]:
    """Return the paths of the files that an exam has in the other language but not in `lang`."""
    stems = {language: [name.removesuffix(language) for name in _files(location, language)] for language in LANGUAGES}
    return tuple(_file(location, stem + lang) for names in stems.values() for stem in names if stem not in stems[lang])


def _files(location: ExamLocation, lang: str) -> tuple[str, ...]:
    """Return the names of the template files of a language, sorted, "fr" or "en" last."""
    if location.texts:
        return (lang,)
    if not location.templates.is_dir():
        return ()
    names = sorted(entry.name.removesuffix(".html") for entry in location.templates.iterdir() if entry.is_file())
    return (*(name for name in names if name.endswith(f"_{lang}")), *(name for name in names if name == lang))


def _texts(location: ExamLocation, path: str, lang: str) -> dict[str, object] | None:
    """Return the texts and macros of a template file, by name; None if there is no such file."""
    from jinja2 import TemplateNotFound

    try:
        module = environment(location).get_template(path).make_module({"lang": lang})
    except TemplateNotFound:
        return None
    return {name: text for name, text in vars(module).items() if not name.startswith("_")}


def _file(location: ExamLocation, name: str) -> str:
    """Return the path of a template file for messages to the teacher."""
    if location.texts:
        return str(location.code)
    folder = (
        location.templates
        if location.is_outside
        else "templates/exams/" + location.package.removeprefix("answers.exams.").replace(".", "/")
    )
    return f"{folder}/{name}.html"
