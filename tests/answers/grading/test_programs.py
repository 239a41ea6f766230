"""Programs of students, in the verdicts that a person would give: ten wrong ones, and some that do harm."""

import os
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from time import monotonic
from typing import NoReturn

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.exam import Exam
from answers.exam.key import make_key
from answers.flags import Place
from answers.grading.grade import grade
from answers.grading.mark import parse_responses
from answers.grading.programs import run_program, wrong_cases
from answers.kinds.parsing import Unreadable
from answers.kinds.programs import Program, case, cases_of
from answers.paper import Mark, Verdict
from answers.sandbox import process
from answers.submissions.raw.submission import Submission
from tests.programs import has_fence

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not has_fence(), reason="needs Landlock and seccomp")]

EXAM = '''
"""Degrees of a graph."""
from dataclasses import dataclass
from answers.author import Draws, Program, exam, question, shared

@dataclass(frozen=True)
class Graph:
    order: int
    edges: tuple[tuple[int, int], ...]

@shared
def graph(draws: Draws) -> Graph:
    order = draws.integer(5, 9)
    pairs = [(i, j) for i in range(order) for j in range(i)]
    return Graph(order, tuple(sorted(draws.shuffled(pairs)[: order + 3])))

@question(points=4, kind=Program("degrees(order, edges)", seconds=0.5{share}), needs=graph)
def degrees(graph: Graph) -> tuple[int, ...]:
    return tuple(sum(node in edge for edge in graph.edges) for node in range(graph.order))

degrees.text("degrees")
degrees.case(Graph(0, ()), fr="le graphe vide", en="the empty graph")
degrees.case(Graph(3, ()), fr="un graphe sans arête", en="a graph without edges")
degrees.mistake(
    "directed",
    lambda graph: tuple(sum(node == edge[0] for edge in graph.edges) for node in range(graph.order)),
    fr="Une arête compte aux deux extrémités.", en="An edge counts at both ends.",
)
EXAM = exam(__name__, title="Degrees")
'''
U0 = 17

Marked = Callable[[str], Mark]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORRIGE_CACHE", str(tmp_path / "cache"))


def exam_in(folder: Path, share: str = "") -> Exam:
    (folder / "degrees.py").write_text(EXAM.replace("{share}", share), "utf-8")
    return load_exam("degrees", [folder / "degrees.py"])


@pytest.fixture
def marked(tmp_path: Path) -> Marked:
    exam = exam_in(tmp_path)
    return lambda text: mark_of(exam, text)


def mark_of(exam: Exam, text: str) -> Mark:
    submission = Submission(Place("paper"), "s", str(U0), "degrees", {"1": (text,)})
    return grade(exam, submission, lambda scenario: make_key(exam, scenario)).parts["1"].items[0]


RIGHT = """
def degrees(order, edges):
    found = [0] * order
    for first, second in edges:
        found[first] += 1
        found[second] += 1
    return tuple(found)
"""
RETURN = "def degrees(n, edges):\n    return "
WRONG = {
    # name: program, slug of the note, words that its sentence has
    "off by one": (RETURN + "tuple(sum(v in e for e in edges) for v in range(n - 1))", "value", "1/23"),  # right: empty
    "infinite recursion": (RETURN + "degrees(n, edges)", "raised", "RecursionError"),
    "mutable default": (
        """def degrees(n, edges, found={}):
            for v in range(n): found.setdefault(v, 0)
            for u, v in edges: found[u] += 1; found[v] += 1
            return tuple(found[v] for v in range(n))""",
        "state",
        "3/23",  # the cases of the author, and the first graph with edges
    ),
    "global list": (
        """found = []
def degrees(n, edges):
    for v in range(n): found.append(sum(v in e for e in edges))
    return tuple(found)""",
        "state",
        "2/23",
    ),
    "print in place of return": (
        "def degrees(n, edges):\n    print(tuple(sum(v in e for e in edges) for v in range(n)))",
        "printed",
        "()",
    ),
    "a list for a tuple": (RETURN + "[sum(v in e for e in edges) for v in range(n)]", "type", "[]"),
    "floats for integers": (RETURN + "tuple(sum(v in e for e in edges) / 1 for v in range(n))", "type", "0.0"),
    "an exception in the empty case": (
        RETURN + "tuple(sum(v in e for e in edges) for v in range(n)) if edges[-1] else ()",
        "raised",
        "IndexError",
    ),
    "exponential time": (
        """def count(v, edges):
    if not edges: return 0
    count(v, edges[1:]); count(v, edges[1:]); count(v, edges[1:])
    return (v in edges[0]) + count(v, edges[1:])
def degrees(n, edges): return tuple(count(v, edges) for v in range(n))""",
        "slow",
        "does not stop",
    ),
    "a file": (RETURN + "eval(open('degrees.txt').read())", "raised", "Error: [Errno"),
}


def test_a_right_program_earns_the_points(marked: Marked) -> None:
    mark = marked(RIGHT)
    assert (mark.verdict, mark.score, mark.note) == (Verdict.RIGHT, 4, None)


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_program_is_wrong_for_its_reason(marked: Marked, name: str) -> None:
    program, slug, words = WRONG[name]
    mark = marked(program)
    assert (mark.verdict, mark.score) == (Verdict.WRONG, 0)
    assert mark.note is not None
    assert mark.note.slug == f"program-{slug}:"
    assert words in mark.note.render("en")
    assert mark.note.render("fr") != mark.note.render("en")


def test_the_first_wrong_case_is_named_with_call_result_and_expected_result(marked: Marked) -> None:
    mark = marked(WRONG["an exception in the empty case"][0])
    assert mark.note is not None
    sentence = mark.note.render("en")
    assert "21/23 cases right; the empty graph: degrees(0, ())" in sentence
    assert sentence.endswith("and should return ()")
    assert "le graphe vide" in mark.note.render("fr")


def test_every_wrong_case_is_listed(tmp_path: Path) -> None:
    exam = exam_in(tmp_path)
    (expected,) = make_key(exam, U0).answers["1"]
    part = exam.part("1")
    value = parse_responses(exam, {"1": (WRONG["off by one"][0],)}, u0=U0)["1"].values[0]
    assert value is not None
    notes = wrong_cases(part, expected, value)
    assert len(notes) == 22  # all but the empty graph
    assert {note.slug for note in notes} == {"program-value:"}
    assert "u₀ = 3001" in notes[2].render("fr")


def test_a_known_mistake_is_named(marked: Marked) -> None:
    mark = marked("def degrees(n, edges):\n    return tuple(len([1 for u, w in edges if u == v]) for v in range(n))")
    assert str(mark.note) == "mistake:directed"


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("def degrees(n, edges)\n    return 1", "SyntaxError"),
        ("def degree(n, edges):\n    return 1", "defines no function degrees(order, edges)"),
        ("import networkx\ndef degrees(n, edges):\n    return 1", "ModuleNotFoundError"),
        ("print(degrees)\ndef degrees(n, edges):\n    return 1", "NameError"),
        ("n = int(input())\ndef degrees(n, edges):\n    return 1", "RuntimeError"),
        ("while True: pass\ndef degrees(n, edges):\n    return 1", "too long"),
        ("import os\nos._exit(1)\ndef degrees(n, edges):\n    return 1", "ended"),
    ],
)
def test_a_program_that_cannot_be_loaded_is_left_to_the_teacher(marked: Marked, program: str, reason: str) -> None:
    mark = marked(program)
    assert (mark.verdict, mark.score) == (Verdict.UNREADABLE, 0)
    assert mark.note is not None
    assert mark.note.slug == "program-not-loaded:"
    assert reason in mark.note.render("en")


def test_a_share_is_that_of_the_right_cases(tmp_path: Path) -> None:
    exam = exam_in(tmp_path, ", share=True")
    assert mark_of(exam, RIGHT).score == 4
    assert mark_of(exam, WRONG["an exception in the empty case"][0]).score == 4 * Fraction(21, 23)  # drawn data alone
    assert mark_of(exam, "def degrees(order, edges): return (0,) * order").score == 0  # both cases of the author
    assert mark_of(exam, WRONG["off by one"][0]).score == 0  # the empty graph alone


def test_a_program_is_run_once(marked: Marked, monkeypatch: pytest.MonkeyPatch) -> None:
    first = marked(RIGHT)
    monkeypatch.setattr("answers.grading.programs.start_sandboxed", None)
    assert marked(RIGHT) == first
    with pytest.raises(TypeError):
        marked(RIGHT + "\n# another text")


def test_a_program_that_was_not_started_is_tried_again(marked: Marked, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as busy:
        busy.setattr("answers.grading.programs.start_sandboxed", lost)
        mark = marked(RIGHT)
        assert (mark.verdict, str(mark.note)) == (Verdict.UNREADABLE, "program-not-started")
    assert marked(RIGHT).verdict is Verdict.RIGHT


def lost(*_: object, **__: object) -> NoReturn:
    raise process.LostError("clock")


def test_a_program_cannot_wait_in_each_of_many_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each wait is within its limit; their sum, 20 times 1.4 seconds, would hold up the marking of the class."""
    monkeypatch.setattr("answers.grading.programs.MAX_START", 3.0)
    kind = Program("f(n)", seconds=0.1)
    key = kind.to_value([case(abs, (n,), (n,), (str(n),) * 2, may_raise=False) for n in range(20)])
    program = "import os, time\ntime.sleep(1)\ndef f(n):\n    time.sleep(0.4)\n    os._exit(0)\n"
    monkeypatch.setattr("answers.grading.programs.WAITING", 0.5)
    begun = monotonic()
    assert run_program(kind, program, key, tmp_path) == Unreadable(program, "program-waits")
    assert monotonic() - begun < 20


def test_without_a_sandbox_nothing_runs(marked: Marked, monkeypatch: pytest.MonkeyPatch) -> None:
    unfenced = "import sys; sys.modules |= dict.fromkeys(('landlock', 'pyseccomp')); "
    monkeypatch.setattr(process, "PROGRAM", unfenced + process.PROGRAM)
    monkeypatch.setattr("answers.sandbox.program.bubblewrap", tuple)
    mark = marked(RIGHT)
    assert (mark.verdict, str(mark.note)) == (Verdict.UNREADABLE, "program-not-safe")


SQUARES = Program("f(n)", seconds=0.5)
KEY = SQUARES.to_value([case(lambda n: n * n, (n,), (n,), (str(n),) * 2, may_raise=False) for n in range(6)])


def outcomes(body: str, folder: Path) -> list[str]:
    """Return the outcomes of a function with this body for 0 to 5; the expected ones are squares."""
    lines = "\n    ".join(body.splitlines())
    value = run_program(SQUARES, f"import os, sys\ndef f(n):\n    {lines}\n", KEY, folder)
    return [str(value)] if isinstance(value, Unreadable) else [each.outcome for each in cases_of(value)]


@pytest.mark.parametrize(
    "body",
    [
        "return open({path!r}).read()",
        "open({path!r}, 'w').write('x')",
        "return os.listdir({folder!r})",
        "import socket; socket.create_connection(('127.0.0.1', 80), 1)",
        "return os.fork()",
        "import threading; threading.Thread(target=print).start()",
        "import subprocess; return subprocess.check_output(['ls'])",
        "os.kill({parent}, 9)",
        "return open('/proc/{parent}/mem', 'rb').read(1)",
        "import answers.grading.programs",
        "return open({solutions!r}).read()",
        "return bytearray(10 ** 9)",
        "raise SystemExit(0)",
        "raise KeyboardInterrupt",
        "return input()",
        "import ctypes; ctypes.string_at(0)",
        "class E(Exception):\n    def __str__(self): raise self\nraise E",
    ],
)
def test_harm_is_an_exception_or_the_end_of_the_program(tmp_path: Path, body: str) -> None:
    secret = tmp_path / "key.json"
    secret.write_text("the key", "utf-8")
    solutions = Path(process.__file__).parents[1] / "exams" / "dice" / "games.py"
    places = {"path": str(secret), "folder": str(tmp_path), "parent": os.getpid(), "solutions": str(solutions)}
    results = outcomes(body.format(**places), tmp_path / "cache")
    assert {outcome.partition(" ")[0] for outcome in results} <= {"raised", "ended"}
    assert secret.read_text("utf-8") == "the key"


def test_installed_packages_cannot_be_read_wherever_they_are(tmp_path: Path) -> None:
    """Packages may have the solutions of exams: also those beside the standard library, where there is no venv."""
    prefixes = {sys.base_prefix, "/usr", "/usr/local"}
    folders = [folder for prefix in prefixes for folder in Path(prefix).glob("lib*/python3*/*-packages")]
    files = [str(next(folder.rglob("*.py"), "")) for folder in folders]
    modules = "decimal, sqlite3, ssl, zoneinfo, json, ctypes, heapq, collections, xml.dom"
    body = (
        f"import {modules}\nread = []\n"
        f"for path in {[file for file in files if file]!r}:\n"
        "    try: read.append(open(path).name)\n    except OSError: pass\n"
        "return read"
    )
    assert any(files)
    assert outcomes(body, tmp_path) == ["value []"] * 6


def test_the_expected_results_are_not_in_the_process(tmp_path: Path) -> None:
    """Frames and objects of the process have the arguments, and no result that was not computed there."""
    key = SQUARES.to_value([case(lambda n: 31_337_000 + n, (n,), (n,), (str(n),) * 2, may_raise=False) for n in (5, 6)])
    program = (
        "import gc, sys\n"
        "def f(n):\n"
        "    frame, found, sought = sys._getframe(), [n], ''.join(map(chr, (51, 49, 51, 51, 55, 48, 48)))\n"
        "    while frame := frame.f_back:\n"
        "        found += frame.f_locals.values()\n"
        "    return len(found) > 4, [repr(each) for each in [*found, *gc.get_objects()] if sought in repr(each)]\n"
    )
    value = run_program(SQUARES, program, key, tmp_path)
    assert not isinstance(value, Unreadable)
    assert [each.outcome for each in cases_of(value)] == ["value (True, [])"] * 2


def test_forged_answers_are_no_results_of_other_cases(tmp_path: Path) -> None:
    forged = 'for way in range(3, 12):\n    try: os.write(way, b\'["value", "25"]\\n\' * 9)\n    except OSError: pass'
    results = outcomes(f"{forged}\nreturn n", tmp_path)
    assert results[2] != "value 4"
    assert results[3] != "value 9"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("while True: print('x' * 1000)", "slow"),
        ("import time; time.sleep(60)", "slow"),
        ("return 'x' * 10 ** 6", "type too long"),
        ("return (x for x in 'ab')", "type generator"),
        ("return f", "type function"),
        ("x = []\nx.append(x)\nreturn x", "type too long"),
        ("return 10 ** 10_000", "type too long"),
        ("return float('nan')", "value nan"),
        ("raise ValueError('\\ud800\\0\\x1b[2J')", "raised ValueError: \\ud800\\x00\\x1b[2J at line 3"),
        ("print('\\ud800')", "printed \\ud800\n"),
        ("from collections import Counter; return Counter('aab')", "value {'a': 2, 'b': 1}"),
    ],
)
def test_odd_results_have_a_plain_outcome(
    tmp_path: Path, body: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("answers.grading.programs.WAITING", 1.0)
    assert outcomes(body, tmp_path)[0] == expected


def test_changed_arguments_change_no_other_case(tmp_path: Path) -> None:
    kind = Program("f(row)")
    rows = [[1, 2], [3], []]
    key = kind.to_value([case(sum, (row,), (row,), (str(row),) * 2, may_raise=False) for row in rows])
    value = run_program(kind, "def f(row):\n    total = sum(row)\n    row.clear()\n    return total", key, tmp_path)
    assert not isinstance(value, Unreadable)
    assert [each.outcome for each in cases_of(value)] == ["value 3", "value 3", "value 0"]
