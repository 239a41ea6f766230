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
from tests.answers.exam.weighted import SOURCE, weighted_exam

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


@pytest.fixture
def shorter(exam: Exam) -> Mutation:
    return change(exam, "range(1, len(weights))", "range(1, len(weights) - 1)")


def test_solutions_are_computed_with_the_changed_code(exam: Exam, shorter: Mutation) -> None:
    w = exam.drawn(17).weights  # type: ignore[attr-defined]
    right = sum(i * w[i] for i in range(1, 6))
    mutations = [shorter, change(exam, "max", "min")]
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


def replaced(exam: Exam, part: str, operator: str = "") -> set[tuple[str, str]]:
    """The code on one line that mutations of the solution of a part replace, each with what replaces it."""
    code = ExamCode(exam.location)
    executed = code.executed(lambda: make_key(exam, 17, parts=[part]))
    assert executed is not None
    return {
        (code.definition(one).source.splitlines()[one.start[0]][one.start[1] : one.end[1]], one.replacement)
        for one in mutations(code, executed)
        if operator in ("", one.operator)
    }


def test_changes_are_those_that_students_make(exam: Exam) -> None:
    assert replaced(exam, "1") >= {
        ("range(1, len(weights))", "range(1, len(weights) - 1)"),
        ("len(weights)", "len(weights) + 1"),
        ("1", "0"),
        ("total += i * weights[i]", "total = i * weights[i]"),
        ("i * weights[i]", "weights[i]"),
        ("weights[i]", "weights[i - 1]"),
        ("total", "total - 1"),
        ("total = 0", "pass"),
    }


STATEMENTS = """
    total, half = 0, 3
    for w in weights:
        total += w
    total -= sum(weights[1:half]) + weights[0]
    for at, w in enumerate(weights):
        total += min(at, half) if at % 2 else half
    if 1 <= half < 900 and total:
        total, half = half, total
    total += sum(w for w in weights if w > half) + len({w % 7 for w in sorted(weights)})
    for at in range(half // 99):
        total += divmod(total, half)[1]
    return total
"""
REPLACED = {
    "0": ("1", "-1"),
    "weights": ("list(weights)[1:]", "list(weights)[:-1]"),
    "total += w": ("total = w", "total -= w", "pass"),
    "weights[1:half]": ("weights[:half]", "weights[1:]", "weights[1:half + 1]", "weights[1:half - 1]",
                        "weights[1 + 1:half]", "weights[1 - 1:half]"),
    "weights[0]": ("weights[-1]",),
    "enumerate(weights)": ("enumerate(weights, 1)",),
    "min(at, half)": ("at", "half", "min(half, at)", "min(at + 1, half)"),
    "min": ("max",),
    "at % 2": ("at // 2", "2 % at", "at", "2"),
    "1 <= half < 900": ("1 < half < 900", "1 <= half <= 900"),
    "1 <= half < 900 and total": ("1 <= half < 900 or total", "1 <= half < 900", "total", "False", "True"),
    "total, half = half, total": ("half, total = (half, total)",),
    "(w for w in weights if w > half)": ("(w for w in weights)",),
    "w > half": ("w >= half", "w < half"),
    "len({w % 7 for w in sorted(weights)})": ("len({w % 7 for w in sorted(weights)}) + 1",),
    "{w % 7 for w in sorted(weights)}": ("[w % 7 for w in sorted(weights)]",),
    "sorted(weights)": ("weights", "list(weights)", "list(sorted(weights))[1:]"),
    "range(half // 99)": ("range(half // 99 + 1)", "range(half // 99 - 1)"),
    "divmod(total, half)": ("divmod(half, total)", "divmod(total + 1, half)", "divmod(total, half - 1)"),
    "total": ("total + 1", "total - 1"),
}  # fmt: skip
"""Code of `STATEMENTS`, each with changes that a student's program may have in its place."""


def test_each_kind_of_code_has_its_changes(tmp_path: Path) -> None:
    before = SOURCE[SOURCE.index("    total = 0") : SOURCE.index("    return total\n") + len("    return total\n")]
    file = tmp_path / FILE
    file.write_text(SOURCE.replace(before, STATEMENTS.lstrip("\n")), "utf-8")
    changes = replaced(load_exam(str(file)), "1")
    assert {(code, new) for code, expected in REPLACED.items() for new in expected} <= changes
    assert ("range(half // 99)", "list(range(half // 99))[1:]") not in changes  # as many as one less in `range`


def test_a_variable_is_replaced_by_others_of_its_type_alone(exam: Exam) -> None:
    variables = replaced(exam, "1", "variable")
    assert ("i", "total") in variables
    assert not {("i", "weights"), ("weights", "i"), ("weights", "total")} & variables


@pytest.mark.slow  # the solvers are loaded
def test_each_number_of_an_answer_may_be_one_too_large_or_small() -> None:
    """The vertices of question 1 of `jeux` are one term of a pair, in both parts."""
    vertices = "vertices - notation_of(context).start_left_out"
    assert replaced(load_exam("jeux"), "1b") >= {
        (vertices, f"{vertices} - 1"),
        (vertices, f"{vertices} + 1"),
        ("arcs", "arcs - 1"),
    }


@pytest.mark.slow  # Numba and the solvers are loaded
def test_a_changed_function_that_numba_compiles_is_interpreted() -> None:
    exam, u0 = load_exam("nash"), 17
    right = make_key(exam, u0, parts=["6b"]).answers["6b"]
    gc.freeze()  # as printing sheets in this process does
    code = ExamCode(exam.location)
    file = "solvers/domineering/phantom_game.py"
    definition = next(one for one in code.definitions(file) if one.name == "list_winner")
    statement = "        covered |= lists.second_masks[second[q]]"
    line = definition.source.splitlines().index(statement)
    place = (line, 8), (line, len(statement))
    mutation = Mutation(file, "list_winner", "removed-statement", *place, "pass", definition.digest)
    executed = code.executed(lambda: make_key(exam, u0, parts=["6b"]))
    assert executed is not None
    assert mutation in [*mutations(code, executed)]
    assert code.is_compiled(mutation)
    # Other functions may have to be compiled first.
    (changed,) = code.results([mutation], lambda _: make_key(exam, u0, parts=["6b"]).answers["6b"], seconds=120)
    assert changed == (1, 1) != right  # who wins if the dominoes of player 2 cover nothing, by trying all lists
    assert make_key(exam, u0, parts=["6b"]).answers["6b"] == right


def test_an_accepted_change_is_a_misconception_of_the_exam(exam: Exam, shorter: Mutation) -> None:
    settings = Settings(class_mistakes=(ClassMistake(shorter, "L’indice commence à 1 : <0 ?"),))
    adjusted = load_adjusted(str(exam.location.code), settings)
    assert shorter.slug in adjusted.mistakes
    assert adjusted.words("fr").mistake(shorter.slug).unescape().startswith("L’indice commence à 1")
    w = exam.drawn(17).weights  # type: ignore[attr-defined]
    key = make_key(adjusted, Scenario(17, (shorter.slug,)))
    assert key.answers["1"] == (sum(i * w[i] for i in range(5)),)
    assert key.answers["2b"] == (sum(i * w[i] for i in range(5)) + 13 * max(w),)


def test_other_code_than_that_of_a_mutation_is_not_executed(exam: Exam, shorter: Mutation) -> None:
    """The store of a class that somebody else sent may contain any code."""
    foreign = change(exam, "range(1, len(weights))", "(__import__('os').abort(), range(1))[1]")
    renamed = replace(shorter, operator="call")
    mistakes = (ClassMistake(foreign, "…"), ClassMistake(renamed, "…"))
    adjusted = load_adjusted(str(exam.location.code), Settings(class_mistakes=mistakes))
    assert not {foreign.slug, renamed.slug} & set(adjusted.mistakes)


def test_a_change_of_code_that_has_changed_is_refused(shorter: Mutation, tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_text("# a comment above moves the lines\n" + path.read_text("utf-8"), encoding="utf-8")
    settings = Settings(class_mistakes=(ClassMistake(shorter, "…"),))
    assert shorter.slug in load_adjusted(str(path), settings).mistakes
    path.write_text(path.read_text("utf-8").replace("total = 0", "total = 1"), encoding="utf-8")
    changed = load_adjusted(str(path), settings)
    assert shorter.slug not in changed.mistakes
    with pytest.raises(CorrigeError, match="function _weighted "):
        ExamCode(changed.location).definition(shorter)


def test_a_mutation_survives_json(exam: Exam) -> None:
    mutation = change(exam, "max", "min")
    document = {**asdict(mutation), "start": list(mutation.start), "end": list(mutation.end)}
    assert Mutation.from_json(document) == mutation
    assert replace(mutation, replacement="sum").slug != mutation.slug
