"""corrige explain for a paper: explain the verdict of an item, or a flag of a student."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from answers.assets import shared_words
from answers.classroom.decision_targets import no_paper_error
from answers.classroom.decisions import active_class_decisions
from answers.classroom.folder import ROSTER, open_class
from answers.classroom.marks import Marking, decisions_of, marked_class, missing_paper_flags
from answers.classroom.overrides import incorrect_items
from answers.classroom.review import flag_json, student_flag
from answers.classroom.roster import named_student
from answers.classroom.sat_papers import receipt_info
from answers.classroom.sitting import RECEIPT
from answers.classroom.submission_set import load_submissions
from answers.cli.classes.review_lines import flag_lines
from answers.cli.common.output import table
from answers.cli.common.papers import flag_slug
from answers.cli.common.result import Result
from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.key_cache import cached_key
from answers.exam.settings_in_force import load_settings, nearest_file
from answers.exam.words import mistake_name, plain
from answers.flags import ANSWERS_OF_SEED, APPEAL, U0_MISCOPIED, Note
from answers.grading.explanation import Attempt, Explanation, explain_item
from answers.grading.grade import read_papers
from answers.grading.programs import wrong_cases
from answers.messages import Message, decimal, moment_text
from answers.paper import Verdict
from answers.sheets.view import plain_verdict_text, points_text

LEAST_WHOLE = 10
"""From this number on, evidence is printed without decimals."""


def of_class(folder: Path, member: str, flag: str, item: str, lang: str) -> Result:
    """Explain an item, a flag or a receipt of a student of a class, from the arguments of the command.

    `member` is the student by identifier, name or file, or a receipt of `class sit`, "" only with an item. With neither
    an item nor a flag, explain why the student has no paper. CorrigeError if both are given, or the student is missing.
    """
    if flag and item:
        remedy = "give DIR STUDENT FLAG, or DIR STUDENT --item 7a.2"
        raise CorrigeError.single(
            "name either a flag or an item of the paper, not both", place=str(folder), remedy=remedy
        )
    if not member and item:
        cause = "the command names no student of the class"
        raise CorrigeError.single(
            cause, place=str(folder), remedy="give the student after the folder, then the item: DIR STUDENT --item 7a.2"
        )
    if RECEIPT.fullmatch(member) and not item and not flag:
        return _receipt(folder, member)
    if not item:
        return _flag_of_student(folder, member, flag, lang)
    class_data = open_class(folder)
    submissions = load_submissions(class_data)
    files = {
        str(version.submission.place): student for student, own in submissions.versions.items() for version in own[-1:]
    }
    student = class_data.student(member, files)
    enrollment = class_data.by_id[student.id]
    decided = active_class_decisions(class_data)
    paper = Marking(class_data, submissions).paper(enrollment, decisions_of(student, decided))
    if paper is None:
        raise no_paper_error(student.id, missing_paper_flags(enrollment, submissions, decided)[0])
    submission = submissions.versions[student.id][-1].submission
    seed = enrollment.u0 if paper.u0 is None else paper.u0
    explanation = explain_item(class_data.exam, submission, item, class_data.key, seed, class_data.seeds)
    # with the teacher's decisions about the paper
    explanation = replace(explanation, paper=paper, mark=paper.parts[explanation.part.id].items[explanation.index])
    return Result(_account_json(explanation), _account_lines(class_data.exam, explanation, lang))


def _receipt(folder: Path, receipt_text: str) -> Result:
    """Return the student and the time of a receipt of `class sit`, and whether the answers are still the same."""
    class_data = open_class(folder)
    info = receipt_info(class_data, receipt_text)
    student = class_data.by_id[info.student].student
    same = (
        Message("the student has not changed these answers after handing in")
        if info.is_last
        else Message("the student changed the answers later; the last answers count")
    )
    document = {
        "schema": "corrige/receipt/1",
        "receipt": receipt_text,
        "student": student.id,
        "at": info.at.isoformat(),
        "boxes": info.filled,
        "same": info.is_last,
    }
    handed = Message(
        "{student} handed in the paper on {at}, with {count} box filled in",
        plural="{student} handed in the paper on {at}, with {count} boxes filled in",
        student=student.label,
        at=moment_text(info.at),
        count=info.filled,
    )
    return Result(document, [handed, same])


def item_in_file(
    path: Path, exam_name: str | None, exams: list[Path] | None, student: str, item: str, u0: int | None, lang: str
) -> Result:
    """Explain the verdict of an item of a paper in a file.

    `exam_name` is the exam that the user named, None to take the one named in the file; `exams` are further folders
    with exams. `student` selects the paper if the file has several, and `u0` replaces the seed of the paper. If the
    file is in the folder of a class with the same exam, the seeds of the class are tried too.
    """
    settings = load_settings(Path.cwd(), exams)
    exam, submissions, problems = read_papers([path], settings, exam_name or settings.exam)
    chosen = [submission for submission in submissions if student in ("", submission.student)]
    if len(chosen) != 1:
        if problems:
            raise CorrigeError(problems)
        known = ", ".join(submission.student for submission in submissions[:10])
        raise CorrigeError.single(
            Message(
                "{count} paper in the file could be meant, so it is not clear which one to explain",
                plural="{count} papers in the file could be meant, so it is not clear which one to explain",
                count=len(chosen),
            ),
            place=str(path),
            remedy=Message("choose the student of the paper with --student, such as: {known}", known=known),
        )
    settings_path, seeds = nearest_file(path.resolve().parent), list[int]()
    if settings_path and (settings_path.parent / ROSTER).is_file():
        class_data = open_class(settings_path.parent)
        if class_data.exam.name == exam.name:
            seeds = class_data.seeds
    explanation = explain_item(exam, chosen[0], item, cache(partial(cached_key, exam)), u0, seeds)
    return Result(_account_json(explanation), _account_lines(exam, explanation, lang))


def _flag_of_student(folder: Path, member: str, flag: str, lang: str) -> Result:
    """Explain a flag of a student, "" for that of the missing paper; CorrigeError if the student has a paper then."""
    marked = marked_class(folder)
    student = named_student((row.student for row in marked.gradebook.rows), member, marked.gradebook.files)
    row = next(row for row in marked.gradebook.rows if row.student == student)
    if not flag and row.paper is not None:
        not_right = (
            f"{part_id}.{number}"
            for part_id, part in row.paper.parts.items()
            for number, item in enumerate(part.items, start=1)
            if item.verdict not in (Verdict.RIGHT, Verdict.BLANK)
        )
        known = ", ".join((*map(str, row.flags), *not_right))
        remedy = Message("after the student, give a flag or one of the items that are not right: {known}", known=known)
        remedy = remedy if known else Message("give an item, such as --item 7a.2")
        raise CorrigeError.single(
            "neither an item nor a flag of this paper is given, so it is not clear what to explain",
            place=str(row.paper.place),
            remedy=remedy,
        )
    open_flag = student_flag(marked, student.id, flag or str(row.missing[0]))
    facts = flag_json(open_flag, open_flag.papers[0], lang)
    is_open, reason = open_flag.flag.needs_teacher, open_flag.flag.reason
    document = {"schema": "corrige/flag/1", **facts, "open": is_open, "reason": reason}
    decision = active_class_decisions(marked.class_data).get(open_flag.targets[0].key)
    lines = [*flag_lines(open_flag, marked, at_most=None), shared_words(lang)["meanings"][open_flag.flag.slug]]
    if decision is not None:
        lines.append(Message("your decision on this flag: {decision}", decision=decision.text_with_reason))
    elif is_open and open_flag.flag.slug != APPEAL.slug:  # an appeal has the command that replies above
        lines.append(
            Message(
                "to settle the flag once you have looked at the paper: corrige class decide {folder} "
                "{student} {flag} --seen --reason TEXT",
                folder=shlex.quote(str(folder)),
                student=shlex.quote(student.id),
                flag=shlex.quote(flag_slug(open_flag.flag)),
            )
        )
    return Result(document, lines)


def _account_lines(exam: Exam, explanation: Explanation, lang: str) -> list[str]:
    """Return the lines of an explanation: the answer and its mark, then the scenarios that were tried."""
    shared = shared_words(lang)
    words, part, mark = shared["explain"], explanation.part, explanation.mark
    others = incorrect_items(part, [f"{part.id}.{explanation.index + 1}"], [explanation.paper])
    lacking = f"{shared['all_or_nothing']}{shared['colon']} {words['lacking'].replace('{}', ', '.join(others))}"
    share = points_text(explanation.paper.parts[part.id].share(explanation.index), lang)
    readings = " | ".join(part.kind.format(reading, lang) for reading in explanation.readings) or words["none"]
    facts = {
        "written": repr(mark.raw[:200]),
        "readings": readings,
        "expected": f"{part.kind.format(explanation.expected, lang)} ({part.tolerance.describe(lang)})",
        "verdict": plain_verdict_text(mark, exam.words(lang)),
        "score": f"{points_text(mark.score, lang)} / {share}",
    }
    lines = [
        f"{part.id}.{explanation.index + 1}, u₀ = {explanation.paper.u0}",
        *(f"{words[name]}{shared['colon']} {fact}" for name, fact in facts.items()),
        *(f"  {note.render(lang)}" for note in _wrong_cases(explanation)),
        *[lacking] * bool(others),
        *_tried_lines(exam, explanation, lang),
    ]
    if not explanation.evidence or mark.verdict is not Verdict.WRONG or mark.note is not None:
        return lines
    # why a wrong answer has no note although a known mistake would give it: see docs/marking.md
    if {ANSWERS_OF_SEED.slug, U0_MISCOPIED.slug} & {flag.slug for flag in explanation.paper.flags}:
        why = Message("the answers on this paper fit the data of another student, so no known mistake is named on it")
        return [*lines, "", why.render(lang)]
    why = Message(
        "a known mistake would give this answer, but the paper does not name it: such a "
        "mistake must make the student's answers much likelier than chance, and answers that "
        "it would change without explaining them count against it"
    )
    unnamed = (
        Message(
            "the mistake [{slug}] makes the student's answers {reached} times likelier than chance; "
            "it is named from {needed} times on, that is 20 times for each known mistake that "
            "changes one of the wrong answers",
            slug=slug,
            reached=decimal(reached, ".1f" if reached < LEAST_WHOLE else ".0f"),
            needed=round(needed),
        )
        for slug, (reached, needed) in explanation.evidence.items()
    )
    return [*lines, "", *(message.render(lang) for message in (why, *unnamed))]


def _wrong_cases(explanation: Explanation) -> list[Note]:
    """Return a note for each test case in which a program, the answer, is not right; empty for other answers."""
    return [
        note
        for reading in explanation.readings
        for note in wrong_cases(explanation.part, explanation.expected, reading)
    ]


def _tried_lines(exam: Exam, explanation: Explanation, lang: str) -> Iterator[str]:
    """Yield a table of the scenarios tried, then the number of known mistakes that do not change the right answer."""
    words, exam_words = shared_words(lang)["explain"], exam.words(lang)

    def scenario_text(attempt: Attempt) -> str:
        """Return a description of the scenario of an attempt; for a known mistake, the beginning of its sentence."""
        if attempt.kind == "mistake" and exam_words.has(mistake_name(attempt.detail)):
            begins = re.split(r"\s*:\s|\.$", plain(exam_words.mistake(attempt.detail)))[0]
            return f"{begins} [{attempt.detail}]"
        is_model = attempt.kind == "seed" and attempt.detail == str(exam.model_seed)
        return str(words["model" if is_model else attempt.kind].replace("{}", attempt.detail))

    idle = [attempt for attempt in explanation.attempts if (attempt.kind, attempt.outcome) == ("mistake", "same")]
    rows = [
        (
            "" if attempt.value is None else explanation.part.kind.format(attempt.value, lang),
            words[attempt.outcome],
            scenario_text(attempt),
        )
        for attempt in explanation.attempts
        if attempt not in idle
    ]
    if rows:
        yield from ("", *table((words["gives"], words["value"], words["world"]), rows))
    if idle:
        idle_count = Message(
            "with the data of this student, {count} known mistake also leads to the right answer, so no answer "
            "can reveal it",
            plural="with the data of this student, {count} known mistakes also lead to the right answer, so no "
            "answer can reveal them",
            count=len(idle),
        )
        yield from ("", idle_count.render(lang))


def _account_json(explanation: Explanation) -> dict[str, object]:
    """Return an explanation of the verdict of an item as a JSON object."""
    part, mark = explanation.part, explanation.mark
    return {
        "schema": "corrige/explain/1",
        "file": str(explanation.paper.place),
        "u0": explanation.paper.u0,
        "item": f"{part.id}.{explanation.index + 1}",
        "raw": mark.raw,
        "readings": [part.kind.format(reading, "en") for reading in explanation.readings],
        "expected": part.kind.format(explanation.expected, "en"),
        "tolerance": part.tolerance.describe(),
        "verdict": str(mark.verdict.promised),
        "note": None if mark.note is None else str(mark.note),
        "score": float(mark.score),
        "all_or_nothing": part.all_or_nothing,
        **({"cases": list(map(str, _wrong_cases(explanation)))} if part.program else {}),
        "worlds": [
            {
                "kind": attempt.kind,
                "detail": attempt.detail,
                "value": None if attempt.value is None else part.kind.format(attempt.value, "en"),
                "found": attempt.outcome,
            }
            for attempt in explanation.attempts
        ],
    }
