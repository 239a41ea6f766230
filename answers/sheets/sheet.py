"""Define the four kinds of sheets (blank, model, key, feedback), and render them as HTML or PDF.

Sheets are in "fr" or "en"; another language is a ValueError. A seed out of range is a CorrigeError, and a text that the
exam lacks is a MissingWordsError.
"""

from base64 import b32encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from io import BytesIO
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from markupsafe import Markup

from answers.assets import shared_words
from answers.exam.environment import OWN, environment
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.location import ExamLocation
from answers.exam.question import Evidence
from answers.exam.words import Text, Words
from answers.files import saved
from answers.flags import APPEAL, MISTAKE
from answers.kinds.numbers.format import MINUS, format_decimal
from answers.kinds.numbers.numbers import Numbers
from answers.paper import Paper, Verdict
from answers.sheets.identity import NO_STUDENT, TOKEN_VERSION, Identity, Student, find_signature
from answers.sheets.layout import field_lines, stamp
from answers.sheets.mark_steps import mark_steps
from answers.sheets.pdf import FEEDBACK_STYLE, made_from
from answers.sheets.scan_page import IssuedPage, scan_views, with_pictures
from answers.sheets.shared_layout import LAYOUTS, PLACEHOLDERS, Page, page_pdf, with_texts
from answers.sheets.subject import has_subject
from answers.sheets.view import ASKED, QuestionView, answer_label_of, is_plural, one_line, points_text, question_views
from answers.typesetting import typeset

if TYPE_CHECKING:
    from jinja2 import Environment


@dataclass(frozen=True, slots=True)
class OralView:
    """An oral question and its computed answers, each with a label; an answer is None if no value exists."""

    prompt: Text
    answers: tuple[tuple[Text, str | None], ...]


def oral_views(exam: Exam, words: Words, key: Key) -> tuple[OralView, ...]:
    """Return the oral questions of an exam for which `key`, the right answers for a seed, has values."""
    views = []
    for oral in exam.oral:
        if oral.slug not in key.oral:
            continue
        answers: list[tuple[Text, str | None]] = []
        for label, value in zip(words.oral_labels(oral.slug), key.oral[oral.slug], strict=True):
            if value is None:
                answers.append((label.removesuffix(ASKED), None))
                continue
            text = (
                format_decimal(value, words.lang, digits=6)
                if isinstance(value, float)
                else str(value).replace("-", MINUS)
            )
            answers.append((answer_label_of(label, text), text))
        views.append(OralView(words.oral(oral.slug), tuple(answers)))
    return tuple(views)


SHOWN_NAME, EARLIER_NAME = 100, 40
"""The most characters of a name that are printed, and on sheets with tokens of versions before 4."""
SHORT_WEIGHT = 5
EVIDENCE = "evidence.html"
LONG_NAME, LONGEST_NAME = 25, 40
"""Names with more characters than the first number are printed smaller, with more than the second on several lines."""
NAME_LINES, NAME_WIDTHS, NAME_SIZES = 3, {"name": 160.0, "first_name": 143.0}, (6, 5)
"""The lines of a longest name for the first of the font sizes, and the widths of its field, in points."""
HEAD_SIZE = 8
"""The font size in points of the head of further pages with a longest name."""


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """A blank answer sheet for a student, a PDF form with the questions of the seed `u0`."""

    kind: ClassVar = "blank"
    key: ClassVar[None] = None
    paper: ClassVar[None] = None

    exam: Exam
    u0: int
    student: Student = NO_STUDENT


@dataclass(frozen=True, slots=True)
class _Answered:
    """A sheet with the right answers of a seed; ValueError if the key belongs to another exam."""

    exam: Exam
    key: Key

    def __post_init__(self) -> None:
        if self.key.exam != self.exam.name:
            raise ValueError(f"this is a key of {self.key.exam}, not of {self.exam.name}")

    @property
    def u0(self) -> int:
        return self.key.u0


@dataclass(frozen=True, slots=True)
class Model(_Answered):
    """The model sheet: the right answers for the exam's model seed, with which students check their programs."""

    kind: ClassVar = "model"
    paper: ClassVar[None] = None
    student: ClassVar = NO_STUDENT


@dataclass(frozen=True, slots=True)
class ExaminerKey(_Answered):
    """The key for examiners: right answers for a seed, points, tolerances and evidence."""

    kind: ClassVar = "key"
    paper: ClassVar[None] = None
    student: Student = NO_STUDENT


@dataclass(frozen=True, slots=True)
class Feedback(_Answered):
    """A marked paper for its student; ValueError if the key or the paper belongs to another exam."""

    kind: ClassVar = "feedback"

    paper: Paper
    student: Student = NO_STUDENT
    scan: tuple[IssuedPage, ...] = ()

    def __post_init__(self) -> None:
        _Answered.__post_init__(self)
        if self.paper.exam != self.exam.name:
            raise ValueError(f"this is a paper of {self.paper.exam}, not of {self.exam.name}")


@dataclass(frozen=True, slots=True)
class ReplyView:
    """A student's appeal with the teacher's reply, as printed on feedback.

    `item` is the item or part that the appeal is about, `reason` the student's text, `answer` the teacher's reply, and
    `points` the present score, such as "0,5 / 1"; empty while the teacher has not looked at the appeal.
    """

    item: str
    reason: str
    answer: str
    points: str


def reply_views(paper: Paper, lang: str) -> tuple[ReplyView, ...]:
    """Return the appeals of a paper with the teacher's replies, or whether the teacher has looked at them."""
    words, views = shared_words(lang)["appeal"], []
    for flag in paper.flags:
        if flag.slug != APPEAL.slug:
            continue
        item, _, reason = flag.detail.partition(" – ")
        part_id, _, number = item.partition(".")
        part, at = paper.parts.get(part_id), int(number or 0) - 1
        points = ""
        if part and at < len(part.items) and flag.is_acknowledged:
            score, most = (part.items[at].score, part.share(at)) if number else (part.score, part.points)
            points = f"{points_text(score, lang)} / {points_text(most, lang)}"
        answer = (
            f"{words['answer']} {flag.reason}" if flag.reason else words["seen" if flag.is_acknowledged else "open"]
        )
        views.append(ReplyView(item, reason, answer, points))
    return tuple(views)


Sheet: TypeAlias = BlankSheet | Model | ExaminerKey | Feedback


def sheet_pdf(
    sheet: Sheet, *, lang: str = "fr", secret: str = "", version: int = TOKEN_VERSION, shares_layout: bool = True
) -> bytes:
    """Return a sheet as a PDF, a blank sheet as a PDF form; the same sheet gives the same bytes.

    `secret` is the teacher's secret, with which the token of the sheet is signed. With an earlier `version` of the
    token, the sheet is printed as it was then. Without `shares_layout`, the first blank sheet takes a third of the
    time, but each further one takes longer; the pages are the same, the bytes are not.

    Not guaranteed: that an exam with many parts fits on two pages.
    """
    page = sheet_page(sheet, lang=lang, secret=secret, version=version)
    pdf = page_pdf(page if shares_layout else replace(page, html=page.whole, texts={}))
    if isinstance(sheet, Feedback):
        return with_scan(pdf, sheet, lang)
    return signed(pdf, secret) if isinstance(sheet, BlankSheet) else pdf


def with_scan(pdf: bytes, sheet: Feedback, lang: str) -> bytes:
    """Return `pdf`, the PDF of a marked paper, with the pictures of its scanned pages laid over its last pages."""
    if not sheet.scan:
        return pdf
    words = sheet.exam.words(lang)
    questions = question_views(sheet.exam, words, sheet.key.params, sheet.key, sheet.paper.for_student)
    return with_pictures(pdf, [view.page.picture for view in scan_views(sheet.scan, questions)])


def sheet_html(sheet: Sheet, *, lang: str = "fr", secret: str = "") -> str:
    """Return the HTML document from which the PDF of a sheet is made."""
    return sheet_page(sheet, lang=lang, secret=secret).whole


def sheet_page(sheet: Sheet, *, lang: str = "fr", secret: str = "", version: int = TOKEN_VERSION) -> Page:
    """Return a sheet as HTML to render; blank sheets with the same questions share their HTML and layout.

    The names of the student are escaped, and cut with an ellipsis after `SHOWN_NAME` characters. The token of a blank
    sheet has a digest of the printed content, computed without the token.
    """
    exam, words, student = sheet.exam, sheet.exam.words(lang), sheet.student
    identity = Identity(exam.name, sheet.u0, student.stem, version=version)
    limit = SHOWN_NAME if version > 3 else EARLIER_NAME
    shown = Student(*(one_line(text, limit) for text in (student.id, student.name, student.first_name)))
    texts = {
        "token": identity.token(secret),
        "u0": str(sheet.u0),
        "who": shown.display_name,
        "name": shown.name,
        "first_name": shown.first_name,
    }
    paper = sheet.paper.for_student if sheet.paper else None
    params = sheet.key.params if sheet.key else exam.drawn(sheet.u0)
    questions = question_views(exam, words, params, sheet.key, paper, version)
    if not isinstance(sheet, BlankSheet):
        if paper is None:
            return Page(_html(sheet, words, questions, texts))
        may_appeal = bool(secret and student.stem)  # the signature says whose appeal it is
        html = _html(sheet, words, questions, texts, paper=paper, may_appeal=may_appeal)
        return Page(html, fillable=may_appeal, style=FEEDBACK_STYLE)
    placeholders = {name: placeholder if texts[name] else "" for name, placeholder in PLACEHOLDERS.items()}
    long_names = tuple((name, _wrapped_size(name, texts[name])) for name in NAME_WIDTHS if len(texts[name]) > LONG_NAME)
    if any(size for _, size in long_names):
        long_names += (("who", HEAD_SIZE),)
    is_shared = questions == _model_questions(exam, words, version)
    if is_shared:
        html = _shared_html(exam, words, tuple(placeholders.items()), long_names, version)
    else:
        html = _html(sheet, words, questions, placeholders, long_names, version=version)
    digest = made_from(with_texts(html, texts | {"token": ""}), fillable=True)
    content_hash = b32encode(bytes.fromhex(digest)[:5]).decode().lower()
    texts["token"] = replace(identity, content_hash=content_hash).token(secret)
    return Page(html, texts, fillable=True) if is_shared else Page(with_texts(html, texts), fillable=True)


def _wrapped_size(field: str, name: str) -> int:
    """Return the font size in points of a name on several lines in its field, 0 for a name on one line."""
    if len(name) <= LONGEST_NAME:
        return 0
    large, small = NAME_SIZES
    return large if len(field_lines(name, NAME_WIDTHS[field], large)) <= NAME_LINES else small


@lru_cache(4)
def _model_questions(exam: Exam, words: Words, version: int) -> Sequence[QuestionView]:
    return question_views(exam, words, exam.drawn(exam.model_seed), version=version)


@lru_cache(LAYOUTS)
def _shared_html(
    exam: Exam,
    words: Words,
    placeholders: tuple[tuple[str, str], ...],
    long_names: tuple[tuple[str, int], ...],
    version: int,
) -> str:
    blank = BlankSheet(exam, exam.model_seed)
    return _html(blank, words, _model_questions(exam, words, version), dict(placeholders), long_names, version=version)


def _html(  # noqa: PLR0913 - what the templates of all documents show
    sheet: Sheet,
    words: Words,
    questions: Sequence[QuestionView],
    texts: Mapping[str, str],
    long_names: Iterable[tuple[str, int]] = (),
    *,
    paper: Paper | None = None,
    may_appeal: bool = False,
    version: int = TOKEN_VERSION,
) -> str:
    """Return the HTML of a sheet with personal texts, or their placeholders, by the names of `PLACEHOLDERS`."""
    # `long_names` has the fields of names that are printed smaller, with the font size of those on several lines, else
    # 0, and "who" with that of the head of further pages. `paper` has the marks as the student may see them, None
    # except for feedback. With `may_appeal`, feedback ends with a form for appeals.
    exam, lang = sheet.exam, words.lang
    items = [item for part in paper.parts.values() for item in part.items] if paper else []
    template = _environment(exam.location).get_template(f"faces/{sheet.kind}.html")
    return template.render(
        **texts,
        exam=exam.name,
        title=words.title,
        source=words.source,
        support=partial(_support, exam, lang),
        kind=sheet.kind,
        lang=lang,
        words=shared_words(lang),
        points=exam.points,
        long_names=dict(long_names),
        questions=questions,
        scan=scan_views(sheet.scan, questions) if isinstance(sheet, Feedback) and sheet.scan else (),
        oral=oral_views(exam, words, sheet.key) if sheet.key else (),
        flags=[flag for shown in (paper or sheet.key,) if shown for flag in shown.flags if flag.slug != APPEAL.slug],
        replies=reply_views(paper, lang) if paper else (),
        may_appeal=may_appeal,
        version=version,
        only_integers=all(isinstance(part.kind, Numbers) and part.kind.domain.integer for part in exam.parts),
        key=sheet.key,
        paper=paper,
        has_subject=has_subject(exam),
        has_followed=any(item.verdict is Verdict.FOLLOW_THROUGH for item in items),
        has_mistake=any(item.note is not None and item.note.slug == MISTAKE for item in items),
    )


def _support(exam: Exam, lang: str, number: int, evidence: Evidence) -> Markup:
    """Return the evidence for question `number`, rendered by a template of its exam, empty if there is no template."""
    source = exam.sources.get(exam.questions[number - 1].origin, exam)
    if not source.location.templates.joinpath(EVIDENCE).is_file():
        return Markup("")
    template = _environment(source.location).get_template(f"{OWN}{EVIDENCE}")
    shown = template.render(evidence=evidence, texts=source.words(lang), lang=lang, words=shared_words(lang))
    return Markup(shown)  # noqa: S704 (escaped by Jinja)


@cache
def _environment(location: ExamLocation) -> "Environment":
    """Return the template environment of an exam, with the filters and tests of pages."""
    pages = environment(location).overlay()
    pages.tests = {**pages.tests, "plural": is_plural}
    filters = {
        "heaviest": heaviest,
        "one_line": one_line,
        "points": points_text,
        "steps": mark_steps,
        "typeset": typeset,
    }
    pages.filters = {**pages.filters, **filters}
    return pages


def heaviest(support: Iterable[tuple[int, str]], count: int, lang: str) -> list[tuple[int, str]]:
    """Return the `count` plans in `support` with the largest probabilities, each with its probability as a short text.

    `support` has pairs of the number of a plan and its exact probability, such as "2/45". Plans of equal probability
    are in the order of their numbers.
    """
    exact = [(plan, Fraction(weight)) for plan, weight in support]
    first = sorted(exact, key=lambda item: (-item[1], item[0]))[:count]
    return [
        (plan, str(weight) if len(str(weight)) <= SHORT_WEIGHT else format_decimal(weight, lang, digits=3))
        for plan, weight in first
    ]


def signed(pdf: bytes, secret: str) -> bytes:
    """Return a blank sheet with a QR code and corner marks on each page, and with a signature of all its pages.

    The signature shows that nothing else was drawn on the pages afterwards. `pdf` must have its token in its metadata.
    The texts in its fields are drawn, for programs that do not draw them from the values. The same input gives the same
    bytes. With an empty secret, the signature protects only from accidents.
    """
    import pikepdf

    from answers.sheets.appearances import draw_values
    from answers.sheets.page_digest import PAGES_KEY, TOKEN_KEY, drawing, page_signature

    with pikepdf.open(BytesIO(pdf)) as document:
        info = document.trailer["/Info"]
        signature = find_signature(str(info[TOKEN_KEY]), secret)
        assert signature
        for number, page in enumerate(document.pages, start=1):
            drawn = stamp(signature.identity.token(secret, number), number, float(page.mediabox[3]))
            page.Contents = document.make_stream(drawn + b"\n" + page.Contents.read_bytes())
        draw_values(document)
        info[PAGES_KEY] = pikepdf.String(page_signature(str(info[TOKEN_KEY]), drawing(document), secret))
        return saved(document.save, deterministic_id=True)
