"""An exam in one file: data, questions, texts, mistakes and examples in a Python file of the teacher."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

from answers.errors import CorrigeError, Problem
from answers.exam.catalogue import exam_names, load_exam
from answers.exam.draw import Draw, Draws
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.exam.key_json import key_from_json, key_to_json
from answers.exam.location import fault, fingerprint
from answers.exam.scenario import Scenario
from answers.exam.trust import forget, is_trusted, trust
from answers.exam.words import Text, plain
from answers.flags import Place
from answers.grading.exam_checks import accept_key, run_checks
from answers.grading.explanation import Attempt, explain_item
from answers.grading.grade import grade
from answers.grading.scenario_keys import ScenarioKeys
from answers.paper import Paper, Verdict
from answers.sheets.booklet import worked_solution
from answers.sheets.sheet import BlankSheet, sheet_page
from answers.sheets.subject import how
from answers.submissions.raw.submission import Submission
from tests.answers.grading.test_exam_checks import check_named
from tests.problems import problems_of

NIM = '''
"""Nim with one heap."""

from dataclasses import dataclass, replace

from answers.author import Draws, exam, integers, question, shared


@dataclass(frozen=True)
class Heap:
    sticks: int
    most: int


@shared
def heap(draws: Draws) -> Heap:
    most = draws.integer(2, 5)
    return Heap(draws.until(lambda again: again.integer(10, 99), lambda n: n % (most + 1) != 0), most)


heap.mistake("one-more", lambda heap: replace(heap, most=heap.most + 1), fr="Un de trop.", en="One too many.")


@question(points=1, kind=integers(1, 0, 99), needs=heap)
def winning_move(heap: Heap) -> int:
    return heap.sticks % (heap.most + 1)


winning_move.text(
    fr="""
    Un tas de {{ heap.sticks }} allumettes, au plus $n = {{ heap.most }}$ à la fois.

    Un coup **gagnant** ?
    """,
    en="A heap of {{ heap.sticks }} sticks, $2^n$.",
)
winning_move.labels("n =")
winning_move.accept(lambda n, heap: n > 0 and (heap.sticks - n) % (heap.most + 1) == 0)
winning_move.examples("2 | right", "5 | right", "1 | wrong", " | blank")


@question(points=2, parts="ab", kind=integers(1, 0, 200), needs=heap)
def losing_heaps(heap: Heap) -> tuple[int, int]:
    below = heap.sticks - heap.sticks % (heap.most + 1)
    return below, below + heap.most + 1


losing_heaps.text(fr="Au-dessous (a), au-dessus (b) ?", en="Below (a), above (b)?")
losing_heaps.mistake("half-and-double", lambda heap: (heap.sticks // 2, heap.sticks * 2), fr="Non.", en="No.")
losing_heaps.hint(fr="D’où {{ answer[0] }} pour {{ heap.most }}.", en="So {{ answer[0] }} for {{ heap.most }}.")
losing_heaps.examples("a: 24 | right", "b: 27 | right", "b: 3 | wrong")


@question(points=1, kind=integers(1, 0, 600), needs=(losing_heaps["a"], heap))
def total(below: int, heap: Heap) -> int:
    return below * heap.most


total.text(fr="Le produit avec la réponse {{ Q('losing_heaps') }}a ?", en="The product?")
total.examples("48 | right")

EXAM = exam(__name__, title={"fr": "Nim & tas", "en": "Nim & heaps"}, source="Bouton, 1901")
'''


def written(folder: Path, text: str = NIM, name: str = "nim") -> Exam:
    """Write an exam into a file and load it."""
    file = folder / f"{name}.py"
    file.write_text(text, "utf-8")
    return load_exam(name, [file])


@pytest.fixture
def nim(tmp_path: Path) -> Exam:
    return written(tmp_path)


@pytest.fixture
def parts(tmp_path: Path) -> Exam:
    return written(tmp_path, PARTS, "parts")


def prompt(exam: Exam, lang: str, place: int = 0) -> Text:
    """The text of a question for the seed 17."""
    return exam.words(lang).prompt(exam.questions[place], exam.drawn(17))


def submission(exam: Exam, answers: Mapping[str, tuple[str, ...]]) -> Submission:
    return Submission(Place("paper"), "s", "17", exam.name, answers)


def marked(exam: Exam, answers: Mapping[str, tuple[str, ...]]) -> Paper:
    return grade(exam, submission(exam, answers), partial(make_key, exam), scenario_key=ScenarioKeys(exam))


def refused(folder: Path, text: str) -> Problem:
    """Return the only problem of a file that cannot be loaded."""
    (problem,) = problems_of(written, folder, text)
    return problem


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


PROGRAM = NIM.replace("integers, question", "Program, integers, question").replace(
    "EXAM = exam",
    """
@question(points=1, kind=Program("taken(sticks, most)"), needs=heap)
def taken(heap: Heap) -> int:
    return heap.sticks % (heap.most + 1)

taken.text("taken")
taken.case(Heap(4, 3), fr="un tas perdant", en="a losing heap")
taken.examples("def taken(sticks, most): return sticks % (most + 1) | 0 | right")

EXAM = exam""",
)


def test_a_duration_without_statements_is_one_problem(tmp_path: Path) -> None:
    exam = written(tmp_path, NIM.replace("EXAM = exam(__name__,", "EXAM = exam(__name__, minutes=60,"))
    (problem,) = check_named("booklet-words").problems(exam)
    assert "minutes=" in problem.remedy


def test_data_that_is_drawn_until_it_is_good_is_that_of_draws_until(tmp_path: Path) -> None:
    before = "    return Heap(draws.until(lambda again: again.integer(10, 99), lambda n: n % (most + 1) != 0), most)\n"
    text = NIM.replace("@shared\n", "@shared(until=lambda heap: heap.sticks % 7 == 3)\n")
    exam = written(tmp_path, text.replace(before, "    return Heap(draws.integer(10, 99), most)\n"))
    for u0 in (1, 17, 4321):
        heap = exam.drawn(u0).heap  # type: ignore[attr-defined]
        assert (heap.most, heap.sticks) == Draws(Draw(u0)).until(
            lambda draws: (draws.integer(2, 5), draws.integer(10, 99)), lambda pair: pair[1] % 7 == 3
        )


def test_a_program_is_called_with_fields_of_its_data_in_the_cases_named_and_drawn(tmp_path: Path) -> None:
    exam = written(tmp_path, PROGRAM)
    ((first, own, *others),) = make_key(exam, 17).answers["4"]  # type: ignore[misc]
    assert first == ("un tas perdant", "a losing heap", ("4", "3"), "value 0")
    heap = exam.drawn(17).heap  # type: ignore[attr-defined]
    assert own[2:] == ((str(heap.sticks), str(heap.most)), f"value {heap.sticks % (heap.most + 1)}")  # type: ignore[index]
    assert len(others) == 20
    ((_, _, *same),) = make_key(exam, 18).answers["4"]  # type: ignore[misc]
    assert same == others
    key = make_key(exam, 17)
    assert key_from_json(exam, key_to_json(exam, key)) == key


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("taken(sticks, most)", "taken(sticks, least)"),
        ("needs=heap)\ndef taken(heap: Heap)", "needs=(heap, winning_move))\ndef taken(heap: Heap, move: int)"),
        ('points=1, kind=Program("taken', 'points=1, parts="ab", kind=Program("taken'),
        ("    return heap.sticks % (heap.most + 1)\n\ntaken.text", "    return heap\n\ntaken.text"),
        ("taken.examples(", "taken.accept(lambda got, heap: True)\ntaken.examples("),
    ],
)
def test_a_program_that_cannot_be_declared_is_refused_with_its_line(tmp_path: Path, before: str, after: str) -> None:
    assert before in PROGRAM
    (problem,) = problems_of(lambda: make_key(written(tmp_path, PROGRAM.replace(before, after)), 17))
    assert "nim.py, line " in problem.place
    assert problem.remedy


def test_a_file_is_found_by_itself_and_in_its_folder(tmp_path: Path) -> None:
    written(tmp_path)
    (tmp_path / "helper.py").write_text("import nothing_that_exists\n")
    for place in (tmp_path, tmp_path / "nim.py"):
        assert set(exam_names([place])) - set(exam_names()) == {"nim"}


def test_the_key_has_the_answers_of_the_solutions(nim: Exam) -> None:
    key = make_key(nim, 17)  # 26 sticks, at most 2
    assert key.answers == {"1": (2,), "2a": (24,), "2b": (27,), "3": (48,)}
    assert nim.points == 4
    assert key_from_json(nim, key_to_json(nim, key)) == key
    heap, draw = nim.drawn(17).heap, Draw(17)  # type: ignore[attr-defined]
    assert (heap.most, heap.sticks) == (draw.integer(1000, 2, 5), draw.integer(1001, 10, 99))


def test_draws_never_share_a_term() -> None:
    draw = Draw(4321)
    draws = Draws(draw)
    draws.shuffled(range(9))
    draws.until(lambda again: (again.integer(0, 9), again.choice("abc")), lambda pair: pair[0] == 7)
    draws.sample(range(5), 2)
    assert draw.repeated == ()
    assert sorted(Draws(Draw(5)).shuffled(range(9))) == list(range(9))
    assert len({Draws(Draw(u0)).shuffled("abc") for u0 in range(1, 300)}) == 6  # each order is drawn by some seed


def test_a_wrong_answer_is_followed_through_to_the_question_that_needs_it(nim: Exam) -> None:
    assert make_key(nim, Scenario(17, (), (("2a", (30,)),))).answers["3"] == (60,)
    paper = marked(nim, {"1": ("2",), "2a": ("30",), "2b": ("27",), "3": ("60",)})
    assert paper.parts["3"].items[0].verdict is Verdict.FOLLOW_THROUGH


def test_another_accepted_answer_is_right_and_a_known_mistake_is_named(nim: Exam) -> None:
    paper = marked(nim, {"1": ("5",), "2a": ("13",), "2b": ("52",)})
    assert paper.parts["1"].items[0].verdict is Verdict.RIGHT
    assert str(paper.parts["2a"].items[0].note) == "mistake:half-and-double"


def test_a_misconception_changes_the_data_of_the_whole_exam(nim: Exam) -> None:
    assert nim.mistakes == ("one-more", "half-and-double")
    assert make_key(nim, Scenario(17, ("one-more",))).answers["2b"] == (28,)  # multiples of 4 around 26


def test_texts_are_markdown_with_values_and_formulas(nim: Exam) -> None:
    text = prompt(nim, "fr")
    assert "Un tas de 26 allumettes" in text
    assert "<strong>gagnant</strong>" in text
    assert text.count("<p>") == 2
    assert "<var>n</var>\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}2" in text
    assert 'aria-label="2^n"' in prompt(nim, "en")
    assert "réponse 2a" in prompt(nim, "fr", 2)
    assert nim.words("fr").title == "Nim &amp; tas"
    heaps, key = nim.questions[1], make_key(nim, 17)
    lines = [how(nim, heaps, nim.words(lang), key, {"a": (0,)}) for lang in ("fr", "en")]
    assert lines == ["D’où 24 pour\N{NO-BREAK SPACE}2.", "So 24 for\N{NO-BREAK SPACE}2."]


def test_a_value_is_no_markdown_and_no_html_and_in_backticks_printed_as_it_is(tmp_path: Path) -> None:
    text = NIM.replace("Below (a), above (b)?", "`{{ '(a+b)*ab' }}` `{{ 'a < b' }}` {{ '*a* & <b>' }} \\\\$ `\\\\$`")
    shown = prompt(written(tmp_path, text), "en", 1).replace("\N{NO-BREAK SPACE}", " ")
    assert shown.startswith("<code>(a+b)*ab</code> <code>a &lt; b</code> *<var>a</var>* &amp; &lt;")
    assert shown.endswith("$ <code>$</code>")
    text = NIM.replace("Un tas de {{ heap.sticks }}", "{{ '*<b>_x_$2$' }}")
    shown = prompt(written(tmp_path, text), "fr")
    assert "<b>" not in shown
    assert "<em>" not in shown


def test_an_exam_in_one_language_has_its_texts_in_both(tmp_path: Path) -> None:
    only_french = re.sub(r',\s*(en=|"en": )"[^"]*"', "", NIM)
    assert " en=" not in only_french
    assert "gagnant" in prompt(written(tmp_path, only_french), "en")


@pytest.mark.slow
def test_the_checks_pass_and_mark_the_examples(tmp_path: Path) -> None:
    assert [problem for result in run_checks(written(tmp_path)) for problem in result.problems] == []
    wrong = NIM.replace("1 | wrong", "1 | right")
    (problem,) = check_named("answer-table").problems(written(tmp_path, wrong))
    assert f"line {line_of(wrong, '1 | right')}" in problem.place


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('needs=(losing_heaps["a"], heap)', 'needs=(losing_heap["a"], heap)'),
        ("    return Heap(draws.until", "    return Heep(draws.until"),
        ("points=1, kind=integers(1, 0, 99)", "points=1, kind=integer(1, 0, 99)"),
        ("@question(points=1, kind=integers(1, 0, 99)", "@question(kind=integers(1, 0, 99)"),
        ("points=1, kind=integers(1, 0, 99)", "points=1, tolerance=0.1, kind=integers(1, 0, 99)"),
        ("points=1, kind=integers(1, 0, 99)", 'points=1, tags="No tag", kind=integers(1, 0, 99)'),
        ('"half-and-double"', '"Half and double"'),
        ('heap.mistake("one-more"', 'heap.mistake("one more"'),
        ('"a: 24 | right"', '"24 | right"'),
        ('"2 | right"', '"2"'),
        ("@shared\ndef heap(draws: Draws) -> Heap:", "@shared\ndef heap(draws: Draws):"),
        ("points=2, parts", "points=0, parts"),
        ("points=2, parts", "points={'a': 2, 'b': -1}, parts"),
        ('parts="ab"', 'parts="aa"'),
        ('parts="ab"', 'parts="ac"'),
    ],
)
def test_an_error_of_python_is_told_with_its_line(tmp_path: Path, right: str, wrong: str) -> None:
    text = NIM.replace(right, wrong)
    if "Heep" in wrong:  # found when the data is drawn
        (problem,) = check_named("draws").problems(written(tmp_path, text))
    else:
        problem = refused(tmp_path, text)
    assert problem.place.endswith(f"nim.py, line {line_of(text, wrong)}")


def test_an_error_in_a_text_is_told_with_the_line_of_the_file(tmp_path: Path) -> None:
    text = NIM.replace("{{ heap.sticks }} allumettes", "{{ heap.stick }} allumettes")
    (problem,) = check_named("prompts").problems(written(tmp_path, text))
    assert problem.place.endswith(f"nim.py, line {line_of(text, 'heap.stick }}')}")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("$2^n$", "$2^{n$"),
        ("$2^n$", r"$\\fracc{1}{2}$"),
        ("$2^n$", "{{ heap.most }!"),
    ],
)
def test_an_error_in_a_formula_is_told_with_its_line(tmp_path: Path, right: str, wrong: str) -> None:
    text = NIM.replace(right, wrong)
    exam = written(tmp_path, text)
    with pytest.raises(Exception, match=r"cannot be drawn|unexpected") as error:
        prompt(exam, "en")
    assert fault(error.value, exam.location).place.endswith(f"nim.py, line {line_of(text, wrong)}")


def test_an_exam_needs_what_it_declares_before(tmp_path: Path) -> None:
    text = NIM.replace("from answers.author import", "from answers.author import probabilities, ").replace(
        '@question(points=1, kind=integers(1, 0, 600), needs=(losing_heaps["a"], heap))',
        "@question(points=1, kind=integers(1, 0, 600), needs=(shared(heap.make), heap))",
    )
    assert "total" in refused(tmp_path, text).cause
    text = NIM.replace("total", "winning_move")
    assert refused(tmp_path, text).place == f"{tmp_path}/nim.py, line {line_of(text, 'def winning_move(below')}"


def test_solutions_with_a_wrong_number_of_items_are_refused(tmp_path: Path) -> None:
    exam = written(tmp_path, NIM.replace("return below, below + heap.most + 1", "return below"))
    with pytest.raises(CorrigeError, match="losing_heaps returned"):
        make_key(exam, 17)


def test_a_changed_file_is_loaded_anew(tmp_path: Path) -> None:
    first = written(tmp_path)
    before = fingerprint(first.location)
    again = written(tmp_path, NIM.replace("below * heap.most", "below + heap.most"))
    assert (make_key(first, 17).answers["3"], make_key(again, 17).answers["3"]) == ((48,), (26,))
    assert before != fingerprint(again.location)


def test_a_file_runs_only_if_it_is_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORRIGE_TRUST", "")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    file = tmp_path / "nim.py"
    file.write_text("from answers.author import exam\nraise SystemExit\n")
    with pytest.raises(CorrigeError, match="not trusted"):
        load_exam("nim", [file])
    trust("exam", file)
    assert is_trusted("exam", file)
    file.write_text(NIM)
    assert not is_trusted("exam", file)
    trust("exam", file, as_author=True)
    (tmp_path / "saved").write_text(NIM + "\n")
    (tmp_path / "saved").rename(file)  # as many editors save
    assert load_exam("nim", [file]).points == 4
    forget("exam", file)
    assert not is_trusted("exam", file)


def test_a_share_is_that_of_the_right_items_unless_it_is_given(tmp_path: Path) -> None:
    text = NIM.replace("b: 3 | wrong", "b: 3 | wrong | 1/2")
    assert [example.share for example in written(tmp_path, text).examples][-2:] == [Fraction(1, 2), 1]


KINDS = """
from answers.author import Draws, Interval, exam, matrix, question, sequence, shared, yes_or_no


@shared
def n(draws: Draws) -> int:
    return draws.integer(3, 9)


@question(points=1, kind=yes_or_no(), needs=n)
def odd(n: int) -> bool:
    return n % 2 == 1


@question(points=1, kind=sequence(low=1, high=12, longest=12), needs=n)
def path(n: int) -> list[int]:
    return list(range(1, n))


@question(points=1, kind=Interval(), needs=n)
def interval(n: int) -> tuple[int, float, bool, bool]:
    return (n, float("inf"), True, False)


@question(points=1, kind=sequence(low=1, high=12), needs=path)
def back(path: tuple[int, ...]) -> list[int]:
    return list(path[::-1])


for declared in (odd, path, interval, back):
    declared.text(fr="Question ?", en="Question?")
odd.examples("non | right", "vrai | wrong", " | blank")
path.examples("1-2-3 | right", "1→2→3 | right", "3-2-1 | wrong", "123 | unreadable")
interval.examples("[4 ; +∞[ | right", "]4 ; +∞[ | wrong")
back.examples("3 2 1 | right")

EXAM = exam(__name__, title="Réponses")
"""


@pytest.mark.slow
def test_kinds_that_no_example_has_pass_the_checks(tmp_path: Path) -> None:
    results = tuple(run_checks(written(tmp_path, KINDS, "kinds")))
    # question 4 reverses the list of question 2: a list of one item, wrong in both, earns its point without work
    assert {result.check.name for result in results if result.problems} <= {"attack"}


def test_a_list_is_followed_through(tmp_path: Path) -> None:
    exam = written(tmp_path, KINDS, "kinds")
    paper = marked(exam, {"2": ("1-7-3",), "4": ("3 → 7 → 1",)})
    assert paper.parts["4"].items[0].verdict is Verdict.FOLLOW_THROUGH


def test_an_exam_is_named_by_its_path_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert load_exam("nim.py").name == load_exam(str(tmp_path / "nim.py")).name == "nim"
    (tmp_path / "other.py").write_text("import answers\n")
    for name in ("other.py", "absent.py"):
        with pytest.raises(CorrigeError, match=name):
            load_exam(name)


def test_a_composed_paper_takes_questions_from_a_file(tmp_path: Path) -> None:
    nim = written(tmp_path, name="my_nim")
    paper = tmp_path / "paper.toml"
    paper.write_text(
        '[paper]\nname = "mixed"\ntitle = "Mixed"\nminutes = 60\nquestions = [\n'
        '{ exam = "my_nim", question = 2, points = 4 },\n{ exam = "my_nim", question = 3, points = 1 },\n]\n'
    )
    mixed = load_exam("mixed", [paper, tmp_path / "my_nim.py"])
    assert make_key(mixed, 17).answers == {"1a": (24,), "1b": (27,), "2": (48,)}
    assert prompt(mixed, "fr") == prompt(nim, "fr", 1)


def test_an_accepted_key_is_compared_from_then_on(tmp_path: Path) -> None:
    accept_key(written(tmp_path))
    changed = written(tmp_path, NIM.replace("below * heap.most", "below + heap.most"))
    key_check = check_named("model-key")
    assert [problem.place for problem in key_check.problems(changed)] == [str(tmp_path / "nim.key.json")]
    assert accept_key(changed) == [("3", "48", "26")]
    assert key_check.problems(changed) == []


def test_the_boxes_of_a_matrix_are_labelled_by_row_and_column(tmp_path: Path) -> None:
    exam = written(tmp_path, KINDS.replace("Interval()", "matrix(2, 3, 0, 9)"), "kinds")
    labels = exam.words("fr").labels(exam.part("3"), exam.drawn(17))
    texts = [str(label).replace("\N{NO-BREAK SPACE}", " ") for label in labels]
    assert texts == ["(1, 1)", "(1, 2)", "(1, 3)", "(2, 1)", "(2, 2)", "(2, 3)"]


def test_a_right_answer_that_no_student_could_write_is_refused_with_its_line(tmp_path: Path) -> None:
    text = NIM.replace("kind=integers(1, 0, 99)", "kind=integers(1, 3, 99)")
    (problem,) = problems_of(make_key, written(tmp_path, text), 17)
    assert f"line {line_of(text, 'integers(1, 3, 99)')}" in str(problem.place)


def test_an_infinite_number_of_a_mistake_is_told_with_its_line_and_seed(tmp_path: Path) -> None:
    wrong = "lambda heap: (heap.sticks // 2, float('inf'))"
    text = NIM.replace("lambda heap: (heap.sticks // 2, heap.sticks * 2)", wrong)
    (problem,) = check_named("worlds").problems(written(tmp_path, text))
    assert f"line {line_of(text, wrong)}, part 2b" in str(problem.place)
    assert ("inf" in str(problem.remedy), problem.seeds[:1]) == (True, (1,))


def test_nothing_is_followed_through_to_an_infinite_number(tmp_path: Path) -> None:
    """With the answer 24 of u0 = 17, question 3 is solved; with 30, which no heap below can be, it gives no number."""
    text = NIM.replace("return below * heap.most", "return below * heap.most if below < 30 else float('inf')")
    exam = written(tmp_path, text)
    answers = {"1": ("2",), "2a": ("30",), "2b": ("27",), "3": ("60",)}
    assert [item.verdict for item in marked(exam, answers).parts["3"].items] == [Verdict.WRONG]
    explanation = explain_item(exam, submission(exam, answers), "3", partial(make_key, exam))
    assert Attempt("own", "2a", None, "fails") in explanation.attempts


PARTS = '''"""Parts with labels, accepted answers and formulas of their own."""

from answers.author import Draws, Formula, Written, exam, integers, question, shared


@shared
def n(draws: Draws) -> int:
    """Draw a number."""
    return draws.integer(10, 99)


@question(points=2, parts="ab", kind={"a": integers(2, 0, 99), "b": integers(1, 0, 99)}, needs=n)
def several(n: int) -> tuple[list[int], int]:
    """Return the number three times."""
    return [n, n], n


several.text(r"""Let $x = \\frac{1}{2}
+ {{ n }}$; then""")
several.labels(r"$L_{\\max}$ =", parts="b")
several.accept(lambda values, n: tuple(values) == (1, 1), parts="a")
several.accept(lambda value, n: value == 2, parts="b")
several.statement(fr="Plusieurs ?", en="Several?")
several.solution(fr="Trois fois {{ answer[1] }}.", en="Three times {{ answer[1] }}.")


@question(points=1, kind=Formula("k"), needs=n)
def growth(n: int) -> str:
    """Return a formula."""
    return f"{n}k"


growth.text("Growth?")


@question(points=1, kind=Written(lines=3), needs=n)
def why(n: int) -> str:
    """Return a model answer."""
    return "(because"


why.text("Why?")

EXAM = exam(__name__, title="Parts", minutes=20, presentation={"fr": "Trois.", "en": "Three."})
'''


def test_each_part_has_its_labels_and_accepted_answers(parts: Exam) -> None:
    drawn, words = parts.drawn(17), parts.words("en")
    plain_labels = {part: [plain(label) for label in words.labels(parts.part(part), drawn)] for part in ("1a", "1b")}
    assert [len(labels) for labels in plain_labels.values()] == [2, 1]
    assert plain_labels["1b"][0].startswith(r"L_{\max}")
    paper = marked(parts, {"1a": ("1 ; 1",), "1b": ("2",)})
    assert [mark.verdict for part in ("1a", "1b") for mark in paper.parts[part].items] == [Verdict.RIGHT] * 3


def test_a_formula_may_go_over_the_end_of_a_line(parts: Exam) -> None:
    n = parts.drawn(17).n  # type: ignore[attr-defined]
    assert plain(prompt(parts, "en")).split(";")[0].rstrip() == f"Let x = \\frac{{1}}{{2}} + {n}"


def test_a_wrong_formula_is_not_compared_with_answers_of_other_kinds(parts: Exam) -> None:
    paper = marked(parts, {"2": ("k^2",)})
    assert paper.parts["2"].items[0].verdict is Verdict.WRONG


def test_the_sheets_of_an_exam_with_a_subject_are_printed(parts: Exam) -> None:
    assert sheet_page(BlankSheet(parts, 17)).html.count("<input") == 3 + 4


def test_the_texts_of_a_subject_and_its_solution_are_in_both_languages(parts: Exam) -> None:
    (several, *_), key, n = parts.questions, make_key(parts, 17), parts.drawn(17).n  # type: ignore[attr-defined]
    pages = [
        (
            parts.words(lang).page("presentation"),
            parts.words(lang).question_page(several, "statement"),
            worked_solution(parts, key, several, lang),
        )
        for lang in ("fr", "en")
    ]
    french, english = ([plain(text).strip() for text in page] for page in pages)
    assert french == ["Trois.", "Plusieurs ?", f"Trois fois {n}."]
    assert english == ["Three.", "Several?", f"Three times {n}."]


def test_labels_are_given_once(tmp_path: Path) -> None:
    problem = refused(tmp_path, PARTS.replace('=", parts="b")', '=", en=["L ="])'))
    assert "line" in str(problem.place)
