"""Settings and exams of a folder that somebody sent: nothing of them is used before the teacher trusts it."""

import json
import os
import pickle
import shutil
import sys
from pathlib import Path

import pytest

from answers.exam import trust
from tests.answers.cli.running import Corrige
from tests.answers.tiny import EXAMS

ROOT = Path(__file__).parents[3]

TOLERANT = '[exams.tiny]\nfolder = "tiny"\n[exams.tiny.tolerance]\n2 = { relative = 9 }\n'


@pytest.fixture(autouse=True)
def _nothing_trusted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CORRIGE_TRUST")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "configuration"))


@pytest.fixture
def upload(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An upload as it was unpacked: an exam that leaves a trace when it runs, settings that name it, a paper."""
    folder = here / "upload"
    shutil.copytree(EXAMS / "tiny", folder / "tiny", ignore=shutil.ignore_patterns("__pycache__"))
    code = folder / "tiny" / "exam.py"
    code.write_text(f"open({str(here / 'trace')!r}, 'w').close()\n{code.read_text()}")
    (folder / "corrige.toml").write_text(TOLERANT)
    (folder / "paper.txt").write_text("student: s01\nu0: 10\n1a: 10 20\n2: 20\n")
    monkeypatch.chdir(folder)
    return folder


def ran(upload: Path) -> bool:
    trace = upload.parent / "trace"
    result = trace.exists()
    trace.unlink(missing_ok=True)
    return result


@pytest.mark.parametrize(
    "words", [["grade", "paper.txt", "--exam", "tiny"], ["list"], ["explain", "paper.txt", "--item", "2.1"]]
)
def test_settings_that_are_found_are_passed_over_until_trusted(
    corrige: Corrige, upload: Path, words: list[str]
) -> None:
    outcome = corrige(*words)
    assert (outcome.code != 0, ran(upload)) == (True, False)
    assert f"corrige trust {upload}" in outcome.err


def test_code_runs_once_it_is_trusted_and_not_after_a_change(corrige: Corrige, upload: Path) -> None:
    refused = corrige("show", "tiny", "--exams", "tiny")
    assert (refused.code, ran(upload)) == (2, False)
    assert f"corrige trust {upload / 'tiny'}" in refused.err
    corrige("trust", "tiny")
    (upload / "tiny" / "fixtures").mkdir(exist_ok=True)
    (upload / "tiny" / "fixtures" / "notes.txt").write_text("no code")
    corrige("show", "tiny", "--exams", "tiny")
    assert ran(upload)
    words = upload / "tiny" / "templates" / "fr.html"
    words.write_text(words.read_text("utf-8") + "{{ lipsum.__globals__ }}", "utf-8")
    assert corrige("show", "tiny", "--exams", "tiny").code == 2
    corrige("trust", "--author", "tiny")
    (upload / "tiny" / "more.py").write_text("")
    assert corrige("show", "tiny", "--exams", "tiny").code != 2
    corrige("trust", "--forget", "tiny")
    assert corrige("show", "tiny", "--exams", "tiny").code == 2


def test_an_unpacked_folder_with_the_inode_number_of_the_authors_is_not_trusted(corrige: Corrige, upload: Path) -> None:
    """File systems use the number of a deleted folder again, often at once."""
    corrige("trust", "--author", "tiny")
    shutil.make_archive("sent", "zip", ".", "tiny")
    (upload / "tiny").rename(upload / "former")
    shutil.unpack_archive("sent.zip")
    assert not trust.is_trusted("exam", upload / "tiny")  # an author trusts the folder, not its name
    (record,) = (trust.config_folder() / "trusted").iterdir()
    document = json.loads(record.read_text())
    record.write_text(json.dumps(document | {"inode": (upload / "tiny").stat().st_ino}))
    assert not trust.is_trusted("exam", upload / "tiny")
    record.write_text(json.dumps({**document, "inode": (upload / "tiny").stat().st_ino, "mark": None}))
    assert not trust.is_trusted("exam", upload / "tiny")


@pytest.mark.skipif(sys.platform != "linux", reason="no extended attributes there")
def test_an_author_whose_folder_has_no_mark_is_told_and_asked_after_a_change(
    corrige: Corrige, upload: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(os, "setxattr", refuse)
    outcome = corrige("trust", "--author", "tiny")
    assert (outcome.code, "cannot store" in outcome.err) == (0, True)
    assert trust.is_trusted("exam", upload / "tiny")
    (upload / "tiny" / "more.py").write_text("")
    assert not trust.is_trusted("exam", upload / "tiny")


def test_tolerances_that_are_found_change_no_mark_until_trusted(corrige: Corrige, upload: Path) -> None:
    def score() -> tuple[int, float]:
        outcome = corrige("grade", "paper.txt", "--exam", "tiny", "--exams", "tiny", "--json")
        return outcome.code, json.loads(outcome.out)["papers"][0]["score"]

    corrige("trust", "tiny")
    code, strict = score()
    assert code == 1
    corrige("trust", ".")
    code, tolerant = score()
    assert tolerant > strict
    (upload / "corrige.toml").write_text(TOLERANT + "# changed")
    assert score() == (1, strict)


def test_a_class_that_is_named_has_its_own_settings(corrige: Corrige, upload: Path) -> None:
    (upload / "corrige.toml").write_text('exam = "nash"\nlang = "en"\nsecret = "s"\n')
    (upload / "students.csv").write_text("student,name,first_name,u0\ns01,Aa,Bb,10\n")
    assert corrige("class", "seeds", upload).code == 0
    corrige("class", "init", "../own", "--exam", "nash", "--students", "students.csv")
    assert trust.is_trusted("settings", upload.parent / "own")


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no modes of files there")
@pytest.mark.parametrize("shared", ["tiny", "tiny/exam.py", "tiny/templates", "."])
def test_what_others_can_write_is_not_trusted(corrige: Corrige, upload: Path, shared: str) -> None:
    corrige("trust", "tiny")
    (upload / shared).chmod(0o777)
    assert corrige("show", "tiny", "--exams", "tiny").code == 2
    outcome = corrige("trust", "tiny")
    assert (outcome.code, "another account of this machine can change" in outcome.err, ran(upload)) == (2, True, False)


def test_settings_in_a_folder_that_all_may_write_are_passed_over(corrige: Corrige, upload: Path) -> None:
    corrige("trust", ".")
    upload.chmod(0o1777)
    assert not trust.is_trusted("settings", upload)


def test_compiled_python_that_came_with_the_folder_does_not_run(corrige: Corrige, upload: Path) -> None:
    import importlib.util
    import py_compile

    source = upload / "tiny" / "exam.py"
    good, status = source.read_text(), source.stat()
    evil = f"open({str(upload.parent / 'evil')!r}, 'w').close()\n"
    source.write_text(evil + "#" * (len(good.encode()) - len(evil) - 1) + "\n")
    os.utime(source, ns=(status.st_atime_ns, status.st_mtime_ns))
    py_compile.compile(str(source), importlib.util.cache_from_source(str(source)))
    source.write_text(good)
    os.utime(source, ns=(status.st_atime_ns, status.st_mtime_ns))
    corrige("trust", "tiny")
    corrige("show", "tiny", "--exams", "tiny")
    assert (ran(upload), (upload.parent / "evil").exists()) == (True, False)


@pytest.mark.parametrize("decorator", ["from numba import njit as jit", "from solvers.compiled.jit import jit"])
@pytest.mark.parametrize("is_writable", [True, False])
def test_machine_code_that_came_with_the_folder_does_not_run(
    corrige: Corrige, upload: Path, monkeypatch: pytest.MonkeyPatch, decorator: str, *, is_writable: bool
) -> None:
    """Numba unpickles such files, which can run any code."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("CORRIGE_CACHE", str(upload.parent / "cache" if is_writable else upload / "paper.txt" / "cache"))
    source = upload / "tiny" / "exam.py"
    mark = "(cache=True)" if "njit" in decorator else ""
    function = f"{decorator}\n@jit{mark}\ndef twice(x):\n    return 2 * x\n"
    source.write_text(f"{function}assert twice(1) == 2\n{source.read_text()}")
    (upload / "tiny" / "__pycache__").mkdir()
    for line in range(1, 5):
        version = f"py{sys.version_info[0]}{sys.version_info[1]}"
        (upload / "tiny" / "__pycache__" / f"exam.twice-{line}.{version}.nbi").write_bytes(pickle.dumps(_Evil(upload)))
    corrige("trust", "tiny")
    corrige("show", "tiny", "--exams", "tiny")
    assert (ran(upload), (upload.parent / "evil").exists()) == (True, False)


class _Evil:
    def __init__(self, upload: Path) -> None:
        self.path = str(upload.parent / "evil")

    def __reduce__(self) -> tuple[object, ...]:
        return open, (self.path, "w")


def test_on_a_terminal_the_answer_yes_is_remembered(
    corrige: Corrige, upload: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (upload / "corrige.toml").unlink()
    requests: list[str] = []

    def say_yes_the_second_time(question: str) -> bool:
        requests.append(question)
        return len(requests) == 2

    monkeypatch.setattr("answers.cli.app.converse", trust.CONVERSATION.passed_over.clear)
    monkeypatch.setattr(trust.CONVERSATION, "ask", say_yes_the_second_time)
    words = ("key", "tiny", "--u0", "10", "--exams", "tiny")
    assert [corrige(*words).code for _ in range(3)] == [2, 0, 0]
    assert (len(requests), "exam.py" in requests[0]) == (2, True)


def test_a_list_of_folders_in_the_environment_needs_no_terminal(
    corrige: Corrige, upload: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CORRIGE_TRUST", str(upload.parent))
    assert corrige("show", "tiny").code == 0


@pytest.mark.slow  # two processes start
def test_modules_in_the_current_folder_are_not_imported(
    upload: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worker processes start in the folder in which the command was typed, which somebody may have sent."""
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    (upload / "multiprocessing.py").write_text(f"open({str(upload.parent / 'trace')!r}, 'w').close()\n")
    (upload / "list.csv").write_text("id,name\n" + "".join(f"s{number},Student {number}\n" for number in range(8)))
    corrige("class", "init", "room", "--exam", "dice", "--students", "list.csv")
    assert (corrige("class", "seeds", "room").code, ran(upload)) == (0, False)


def test_templates_beside_an_exam_in_one_file_run_once_they_are_trusted_too(
    corrige: Corrige, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (ROOT / "docs" / "examples" / "nim" / "exam.py").read_text("utf-8")
    (here / "nim.py").write_text(f"{code}\nfrom answers.author import integers\n", "utf-8")
    shutil.copytree(ROOT / "docs" / "examples" / "nim" / "templates", here / "nim" / "templates")
    trust.trust("exam", here / "nim.py")
    words = ("show", "nim.py")
    refused = corrige(*words)
    assert (refused.code, "corrige trust nim.py" in refused.err.replace(f"{here}/", "")) == (2, True)
    trusted = corrige("trust", "nim.py")
    assert trusted.err.splitlines() == [
        f"done: the exams and settings in {here / name} are trusted now" for name in ("nim.py", "nim")
    ]
    assert corrige(*words).code != 2
    page = here / "nim" / "templates" / "fr.html"
    page.write_text(page.read_text("utf-8") + "{{ lipsum.__globals__ }}", "utf-8")
    requests: list[str] = []
    monkeypatch.setattr("answers.cli.app.converse", trust.CONVERSATION.passed_over.clear)
    monkeypatch.setattr(trust.CONVERSATION, "ask", requests.append)  # the answer is no
    assert [corrige(*command).code for command in (words, ("preview", "nim.py"))] == [2, 2]
    assert ["fr.html" in question for question in requests] == [True, True]
