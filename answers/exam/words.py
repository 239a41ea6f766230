"""Every word that a student reads of an exam: the macros and texts of its templates, one file a language.

A file `fr.html` is a Jinja template that defines, and a translator finds nothing elsewhere:

- `title` and `source`, texts: ``{% set title = "…" %}``;
- `question_7(drawn)` for each question, its prompt;
- `labels_7(part)`, or one macro a part, `labels_7a()`: the labels of its items, one a line;
- `note_7(drawn)`, if wanted: what the examiner's key says of the question as a whole;
- `how_7(drawn, answers, evidence, wrong, steps)`, if wanted: what feedback says to who went wrong, in a line: how the
  answers are obtained; `answers` and `evidence` are those of the question's parts, `wrong` has the items that are not
  right, from 0, by letter, and `steps` what the exam's `steps.py` computes: see `answers.exam.how`;
- `oral_<slug>()` and `labels_oral_<slug>()` for each oral question;
- other texts by any name, for its own evidence and plots.

What both languages write alike stands once, in `shared.html`: a text that `fr.html` lacks is looked for there, and then
in a book that several exams share, if `fr.html` names one: ``{% set also = "books/…/mistakes_fr.html" %}``.

A macro takes what it names of `drawn` (the parameters), `part` (a letter), `lang`, and two functions: `Q(3)` is the
number that question 3 has on the paper, `D(2)` how definition 2 is called there.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeAlias

from markupsafe import Markup, escape

from answers.exam.environment import OWN, environment
from answers.exam.home import Home
from answers.exam.part import Part
from answers.exam.question import Params
from answers.exam.typography import typeset, typeset_page
from answers.messages import Message

LANGUAGES = ("fr", "en")
SUBJECT_WORDS = "subject_"
SOLUTION_WORDS = "solution_"
"""How the files of a booklet's words begin, before the language."""
SHARED = "shared"
"""The file of what both languages write alike."""
ALSO = "also"
"""What a file calls the path of a book whose texts the exam shares with others."""

REFERENCES = {"D": "D{}".format, "Q": str}
"""How a text calls a definition and a question of its own exam."""

Text: TypeAlias = Markup
"""Text fit for a page; `plain` makes a terminal's text of it."""


class MissingWordsError(LookupError):
    """A template lacks a text: a fault of the exam, a teacher's own if `is_outside`; `corrige check` names the file."""

    def __init__(self, cause: str, place: str, *, is_outside: bool = False) -> None:
        super().__init__(f"{place}: {cause}")
        self.cause, self.place, self.is_outside = cause, place, is_outside


class Words:
    """The words of an exam in one language."""

    def __init__(self, home: Home, lang: str, book: str = "") -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"words are in {' or '.join(LANGUAGES)}, not {lang!r}")
        self.lang = lang
        self.place = _file(home, f"{book}{lang}")
        self._is_outside = home.is_outside
        self._places: dict[str, str] = {}  # of texts that stand elsewhere than in the file of the language
        own = _texts(home, f"{book}{lang}", lang)
        if own is None:
            raise self._lacks(Message("there is no such file"))
        also = own.pop(ALSO, None)
        common = {} if also is None else _texts_at(home, str(also), lang)
        if common is None:
            raise self._lacks(Message("there is no book {name}", name=also))
        shared = _texts(home, SHARED, lang) or {}
        self._known = {**common, **shared, **own}
        elsewhere = {**dict.fromkeys(common, f"templates/{also}"), **dict.fromkeys(shared, _file(home, SHARED))}
        self._places |= {name: place for name, place in elsewhere.items() if name not in own}

    @property
    def title(self) -> Text:
        """Name of the exam."""
        return self.say("title")

    @property
    def source(self) -> Text:
        """The document that the exam follows."""
        return self.say("source")

    def prompt(self, number: int, drawn: Params) -> Text:
        """Return what a question asks, with the parameters drawn."""
        return self.say(f"question_{number}", drawn=drawn)

    def labels(self, part: Part, drawn: Params) -> tuple[Text, ...]:
        """Return the label of each item of a part.

        Raises
        ------
        MissingWordsError
            If there is no macro for them, or their number is not that of the items.
        """
        own, common = f"labels_{part.id}", f"labels_{part.question}"
        name = own if self.has(own) else common
        found = self._lines(name, drawn=drawn, part=part.letter)
        if len(found) != part.count:
            values = Message(
                "the value of part {part_id}",
                plural="the {count} values of part {part_id}",
                count=part.count,
                part_id=part.id,
            )
            lines = Message("{count} line", plural="{count} lines", count=len(found))
            cause = Message("{name} has {lines} for {values}", name=name, lines=lines, values=values)
            raise self._lacks(cause, name)
        return found

    def note(self, number: int, drawn: Params) -> Text | None:
        """Return what the key says of a question as a whole, or None."""
        name = f"note_{number}"
        return self.say(name, drawn=drawn) if self.has(name) else None

    def mistake(self, slug: str) -> Text:
        """Return what a student is told of a known mistake."""
        return self.say(mistake_name(slug))

    def oral(self, slug: str) -> Text:
        """Return an oral question."""
        return self.say(f"oral_{_name(slug)}")

    def oral_labels(self, slug: str) -> tuple[Text, ...]:
        """Return the labels of an oral question's answers."""
        return self._lines(f"labels_oral_{_name(slug)}")

    def has(self, name: str) -> bool:
        """Whether there is a text or macro of this name."""
        return name in self._known

    @property
    def names(self) -> frozenset[str]:
        """Names of all texts and macros."""
        return frozenset(self._known)

    def say(self, name: str, **told: object) -> Text:
        """Return a text, typeset; a macro is given what it names of `told` and `lang`.

        Raises
        ------
        MissingWordsError
            If there is none of this name.
        """
        return Markup(typeset(escape(self.text(name, told))))  # noqa: S704 (made by Jinja, which escaped it)

    def page(self, name: str, **told: object) -> Text:
        """Return a long text, of paragraphs, listings and figures, typeset; otherwise as `say`."""
        return Markup(typeset_page(escape(self.text(name, told))))  # noqa: S704 (made by Jinja, which escaped it)

    def _lacks(self, cause: str, name: str = "") -> MissingWordsError:
        """What is wrong with a text, in the file where it stands."""
        return MissingWordsError(cause, self._places.get(name, self.place), is_outside=self._is_outside)

    def _lines(self, name: str, **told: object) -> tuple[Text, ...]:
        lines: Iterable[str] = str(escape(self.text(name, told))).split("\n")
        return tuple(Markup(typeset(line)) for line in lines if line.strip())  # noqa: S704 (made by Jinja)

    def text(self, name: str, told: Mapping[str, object]) -> object:
        """Return a text as its template has it, before it is typeset; otherwise as `say`."""
        if not self.has(name):
            raise self._lacks(Message("there is no {name}", name=name))
        from jinja2.runtime import Macro

        found = self._known[name]
        if not isinstance(found, Macro):
            return found
        known = {**REFERENCES, **told, "lang": self.lang}
        return found(**{argument: known[argument] for argument in found.arguments if argument in known})


def mistake_name(slug: str) -> str:
    """Return how the words call the sentence of a known mistake."""
    return f"mistake_{_name(slug)}"


def plain(text: Text) -> str:
    """Return a text as a terminal shows it: no tags, no entities."""
    return text.striptags()


@cache
def words_at(home: Home, lang: str, book: str = "") -> Words:
    """Return the words of the exam that lives at `home`, those of its sheets or of a book: `<book><lang>.html`.

    Raises
    ------
    MissingWordsError
        If there is no file for the language.
    ValueError
        If the language is unknown.
    """
    return Words(home, lang, book)


def _texts(home: Home, name: str, lang: str) -> dict[str, object] | None:
    """Return the texts and macros of a file of the exam by name; None if it has no such file."""
    return _texts_at(home, f"{OWN}{name}.html", lang)


def _texts_at(home: Home, path: str, lang: str) -> dict[str, object] | None:
    from jinja2 import TemplateNotFound

    try:
        module = environment(home).get_template(path).make_module({"lang": lang})
    except TemplateNotFound:
        return None
    return {name: text for name, text in vars(module).items() if not name.startswith("_")}


def _file(home: Home, name: str) -> str:
    """How a teacher is told which file it is."""
    folder = home.templates if home.is_outside else f"templates/exams/{home.package.rpartition('.')[2]}"
    return f"{folder}/{name}.html"


def _name(slug: str) -> str:
    return slug.replace("-", "_")
