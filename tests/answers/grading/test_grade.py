import json
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from answers.errors import CorrigeError
from answers.exam.catalogue import load_adjusted
from answers.exam.exam import Exam, MarkingPolicy
from answers.exam.key import Key, make_key
from answers.exam.question import Params, Part, Solution, SolveContext, question, questions_of
from answers.exam.scenario import Scenario
from answers.exam.settings import ExamSettings, Settings
from answers.executors.workers import Engine
from answers.flags import (
    DAMAGED,
    FLATTENED,
    NO_SEED,
    NO_TEXT,
    SHEET_OF_EXAM,
    STUDENT_CHANGED,
    U0_CHANGED,
    U0_OUT_OF_RANGE,
    U0_UNREADABLE,
    Note,
    Place,
)
from answers.grading import grade as module
from answers.grading.grade import (
    Assignment,
    code_text,
    common_exam,
    grade,
    grade_files,
    key_fingerprint,
    read_all,
    rules_fingerprint,
    seed_of,
)
from answers.kinds.numbers.numbers import integers
from answers.kinds.parsing import number
from answers.paper import Mark, Paper, PartMarks, Verdict
from answers.sheets.identity import TOKEN_VERSION, Identity, Signature, Student
from answers.sheets.sheet import BlankSheet
from answers.submissions.raw.submission import Submission, WantedSheet, expected_exam
from tests.answers.tiny import EXAMS, TINY, submission
from tests.problems import problems_of


def key_of(scenario: Scenario) -> Key:
    return make_key(TINY, scenario)


def signature_for(u0: int, *, exam: str = "tiny", genuine: bool = True) -> Signature:
    return Signature(Identity(exam, u0, "s01"), genuine)


def test_one_coincidence_is_noted_but_not_flagged() -> None:
    paper = grade(TINY, submission({"1a": ("17 20",), "1b": ("11 21",), "2": ("2.5",)}), key_of)
    assert tuple(map(str, paper.flags)) == ()
    first, second = paper.parts["1a"].items
    assert (str(first.note), second.note) == ("right-for-seed-17", None)


@pytest.mark.parametrize(
    ("answers", "others", "flags"),
    [
        ({"1a": ("17 34",), "2": ("9",)}, {"u0": "17"}, ()),  # the model's own seed is not suspicious
        ({"1a": ("0 0",)}, {"u0": "0"}, ("degenerate-seed",)),
        ({"1a": ("", " ")}, {}, ("blank-paper",)),  # a viewer may have lost the answers
        ({}, {"flags": (DAMAGED,)}, ("damaged", "blank-paper")),
        ({}, {"flags": (FLATTENED, NO_TEXT)}, ("flattened", "no-text")),
        ({"1a": ("17 34",), "1b": ("18 35",), "2": ("4.25",)}, {}, ("answers-of-seed-17",)),
        ({"2": ("x",)}, {}, ()),
        ({"2": ("2.5",)}, {}, ()),
    ],
)
def test_what_is_remarkable_of_a_paper(
    answers: dict[str, tuple[str, ...]], others: dict[str, object], flags: tuple[str, ...]
) -> None:
    assert tuple(map(str, grade(TINY, submission(answers, **others), key_of).flags)) == flags


def test_an_unmarked_paper_keeps_what_was_written_with_the_reason() -> None:
    other = submission({"1a": ("10", "")}, exam="nash", flags=(DAMAGED,), place=Place("b.csv", "line 2"))
    paper = grade(TINY, other, key_of, Assignment("s07", None, (STUDENT_CHANGED,)))
    reason = Note("sheet-of-exam-", "nash")
    unread, blank = Mark("10", Verdict.UNREADABLE, reason, Fraction(0)), Mark("", Verdict.BLANK, None, Fraction(0))
    assert paper == Paper(
        Place("b.csv", "line 2"), "s07", "tiny", None, (DAMAGED, STUDENT_CHANGED, SHEET_OF_EXAM("nash")),
        {
            "1a": PartMarks((unread, blank), Fraction(1)),
            "1b": PartMarks((blank, blank), Fraction(1)),
            "2": PartMarks((blank,), Fraction(3)),
        },
    )  # fmt: skip


@pytest.mark.parametrize(
    ("others", "assignment", "flags", "reason"),
    [
        ({"u0": None}, Assignment(), ("no-seed",), "no-seed"),
        ({"signature": signature_for(10, exam="nash")}, Assignment(), ("sheet-of-exam-nash",), "sheet-of-exam-nash"),
        ({"u0": "x"}, Assignment(), ("u0-unreadable", "no-seed"), "no-seed"),
        ({"flags": (NO_TEXT,)}, Assignment(), ("no-text",), "no-text"),
        ({"flags": (NO_TEXT,), "u0": None}, Assignment(), ("no-text",), "no-text"),
        ({"flags": (NO_TEXT,), "exam": "nash"}, Assignment(), ("no-text", "sheet-of-exam-nash"), "sheet-of-exam-nash"),
        ({}, Assignment(flags=(NO_SEED,)), ("no-seed",), "no-seed"),
        ({"exam": None, "u0": None}, Assignment(u0=10), None, None),
        ({"exam": "nash", "signature": signature_for(10)}, Assignment(), None, None),
    ],
)
def test_why_a_paper_cannot_be_marked(
    others: dict[str, object], assignment: Assignment, flags: tuple[str, ...] | None, reason: str | None
) -> None:
    paper = grade(TINY, submission({"2": ("2.5",)}, **others), key_of, assignment)
    item = paper.parts["2"].items[0]
    if flags is None:
        assert (paper.u0, paper.flags, item.verdict) == (10, (), Verdict.RIGHT)
    else:
        assert (paper.u0, tuple(map(str, paper.flags)), str(item.note)) == (None, flags, reason)


def test_a_marked_paper_says_all_that_is_remarkable_once() -> None:
    written = submission({"1a": ("0 0",)}, u0="0", flags=(DAMAGED, FLATTENED), place=Place("b.txt"), student="s02")
    paper = grade(TINY, written, key_of, Assignment(flags=(DAMAGED, STUDENT_CHANGED)))
    assert (paper.place, paper.student, paper.exam, paper.u0) == (Place("b.txt"), "s02", "tiny", 0)
    assert tuple(map(str, paper.flags)) == ("damaged", "flattened", "student-changed", "degenerate-seed")


@pytest.mark.parametrize(
    ("exams", "cause"),
    [
        (("tiny", "nash", None, "tiny"), "several exams, and only one can be marked at a time: nash, tiny"),
        ((None, None), "do not name their exam"),
        ((), "do not name their exam"),
    ],
)
def test_an_exam_that_is_not_to_be_found_out(exams: tuple[str | None, ...], cause: str) -> None:
    (problem,) = problems_of(common_exam, [submission({}, exam=exam) for exam in exams])
    assert cause in problem.cause


@pytest.mark.parametrize(
    ("seed", "texts"),
    [
        (Assignment(None, None), (None, "", " \t")),
        (Assignment(None, 0), ("0",)),
        (Assignment(None, 64006), (" 64006 ",)),
        (Assignment(None, 17), ("34/2",)),
        (Assignment(None, 10), ("u0 = 10",)),
        (Assignment(None, None, (U0_OUT_OF_RANGE,)), ("64007", "-1", "10⁹")),
        (Assignment(None, None, (U0_UNREADABLE,)), ("1/2", "10 20", "1.5", "abc")),
    ],
)
def test_what_a_student_declares(seed: Assignment, texts: tuple[str | None, ...]) -> None:
    for text in texts:
        actual = seed_of(submission({}, u0=text))
        assert (actual, type(actual.u0)) == (seed, type(seed.u0)), text


@pytest.mark.parametrize(
    ("known", "signed", "genuine", "declared", "seed"),
    [
        (0, 10, True, "10", Assignment(None, 0, (U0_CHANGED,))),
        (None, 0, True, "10", Assignment(None, 0, (U0_CHANGED,))),
        (None, 10, False, None, Assignment(None, None)),
        (None, 10, False, "10", Assignment(None, 10)),
        (10, 10, True, "10", Assignment(None, 10)),
        (10, 12, True, None, Assignment(None, 10, (U0_CHANGED,))),
        (10, 12, False, "x", Assignment(None, 10, (U0_UNREADABLE, U0_CHANGED))),
        (None, 10, True, "10", Assignment(None, 10)),
        (None, 10, True, "", Assignment(None, 10)),
        (None, 10, True, "12", Assignment(None, 10, (U0_CHANGED,))),
        (None, 10, False, "12", Assignment(None, 12, (U0_CHANGED,))),
        (None, 10, True, "dix", Assignment(None, 10, (U0_UNREADABLE,))),
        (5, None, True, None, Assignment(None, 5)),
    ],
)
def test_the_teachers_then_the_genuine_seals_then_the_declared(
    known: int | None, signed: int | None, genuine: bool, declared: str | None, seed: Assignment
) -> None:
    on_sheet = None if signed is None else signature_for(signed, genuine=genuine)
    actual = seed_of(submission({}, u0=declared, signature=on_sheet), known)
    assert actual == seed
    is_of_sheet = signed is not None and U0_CHANGED in seed.flags and signed != seed.u0  # else the number written is
    assert any(flag.other_student for flag in actual.flags) is is_of_sheet


def test_a_keys_fingerprint_is_that_of_its_answers() -> None:
    key = make_key(TINY, 10)
    assert key_fingerprint(key) == key_fingerprint(make_key(TINY, 10, fingerprint="another"))
    others = [
        make_key(TINY, 11),
        make_key(TINY, Scenario(10, ("half",))),
        replace(key, answers={**key.answers, "2": (Fraction(5, 2) + Fraction(1, 10**99),)}),
        replace(key, answers={**key.answers, "2": (2.5,)}),
        replace(key, answers={**key.answers, "2": ((5, 2),)}),
    ]
    assert len({key_fingerprint(one) for one in (key, *others)}) == 6


def test_rules_are_points_tolerances_and_shares() -> None:
    others = [
        TINY.revised(lambda part: replace(part, points=2 * part.points)),
        TINY.revised(lambda part: replace(part, all_or_nothing=True)),
        replace(TINY, marking_policy=MarkingPolicy(follow_through=Fraction(1, 2))),
    ]
    assert len({rules_fingerprint(exam) for exam in (TINY, *others)}) == 4


def test_code_is_the_same_whatever_is_said_about_it() -> None:
    code = 'def f(x):\n    """Say."""\n    return x + 1\n'
    same = '"""Of a file."""\n\n\ndef f(x):  # why\n    """Say otherwise."""\n    return (x + 1)\n'
    assert code_text(code) == code_text(same) != code_text(code.replace("1", "2"))


def test_code_is_parsed_once_for_all_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path))
    parsed = list[str]()

    def parse(source: str) -> str:
        parsed.append(source)
        return code_text(source)

    monkeypatch.setattr(module, "code_text", parse)
    compute: Any = module._code.__wrapped__
    first = compute()
    assert len(parsed) > 20
    files = len(parsed)
    assert compute() == first
    assert len(parsed) == files
    monkeypatch.setattr(module, "FOLDERS", ("kinds",))
    assert compute() != first
    assert len(parsed) > files


def write(path: Path, **document: object) -> Path:
    path.write_text(json.dumps({"student": "s01", "u0": 17, "answers": {"1a": "17 519 23375"}, **document}))
    return path


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    good = write(tmp_path / "good.json")
    (tmp_path / "bad.json").write_text("{")
    graded = grade_files([tmp_path / "bad.json", good, tmp_path / "none.pdf"], Settings(), "nash")
    assert [float(paper.score) for paper in graded.papers] == [0.5]
    assert [Path(problem.place.split(",")[0]).name for problem in graded.problems] == ["bad.json", "none.pdf"]


def test_two_papers_of_one_student_are_told(tmp_path: Path) -> None:
    papers = {"a": "Zoé Ba", "b": "zoe\u0301  BA", "c": "Al Do", "d": ""}
    files = [write(tmp_path / f"{name}.json", student=student) for name, student in papers.items()]
    graded = grade_files(files, Settings(), "nash").papers
    assert [list(map(str, paper.flags)) for paper in graded] == [["several-papers"], ["several-papers"], [], []]


def test_files_with_the_same_wrong_answers_are_flagged(tmp_path: Path) -> None:
    wrong = {"1a": "70007 61616", "1b": "50605 40304", "2": "9173.25"}
    files = [write(tmp_path / f"{u0}.json", u0=u0, student=f"s{u0}", answers=wrong) for u0 in (11, 12)]
    files.append(write(tmp_path / "13.json", u0=13, student="s13", answers={"1a": "70007 61616"}))  # one question alone
    graded = grade_files(files, Settings(exam_folders=(EXAMS,)), "tiny").papers
    flags = [[str(flag) for flag in paper.flags if str(flag).startswith("wrong-answers")] for paper in graded]
    assert flags == [["wrong-answers-of-seed-12"], ["wrong-answers-of-seed-11"], []]


@pytest.mark.parametrize("several", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_processes_mark_papers_as_one_process_does(
    several: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / "cache"))
    settings = Settings(exam_folders=(EXAMS,))
    files = [
        write(tmp_path / f"{u0}.json", u0=u0, student=f"s{u0}", answers={"1a": f"{2 * u0} 7", "2": f"{u0}.5"})
        for u0 in (10, 11, 12, 13, 14, 10)
    ]
    alone = grade_files(files, settings, "tiny")
    monkeypatch.setattr(module, "FEW", 4)
    if not several:
        monkeypatch.setattr(module, "workers", lambda _: nullcontext(lambda work, items: iter(work(list(items)))))
    assert grade_files(files, settings, "tiny", engine=Engine(2)).papers == alone.papers
    assert [str(paper.place) for paper in alone.papers] == list(map(str, files))


def test_the_name_of_an_exam_before_the_files_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = write(tmp_path / "silent.json")
    monkeypatch.chdir(tmp_path)
    assert [paper.u0 for paper in grade_files([Path("nash"), silent], Settings()).papers] == [17]
    with pytest.raises(CorrigeError, match="no file of a student is given, so there is nothing to mark"):
        grade_files([Path("nash")], Settings())
    write(tmp_path / "nash")
    assert len(grade_files([Path("nash"), silent], Settings(exam="nash")).problems) == 1  # a file of that name is one


def test_the_teachers_points_and_seed_are_used(tmp_path: Path) -> None:
    settings = Settings(exams={"nash": ExamSettings(points={"1a": Fraction(7)}, all_or_nothing=True)})
    graded = grade_files([write(tmp_path / "a.json", answers={"1a": "18 35 0"})], settings, "nash", 18)
    (paper,) = graded.papers
    assert paper.u0 == 18
    assert tuple(map(str, paper.flags)) == ("u0-changed",)
    assert paper.parts["1a"].score == 0
    assert paper.parts["1a"].points == 7


def test_places_are_told_from_the_folder_and_every_readable_file_is_read(tmp_path: Path) -> None:
    good, bad = write(tmp_path / "good.json", answers={"9z": "1"}), tmp_path / "deep" / "bad.json"
    bad.parent.mkdir()
    bad.write_text("{")
    submissions, problems = read_all([bad, good, tmp_path / "no.pdf"], None, Settings(), tmp_path)
    assert [str(one.place) for one in submissions] == ["good.json"]
    assert [problem.place.split(",")[0] for problem in problems] == ["deep/bad.json", str(tmp_path / "no.pdf")]
    submissions, problems = read_all([good], None, Settings())
    assert ([str(one.place) for one in submissions], problems) == ([str(good)], ())
    submissions, problems = read_all([good], TINY, Settings())
    assert (submissions, ["9z" in problem.cause for problem in problems]) == ((), [True])


def test_how_files_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[dict[str, Any]] = []

    def read(path: Path, **others: Any) -> tuple[Submission, ...]:
        messages.append({"path": path, **others})
        return (submission({}, place=Place(path.name)),)

    def pdf(sheet: BlankSheet, *, lang: str, secret: str, version: int, shares_layout: bool) -> bytes:
        assert (version, shares_layout) == (TOKEN_VERSION, True)
        points = sheet.exam.part("2").points
        return f"{sheet.exam.name} {points} {sheet.u0} {sheet.student.id} {lang} {secret}".encode()

    monkeypatch.setattr(module, "read_submissions", read)
    monkeypatch.setattr("answers.sheets.sheet.sheet_pdf", pdf)
    settings = Settings(secret="ours", exam_folders=(EXAMS,), exams={"tiny": ExamSettings(points={"2": Fraction(7)})})
    exam = load_adjusted("tiny", settings)
    submissions, problems = read_all([tmp_path / "a", tmp_path / "b"], exam, settings, tmp_path)
    assert ([one.place.file for one in submissions], problems) == (["a", "b"], ())
    sheets, _ = [[each.pop(key) for each in messages] for key in ("sheet", "exam_named")]
    assert messages == [
        {"path": tmp_path / name, "name": name, "secret": "ours", "exam": expected_exam(TINY), "with_codes": False}
        for name in ("a", "b")
    ]  # fmt: skip
    assert sheets[0] is sheets[1], "a sheet is printed once for all files"
    for lang in ("fr", "en"):
        assert sheets[0](WantedSheet("tiny", lang, 5, Student("s1"))) == f"tiny 7 5 s1 {lang} ours".encode()


def test_the_command_names_the_exam_before_the_settings(tmp_path: Path) -> None:
    settings = Settings(exam="nash", exam_folders=(EXAMS,))
    graded = grade_files([write(tmp_path / "a.json", answers={"1a": "17 34"})], settings, "tiny")
    assert (graded.exam, [paper.score for paper in graded.papers], graded.problems) == (TINY, [1], ())
    with pytest.raises(CorrigeError, match="there is no exam 'tyni'"):
        grade_files([tmp_path / "a.json"], settings, "tyni")


@pytest.mark.parametrize(
    ("texts", "strict", "is_open", "verdicts", "noted"),
    [
        (("10", ""), True, False, "right blank", "2"),
        (("", "20"), True, True, "blank right", "1"),
        (("11", ""), True, False, "wrong blank", ""),
        (("25", ""), True, True, "wrong blank", "12"),
        (("25", ""), False, True, "wrong blank", "12"),
        (("31", ""), True, True, "wrong blank", ""),
        (("25", ""), True, False, "wrong blank", ""),
        (("10", ""), False, True, "right blank", ""),
        (("10 21",), True, True, "right wrong", ""),
        (("10", "x"), True, True, "right unreadable", ""),
        (("", ""), True, True, "blank blank", ""),
    ],
)
def test_an_answer_that_earns_nothing_for_want_of_blank_items_is_incomplete(
    texts: tuple[str, ...], strict: bool, is_open: bool, verdicts: str, noted: str
) -> None:
    """10 and 20 are expected; where the part is open, any two numbers of sum 30 are right too."""
    first, second = TINY.questions
    if is_open:
        first = first.accepting(lambda _given, _part, values: sum(map(number, values)) == 30, "a")
    exam = replace(TINY, questions=(first, second)).revised(
        lambda part: replace(part, all_or_nothing=strict, kind=integers(2, 0, 40)) if part.id == "1a" else part
    )
    paper = grade(exam, submission({"1a": texts, "2": ("2.5",)}), lambda scenario: make_key(exam, scenario))
    marks = paper.parts["1a"]
    assert " ".join(item.verdict for item in marks.items) == verdicts
    assert "".join(str(at) for at, item in enumerate(marks.items, 1) if str(item.note) == "blank-needed") == noted
    assert [str(flag) for flag in paper.open_flags] == (["incomplete:1a"] if noted else [])
    assert not noted or marks.score == 0


def test_of_too_many_fillings_those_with_one_value_alone_are_tried() -> None:
    """A path to cell 7 and nowhere else is padded with 30; a path begun at 8 is not right, whatever follows."""

    @question(1, kind=integers(5, 0, 30), points=3, all_or_nothing=True)
    def path(_given: SolveContext[Any], _part: Part) -> Solution:
        return Solution((1, 2, 3, 4, 5))

    path.accepts()(lambda _given, _part, values: values == (7, 30, 30, 30, 30))
    exam = Exam("paths", 17, lambda draw: Params(draw.u0), questions_of(path))
    for cell, flags in (("7", ["incomplete:1"]), ("8", [])):
        paper = grade(exam, submission({"1": (cell, "–", "–", "–", "–")}, exam="paths"), partial(make_key, exam))
        assert list(map(str, paper.flags)) == flags
