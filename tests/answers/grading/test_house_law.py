"""An exam that breaks a law is told which one, where, and what to do; and of the laws that it keeps nothing is said."""

import logging
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from answers.errors import Problem
from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.grading import house_law
from answers.grading.house_law import LAWS, Law, check, held
from answers.paper import Mark, Verdict
from answers.sheets.sheet import Blank, ExaminerKey, Feedback, Model, Sheet
from tests.answers.exam.test_catalogue import copy_of_tiny, edit
from tests.answers.tiny import EXAMS, TINY

NAMES = [
    "draws", "words", "prompts", "model-key", "how", "evidence", "keys", "same-bytes", "json", "worlds",
    "printed-is-read", "perfect-paper", "blank-paper", "answer-table", "papers", "printed-figures",
    "booklet-words", "definitions", "drawings", "booklets", "faces",
]  # fmt: skip
EN, FR = "FOLDER/templates/en.html", "FOLDER/templates/fr.html"
KEY, TABLE, PRINTED = (f"FOLDER/fixtures/{name}" for name in ("u0-17.json", "answers.csv", "printed.json"))
CODE, KEY_FILE, TABLE_FILE = "exam.py", "fixtures/u0-17.json", "fixtures/answers.csv"
ENGLISH, FRENCH = "templates/en.html", "templates/fr.html"
DRAW, QUARTER = "    return Number(draw.u0, draw.u0)", "    return Solution((Fraction(given.params.n, 4),))"
DOUBLE = "    return Solution((given.params.n + shift, 2 * given.params.n + shift))"
HALF = "return Solution((Fraction(given.params.n, 2),))"
CLASS = "@dataclass(frozen=True, slots=True)\nclass Number"
COUNT = f"from itertools import count\n\nCOUNT = count()\n\n\n{CLASS}"
KIND = "kind=Numbers(1, Domain(low=0))"
EAGER = f"""from answers.kinds.reading import Blank


class Eager(Numbers):
    def read(self, texts):
        return tuple(0 if isinstance(item, Blank) else item for item in super().read(texts))


{CLASS}"""
ORAL = "questions_of(double, quarter), oral=(Oral('two-words', lambda drawn, answers: (1,)),)"
DOCUMENT = "from answers.exam.document import Document\n\nDOCUMENT = Document(lambda: {'area': 1})\n"
FIGURE = '{"name": "%s", "place": "p. 1", "printed": "1", "value": "1", "precision": 0}'
FIGURES = f'{{"source": "test", "figures": [{FIGURE}]}}'
THREE_ROWS = "part,text,verdicts,share\n1a,17 34,right right,1\n1b,18 35,right right,1\n2,x,unreadable,0\n"
HEADER = "start with: part,text,verdicts,share"
LABELS = "{% macro labels_double_a() %}\nu₀ =\n"

Edits = tuple[tuple[str, str, str | None], ...]
"""For each edit a file, what stands in it, and what to put there; a whole file without what stands in it or, to delete
it, without what to put there."""
Broken = list[tuple[str, str, str, str]]
"""Each problem with the law that is broken: law, cause, place, remedy."""


def seeds(law: str, cause: str, *u0s: int, remedy: str = "", place: str = "tiny") -> Broken:
    return [(law, cause, f"{place}, u0 = {u0}", remedy) for u0 in u0s]


def unwritten(law: str, name: str, file: str) -> tuple[str, str, str, str]:
    return (law, f"there is no {name}", file, f"add {{% macro {name}() %}}…{{% endmacro %}}")


CASES: dict[str, tuple[Edits, Broken]] = {
    "indices that serve two draws": (
        ((CODE, DRAW, f"    [draw.term(k) for k in (1003, 1001, 1000, 1003, 1000)]\n{DRAW}"),),
        seeds(
            "draws",
            "two draws use the same terms of the sequence: 1000, 1003",
            1,
            remedy="give each draw an index of its own",
        ),
    ),
    "draws that differ for some seeds": (
        ((CODE, CLASS, COUNT), (CODE, DRAW, "    return Number(draw.u0, draw.u0 if draw.u0 != 258 else next(COUNT))")),
        seeds("draws", "two draws of the same seed differ", 258, remedy="draw from Draw only"),
    ),
    "a language without words": (
        ((ENGLISH, "", None),),
        [("words", "there is no such file", EN, "write it: see docs/exams.md")],
    ),
    "mistakes without a sentence": (
        ((FRENCH, "macro mistake_", "macro fault_"), (ENGLISH, "macro mistake_half", "macro fault_half")),
        [
            unwritten("words", "mistake_half", FR),
            unwritten("words", "mistake_next_number", FR),
            unwritten("words", "mistake_half", EN),
        ],
    ),
    "a sheet without title, source or question": (
        (
            (ENGLISH, "set title", "set t"),
            (ENGLISH, "set source", "set s"),
            (ENGLISH, "question_quarter", "question_third"),
        ),
        [unwritten("words", name, EN) for name in ("source", "title", "question_quarter")],
    ),
    "an oral question without words": (
        (
            (CODE, "import Case, Given", "import Case, Oral, Given"),
            (CODE, "questions_of(double, quarter)", ORAL),
            (FRENCH, "{% macro question_double", "{% macro oral_two_words() %}?{% endmacro %}{% macro question_double"),
        ),
        [
            unwritten("words", "oral_two_words", EN),
            ("model-key", "the oral are no longer those kept", KEY, "find out which of the two is right"),
        ],
    ),
    "a label short": (
        ((FRENCH, LABELS, LABELS.removesuffix("u₀ =\n")),),
        [("words", "labels_double_a has 1 line for the 2 values of part 1a", FR, "one label a line")],
    ),
    "labels that tell what is drawn": (
        ((ENGLISH, "labels_quarter() %}u₀ /", "labels_quarter(drawn) %}{{ drawn.n }} /"),),
        [],
    ),
    "questions that ask nothing of some seeds": (
        (
            (
                ENGLISH,
                "question_quarter() %}Quarter",
                "question_quarter(drawn) %}{% if drawn.n != 258 %}Quarter{% endif %} ",
            ),
            (
                FRENCH,
                "question_double() %}Double",
                "question_double(drawn) %} {% if drawn.n not in (258, 515) %}?{% endif %}",
            ),
        ),
        [
            *seeds("prompts", "question 1 asks nothing", 258, place=FR, remedy="write its prompt"),
            *seeds("prompts", "question 2 asks nothing", 258, place=EN, remedy="write its prompt"),
            *seeds("prompts", "question 1 asks nothing", 515, place=FR, remedy="write its prompt"),
        ],
    ),
    "a model key that is not kept": (
        ((KEY_FILE, "", None),),
        [
            (
                "model-key",
                "the model key is not kept",
                KEY,
                f"after a look at it: corrige key tiny --exams FOLDER --u0 17 --json -o {KEY}",
            )
        ],
    ),
    "another model key": (
        ((KEY_FILE, '"exact": "18"', '"exact": "19"'), (KEY_FILE, '"n": 17', '"n": 18')),
        [
            ("model-key", f"the {name} are no longer those kept", KEY, "find out which of the two is right")
            for name in ("answers", "params")
        ],
    ),
    "other evidence in the model key, which may change": (
        ((KEY_FILE, '"evidence": {}', '"evidence": {"1a": [{"n": 17}]}'),),
        [],
    ),
    "a key made by chance": (
        (
            (CODE, CLASS, COUNT),
            (CODE, QUARTER, f"    if given.params.u0 in (1, 64006): return Solution((next(COUNT),))\n{QUARTER}"),
        ),
        seeds("same-bytes", "two keys of the same seed differ", 1, 64006, remedy="take nothing from chance"),
    ),
    "a parameter that JSON changes": (
        ((CODE, "    n: int\n", "    n: int\n    pair: object = (1, 2)\n"),),
        seeds(
            "json",
            "a key that comes back from JSON is another one",
            *(1, 17, 64006),
            remedy="parameters and evidence hold numbers, texts, and tuples of them",
        ),
    ),
    "a mistake that answers too much": (
        ((CODE, HALF, HALF.replace("2),)", "2), 0)")),),
        [("worlds", "its solution has 2 values for 1 item", "FOLDER, question 2, part 2", "give one value an item")],
    ),
    "a solution that fails for few seeds": (
        ((CODE, QUARTER, f"    assert given.params.n != 258, 'no quarter'\n{QUARTER}"),),
        [("keys", "AssertionError: no quarter (part 2, u0 = 258)", "FOLDER/exam.py, line 47", "mend it there")],
    ),
    "answers that their kind cannot have": (
        ((CODE, QUARTER, f"    if given.params.n > 300: return Solution((-given.params.n,))\n{QUARTER}"),),
        [
            (
                "keys",
                "its solution has the value -515, which its kind cannot have",
                "part 2, u0 = 515",
                "mend the solution, or the limits of its kind",
            )
        ],
    ),
    "a mistake that is none": (
        ((CODE, HALF, HALF.replace("2),)", "4),)")),),
        [
            (
                "worlds",
                "the known mistake half answers as one should, for every seed that was tried",
                "FOLDER, question 2",
                "let it answer as somebody does who makes it",
            )
        ],
    ),
    "evidence that no page shows": (
        (
            (CODE, "import Case, Given", "import Case, Evidence, Given"),
            (CODE, "points=3,", "points=3, evidence=Evidence,"),
            (CODE, "(Fraction(given.params.n, 4),))", "(Fraction(given.params.n, 4),), (Evidence(),))"),
        ),
        [
            (
                "evidence",
                "evidence is given that no page shows",
                "FOLDER/templates/evidence.html",
                "lay it out there: see docs/exams.md",
            )
        ],
    ),
    "answers that are printed rounded": (
        (
            (CODE, DOUBLE, f"    if given.params.u0 == 64006 and shift:\n        return Solution((1, BIG))\n{DOUBLE}"),
            (CODE, CLASS, f"BIG = 10**28 + 10**25 + 1\n\n\n{CLASS}"),
        ),
        [
            *(
                (
                    "printed-is-read",
                    f"('1', '≈ {number}·10²⁸') is not read as it is printed",
                    "part 1b, u0 = 64006",
                    "give the part a kind that reads it back, or a tolerance",
                )
                for number in ("1,001", "1.001")
            ),
            (
                "perfect-paper",
                "the right answer earns 0.5 of 1",
                "part 1b, u0 = 64006",
                "let its kind read all items from one text, with semicolons between them",
            ),
        ],
    ),
    "a kind that reads what is not there": (
        ((CODE, CLASS, EAGER), (CODE, KIND, KIND.replace("Numbers", "Eager"))),
        [("blank-paper", "a blank answer is not blank", "part 2", "let its kind read an empty text as blank")],
    ),
    "no table of answers": (
        ((TABLE_FILE, "", None),),
        [("answer-table", "there is no table of answers", TABLE, "write it: part,text,verdicts,share")],
    ),
    "a table of a row a part": (((TABLE_FILE, "", THREE_ROWS),), []),
    "a table without a row of some part": (
        ((TABLE_FILE, "", THREE_ROWS.replace("2,x,unreadable,0\n", "")),),
        [("answer-table", "no row of 2", TABLE, "at least one row a part")],
    ),
    "a table that says otherwise": (
        (
            (TABLE_FILE, "17 34,right right,1", "17 34,right wrong,1"),
            (TABLE_FILE, "right wrong,1/2", "right wrong,1/4"),
            (TABLE_FILE, '"4,3",right,1', '"4,3",right,1/3'),
            (TABLE_FILE, "8.5,wrong", "8.5,right"),
        ),
        [
            ("answer-table", "'17 34' is right right", f"{TABLE}, line 2", "the table says right wrong"),
            ("answer-table", "'18 ; 36' earns 1/2 of the part", f"{TABLE}, line 3", "not 1/4"),
            ("answer-table", "'4,3' earns 1 of the part", f"{TABLE}, line 4", "not 1/3"),
            ("answer-table", "'8.5' is wrong", f"{TABLE}, line 5", "the table says right"),
        ],
    ),
    "a table that says otherwise of what cannot be read": (
        ((TABLE_FILE, "17 34,right right,1", "17.,right blank,1/2"), (TABLE_FILE, "18 ; 36,right", "18 ; x,right")),
        [
            (
                "answer-table",
                "'17.' is unreadable unreadable (too-few-values)",
                f"{TABLE}, line 2",
                "the table says right blank",
            ),
            (
                "answer-table",
                "'18 ; x' is right unreadable (not-a-number)",
                f"{TABLE}, line 3",
                "the table says right wrong",
            ),
        ],
    ),
    "a table with columns of its own, in any order": (
        (
            (
                TABLE_FILE,
                "",
                "why,verdicts,part,share,text\nas u0,blank,2,0,\nas u0,blank blank,1a,0,\nas u0,blank blank,1b,0,\n",
            ),
        ),
        [],
    ),
    "a model key of other parameters": (
        ((KEY_FILE, '"n": 17', '"m": 17'),),
        [
            (
                "model-key",
                "the key that was kept is of other parameters",
                KEY,
                f"after a look at it: corrige key tiny --exams FOLDER --u0 17 --json -o {KEY} --force",
            )
        ],
    ),
    "a table without some columns": (
        ((TABLE_FILE, "text,verdicts", "texts,verdict"),),
        [("answer-table", "no column text, verdicts", f"{TABLE}, line 1", HEADER)],
    ),
    "an empty table": (
        ((TABLE_FILE, "", ""),),
        [("answer-table", "no column part, text, verdicts, share", f"{TABLE}, line 1", HEADER)],
    ),
    "a table of a part that is not there": (
        ((TABLE_FILE, "2,8.5", "3,8.5"),),
        [("answer-table", "tiny has no part '3'", f"{TABLE}, line 5", "known: 1a, 1b, 2")],
    ),
    "a question that names a definition that is not there": (
        ((CODE, "definitions=(2,)", "definitions=(2, 3)"),),
        [("booklet-words", "there is no definition 3", "FOLDER, question 2", "name those of its subject")],
    ),
    "a subject without some texts": (
        (
            ("templates/subject_fr.html", "macro statement_quarter(", "macro statement_third("),
            ("templates/subject_en.html", "set definition_1_title", "set definition_1_name"),
            ("templates/solution_en.html", "macro solution_double(", "macro answer_first("),
        ),
        [
            unwritten("booklet-words", name, f"FOLDER/templates/{file}.html")
            for name, file in (
                ("statement_quarter", "subject_fr"),
                ("definition_1_title", "subject_en"),
                ("solution_double", "solution_en"),
            )
        ],
    ),
    "a subject in one language": (
        (("templates/subject_en.html", "", None),),
        [("words", "there is no such file", "FOLDER/templates/subject_en.html", "write it: see docs/exams.md")],
    ),
    "statements that name definitions without declaring them": (
        (
            (
                "templates/subject_fr.html",
                "macro statement_double() %}",
                "macro statement_double(D) %}{{ D(1) }}{{ D(2) }}",
            ),
        ),
        [
            (
                "definitions",
                "statement_double names definition 2",
                "FOLDER/templates/subject_fr.html",
                "add 2 to the definitions of the question",
            )
        ],
    ),
    "no subject at all": ((("subject.py", "", None),), []),
    "a document whose figures are computed": (
        (("document.py", "", DOCUMENT), ("fixtures/printed.json", "", FIGURES % "area")),
        [],
    ),
    "a document with a figure that is not computed": (
        (("document.py", "", DOCUMENT), ("fixtures/printed.json", "", FIGURES % "zip")),
        [("printed-figures", "the figure 'zip' is not computed", PRINTED, "known: area")],
    ),
}


def change(folder: Path, file: str, old: str, new: str | None) -> None:
    if new is None:
        (folder / file).unlink()
    elif old:
        edit(folder, old, new, file)
    else:
        (folder / file).write_text(new, "utf-8")


def broken(exam: Exam) -> Broken:
    """The problems of an exam, without printing any sheet or marking any paper."""
    checked = check(exam, [law for law in LAWS if law.name not in ("faces", "booklets", "papers")])
    return [(law.name, each.cause, each.place, each.remedy) for law, problems, _ in checked for each in problems]


@pytest.mark.parametrize("case", CASES)
def test_a_broken_law_says_where_what_and_what_to_do(case: str, tmp_path: Path) -> None:
    folder, (edits, expected) = copy_of_tiny(tmp_path), CASES[case]
    for file, old, new in edits:
        change(folder, file, old, new)
    texts = [tuple(text.replace("FOLDER", str(folder)) for text in row) for row in expected]
    assert broken(load_exam("tiny", [tmp_path])) == texts


def test_a_fault_in_the_exams_own_code_is_told_with_its_line(tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path)
    edit(folder, "    return replace(params", "    raise LookupError('no number')\n    return replace(params")
    line = (folder / CODE).read_text("utf-8").split("\n").index("    raise LookupError('no number')") + 1
    problem = ("worlds", "LookupError: no number", f"{folder / CODE}, line {line}", "mend it there")
    assert broken(load_exam("tiny", [tmp_path])) == [problem]


def test_a_composed_paper_has_the_keys_of_its_exams() -> None:
    (law,) = (one for one in LAWS if one.name == "model-key")
    assert list(held(law, load_exam("both", [EXAMS]))) == []


def test_what_was_found_before_a_fault_is_told_too() -> None:
    def problems(exam: Exam) -> Iterator[Problem]:
        yield Problem(exam.name)
        raise ZeroDivisionError

    first, second = held(Law("one", "", problems), TINY)
    assert (first, second.cause) == (Problem("tiny"), "ZeroDivisionError: ")


class Press:
    """Prints nothing, and says what it is told to say."""

    def __init__(self, **says: str) -> None:
        self.says = says
        self.printed: list[tuple[Sheet, str]] = []

    def __call__(self, sheet: Sheet, *, lang: str) -> bytes:
        self.printed.append((sheet, lang))
        press = logging.getLogger("weasyprint")
        press.info("a font was loaded")
        press.warning("HarfBuzz-Subset is not there")
        logging.getLogger("other").warning("not of the press")
        if sheet.face in self.says:
            press.warning("%s in %s", self.says[sheet.face], lang)
        return b""


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Press:
    caplog.set_level(logging.DEBUG, "weasyprint")
    quick = Press()
    monkeypatch.setattr(house_law, "sheet_pdf", quick)
    for booklet in ("subject_pdf", "solution_pdf"):
        monkeypatch.setattr(house_law, booklet, lambda *of, lang: b"")
    return quick


FACES = next(law for law in LAWS if law.name == "faces")


def test_what_the_press_warns_of_is_told_of_each_face(press: Press) -> None:
    listeners = list(logging.getLogger("weasyprint").handlers)
    press.says = {"key": "Ignored colour", "blank": "Unknown font"}
    assert list(held(FACES, TINY)) == [
        Problem(f"{warning} in {lang}", f"face {face}, {lang}", "mend the template")
        for face, warning in (("blank", "Unknown font"), ("key", "Ignored colour"))
        for lang in ("fr", "en")
    ]
    assert logging.getLogger("weasyprint").handlers == listeners


def test_every_face_is_printed_in_both_languages_with_an_answer_like_a_tag(press: Press) -> None:
    assert list(held(FACES, TINY)) == []
    sheets = [sheet for sheet, lang in press.printed if lang == "fr"]
    assert [sheet for sheet, lang in press.printed if lang == "en"] == sheets
    blank, model, key, feedback = sheets
    made = make_key(TINY, 17)
    assert (blank, model, key) == (Blank(TINY, 17), Model(TINY, made), ExaminerKey(TINY, made))
    assert isinstance(feedback, Feedback)
    assert (feedback.key, feedback.paper.exam, feedback.paper.u0) == (made, "tiny", 17)
    assert (feedback.paper.student, feedback.flags) == ("", ())
    assert list(feedback.paper.parts) == ["1a", "1b", "2"]
    tag = Mark("<b>?</b>", Verdict.UNREADABLE, None, Fraction(0))
    assert (feedback.paper.parts["1a"].items, feedback.paper.parts["1a"].points) == ((tag, tag), 1)
    assert {mark.verdict for part in ("1b", "2") for mark in feedback.paper.parts[part].items} == {Verdict.BLANK}


def test_a_sheet_that_cannot_be_printed_leaves_no_listener(monkeypatch: pytest.MonkeyPatch) -> None:
    def torn(sheet: Sheet, *, lang: str) -> bytes:
        raise OSError("no paper")

    monkeypatch.setattr(house_law, "sheet_pdf", torn)
    listeners = list(logging.getLogger("weasyprint").handlers)
    assert [problem.cause for problem in held(FACES, TINY)] == ["OSError: no paper"]
    assert logging.getLogger("weasyprint").handlers == listeners


@pytest.mark.slow
def test_a_style_that_the_press_does_not_know_is_a_warning(tmp_path: Path) -> None:
    edit(copy_of_tiny(tmp_path), "%}Quarter", '%}<b style="colour: red">Quarter</b>', ENGLISH)
    found = list(held(FACES, load_exam("tiny", [tmp_path])))
    assert found
    assert {problem.place for problem in found} <= {
        f"face {name}, en" for name in ("blank", "model", "key", "feedback")
    }
    assert all("colour" in problem.cause and problem.remedy == "mend the template" for problem in found)


def test_an_exam_is_held_to_every_law(press: Press) -> None:
    found = check(TINY)
    assert [law.name for law, *_ in found] == [law.name for law in LAWS] == NAMES
    assert [(problems, untried) for _, problems, untried in found] == [((), "")] * len(NAMES)
    assert len(press.printed) == 8
    assert len({law.says for law in LAWS}) == len(LAWS)


@pytest.mark.parametrize(
    ("lacking", "untried"),
    [
        ("templates", {"prompts", "how", "booklet-words", "definitions", "booklets", "faces"}),
        ("subject.py", {"booklet-words", "definitions", "booklets"}),
    ],
)
def test_what_could_not_be_tried_is_not_held(lacking: str, untried: set[str], tmp_path: Path) -> None:
    folder = copy_of_tiny(tmp_path)
    (folder / lacking).rename(tmp_path / "elsewhere")
    laws = [law for law in LAWS if law.name in {"draws", "words", *untried}]
    outcomes = {law.name: (problems, why) for law, problems, why in check(load_exam("tiny", [tmp_path]), laws)}
    assert {name for name, (problems, why) in outcomes.items() if why and not problems} == untried
    assert outcomes["draws"] == ((), "")
