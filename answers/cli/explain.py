"""corrige explain: why an item has its verdict, what a flag or a note means, what a flag of a student says."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common.meanings import EVERY, Language, meaning, meanings
from answers.cli.common.options import TO_STDOUT, AsJson, ExamFolders, Force, Lang, OptionalSeed, Output
from answers.cli.common.output import deliver_found, table
from answers.cli.explain_flag import explain_flag
from answers.errors import CorrigeError
from answers.messages import Message, language

if TYPE_CHECKING:
    from answers.exam.exam import Exam
    from answers.grading.account import Account, Tried
    from answers.submissions.raw.submission import Submission


def explain(
    what: Annotated[
        str,
        typer.Argument(
            metavar="[PAPER|DIR|FLAG]",
            help="A file handed in, a class, or a flag or note; by default all of those.",
        ),
    ] = EVERY,
    who: Annotated[
        str,
        typer.Argument(
            metavar="[STUDENT]",
            help="Of a class: whose paper, by identifier, name or file handed in, as in class decide.",
        ),
    ] = "",
    flag: Annotated[
        str, typer.Argument(metavar="[FLAG]", help="Of a student: a flag of the paper, to explain it.")
    ] = "",
    *,
    item: Annotated[str, typer.Option("--item", metavar="7a.2", help="The item of the paper, part and number.")] = "",
    student: Annotated[
        str, typer.Option("--student", metavar="NAME", help="Whose paper, when the file holds several.")
    ] = "",
    exam: Annotated[
        str | None, typer.Option("--exam", metavar="EXAM", help="The exam, when the file does not say it.")
    ] = None,
    exams: ExamFolders = None,
    u0: OptionalSeed = None,
    lang: Lang = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Explain the verdict of an item: every reading and world tried; or what a flag or a note means."""
    from answers.exam.settings import FILE_NAME

    told_in: Language = lang or ("fr" if language() == "fr" else "en")
    is_class, whose = (Path(what) / FILE_NAME).is_file(), who or student
    _must_be_clear(what, whose, flag, item, is_class=is_class)
    document: Mapping[str, object]
    if item:
        found, told = (
            _in_class(Path(what), whose, item) if is_class else _in_file(Path(what), exam, exams, student, item, u0)
        )
        document, lines = _account_json(told), _account_lines(found, told, told_in)
    elif is_class and whose:
        document, lines = explain_flag(Path(what), whose, flag, told_in)
    else:
        document, lines = meanings(told_in) if what == EVERY else meaning(what, exam, exams, told_in)
    deliver_found(document, lines, as_json=as_json, output=output, force=force)


def _must_be_clear(what: str, whose: str, flag: str, item: str, *, is_class: bool) -> None:
    """Refuse what names too little or too much."""
    if flag and (item or not is_class):
        cause = "a flag or an item is explained" if is_class else "a flag of a paper is of a student of a class"
        raise CorrigeError.one(cause, place=what, remedy="give DIR STUDENT FLAG, or DIR STUDENT --item 7a.2")
    if item and is_class and not whose:
        raise CorrigeError.one("a student of the class is wanted", place=what, remedy="name one after the folder")
    if not item and not (is_class and whose) and what != EVERY and Path(what).exists():
        raise CorrigeError.one("an item of it is wanted", place=what, remedy="name it, such as --item 7a.2")


def _in_class(folder: Path, who: str, item: str) -> "tuple[Exam, Account]":
    """The account of an item of a student, with the decisions taken about the paper."""
    from dataclasses import replace

    from answers.classroom.decisions import decisions_in_force, read_decisions
    from answers.classroom.folder import open_class
    from answers.classroom.marks import decisions_of, marking_of
    from answers.classroom.named_student import named_student
    from answers.classroom.settle import no_paper
    from answers.classroom.versions import handed_in
    from answers.flags import NO_PAPER
    from answers.grading.account import account

    cohort = open_class(folder)
    received = handed_in(cohort)
    files = {str(one.submission.place): student for student, own in received.versions.items() for one in own[-1:]}
    student = named_student((pupil.student for pupil in cohort.pupils), who, files)
    pupil = next(one for one in cohort.pupils if one.student == student)
    decided = decisions_in_force(read_decisions(folder, cohort.exam))
    paper = marking_of(cohort, received).paper(pupil, decisions_of(student, decided))
    if paper is None:
        raise no_paper(student.id, is_settled=NO_PAPER.slug in decisions_of(student, decided))
    submission = received.versions[student.id][-1].submission
    seeds = [one.u0 for one in cohort.pupils if one.u0 is not None]
    told = account(cohort.exam, submission, item, cohort.key, pupil.u0, seeds)
    return cohort.exam, replace(told, paper=paper, mark=paper.parts[told.part.id].items[told.index])


def _in_file(
    path: Path, exam: str | None, exams: list[Path] | None, student: str, item: str, u0: int | None
) -> "tuple[Exam, Account]":
    """The account of an item of the one paper of a file; the seeds of the class are tried if it lies in one."""
    from functools import cache, partial

    from answers.classroom.folder import ROSTER, open_class
    from answers.exam.settings import FILE_NAME
    from answers.exam.store import kept_key
    from answers.grading.account import account

    found, submission = _paper(path, exam, exams, student)
    homes = [one for one in path.resolve().parents if (one / FILE_NAME).is_file() and (one / ROSTER).is_file()]
    cohort = open_class(homes[0]) if homes else None
    seeds = [one.u0 for one in cohort.pupils if one.u0 is not None] if cohort and cohort.exam.name == found.name else []
    return found, account(found, submission, item, cache(partial(kept_key, found)), u0, seeds)


def _paper(path: Path, exam_name: str | None, exams: list[Path] | None, student: str) -> "tuple[Exam, Submission]":
    """The exam and the one paper of a file."""
    from answers.exam.adjust import load_adjusted
    from answers.exam.load_settings import load_settings
    from answers.grading.grade import common_exam
    from answers.grading.grade_files import read_all

    settings = load_settings(Path.cwd(), tuple(exams or ()))
    name = exam_name or settings.exam
    if name is None:
        submissions, problems = read_all([path], None, settings)
        if not submissions:
            raise CorrigeError(problems)
        name = common_exam(submissions)
    exam = load_adjusted(name, settings)
    submissions, problems = read_all([path], exam, settings)
    chosen = [one for one in submissions if student in ("", one.student)]
    if len(chosen) == 1:
        return exam, chosen[0]
    if problems:
        raise CorrigeError(problems)
    known = ", ".join(one.student for one in submissions[:10])
    raise CorrigeError.one(
        Message("{count} paper", plural="{count} papers", count=len(chosen)),
        place=str(path),
        remedy=Message("name one with --student, such as: {known}", known=known),
    )


def _account_lines(exam: "Exam", told: "Account", lang: Language) -> list[str]:
    """What was written and how it counts; then each world where the value is another, and how many change nothing."""
    from answers.assets import house_words
    from answers.sheets.display import points_text
    from answers.sheets.view import noted_plainly

    words, part, mark = house_words(lang)["explain"], told.part, told.mark
    colon = house_words(lang)["colon"]
    note = f"{colon} {noted_plainly(mark.note, exam.words(lang))}" if mark.note else ""
    share = points_text(part.points / part.count, lang)
    readings = " | ".join(part.kind.format(one, lang) for one in told.readings) or words["none"]
    facts = {
        "written": repr(mark.raw[:200]),
        "readings": readings,
        "expected": f"{part.kind.format(told.expected, lang)} ({part.tolerance.describe(lang)})",
        "verdict": f"{house_words(lang)['verdicts'][mark.verdict]}{note}",
        "score": f"{points_text(mark.score, lang)} / {share}",
    }
    return [
        f"{part.id}.{told.index + 1}, u₀ = {told.paper.u0}",
        *(f"{words[name]}{colon} {fact}" for name, fact in facts.items()),
        *_together(told, lang),
        *_tried_lines(exam, told, lang),
        *_unnamed_lines(told, lang),
    ]


def _tried_lines(exam: "Exam", told: "Account", lang: Language) -> Iterator[str]:
    """The worlds tried, as a table; known mistakes that do not touch the item are counted."""
    from answers.assets import house_words

    words = house_words(lang)["explain"]
    idle = [one for one in told.tried if (one.kind, one.trial) == ("mistake", "same")]
    rows = [
        (
            "" if one.value is None else told.part.kind.format(one.value, lang),
            words[one.trial],
            _world(one, exam, lang),
        )
        for one in told.tried
        if one not in idle
    ]
    if rows:
        yield from ("", *table((words["gives"], words["value"], words["world"]), rows))
    if idle:
        yield from ("", _idle_text(len(idle)).told(lang))


def _unnamed_lines(told: "Account", lang: Language) -> Iterator[str]:
    """Why no known mistake is named, of a wrong answer that one of them gives: see docs/marking.md."""
    from answers.flags import ANSWERS_OF_SEED, U0_MISCOPIED
    from answers.paper import Verdict

    is_given = any((one.kind, one.trial) == ("mistake", "right") for one in told.tried)
    if told.mark.verdict is not Verdict.WRONG or told.mark.note is not None or not is_given:
        return
    if {ANSWERS_OF_SEED.slug, U0_MISCOPIED.slug} & {flag.slug for flag in told.paper.flags}:
        why = Message("no known mistake is named on a paper that has the answers of another seed")
    else:
        why = Message(
            "a known mistake gives this answer and is not named: it must make the answers 20 times likelier than chance"
            " does, for each mistake tried, and what it changes and does not explain counts against it"
        )
    yield from ("", why.told(lang))


def _idle_text(count: int) -> Message:
    return Message(
        "{count} known mistake changes nothing here: an answer here tells nothing about it",
        plural="{count} known mistakes change nothing here: an answer here tells nothing about them",
        count=count,
    )


def _world(one: "Tried", exam: "Exam", lang: Language) -> str:
    """What is supposed in a world: of a known mistake the beginning of what the exam says of it, and its slug."""
    from answers.assets import house_words
    from answers.exam.words import mistake_name, plain

    words, said = house_words(lang)["explain"], exam.words(lang)
    if one.kind == "seed" and one.detail == str(exam.model_seed):
        return str(words["model"].replace("{}", one.detail))
    if one.kind == "mistake" and said.has(mistake_name(one.detail)):
        begins = re.split(r"\s*:\s|\.$", plain(said.mistake(one.detail)))[0]
        return f"{begins} [{one.detail}]"
    return str(words[one.kind].replace("{}", one.detail))


def _together(told: "Account", lang: Language) -> Iterator[str]:
    """Of a part that earns all or nothing, that it does, and which other items are not right."""
    from answers.assets import house_words
    from answers.classroom.lacking import lacking

    part = told.part
    if part.all_or_nothing and part.count > 1:
        others = ", ".join(lacking(part, [f"{part.id}.{told.index + 1}"], [told.paper])) or "–"
        words = house_words(lang)
        yield f"{words['all_or_nothing']}{words['colon']} {words['explain']['lacking'].replace('{}', others)}"


def _account_json(told: "Account") -> dict[str, object]:
    part, mark = told.part, told.mark
    return {
        "schema": "corrige/explain/1",
        "file": str(told.paper.place),
        "u0": told.paper.u0,
        "item": f"{part.id}.{told.index + 1}",
        "raw": mark.raw,
        "readings": [part.kind.format(one, "en") for one in told.readings],
        "expected": part.kind.format(told.expected, "en"),
        "tolerance": part.tolerance.describe(),
        "verdict": str(mark.verdict.promised),
        "note": None if mark.note is None else str(mark.note),
        "score": float(mark.score),
        "all_or_nothing": part.all_or_nothing,
        "worlds": [
            {
                "kind": one.kind,
                "detail": one.detail,
                "value": None if one.value is None else part.kind.format(one.value, "en"),
                "found": one.trial,
            }
            for one in told.tried
        ],
    }
