"""`corrige explain`: an item of a paper of the tiny exam, and every flag and note."""

import json
import re
import shlex
from datetime import datetime
from pathlib import Path

import pytest

from answers import flags
from answers.assets import shared_words
from answers.classroom.folder import open_class
from answers.classroom.marks import marked_class
from answers.classroom.review import student_flag
from answers.cli.classes.review_lines import flag_lines
from answers.flags import Note
from tests.answers.classroom.handing_in import tiny_class
from tests.answers.cli.running import Corrige, run
from tests.answers.tiny import EXAMS
from tests.answers.web.sitting.rooms import came, handed_in, typed, write_events

OURS = [var.slug for var in vars(flags).values() if isinstance(var, Note)]
LATER = [flags.RIGHT_FOR_SEED, flags.RIGHT_GIVEN, flags.MISTAKE, "ambiguous", "too-few-values", "control-character"]


@pytest.fixture
def paper(here: Path) -> Path:
    path = here / "a.json"
    answers = {"1a": "1002 1,000", "1b": "1003 x", "2": "501"}
    path.write_text(json.dumps({"student": "s01", "u0": 1002, "exam": "tiny", "answers": answers}), "utf-8")
    return path


@pytest.fixture
def copied(here: Path) -> Path:
    """A class in which s01, whose seed is 10, has the answers of s02, whose seed is 40000."""
    folder = tiny_class(here / "class", 40_000).folder
    (folder / "submissions" / "s01.txt").write_text("1a: 40000 80000\n1b: 40001 80001\n2: 10000\n")
    return folder


def test_a_known_mistake_is_explained_in_lines_and_as_a_document(corrige: Corrige, paper: Path) -> None:
    outcome = corrige("explain", paper, "--item", "2", "--exams", EXAMS, "--lang", "en")
    assert outcome.code == 0
    assert outcome.out.split("\n")[:6] == [
        "2.1, u₀ = 1002",
        "written: '501'",
        "readings: 501",
        "expected: 501/2 = 250.5 (± 0.1)",
        "verdict: wrong: Half for a quarter",
        "points: 0 / 3",
    ]
    assert [re.split("  +", line) for line in outcome.out.splitlines()[7:]] == [
        ["value", "answer in this case", "hypothesis"],
        ["17/4 = 4.25", "wrong", "u₀ = 17 (the model sheet)"],
        ["1003/4 = 250.75", "wrong", "The next number [next-number]"],
        ["501", "right", "Half for a quarter [half]"],
    ]
    document = json.loads(corrige("explain", paper, "--item", "2.1", "--exams", EXAMS, "--json").out)
    assert document.pop("worlds")[1:] == [
        {"kind": "mistake", "detail": "next-number", "value": "1003/4 = 250.75", "found": "wrong"},
        {"kind": "mistake", "detail": "half", "value": "501", "found": "right"},
    ]
    assert document == {
        "schema": "corrige/explain/1", "file": str(paper), "u0": 1002, "item": "2.1", "raw": "501",
        "readings": ["501"], "expected": "501/2 = 250.5", "tolerance": "± 0.1", "verdict": "wrong",
        "note": "mistake:half", "score": 0.0, "all_or_nothing": False,
    }  # fmt: skip


def test_other_items_are_listed_only_if_some_are_not_right(corrige: Corrige, here: Path) -> None:
    """The part 1a has two items, all or nothing: one wrong item, first with the other wrong, then with it right."""
    (here / "corrige.toml").write_text("[exams.tiny]\nall_or_nothing = true\n")
    for other, lines in (("5", ["all or nothing: other items of the part that are not right: 1a.2"]), ("2004", [])):
        (here / "a.txt").write_text(f"u0: 1002\n1a: 7 {other}\n")
        out = corrige("explain", "a.txt", "--item", "1a.1", "--exam", "tiny", "--exams", EXAMS, "--lang", "en").out
        assert [line for line in out.splitlines() if line.startswith("all or nothing")] == lines


NOT_NAMED = {
    "fr": "une erreur connue donnerait cette réponse, mais",
    "en": "a known mistake would give this answer, but the paper does not name it",
}


def test_why_a_mistake_is_not_named(corrige: Corrige, here: Path) -> None:
    """Right for n + 1 in one item of four, all the others wrong for it too; then in all four."""
    (here / "a.txt").write_text("u0: 1002\n1a: 1003 7\n1b: 8 9\n2: 3\n")
    (here / "b.txt").write_text("u0: 1002\n1a: 1003 2006\n1b: 1004 2007\n2: 3\n")
    evidence = r"\[next-number\] .*answers \d[\d.]* times likelier than chance; it is named from \d+0 times on"
    for lang, text in NOT_NAMED.items():
        for file, item, count in (("a.txt", "1a.1", 1), ("a.txt", "1a.2", 0), ("b.txt", "1a.1", 0)):
            words = ("--item", item, "--exam", "tiny", "--exams", EXAMS, "--lang", lang)
            out = corrige("explain", file, *words).out
            assert (out.count(text), len(re.findall(evidence, out))) == (count, count * (lang == "en"))
    # all of question 1 is right for 17, the model seed; the half for the quarter is of the student's own
    (here / "c.txt").write_text("u0: 1002\n1a: 17 34\n1b: 18 35\n2: 501\n")
    outcome = corrige("explain", "c.txt", "--item", "2", "--exam", "tiny", "--exams", EXAMS, "--lang", "en")
    assert "so no known mistake is named on it" in outcome.out


@pytest.mark.slow
def test_mistakes_that_do_not_touch_an_item_are_counted(corrige: Corrige, here: Path) -> None:
    """1a of nash asks for u₀ itself: of its misconceptions only one changes it, and only its sentence is told."""
    (here / "n.txt").write_text("u0: 1002\n1a: 7 7 7\n")
    requests = ("explain", "n.txt", "--exam", "nash", "--item", "1a.1")
    tried = json.loads(corrige(*requests, "--json").out)["worlds"]
    same = [one["detail"] for one in tried if one["found"] == "same"]
    assert [one["detail"] for one in tried if one["found"] != "same"] == ["17", "sequence-from-next-term"]
    for lang, idle in (("fr", "erreurs connues"), ("en", "known mistakes")):
        text = corrige(*requests, "--lang", lang).out
        assert (f"{len(same)} {idle}" in text, text.count("[")) == (True, 1)
        assert not any(slug in text for slug in same)


REFUSED = {
    ("a.json", "--item", "3.1"): "the exam tiny has no item '3.1'",
    ("a.json", "--item", "1a.3"): "the exam tiny has no item '1a.3'",
    ("a.json", "--item", "2", "--student", "s02"): "0 papers in the file",
    ("blank-papers",): "did you mean blank-paper",
    (
        "tolerance",
    ): "is a setting, not a flag or note\n    → this setting is written in corrige.toml, under [exams.EXAM.tolerance]",
    ("class", "s01"): ": u0-changed, 2.1",
    ("class", "s01", "no-seal"): "s01 has no flag 'no-seal'",
    ("class", "s01", "u0-changed", "--item", "2"): "give DIR STUDENT FLAG, or DIR STUDENT --item 7a.2",
    ("class", "s02", "2"): "s02 has no paper",
    ("class", "nobody"): "no student of the class has the identifier or name 'nobody'",
    ("class", "nobody", "--item", "2"): "no student of the class has the identifier or name 'nobody'",
}


def test_what_cannot_be_explained(corrige: Corrige, paper: Path) -> None:
    folder = tiny_class(paper.parent / "class").folder
    (folder / "submissions" / "s01.txt").write_text("u0: 5\n1a: 10 20\n2: 9\n")
    for arguments, expected in REFUSED.items():
        outcome = corrige("explain", *arguments, "--exams", EXAMS)
        assert (outcome.code, outcome.out, expected in outcome.err) == (2, "", True), arguments


def test_a_slug_without_its_detail_or_prefix_is_found(corrige: Corrige) -> None:
    for name, slug in (("answers-of-seed", "answers-of-seed"), ("lead-forgotten", "mistake:lead-forgotten")):
        document = json.loads(corrige("explain", name, "--json").out)
        assert document["slug"] == slug
        assert document["meaning"]["en"]
    assert corrige("explain", "lead-forgotten", "--exam", "nash").code == 2
    outcome = corrige("explain", "mistake:half", "--exam", "tiny", "--exams", EXAMS, "--lang", "fr")
    assert "La moitié au lieu du quart" in outcome.out


@pytest.mark.slow
def test_a_student_of_a_class_with_the_decisions(
    capsys: pytest.CaptureFixture[str], corrige: Corrige, here: Path
) -> None:
    """s01, whose seed is 10, answered 2 with what is right for s02, whose seed is 40000."""
    folder = tiny_class(here / "class", 40_000).folder
    path = folder / "submissions" / "s01.txt"
    path.write_text("1a: 10 20\n2: 10000\n")
    for requests in (["class", "Éa"], ["class", "submissions/s01.txt"], [path, "--exams", EXAMS, "--exam", "tiny"]):
        outcome = run(
            capsys, "explain", *requests, "--item", "2", "--json", *([] if requests[0] == "class" else ["--u0", 10])
        )
        worlds = json.loads(outcome.out)["worlds"]
        assert {"kind": "seed", "detail": "40000", "value": "10000", "found": "right"} in worlds
    assert corrige("class", "decide", "class", "s01", "2", "--points", "1", "--reason", "half way").code == 0
    message = json.loads(corrige("explain", "class", "s01", "--item", "2", "--json").out)
    assert (message["score"], message["note"]) == (1.0, "decided-by-teacher: half way")
    in_words = corrige("explain", "class", "s01", "--item", "2", "--lang", "en").out
    assert "verdict: points granted: the teacher’s decision: half way\npoints: 1 / 3\n" in in_words


def test_of_a_part_the_first_item_that_is_not_right_and_of_what_was_not_read_the_readings_that_the_review_offers(
    corrige: Corrige, here: Path
) -> None:
    folder = tiny_class(here / "class", 10_000).folder
    (folder / "submissions" / "s02.txt").write_text("1a: 10000 20003\n1b: 10001 20001\n2: 2,500\n")
    first = [corrige("explain", "class", "s02", "--item", part).out.partition(",")[0] for part in ("1a", "1b")]
    assert first == ["1a.2", "1b.1"]
    shown = corrige("explain", "class", "s02", "--item", "2", "--lang", "en").out
    assert "readings: 2500 | 5/2 = 2.5\n" in shown
    review = corrige("class", "review", "class").out
    assert ("read as 2500:" in review, "read as 2.5000:" in review) == (True, True)


def test_a_flag_of_a_student_with_whose_answers_they_are(corrige: Corrige, copied: Path) -> None:
    outcome = corrige("explain", "class", "Éa", "answers-of-seed-", "--lang", "en")
    assert outcome.code == 0
    first, *others = outcome.out.splitlines()
    assert first == "s01, Aa Éa: answers for u₀ = 40000 (s02, Cc Dd) [answers-of-seed-40000]"
    assert "    2.1: the answer is '10000'; right would be 5/2 = 2.5 in this paper, 10000 in the other paper" in others
    command = "corrige class decide class s01 answers-of-seed-40000 --seen --reason TEXT"
    assert others[-1] == f"to settle the flag once you have looked at the paper: {command}"
    assert corrige(*command.split()[1:-1], "both were asked").code == 0
    settled = corrige("explain", "class", "s01", "answers-of-seed-40000").out
    assert "your decision on this flag: examined by the teacher, 'both were asked'\n" in settled
    document = json.loads(corrige("explain", "class", "s01", "answers-of-seed-40000", "--json").out)
    assert (document["schema"], document["owner"], document["open"], document["reason"]) == (
        "corrige/flag/1", "s02, Cc Dd", False, "both were asked",
    )  # fmt: skip
    assert {"item": "1a.1", "answer": "40000 80000", "own": "10", "other": "40000"} in document["evidence"]


def test_the_review_shows_the_first_answers_and_the_command_that_has_all(copied: Path) -> None:
    marked = marked_class(copied)
    borne = student_flag(marked, "s01", "answers-of-seed-40000")
    _, grant, shown, others = flag_lines(borne, marked, at_most=1)
    assert grant.endswith(f"class decide {copied} s01 u0 --value 40000 --reason TEXT")
    assert shown == (
        "    1a.1, 1a.2: the answer is '40000 80000'; right would be 10 ; 20 in this paper, "
        "40000 ; 80000 in the other paper"
    )
    assert others == f"    to see 2 more lines: corrige explain {copied} s01 answers-of-seed-40000"
    assert len(flag_lines(borne, marked, at_most=3)) == len(flag_lines(borne, marked, at_most=None)) == 5


@pytest.mark.parametrize("name", ["Éa", "submissions/s01.txt"])
def test_who_is_named_as_decide_takes_it(corrige: Corrige, copied: Path, name: str) -> None:
    assert corrige("explain", "class", name, "answers-of-seed-").out.startswith("s01, Aa Éa: ")
    assert corrige("explain", "class", name, "--item", "2").out.startswith("2.1, u₀ = 10\n")
    decided = corrige("class", "decide", "class", name, "2", "--right")
    assert decided.err.startswith("2.1, '10000': answer counted as right for s01, Aa Éa\n")


def test_a_command_that_is_advised_can_be_pasted(corrige: Corrige, here: Path) -> None:
    (here / "list.csv").write_text("student,name,first_name,u0\nD'Aa Éa,D'Aa,Éa,10\n")
    exams = ["--exams", EXAMS]
    outcome = corrige("class", "init", "my class", "--exam", "tiny", "--students", "list.csv", "--lang", "en", *exams)
    assert outcome.err.endswith("next: corrige class seeds 'my class'\n")
    (command,) = [
        line.partition(": corrige ")[2]
        for line in corrige("explain", "my class", "D-Aa-Ea").out.splitlines()
        if line.startswith("to settle the flag")
    ]
    settled = corrige(*shlex.split(command)[:-1], "ill that day")
    assert (settled.code, settled.err.splitlines()[-1]) == (0, "next: corrige class grade 'my class'")
    unknown = corrige("class", "decide", "my class", "Éa", "2", "--right").err
    words = shlex.split(unknown.partition("corrige ")[2])
    assert words == ["class", "decide", "my class", "D'Aa Éa", "no-paper", "--withdraw"]


def test_a_student_without_a_paper_is_told(corrige: Corrige, here: Path) -> None:
    tiny_class(here / "class")
    outcome = corrige("explain", "class", "s03")
    assert (outcome.code, outcome.out.splitlines()[0]) == (0, "s03, Ee Ff: no paper received [no-paper]")
    command = outcome.out.splitlines()[-1].partition(": corrige ")[2]
    assert corrige(*command.split()[:-1], "ill that day").code == 0
    settled = corrige("explain", "class", "s03").out
    assert settled.startswith("s03, Ee Ff: excused absence (ill that day) [no-paper]\n")
    assert settled.endswith("your decision on this flag: examined by the teacher, 'ill that day'\n")
    item = corrige("explain", "class", "s03", "--item", "2")
    assert (item.code, "s03 has no paper" in item.err) == (2, True)


def test_a_flag_says_how_it_is_settled(corrige: Corrige) -> None:
    text = corrige("explain", "answers-of-seed-17", "--lang", "en").out
    assert text.startswith("answers-of-seed-17: answers for u₀ = 17.\n")
    assert "corrige class decide DIR STUDENT FLAG --seen" in " ".join(text.split())
    assert "only with --seen --tell" in text
    assert "--tell" not in corrige("explain", "flattened", "--lang", "en").out
    assert "--seen" not in corrige("explain", "ambiguous", "--lang", "en").out


def test_all_flags_and_notes_are_listed_with_their_meaning(corrige: Corrige) -> None:
    french, english = (corrige("explain", "--lang", lang).out for lang in ("fr", "en"))
    assert corrige("explain", "flags", "--lang", "en").out == english
    for slug in {*OURS, *LATER}:
        assert f"\n{slug}: " in english
        meaning = json.loads(corrige("explain", slug, "--json").out)
        assert (meaning["schema"], meaning["slug"]) == ("corrige/meaning/1", slug)
        for lang, text in (("en", english), ("fr", french)):
            assert meaning["meaning"][lang][1] == shared_words(lang)["meanings"][slug]
            assert " ".join(meaning["meaning"][lang][1].split()) in " ".join(text.split())
    assert all(len(line) <= 80 for text in (french, english) for line in text.splitlines())
    assert english.index("\nno-seal: ") < english.index("\nimprecise: ")
    document = json.loads(corrige("explain", "--json").out)
    assert document["schema"] == "corrige/meanings/1"
    assert {one["slug"] for one in document["flags"]} == {flag.slug for flag in flags.FLAGS}
    assert {one["slug"] for one in (*document["flags"], *document["notes"])} >= {*OURS, *LATER}


def test_a_receipt_says_whose_it_is(algo: Path, corrige: Corrige) -> None:
    entry = handed_in("s01", 10, {"1a.1": "10"})
    write_events(open_class(algo), came("s01"), typed("s01", "1a.1", "10", 1), entry)
    outcome = corrige("explain", algo, entry.text)
    at = datetime.fromtimestamp(entry.at).isoformat(" ", "minutes")
    first = f"s01, Aa Bb handed in the paper on {at}, with 1 box filled in"
    assert (outcome.code, outcome.out.splitlines()[0]) == (0, first)
    assert corrige("explain", algo, "AAAA-BBBB-CCCC").code == 2
