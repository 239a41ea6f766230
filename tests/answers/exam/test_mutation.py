"""Changed code: what is computed with it, where it applies, and how it is shown."""

import gc
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.exam.catalogue import load_adjusted, load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.exam.mutants import mutations
from answers.exam.mutation import ClassMistake, ExamCode, Mutation
from answers.exam.scenario import Scenario
from answers.exam.settings import Settings
from tests.answers.exam.weighted import weighted_exam
from tests.oracles.nash_exam import plan

FILE = "weighted.py"


@pytest.fixture
def exam(tmp_path: Path) -> Exam:
    return weighted_exam(tmp_path)


def change(exam: Exam, before: str, after: str, operator: str = "bound") -> Mutation:
    """The change of the first place where the code is `before`."""
    for definition in ExamCode(exam.location).definitions(FILE):
        for number, line in enumerate(definition.source.splitlines()):
            if (column := line.find(before)) >= 0:
                end = number, column + len(before)
                return Mutation(FILE, definition.name, operator, (number, column), end, after, definition.digest)
    raise LookupError(before)


def sums(exam: Exam, u0: int = 17) -> tuple[int, ...]:
    weights = exam.drawn(u0).weights  # type: ignore[attr-defined]
    return tuple(weights)


def test_solutions_are_computed_with_the_changed_code(exam: Exam) -> None:
    w = sums(exam)
    right = sum(i * w[i] for i in range(1, 6))
    mutations = [change(exam, "range(1, len(weights))", "range(1, len(weights) - 1)"), change(exam, "max", "min")]
    results = [*ExamCode(exam.location).results(mutations, lambda _: dict(make_key(exam, 17).answers))]
    assert results == [
        {"1": (right - 5 * w[5],), "2a": (7 * max(w) - w[0],), "2b": (right - 5 * w[5] + 13 * max(w),)},
        {"1": (right,), "2a": (7 * min(w) - w[0],), "2b": (right + 13 * min(w),)},
    ]
    assert make_key(exam, 17).answers["1"] == (right,)  # nothing is changed in this process


@pytest.mark.slow  # half a second of waiting
def test_a_change_that_fails_or_never_ends_has_no_result(exam: Exam) -> None:
    fails = change(exam, "i * weights[i]", "i * weights[i + 1]")
    endless = change(exam, "total = 0", "\nwhile True: pass".strip(), "removed-statement")
    shorter = change(exam, "range(1, len(weights))", "range(1, len(weights) - 2)")
    results = [*ExamCode(exam.location).results([fails, endless, shorter], lambda _: make_key(exam, 17).u0, 0.5)]
    assert results == [None, None, 17]


def test_the_difference_shows_file_and_line(exam: Exam) -> None:
    line, lines = ExamCode(exam.location).difference(change(exam, "len(weights)", "len(weights) - 1"))
    source = (exam.location.code).read_text("utf-8").splitlines()  # type: ignore[attr-defined]
    assert "for i in range(1, len(weights))" in source[line - 1]
    assert "-    for i in range(1, len(weights)):" in lines
    assert "+    for i in range(1, len(weights) - 1):" in lines
    assert lines[0] == f"--- {FILE}"


def test_a_replacement_in_a_product_is_put_in_parentheses(exam: Exam) -> None:
    mutation = change(exam, "weights[i]", "weights[i] + 1", "off-by-one")
    _, lines = ExamCode(exam.location).difference(mutation)
    assert "+        total += i * (weights[i] + 1)" in lines


def test_executed_lines_are_those_of_the_solution(exam: Exam) -> None:
    code = ExamCode(exam.location).executed(lambda: make_key(exam, 17, parts=["1"]))
    assert code is not None
    source = exam.location.code.read_text("utf-8").splitlines()
    executed = {source[number - 1].strip() for number in code.lines[FILE]}
    assert "total += i * weights[i]" in executed
    assert "largest = max(weights)" not in executed


def replaced(code: ExamCode, mutation: Mutation) -> str:
    """The code that a mutation on one line replaces."""
    (first, start), (_, end) = mutation.start, mutation.end
    return code.definition(mutation).source.splitlines()[first][start:end]


def test_changes_are_those_that_students_make(exam: Exam) -> None:
    code = ExamCode(exam.location)
    executed = code.executed(lambda: make_key(exam, 17, parts=["1"]))
    assert executed is not None
    made = {(replaced(code, one), one.replacement) for one in mutations(code, executed)}
    assert made >= {
        ("range(1, len(weights))", "range(1, len(weights) - 1)"),
        ("len(weights)", "len(weights) + 1"),
        ("1", "0"),
        ("total += i * weights[i]", "total = i * weights[i]"),
        ("i * weights[i]", "weights[i]"),
        ("weights[i]", "weights[i - 1]"),
        ("total", "total - 1"),
        ("total = 0", "pass"),
    }


def test_a_variable_is_replaced_by_others_of_its_type_alone(exam: Exam) -> None:
    code = ExamCode(exam.location)
    executed = code.executed(lambda: make_key(exam, 17, parts=["1"]))
    assert executed is not None
    variables = {
        (replaced(code, one), one.replacement) for one in mutations(code, executed) if one.operator == "variable"
    }
    assert ("i", "total") in variables
    assert not {("i", "weights"), ("weights", "i"), ("weights", "total")} & variables


@pytest.mark.slow  # the solvers are loaded
def test_each_number_of_an_answer_may_be_one_too_large_or_small() -> None:
    """The vertices of question 1 of `jeux` are one term of a pair, in both parts."""
    exam = load_exam("jeux")
    code = ExamCode(exam.location)
    executed = code.executed(lambda: make_key(exam, 17, parts=["1b"]))
    assert executed is not None
    made = {(replaced(code, one), one.replacement) for one in mutations(code, executed) if "jeux" in one.file}
    vertices = "vertices - notation_of(context).start_left_out"
    assert made >= {(vertices, f"{vertices} - 1"), (vertices, f"{vertices} + 1"), ("arcs", "arcs - 1")}


@pytest.mark.slow  # Numba and the solvers are loaded
def test_a_changed_function_that_numba_compiles_is_interpreted() -> None:
    exam, u0 = load_exam("phantom"), 4321
    right = make_key(exam, u0, parts=["2a"]).answers["2a"]
    gc.freeze()  # as printing sheets in this process does
    code = ExamCode(exam.location)
    file = "solvers/sequence/permutation_array.py"
    definition = next(one for one in code.definitions(file) if one.name == "_fill")
    line = definition.source.splitlines().index("            numbers[i] = numbers[last]")
    mutation = Mutation(file, "_fill", "removed-statement", (line, 12), (line, 38), "pass", definition.digest)
    executed = code.executed(lambda: make_key(exam, u0, parts=["2a"]))
    assert executed is not None
    assert mutation in [*mutations(code, executed)]
    assert code.is_compiled(mutation)
    # Other functions may have to be compiled first.
    (changed,) = code.results([mutation], lambda _: make_key(exam, u0, parts=["2a"]).answers["2a"], seconds=120)
    b = exam.drawn(u0).length  # type: ignore[attr-defined]
    places = u0 % b, u0 // b % (b - 1), u0 // b // (b - 1) % (b - 2)
    assert changed == places != right
    assert make_key(exam, u0, parts=["2a"]).answers["2a"] == right == tuple(plan(u0, b)[:3])


def test_an_accepted_change_is_a_misconception_of_the_exam(exam: Exam) -> None:
    mutation = change(exam, "range(1, len(weights))", "range(1, len(weights) - 1)")
    settings = Settings(class_mistakes=(ClassMistake(mutation, "L’indice commence à 1 : <0 ?"),))
    adjusted = load_adjusted(str(exam.location.code), settings)
    assert mutation.slug in adjusted.mistakes
    assert adjusted.words("fr").mistake(mutation.slug).unescape().startswith("L’indice commence à 1")
    w = sums(exam)
    key = make_key(adjusted, Scenario(17, (mutation.slug,)))
    assert key.answers["1"] == (sum(i * w[i] for i in range(5)),)
    assert key.answers["2b"] == (sum(i * w[i] for i in range(5)) + 13 * max(w),)


def test_other_code_than_that_of_a_mutation_is_not_executed(exam: Exam) -> None:
    """The store of a class that somebody else sent may contain any code."""
    foreign = change(exam, "range(1, len(weights))", "(__import__('os').abort(), range(1))[1]")
    renamed = replace(change(exam, "range(1, len(weights))", "range(1, len(weights) - 1)"), operator="call")
    adjusted = load_adjusted(
        str(exam.location.code), Settings(class_mistakes=(ClassMistake(foreign, "…"), ClassMistake(renamed, "…")))
    )
    assert not {foreign.slug, renamed.slug} & set(adjusted.mistakes)


def test_a_change_of_code_that_has_changed_is_refused(exam: Exam, tmp_path: Path) -> None:
    mutation = change(exam, "range(1, len(weights))", "range(1, len(weights) - 1)")
    path = tmp_path / FILE
    path.write_text("# a comment above moves the lines\n" + path.read_text("utf-8"), encoding="utf-8")
    mistakes = (ClassMistake(mutation, "…"),)
    assert mutation.slug in load_adjusted(str(path), Settings(class_mistakes=mistakes)).mistakes
    path.write_text(path.read_text("utf-8").replace("total = 0", "total = 1"), encoding="utf-8")
    changed = load_adjusted(str(path), Settings(class_mistakes=mistakes))
    assert mutation.slug not in changed.mistakes
    with pytest.raises(CorrigeError, match="_weighted has changed"):
        ExamCode(changed.location).definition(mutation)


def test_a_mutation_survives_json(exam: Exam) -> None:
    mutation = change(exam, "max", "min")
    document = {**asdict(mutation), "start": list(mutation.start), "end": list(mutation.end)}
    assert Mutation.from_json(document) == mutation
    assert replace(mutation, replacement="sum").slug != mutation.slug
