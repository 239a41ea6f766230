import re
from dataclasses import replace
from fractions import Fraction
from html import unescape
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pikepdf
import pytest
from pypdf import PdfReader

from answers.assets import shared_words
from answers.classroom.overrides import whole_mark
from answers.exam.catalogue import adjusted, load_exam
from answers.exam.key import make_key
from answers.exam.question import Oral
from answers.exam.settings import ExamSettings, MarkRules, Penalty, Per
from answers.exam.words import LANGUAGES, plain
from answers.flags import READERS_DISAGREE, Flag, Note, Place
from answers.kinds.tolerance import Tolerance
from answers.paper import Mark, Paper, PartMarks, Verdict
from answers.sheets import pdf as pdf_module
from answers.sheets import sheet as module
from answers.sheets.identity import Identity, Student, find_signature
from answers.sheets.layout import stamp
from answers.sheets.mark_steps import mark_steps
from answers.sheets.page_digest import drawing, page_signature
from answers.sheets.pdf import render_pdf
from answers.sheets.sheet import (
    BlankSheet,
    ExaminerKey,
    Feedback,
    Model,
    oral_views,
    sheet_html,
    sheet_page,
    sheet_pdf,
    signed,
)
from tests.answers.exam.copies import copy_of_tiny, edit
from tests.answers.sheets.samples import NASH, nash_key, paper_of, text_of
from tests.answers.tiny import TINY

HOSTILE = [
    "<script>alert(1)</script>",
    '"><input name="q1a_1" value="7">',
    "{{ 7 * 7 }}{% raw %}",
    "=cmd|' /C calc'!A0",
    "../../etc/passwd",
    "\u202egnp.exe\u2066\u0000\x1b[31m\r\n\u2028x",
    "\ud800 lone",
    "n" * 5000,
    " \n" * 5000 + "n",
    "e" + "\u0301" * 5000,
    "&lt;b&gt;",
]

KNOWN = Student("s03", "Three", "Student")


def fields(html: str) -> dict[str, str]:
    """Values of the inputs by name."""
    inputs = re.findall(r"<(?:input|textarea) ([^>]*)>", html)
    pairs = [dict(re.findall(r'(\w+)="([^"]*)"', attributes)) for attributes in inputs]
    return {pair["name"]: unescape(pair.get("value", "")) for pair in pairs}


def tiny_feedback(marks: dict[str, tuple[Mark, ...]], lang: str = "en", flags: tuple[Flag, ...] = ()) -> str:
    paper = paper_of(TINY, marks, u0=10, flags=flags)
    return sheet_html(Feedback(TINY, make_key(TINY, 10), paper), lang=lang)


def test_a_part_has_its_letter_before_its_row_and_one_beside_another_before_its_first_label():
    rows = re.findall('<p class="rows.*?</p>', sheet_html(BlankSheet(load_exam("dice"), 10), lang="en"), re.DOTALL)
    assert re.findall(r"[ab]\)[^<=≃]*", rows[1]) == ["a)\t", "b)\t"]
    assert re.findall(r"[ab]\) ", rows[4]) == ["a) ", "b) "]


def test_a_model_prints_the_answers_of_a_seed_with_a_tilde():
    text = text_of(sheet_html(Model(TINY, make_key(TINY, 10)), lang="en"))
    assert "ũ₀ = 10" in text
    assert "u₀ = 10 2 u₀ = 20" in text
    assert "u₀ / 4 = 5/2 = 2.5" in text
    assert not fields(sheet_html(Model(TINY, make_key(TINY, 10))))


def test_a_key_prints_points_tolerances_and_exact_values():
    text = text_of(sheet_html(ExaminerKey(TINY, make_key(TINY, 10, fingerprint="abcd")), lang="fr"))
    assert "Question 1 (2 pts : a 1 · b 1) valeur exacte demandée" in text.replace("\u202f", " ")
    assert "Question 2 (3 pts) tolérance ± 0,1" in text
    assert "5/2 = 2,5" in text
    assert "abcd" in text


def test_a_key_shows_games_strategies_draws_and_oral_answers():
    html = sheet_html(ExaminerKey(NASH, nash_key()), lang="en")
    text = text_of(html)
    assert html.count('class="board"') == 9
    assert "iPD(1,4): (0, 3)" in text
    assert "P1 60/10000: 0 (0.0167), 1 (0.0167)," in text
    assert "and 54 more" in text
    assert "value between 29/45 and 30/45" in text
    assert "PD(2,2) = none ; PD(3,3) = 1/2" in text
    assert "0.125" in text
    assert "12345678901234567890" not in text
    assert "0123456789abcdef" in text


def test_a_marked_paper_shows_answers_verdicts_expected_values_and_points():
    marks = {
        "1a": (Mark("10", Verdict.RIGHT, None, Fraction(1, 2)), Mark("21", Verdict.WRONG, None, Fraction(0))),
        "1b": (
            Mark("1,1", Verdict.UNREADABLE, Note("ambiguous"), Fraction(0)),
            Mark("x", Verdict.FOLLOW_THROUGH, Note("made-up-note"), Fraction(1, 2)),
        ),
    }
    text = text_of(tiny_feedback(marks, flags=(READERS_DISAGREE("q1a_2"), Flag("unknown-flag"))))
    assert "Total 1 / 5 provisional" in text
    assert "10 ✓" not in text  # a right answer without a remark is not repeated
    assert "[a 0.5/1, b 0.5/1]" in text
    assert "a) 2 u₀: 21 ✗ expected 20" in text
    assert "1,1 ? unreadable, expected 11 – ambiguous number – " in text
    assert "x ≈ consistent, expected 21 – made-up-note" in text
    assert "Question 2: 0 / 3 [± 0.1]" in text
    assert "– no answer, expected 5/2 = 2.5" in text
    assert "To work on: question 2 (no answer) (−3 pts); question 1 (pending) (−1 pt)." in text
    assert "box q1a_2" in text
    assert "unknown-flag" in text


def test_a_total_is_provisional_as_long_as_an_item_waits_for_the_teacher():
    for verdict, shown in ((Verdict.UNREADABLE, True), (Verdict.WRONG, False), (Verdict.BLANK, False)):
        marks = {"1a": (Mark("1,1", verdict, None, Fraction(0)), Mark("20", Verdict.RIGHT, None, Fraction(1, 2)))}
        for lang, word in (("en", "0.5 / 5 provisional"), ("fr", "0,5 / 5 provisoire")):
            assert (word in text_of(tiny_feedback(marks, lang=lang))) is shown


def test_feedback_tells_subtotals_and_how_an_answer_is_obtained_to_who_went_wrong():
    right, wrong = Mark("1", Verdict.RIGHT, None, Fraction(1, 2)), Mark("1", Verdict.WRONG, None, Fraction(0))
    text = text_of(tiny_feedback({"1a": (right, wrong), "1b": (right, right)}))
    assert text.index("Question 2: 0 / 3") < text.index("Question 1: 1.5 / 2")  # most points lost first
    assert "n and 2n: 10; 20." in text
    assert "The teacher’s comment" in text
    assert "n and 2n" not in text_of(tiny_feedback({"1a": (right, right), "1b": (right, right)}))


def test_a_part_or_a_question_worth_nothing_has_no_points_on_feedback():
    """As after `class decide 1b --everybody --leave-out`, or for all of question 2."""
    right, wrong = Mark("1", Verdict.RIGHT, None, Fraction(1, 2)), Mark("1", Verdict.WRONG, None, Fraction(0))
    paper = paper_of(TINY, {"1a": (right, wrong), "1b": (wrong, wrong), "2": (wrong,)}, u0=10)
    parts = {name: replace(marks, points=Fraction(name == "1a")) for name, marks in paper.parts.items()}
    text = text_of(sheet_html(Feedback(TINY, make_key(TINY, 10), replace(paper, parts=parts)), lang="en"))
    assert "Question 1: 0.5 / 1 [a 0.5/1]" in text
    assert "Question 2 " in text
    assert "/0" not in text.replace(" ", "")


def test_feedback_tells_what_is_right_in_part_with_the_value_expected():
    mark = Mark("9", Verdict.PARTLY_RIGHT, Note("decided-by-teacher:", " the way is right"), Fraction(1))
    message = "9 + points granted, expected 5/2 = 2.5 – the teacher’s decision: the way is right"
    assert message in text_of(tiny_feedback({"2": (mark,)}))


def test_a_right_question_is_a_few_words_and_equal_answers_share_a_row():
    right, wrong = Mark("1", Verdict.RIGHT, None, Fraction(1, 2)), Mark("1", Verdict.WRONG, None, Fraction(0))
    most = Mark("1", Verdict.RIGHT, None, Fraction(3))
    html = tiny_feedback({"1a": (right, wrong), "1b": (wrong, wrong), "2": (most,)})
    rows = [" ".join("".join(row.itertext()).split()) for row in fromstring(html).iter("li")]
    assert "✓ Right: 2." in text_of(html)
    assert "[a 0.5/1, b 0/1]" in text_of(html)
    assert [row.partition(": ")[2] for row in rows] == ["1 ✗ expected 20", "1 ; 1 ✗ expected 11 ; 21"]
    everything = text_of(tiny_feedback({"1a": (right, right), "1b": (right, right), "2": (most,)}))
    assert "All answers are right." in everything
    assert "To work on" not in everything


@pytest.mark.parametrize("raw", HOSTILE)
def test_what_a_student_wrote_is_shown_and_never_obeyed(raw):
    mark = Mark(raw, Verdict.WRONG, None, Fraction(0))
    html = tiny_feedback({"1a": (mark, mark), "1b": (mark, mark), "2": (mark,)}, flags=(Flag(raw),))
    assert "<script" not in html
    assert "<input" not in html
    assert "49" not in text_of(html).replace("u₀ = 10", "")
    assert len(html) < 20_000


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("face", [BlankSheet, ExaminerKey, Feedback])
def test_hostile_names_stay_text(name, face):
    key = make_key(TINY, 10)
    student = Student(name, name, name)
    sheets = (
        BlankSheet(TINY, 10, student),
        ExaminerKey(TINY, key, student),
        Feedback(TINY, key, paper_of(TINY, {}, u0=10), student),
    )
    html = sheet_html(next(sheet for sheet in sheets if isinstance(sheet, face)))
    assert "<script" not in html
    assert len(html) < 20_000
    html.encode()
    if face is BlankSheet:
        assert set(fields(html)) == set(fields(sheet_html(BlankSheet(TINY, 10))))
        assert len(fields(html)["name"]) <= 40


def test_only_a_blank_sheet_becomes_a_form(monkeypatch):
    monkeypatch.setattr(module, "page_pdf", lambda page: f"{page.fillable} {page.whole}".encode())
    monkeypatch.setattr(module, "signed", lambda pdf, *message: b" ".join((pdf, b"sealed", *map(str.encode, message))))
    key = make_key(TINY, 10)
    for sheet in (
        BlankSheet(TINY, 10),
        Model(TINY, key),
        ExaminerKey(TINY, key),
        Feedback(TINY, key, paper_of(TINY, {})),
    ):
        fillable = isinstance(sheet, BlankSheet)
        for messages in ({"lang": "en", "secret": "ours"}, {"lang": "fr", "secret": ""}):
            signature = f" sealed {messages['secret']}" if fillable else ""
            assert sheet_pdf(sheet, **messages).decode() == f"{fillable} {sheet_html(sheet, **messages)}{signature}"
        assert sheet_pdf(sheet) == sheet_pdf(sheet, lang="fr", secret="")
        assert sheet_html(sheet) == sheet_html(sheet, lang="fr", secret="")


def test_no_face_is_printed_from_another_exams_key():
    for face in (Model, ExaminerKey):
        with pytest.raises(ValueError, match="a key of nash, not of tiny"):
            face(TINY, nash_key(10))
    with pytest.raises(ValueError, match="a paper of nash, not of tiny"):
        Feedback(TINY, make_key(TINY, 17), paper_of(NASH, {}))


PAGE = (
    '<html><head><title>A sheet</title><meta name="corrigetoken" content="TOKEN"></head>'
    '<body><p>1</p><input name="q1a_1"></body></html>'
)
SHEET = Identity("nash", 17, "s01", "abcdefgh")


@pytest.fixture(scope="module")
def printed() -> bytes:
    return render_pdf(PAGE.replace("TOKEN", SHEET.token("ours")), fillable=True)


def test_the_seal_is_that_of_the_pages_with_their_codes_under_the_secret(printed: bytes) -> None:
    with pikepdf.open(BytesIO(printed)) as before, pikepdf.open(BytesIO(signed(printed, "ours"))) as after:
        (was,), (page,) = before.pages, after.pages
        height = float(page.mediabox[3])
        code = stamp(SHEET.token("ours", 1), 1, height)
        assert page.Contents.read_bytes() == code + b"\n" + was.Contents.read_bytes()
        messages = dict(after.trailer.Info.as_dict())
        assert str(messages.pop("/corrigepages")) == page_signature(SHEET.token("ours"), drawing(after), "ours")
        assert {key: str(value) for key, value in messages.items()} == {
            "/Title": "A sheet",
            "/corrigetoken": SHEET.token("ours"),
            **producer(before),
        }


def producer(pdf: pikepdf.Pdf) -> dict[str, str]:
    return {"/Producer": str(pdf.trailer.Info.Producer)}


def look(exam=TINY, u0=10, student=KNOWN, lang="fr", secret="ours") -> str:
    signature = find_signature(sheet_html(BlankSheet(exam, u0, student), lang=lang, secret=secret), secret)
    return signature.identity.content_hash


@pytest.mark.parametrize(
    "choices",
    [
        ExamSettings(points={"2": Fraction(7)}),
        ExamSettings(tolerance={"2": Tolerance(absolute=Fraction(1, 8))}),
        ExamSettings(all_or_nothing=True),
    ],
)
def test_the_token_of_a_blank_sheet_tells_what_the_sheet_shows(choices):
    assert len(look()) == 8
    assert look() == look(secret="another") == look(adjusted(TINY, ExamSettings(mistakes={"half": Fraction(1)})))
    others = [look(adjusted(TINY, choices)), look(u0=11), look(student=replace(KNOWN, name="Thrée")), look(lang="en")]
    assert len({look(), *others}) == 5


def test_it_tells_the_styles_and_the_words_of_the_house_too(monkeypatch):
    """Those of another version of corrige, or of WeasyPrint."""
    first = look()
    monkeypatch.setattr(module, "shared_words", lambda lang: shared_words(lang) | {"question": "Q."})
    module._shared_html.cache_clear()
    second = look()
    monkeypatch.setattr(pdf_module, "version", lambda _: "0")
    assert len({first, second, look()}) == 3


F = Fraction


def test_how_it_comes_about_is_told_step_by_step() -> None:
    rules = MarkRules(F(20), Penalty(F(1), Per.DAY), F(1, 2), F(2))
    mark = whole_mark(F("31/2"), F(24), rules, F(1, 4), "talk", 30)
    worse = whole_mark(F(1), F(24), rules, F(-1), "talk", 0)
    assert " ".join(mark_steps(mark, "fr").split()) == (
        "points : 15,5 sur 24, soit 12,917 sur 20 ; bonus : 0,25 (talk) ; retard : −1 ; arrondi : 12"
    )
    assert (
        mark_steps(mark, "en")
        == "points: 15.5 of 24, that is 12.917 out of 20; bonus: 0.25 (talk); late: −1; rounded: 12"
    )
    assert mark_steps(worse, "en").endswith(": 1 (talk); rounded: 0; lowest mark: 2")
    assert mark.to_json() == {
        "scaled": 12.917, "bonus": 0.25, "late": -1.0, "value": 12.0, "max": 20.0, "reason": "talk",
    }  # fmt: skip


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_sheets_say_that_tab_is_pressed_before_saving_but_those_printed_before(lang: str) -> None:
    pages = [sheet_page(BlankSheet(TINY, 10), lang=lang, version=version).whole for version in (1, 2, 3)]
    assert ["Tab" in page for page in pages] == [False, False, True]


@pytest.mark.parametrize("exam", ["jeux", "yahtzee"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_changed_since_an_earlier_sheet_have_the_same_numbers_in_the_same_order(exam: str, lang: str) -> None:
    """Otherwise the data issued to a class would count as changed."""
    blank = BlankSheet(load_exam(exam), 4321)
    words = blank.exam.words(lang)
    earlier, today = (
        [plain(words.prompt(question, blank.exam.drawn(blank.u0), version)) for question in blank.exam.questions]
        for version in (3, 4)
    )
    assert earlier != today
    assert [re.findall(r"\d+", text) for text in earlier] == [re.findall(r"\d+", text) for text in today]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "lang"), [("nash", "fr"), ("phantom", "en"), ("jeux", "fr")])
def test_a_paper_with_everything_wrong(name: str, lang: str) -> None:
    exam = load_exam(name)
    wrong = Mark("7", Verdict.WRONG, None, Fraction(0))
    parts = {part.id: PartMarks((wrong,) * part.count, part.points) for part in exam.parts}
    sheet = Feedback(exam, make_key(exam, 17), Paper(Place("paper"), "", name, 17, (), parts))
    assert fromstring(sheet_html(sheet, lang=lang)).tag == "html"  # which is read far sooner than what is no XML
    pages = [page.extract_text() for page in PdfReader(BytesIO(sheet_pdf(sheet, lang=lang))).pages]
    assert len(pages) <= 3
    assert "Question 3" in pages[0]
    assert len(pages) <= 2 or pages[-1].count("pts") <= 2


def test_a_long_answer_has_nothing_of_another_in_its_text() -> None:
    """Copied text is the visible text: the ellipsis of an answer once hid the rest of another answer."""
    written = iter(raws := [f"{'W' * 24}{number}" for number in range(91, 96)])

    def mark() -> Mark:
        return Mark(next(written), Verdict.UNREADABLE, None, Fraction(0))

    parts = {part.id: PartMarks(tuple(mark() for _ in range(part.count)), part.points) for part in TINY.parts}
    pdf = sheet_pdf(Feedback(TINY, make_key(TINY, 10), Paper(Place("paper"), "", "tiny", 10, (), parts)), lang="en")
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
    assert [text.count(raw) for raw in raws] == [1] * 5


def test_oral_answers_stand_after_their_labels(tmp_path: Path) -> None:
    """The second of two questions is never answered."""
    macros = (
        "{% macro oral_two_words() %}Why?{% endmacro %}"
        "{% macro labels_oral_two_words() %}\na ≃\nb ≃\nc =\nd ≃\n{% endmacro %}"
    )
    edit(copy_of_tiny(tmp_path), '{% set title = "Tiny" %}', '{% set title = "Tiny" %}\n' + macros, "templates/en.html")
    answered = Oral("two-words", lambda drawn, answers: (None, Fraction(1, 3), 2, 0.123456789))
    exam = replace(load_exam("tiny", [tmp_path]), oral=(answered, Oral("silent", lambda drawn, answers: ())))
    key = make_key(exam, 10)
    (view,) = oral_views(exam, exam.words("en"), replace(key, oral={"two-words": key.oral["two-words"]}))
    assert (view.prompt, [(plain(label).replace("\xa0", " "), answer) for label, answer in view.answers]) == (
        "Why?",
        [("a", None), ("b =", "1/3"), ("c =", "2"), ("d =", "0.123457")],
    )
