"""A sheet to be printed: one of four faces, each with just what it needs; one call makes it a page or a PDF.

It is in "fr" or "en", any other language is a ValueError; a seed out of range is a CorrigeError, and words that the
exam lacks are a MissingWordsError.
"""

from base64 import b32encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, partial
from io import BytesIO
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from markupsafe import Markup

from answers.assets import shared_words
from answers.exam.environment import OWN, environment
from answers.exam.exam import Exam
from answers.exam.identity import NO_STUDENT, TOKEN_VERSION, Identity, Student, find_signature
from answers.exam.key import Key
from answers.exam.location import ExamLocation
from answers.exam.question import Evidence, Params
from answers.exam.typesetting import typeset
from answers.exam.words import Text, Words
from answers.flags import Flag
from answers.kinds.numbers.format import MINUS, format_decimal
from answers.kinds.parsing import Value
from answers.paper import Paper
from answers.sheets.layout import stamp
from answers.sheets.mark_steps import mark_steps
from answers.sheets.pdf import made_from, page_pdf, personal, unmarked
from answers.sheets.scan_page import IssuedPage, scan_views, with_pictures
from answers.sheets.view import ASKED, QuestionView, answer_label_of, is_plural, one_line, points_text, question_views

if TYPE_CHECKING:
    from jinja2 import Environment


@dataclass(frozen=True, slots=True)
class OralView:
    """An oral question and its computed answers, each after its label; None stands for "none"."""

    prompt: Text
    answers: tuple[tuple[Text, str | None], ...]


def oral_views(exam: Exam, words: Words, key: Key) -> tuple[OralView, ...]:
    """Return the oral questions that `key` answers."""
    return tuple(
        OralView(
            words.oral(oral.slug),
            tuple(
                _oral_answer(label, value, words.lang)
                for label, value in zip(words.oral_labels(oral.slug), key.oral[oral.slug], strict=True)
            ),
        )
        for oral in exam.oral
        if oral.slug in key.oral
    )


def _oral_answer(label: Text, value: Value | None, lang: str) -> tuple[Text, str | None]:
    if value is None:
        return label.removesuffix(ASKED), None
    text = format_decimal(value, lang, digits=6) if isinstance(value, float) else str(value).replace("-", MINUS)
    return answer_label_of(label, text), text


SHOWN_NAME = 40
SHORT_WEIGHT = 5
EVIDENCE = "evidence.html"
UNKNOWN = "\ue002"
"""In the place of a token: it tells what the page shows without it."""


@dataclass(frozen=True, slots=True)
class Blank:
    """What a student fills in: a PDF form."""

    face: ClassVar = "blank"
    key: ClassVar[None] = None
    paper: ClassVar[None] = None
    flags: ClassVar[tuple[Flag, ...]] = ()

    exam: Exam
    u0: int
    student: Student = NO_STUDENT

    @property
    def params(self) -> Params:
        """What the seed draws."""
        return self.exam.drawn(self.u0)


@dataclass(frozen=True, slots=True)
class _Answered:
    """What all faces with answers have; ValueError if the key, or the paper, is of another exam."""

    exam: Exam
    key: Key

    def __post_init__(self) -> None:
        if self.key.exam != self.exam.name:
            raise ValueError(f"this is a key of {self.key.exam}, not of {self.exam.name}")

    @property
    def u0(self) -> int:
        """The seed."""
        return self.key.u0

    @property
    def params(self) -> Params:
        """What the seed drew."""
        return self.key.params

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What is remarkable of the sheet."""
        return self.key.flags


@dataclass(frozen=True, slots=True)
class Model(_Answered):
    """The answers of the model seed, for students to check their programs against."""

    face: ClassVar = "model"
    paper: ClassVar[None] = None
    student: ClassVar = NO_STUDENT


@dataclass(frozen=True, slots=True)
class ExaminerKey(_Answered):
    """Answers, points, tolerances and evidence, for examiners only."""

    face: ClassVar = "key"
    paper: ClassVar[None] = None
    student: Student = NO_STUDENT


@dataclass(frozen=True, slots=True)
class Feedback(_Answered):
    """What a student gets back: each answer as it was read, its verdict, the value expected; scanned pages after it."""

    face: ClassVar = "feedback"

    paper: Paper
    student: Student = NO_STUDENT
    scan: tuple[IssuedPage, ...] = ()

    def __post_init__(self) -> None:
        _Answered.__post_init__(self)
        if self.paper.exam != self.exam.name:
            raise ValueError(f"this is a paper of {self.paper.exam}, not of {self.exam.name}")

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What is remarkable of the paper, and told to its student."""
        return self.paper.for_student.flags


Sheet: TypeAlias = Blank | Model | ExaminerKey | Feedback


def sheet_pdf(sheet: Sheet, *, lang: str = "fr", secret: str = "", version: int = TOKEN_VERSION) -> bytes:
    """Return a sheet as a PDF, fillable if it is a blank one: the same sheet gives the same bytes.

    The teacher's secret is for the digest of the identity token, of which an earlier `version` prints the sheet as it
    was printed then. Not guaranteed: that an exam with many parts fits two pages.
    """
    pdf = page_pdf(marked_html(sheet, lang=lang, secret=secret, version=version), fillable=isinstance(sheet, Blank))
    if isinstance(sheet, Feedback):
        return with_scan(pdf, sheet, lang)
    return signed(pdf, secret) if isinstance(sheet, Blank) else pdf


def with_scan(pdf: bytes, sheet: Feedback, lang: str) -> bytes:
    """Return the PDF of a marked paper with the pictures of the scanned pages given back with it."""
    if not sheet.scan:
        return pdf
    words = sheet.exam.words(lang)
    questions = question_views(sheet.exam, words, sheet.params, sheet.key, sheet.paper.for_student)
    return with_pictures(pdf, [view.page.picture for view in scan_views(sheet.scan, questions)])


def sheet_html(sheet: Sheet, *, lang: str = "fr", secret: str = "") -> str:
    """Return a sheet as an HTML document, to be laid out by `answers.sheets.pdf.render_pdf`."""
    return unmarked(marked_html(sheet, lang=lang, secret=secret))


def marked_html(sheet: Sheet, *, lang: str = "fr", secret: str = "", version: int = TOKEN_VERSION) -> str:
    """Return a sheet as an HTML document, where that is soon done with what is personal marked for `page_pdf`.

    Names of the student may be anything: they are escaped, put on one line, and cut with an ellipsis after 40
    characters.
    """
    exam, words = sheet.exam, sheet.exam.words(lang)
    student = sheet.student
    paper = sheet.paper.for_student if sheet.paper else None
    questions = question_views(exam, words, sheet.params, sheet.key, paper)
    page = partial(
        _environment(exam.location).get_template(f"faces/{sheet.face}.html").render,
        exam=exam.name,
        title=words.title,
        source=words.source,
        support=partial(_support, exam, lang),
        face=sheet.face,
        own=personal if _is_of_any_seed(sheet, lang, questions) else str,
        lang=lang,
        words=shared_words(lang),
        u0=sheet.u0,
        points=exam.points,
        student=Student(*(one_line(text, SHOWN_NAME) for text in (student.id, student.name, student.first_name))),
        questions=questions,
        scan=scan_views(sheet.scan, questions) if isinstance(sheet, Feedback) else (),
        oral=oral_views(exam, words, sheet.key) if sheet.key else (),
        flags=sheet.flags,
        key=sheet.key,
        paper=paper,
    )
    html = page(token=UNKNOWN)
    look = _look(unmarked(html).replace(UNKNOWN, "")) if isinstance(sheet, Blank) else ""
    return html.replace(UNKNOWN, Identity(exam.name, sheet.u0, student.stem, look, version).token(secret))


def _is_of_any_seed(sheet: Sheet, lang: str, questions: Sequence[QuestionView]) -> bool:
    """Whether a sheet is to be filled in, and asks what it asks with the model seed: else it shares no layout."""
    return isinstance(sheet, Blank) and questions == _asked_of_model(sheet.exam, sheet.exam.words(lang))


@lru_cache(4)
def _asked_of_model(exam: Exam, words: Words) -> Sequence[QuestionView]:
    return question_views(exam, words, exam.drawn(exam.model_seed), None, None)


def _look(html: str) -> str:
    return b32encode(bytes.fromhex(made_from(html, fillable=True))[:5]).decode().lower()


def _support(exam: Exam, lang: str, number: int, evidence: Evidence) -> Markup:
    """The evidence of question `number`, laid out by the template of the exam that gave it, if that has one."""
    source = exam.source(exam.questions[number - 1])
    if not source.location.templates.joinpath(EVIDENCE).is_file():
        return Markup("")
    template = _environment(source.location).get_template(f"{OWN}{EVIDENCE}")
    shown = template.render(evidence=evidence, texts=source.words(lang), lang=lang, words=shared_words(lang))
    return Markup(shown)  # noqa: S704 (made by Jinja, which escaped it)


@cache
def _environment(location: ExamLocation) -> "Environment":
    """The exam's environment with what only pages need."""
    made = environment(location).overlay()
    made.tests = {**made.tests, "plural": is_plural}
    own = {"heaviest": heaviest, "one_line": one_line, "points": points_text, "steps": mark_steps, "typeset": typeset}
    made.filters = {**made.filters, **own}
    return made


def heaviest(support: Iterable[tuple[int, str]], count: int, lang: str) -> list[tuple[int, str]]:
    """Return the `count` plans of largest probability, exact as text ("2/45"), the ties in order, with short texts."""
    exact = [(plan, Fraction(weight)) for plan, weight in support]
    first = sorted(exact, key=lambda item: (-item[1], item[0]))[:count]
    return [(plan, _weight_text(weight, lang)) for plan, weight in first]


def _weight_text(weight: Fraction, lang: str) -> str:
    exact = str(weight)
    return exact if len(exact) <= SHORT_WEIGHT else format_decimal(weight, lang, digits=3)


def signed(pdf: bytes, secret: str) -> bytes:
    """Return a blank sheet with the code and the marks of each page, and the signature of what its pages then show.

    By the signature a reader knows that nothing else was drawn on them. `pdf` has its token among its metadata, and the
    same one gives the same bytes. An empty secret only guards against slips.
    """
    import pikepdf

    from answers.exam.page_digest import PAGES_KEY, TOKEN_KEY, drawing, page_signature

    with pikepdf.open(BytesIO(pdf)) as document:
        told = document.trailer["/Info"]
        signature = find_signature(str(told[TOKEN_KEY]), secret)
        assert signature
        for number, page in enumerate(document.pages, start=1):
            drawn = stamp(signature.identity.page_code(number, secret), number, float(page.mediabox[3]))
            page.Contents = document.make_stream(drawn + b"\n" + page.Contents.read_bytes())
        told[PAGES_KEY] = pikepdf.String(page_signature(str(told[TOKEN_KEY]), drawing(document), secret))
        stream = BytesIO()
        document.save(stream, deterministic_id=True)
        return stream.getvalue()
