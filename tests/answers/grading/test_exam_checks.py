"""A failed check reports the place and a remedy; passed checks report nothing."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from answers.errors import Problem
from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.grading import exam_checks
from answers.grading.exam_checks import CHECKS, LONGEST, SEEDS, Check, run_checks
from answers.messages import Message
from answers.paper import Mark, Verdict
from answers.sheets.sheet import BlankSheet, ExaminerKey, Feedback, Model, Sheet
from tests.answers.exam.copies import copy_of_tiny, edit
from tests.answers.tiny import EXAMS, TINY

CODE, KEY, TABLE, FIGURES = "exam.py", "fixtures/u0-17.json", "fixtures/answers.csv", "fixtures/printed.json"
EN, FR = "templates/en.html", "templates/fr.html"
SUBJECT_EN, SUBJECT_FR, SOLUTION = (f"templates/{name}.html" for name in ("subject_en", "subject_fr", "solution_en"))

DRAW, QUARTER = "    return Number(draw.u0, draw.u0)", "    return Solution((Fraction(context.params.n, 4),))"
DOUBLE = "    return Solution((context.params.n + shift, 2 * context.params.n + shift))"
HALF = "return Solution((Fraction(context.params.n, 2),))"
CLASS = "@dataclass(frozen=True, slots=True)\nclass Number"
COUNT = (CODE, CLASS, f"from itertools import count\n\nCOUNT = count()\n\n\n{CLASS}")
KIND = "kind=Numbers(1, Domain(low=0))"
EAGER = f"""from answers.kinds.parsing import Blank


class Eager(Numbers):
    def read(self, texts):
        return tuple(0 if isinstance(item, Blank) else item for item in super().read(texts))


{CLASS}"""
ORAL = "questions_of(double, quarter), oral=(Oral('two-words', lambda drawn, answers: (1,)),)"
DOCUMENT = (
    "document.py",
    "",
    "from answers.exam.document import Document\n\nDOCUMENT = Document(lambda: {'area': 1})\n",
)
FIGURE = '{"name": "NAME", "place": "p. 1", "printed": "1", "value": "1", "precision": 0}'
PRINTED = f'{{"source": "test", "figures": [{FIGURE}]}}'
THREE_ROWS = "part,text,verdicts,share\n1a,17 34,right right,1\n1b,18 35,right right,1\n2,x,unreadable,0\n"
OWN_COLUMNS = "why,verdicts,part,share,text\nas u0,blank,2,0,\nas u0,blank blank,1a,0,\nas u0,blank blank,1b,0,\n"
LABELS = "{% macro labels_double_a() %}\nu₀ =\n"

Edit = tuple[str, str, str | None]
"""A file, what stands in it, and what to put there; a whole file without what stands in it or, to delete it, without
what to put there."""
CASES: dict[str, tuple[list[Edit], list[tuple[str, str]]]] = {
    "indices that serve two draws": (
        [(CODE, DRAW, f"    [draw.term(k) for k in (1003, 1001, 1000, 1003, 1000)]\n{DRAW}")],
        [("draws", "tiny, u₀ = 1")],
    ),
    "draws that differ for some seeds": (
        [COUNT, (CODE, DRAW, "    return Number(draw.u0, draw.u0 if draw.u0 != 258 else next(COUNT))")],
        [("draws", "FOLDER, u₀ = 258")],
    ),
    "a language without words": ([(EN, "", None)], [("words", EN)]),
    "mistakes without a sentence": (
        [(FR, "macro mistake_", "macro fault_"), (EN, "macro mistake_half", "macro fault_half")],
        [("words", FR), ("words", FR), ("words", EN)],
    ),
    "a sheet without title, source or question": (
        [(EN, "set title", "set t"), (EN, "set source", "set s"), (EN, "question_quarter", "question_third")],
        [("words", EN)] * 3,
    ),
    "an oral question without words": (
        [
            (CODE, "    Params,\n", "    Oral,\n    Params,\n"),
            (CODE, "questions_of(double, quarter)", ORAL),
            (FR, "{% macro question_double", "{% macro oral_two_words() %}?{% endmacro %}{% macro question_double"),
        ],
        [("words", EN), ("model-key", KEY)],
    ),
    "a label short": ([(FR, LABELS, LABELS.removesuffix("u₀ =\n"))], [("words", FR)]),
    "labels that tell what is drawn": (
        [(EN, "labels_quarter() %}u₀ /", "labels_quarter(drawn) %}{{ drawn.n }} /")],
        [],
    ),
    "questions that ask nothing of some seeds": (
        [
            (EN, "question_quarter() %}Quarter", "question_quarter(drawn) %}{% if drawn.n != 258 %}?{% endif %} "),
            (FR, "question_double() %}Double", "question_double(drawn) %} {% if drawn.n != 258 %}?{% endif %}"),
        ],
        [("prompts", f"{FR}, u₀ = 258"), ("prompts", f"{EN}, u₀ = 258")],
    ),
    "a model key that is not kept": ([(KEY, "", None)], [("model-key", KEY)]),
    "another model key": (
        [(KEY, '"exact": "18"', '"exact": "19"'), (KEY, '"n": 17', '"n": 18')],
        [("model-key", KEY)] * 2,
    ),
    "a model key of other parameters": ([(KEY, '"n": 17', '"m": 17')], [("model-key", KEY)]),
    "other evidence in the model key": ([(KEY, '"evidence": {}', '"evidence": {"1a": [{"n": 17}]}')], []),
    "a key made by chance": (
        [COUNT, (CODE, QUARTER, f"    if context.params.u0 in (1, 64006): return Solution((next(COUNT),))\n{QUARTER}")],
        [("same-bytes", "FOLDER, u₀ = 1 and 1 other seed")],
    ),
    "a parameter that JSON changes": (
        [(CODE, "    n: int\n", "    n: int\n    pair: object = (1, 2)\n")],
        [("json", "FOLDER, u₀ = 1 and 2 other seeds")],
    ),
    "a mistake that answers too much": (
        [(CODE, HALF, HALF.replace("2),)", "2), 0)"))],
        [("worlds", "FOLDER, question 2, part 2, u₀ = 1")],
    ),
    "a mistake that is none": ([(CODE, HALF, HALF.replace("2),)", "4),)"))], [("worlds", "FOLDER, question 2")]),
    "a solution that fails for few seeds": (
        [(CODE, QUARTER, f"    assert context.params.n != 258, 'no quarter'\n{QUARTER}")],
        [("keys", "FOLDER/exam.py, line 56, part 2, u₀ = 258")],
    ),
    "answers that their kind cannot have": (
        [(CODE, QUARTER, f"    if context.params.n > 300: return Solution((-context.params.n,))\n{QUARTER}")],
        [("keys", "part 2, u₀ = 515 and 247 other seeds")],
    ),
    "evidence that no page shows": (
        [
            (CODE, "    Params,\n", "    Evidence,\n    Params,\n"),
            (CODE, "points=3,", "points=3, evidence=Evidence,"),
            (CODE, "(Fraction(context.params.n, 4),))", "(Fraction(context.params.n, 4),), (Evidence(),))"),
        ],
        [("evidence", "templates/evidence.html")],
    ),
    "answers that are printed rounded, in either language": (
        [
            (CODE, DOUBLE, f"    if context.params.u0 == 64006 and shift: return Solution((1, BIG))\n{DOUBLE}"),
            (CODE, CLASS, f"BIG = 10**28 + 10**25 + 1\n\n\n{CLASS}"),
            (CODE, "integers(2, 0, 200_000)", "integers(2, 0, 10**30)"),
        ],
        [(name, "part 1b, u₀ = 64006") for name in ("printed-is-read", "perfect-paper")],
    ),
    "a kind that reads what is not there": (
        [(CODE, CLASS, EAGER), (CODE, KIND, KIND.replace("Numbers", "Eager"))],
        [("blank-paper", "part 2")],
    ),
    "no table of answers": ([(TABLE, "", None)], [("answer-table", TABLE)]),
    "an empty table": ([(TABLE, "", "")], [("answer-table", f"{TABLE}, line 1")]),
    "a table without some columns": (
        [(TABLE, "text,verdicts", "texts,verdict")],
        [("answer-table", f"{TABLE}, line 1")],
    ),
    "a table of a row a part": ([(TABLE, "", THREE_ROWS)], []),
    "a table with columns of its own, in any order": ([(TABLE, "", OWN_COLUMNS)], []),
    "a table without a row of some part": (
        [(TABLE, "", THREE_ROWS.replace("2,x,unreadable,0\n", ""))],
        [("answer-table", TABLE)],
    ),
    "a table of a part that is not there": ([(TABLE, "2,8.5", "3,8.5")], [("answer-table", f"{TABLE}, line 5")]),
    "a table that says otherwise": (
        [
            (TABLE, "17 34,right right,1", "17 34,right wrong,1"),
            (TABLE, "right wrong,1/2", "right wrong,1/4"),
            (TABLE, "8.5,wrong", "8.5,right"),
        ],
        [("answer-table", f"{TABLE}, line {line}") for line in (2, 3, 5)],
    ),
    "a question that names a definition that is not there": (
        [(CODE, "definitions=(2,)", "definitions=(2, 3)")],
        [("booklet-words", "FOLDER, question 2")],
    ),
    "a subject without some texts": (
        [
            (SUBJECT_FR, "macro statement_quarter(", "macro statement_third("),
            (SUBJECT_EN, "set definition_1_title", "set definition_1_name"),
            (SOLUTION, "macro solution_double(", "macro answer_first("),
        ],
        [("booklet-words", file) for file in (SUBJECT_FR, SUBJECT_EN, SOLUTION)],
    ),
    "a subject in one language": ([(SUBJECT_EN, "", None)], [("words", SUBJECT_EN)]),
    "statements that name definitions without declaring them": (
        [(SUBJECT_FR, "macro statement_double() %}", "macro statement_double(D) %}{{ D(1) }}{{ D(2) }}")],
        [("definitions", SUBJECT_FR)],
    ),
    "no subject at all": ([("subject.py", "", None)], []),
    "a document whose figures are computed": ([DOCUMENT, (FIGURES, "", PRINTED.replace("NAME", "area"))], []),
    "a document with a figure that is not computed": (
        [DOCUMENT, (FIGURES, "", PRINTED.replace("NAME", "zip"))],
        [("printed-figures", FIGURES)],
    ),
    "an exception in the exam's own code": (
        [(CODE, "    return replace(params", "    raise LookupError('no number')\n    return replace(params")],
        [("worlds", "FOLDER/exam.py, line 71, part 1a, u₀ = 17")],
    ),
}


def check_named(name: str) -> Check:
    return next(check for check in CHECKS if check.name == name)


def found_in(folder: Path) -> list[tuple[str, str]]:
    checks = [check for check in CHECKS if check.name not in ("faces", "booklets", "papers")]
    exam = load_exam("tiny", [folder.parent])
    return [(run.name, problem.where) for run, problems, _ in run_checks(exam, checks) for problem in problems]


@pytest.mark.parametrize("case", CASES)
def test_a_check_says_where_an_exam_fails_it(case: str, tmp_path: Path) -> None:
    folder, (edits, expected) = copy_of_tiny(tmp_path), CASES[case]
    for file, old, new in edits:
        if new is None:
            (folder / file).unlink()
        elif old:
            edit(folder, old, new, file)
        else:
            (folder / file).write_text(new, "utf-8")
    files = ("templates", "fixtures")
    places = [(name, f"FOLDER/{place}" if place.startswith(files) else place) for name, place in expected]
    assert found_in(folder) == [(name, place.replace("FOLDER", str(folder))) for name, place in places]


def test_what_was_found_before_a_fault_is_told_too() -> None:
    def problems(exam: Exam) -> Iterator[Problem]:
        yield Problem(exam.name)
        raise ZeroDivisionError

    first, second = Check("one", Message(""), problems).problems(TINY)
    assert (first, second.cause) == (Problem("tiny"), "the code of the exam raises ZeroDivisionError: ")


def test_a_function_of_the_exam_that_fails_on_an_example_is_a_problem() -> None:
    exam = replace(TINY, questions=tuple(question.accepting(lambda *_: 1 // 0) for question in TINY.questions))
    (problem,) = check_named("answer-table").problems(exam)
    assert "ZeroDivisionError" in problem.cause


class Renderer:
    def __init__(self, **warnings: str) -> None:
        self.warnings = warnings
        self.printed: list[tuple[Sheet, str]] = []

    def __call__(self, sheet: Sheet, *, lang: str) -> bytes:
        self.printed.append((sheet, lang))
        log = logging.getLogger("weasyprint")
        log.info("a font was loaded")
        log.warning("HarfBuzz-Subset is not there")
        logging.getLogger("other").warning("not of the renderer")
        if sheet.kind in self.warnings:
            log.warning("%s in %s", self.warnings[sheet.kind], lang)
        return b""


@pytest.fixture
def renderer(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Renderer:
    caplog.set_level(logging.DEBUG, "weasyprint")
    quick = Renderer()
    monkeypatch.setattr(exam_checks, "sheet_pdf", quick)
    for booklet in ("subject_pdf", "solution_pdf"):
        monkeypatch.setattr(exam_checks, booklet, lambda *of, lang: b"")
    return quick


FACES = check_named("faces")


def test_warnings_of_the_renderer_are_problems_of_each_face(renderer: Renderer) -> None:
    renderer.warnings = {"key": "Ignored colour", "blank": "Unknown font"}
    assert FACES.problems(TINY) == [
        Problem(f"{warning} in {lang}", f"document {face}, language {lang}", "correct the template of this document")
        for face, warning in (("blank", "Unknown font"), ("key", "Ignored colour"))
        for lang in ("fr", "en")
    ]


def test_every_face_is_printed_in_both_languages_with_an_answer_like_a_tag(renderer: Renderer) -> None:
    assert FACES.problems(TINY) == []
    sheets = [sheet for sheet, lang in renderer.printed if lang == "fr"]
    assert [sheet for sheet, lang in renderer.printed if lang == "en"] == sheets
    blank, model, key, feedback = sheets
    made = make_key(TINY, 17)
    assert (blank, model, key) == (BlankSheet(TINY, 17), Model(TINY, made), ExaminerKey(TINY, made))
    assert isinstance(feedback, Feedback)
    tag = Mark("<b>?</b>", Verdict.UNREADABLE, None, Fraction(0))
    assert (feedback.paper.parts["1a"].items, feedback.paper.parts["1a"].points) == ((tag, tag), 1)
    assert {mark.verdict for part in ("1b", "2") for mark in feedback.paper.parts[part].items} == {Verdict.BLANK}


def test_a_sheet_that_cannot_be_printed_leaves_no_listener(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exam_checks, "sheet_pdf", lambda *_, **__: 1 // 0)
    listeners = list(logging.getLogger("weasyprint").handlers)
    assert len(FACES.problems(TINY)) == 1
    assert logging.getLogger("weasyprint").handlers == listeners


@pytest.mark.slow
def test_a_style_that_the_renderer_does_not_know_is_a_warning(tmp_path: Path) -> None:
    edit(copy_of_tiny(tmp_path), "%}Quarter", '%}<b style="colour: red">Quarter</b>', EN)
    problems = FACES.problems(load_exam("tiny", [tmp_path]))
    assert problems
    assert {problem.place for problem in problems} <= {
        f"document {name}, language en" for name in ("blank", "model", "key", "feedback")
    }
    assert all("colour" in problem.cause for problem in problems)


def test_an_exam_is_held_to_every_check(renderer: Renderer) -> None:
    assert {(problems, untried) for _, problems, untried in run_checks(TINY)} == {((), "")}
    assert len(renderer.printed) == 8


@pytest.mark.parametrize(
    ("lacking", "untried"),
    [
        ("templates", {"prompts", "how", "booklet-words", "definitions", "booklets", "faces"}),
        ("subject.py", {"booklet-words", "definitions", "booklets"}),
    ],
)
def test_what_could_not_be_tried_is_not_passed(lacking: str, untried: set[str], tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path)
    (folder / lacking).rename(tmp_path / "elsewhere")
    checks = [check for check in CHECKS if check.name in {"draws", "words", *untried}]
    outcomes = {run.name: (problems, why) for run, problems, why in run_checks(load_exam("tiny", [tmp_path]), checks)}
    assert {name for name, (problems, why) in outcomes.items() if why and not problems} == untried
    assert outcomes["draws"] == ((), "")


HOW, PAPERS = check_named("how"), check_named("papers")
LINE = "{% macro how_double(answers) %}n et 2n : {{ answers['a'] | join(' ; ') }}.{% endmacro %}"
LINE_EN = "{% macro how_double(answers) %}n and 2n: {{ answers['a'] | join('; ') }}.{% endmacro %}"


def with_line(folder: Path, text: str | None, lang: str = "fr") -> Exam:
    macro = "" if text is None else f"{{% macro how_double(answers, drawn, wrong) %}}{text}{{% endmacro %}}"
    edit(copy_of_tiny(folder), LINE if lang == "fr" else LINE_EN, macro, f"templates/{lang}.html")
    return load_exam("tiny", [folder])


@pytest.mark.parametrize(
    ("text", "causes"),
    [
        (" ", {"the explanation of this question is an empty text for this seed"}),
        ("Deux fois." * 40, {"the explanation has 400 characters, too many for the feedback"}),
        ("m" * LONGEST, set()),
        ("Un. Deux ! Trois ?", {"the explanation has 3 sentences, too many for the feedback"}),
        ("Voici {{ answers['a'] | list }}", {"the explanation shows a piece of code: '['"}),
        ("Voici {{ none }}.", {"the explanation shows a piece of code: 'None'"}),
        ("Voici {{ '{{ n }}' }}.", {"the explanation shows a piece of code: '{{'"}),
        (
            "Soit {{ drawn.n + 0.5 }}.",
            {f"the French explanation writes {n}.5, without a decimal comma" for n in (1, 6, 7)},
        ),
    ],
    ids=["empty", "long", "longest", "sentences", "list", "none", "template", "point"],
)
def test_how_lines_are_short_and_whole(tmp_path: Path, text: str, causes: set[str]) -> None:
    problems = list(HOW.find(with_line(tmp_path, text)))
    assert {problem.cause for problem in problems} == causes
    assert len(problems) == (len(SEEDS) if causes else 0)  # not for each item again


def test_a_how_line_may_be_wrong_for_one_item(tmp_path: Path) -> None:
    problems = list(HOW.find(with_line(tmp_path, "{{ 'Un. ' * (5 if wrong == {'b': (1,)} else 2) }}")))
    place = f"{tmp_path}/tiny/{FR}, how_double, wrong answers: {{'b': (1,)}}"
    assert [(problem.place, problem.seeds) for problem in problems] == [(place, (u0,)) for u0 in SEEDS]


def test_how_lines_may_lack_and_english_has_decimals_with_a_point(tmp_path: Path) -> None:
    assert list(HOW.find(load_exam("small", [EXAMS]))) == []
    assert list(HOW.find(with_line(tmp_path, "Half of it is 8.5, of {x, …} and so on…", "en"))) == []


def test_a_how_line_in_one_language_lacks_in_the_other(tmp_path: Path) -> None:
    (problem,) = HOW.find(with_line(tmp_path, None))
    assert (problem.cause, problem.place) == ("the text how_double of the exam is missing", f"{tmp_path}/tiny/{FR}")


HALF_PAPER = "fixtures/papers/half.toml"
UNANSWERED = '"2" = "501"\n[expected]\nscore = "2"\nflags = []\n[expected.items]\n"2.1" = "wrong: half"'


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ('"wrong: half"', '"wrong"', "item 2.1, answered '501', is marked wrong: mistake:half"),
        ('"wrong: half"', '"wrong: third"', "item 2.1, answered '501', is marked wrong: mistake:half"),
        ('"wrong: half"', '"blank"', "item 2.1, answered '501', is marked wrong: mistake:half"),
        ('score = "2"', 'score = "5/2"', "this example of a whole paper earns 2 points"),
        (
            UNANSWERED,
            '[expected]\nscore = "4"',
            "this example of a whole paper, which has no answer to 2, earns 2 points",
        ),
        ("flags = []", 'flags = ["x"]', "this example of a whole paper gets the flags: none"),
        ('"1b" = ', '"1c" = ', "the exam tiny has no part or item '1c', which this example of a paper names"),
        ('"2.1" = ', '"2.2" = ', "the exam tiny has no part or item '2.2', which this example of a paper names"),
        ("u0 = 1002", "", "this example of a whole paper cannot be read: 'u0'"),
    ],
)
def test_a_whole_paper_that_is_marked_otherwise(tmp_path: Path, old: str, new: str, cause: str) -> None:
    folder = copy_of_tiny(tmp_path)
    (folder / "fixtures/papers/notes.txt").write_text("not a paper", "utf-8")
    edit(folder, old, new, HALF_PAPER)
    (problem,) = PAPERS.find(load_exam("tiny", [tmp_path]))
    assert (problem.cause, problem.place) == (cause, str(folder / HALF_PAPER))
