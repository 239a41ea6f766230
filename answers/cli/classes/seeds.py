"""corrige class seeds: draw a seed for each student, so that students share few right answers."""

import random
import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from answers.assets import shared_words
from answers.classroom.fair_seeds import (
    SeedAssignment,
    facts_json,
    fair_seeds,
    read_fairness,
    save_assignment,
    seed_source,
    usual_candidates,
)
from answers.classroom.folder import (
    ROSTER,
    SET_ASIDE,
    SUBMISSIONS,
    ClassData,
    locked,
    open_class,
    save_seeds,
)
from answers.classroom.issued import read_issued
from answers.classroom.listed_names import issued_seeds, list_problems, record_seeds
from answers.classroom.roster import Enrollment, roster_csv
from answers.classroom.sat_papers import read_session
from answers.classroom.upload_index import FOLDER as COLLECTED
from answers.cli.common.options import Folder, JobsOption
from answers.cli.common.output import counting, folded, print_message, print_problems, table
from answers.cli.common.papers import short_names
from answers.cli.common.result import Result
from answers.errors import CorrigeError
from answers.exam.trust import CONVERSATION
from answers.executors.workers import workers
from answers.files import file_transaction
from answers.messages import Message, clauses, decimal, language, shortened
from answers.sheets.issued_files import SHEETS, archive_issued_sheet
from answers.sheets.subject import has_subject

OUTPUTS = ("sheets.pdf", "sheets.zip", "keys.pdf", "seating.pdf")
"""Printed files of a class that depend on the seeds."""


def seeds(
    folder: Folder,
    *,
    draw: Annotated[
        int | None,
        typer.Option(
            "--draw",
            metavar="N",
            help="Draw the students' seeds from the random number N, in place of the class secret.",
        ),
    ] = None,
    candidates: Annotated[
        int | None,
        typer.Option(
            "--candidates",
            metavar="K",
            min=0,
            max=20_000,
            help="Number of candidate seeds whose keys are compared; 0: compare none. [4 per student]",
        ),
    ] = None,
    redraw: Annotated[
        bool,
        typer.Option(
            "--redraw",
            help="Give every student a new seed, even if sheets were given out; corrige asks for confirmation.",
        ),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --redraw: do not ask for confirmation.")] = False,
    engine: JobsOption,
) -> Result:
    """Give a seed to each student without a seed, so that students share as few answers as possible.

    Seeds already given are kept. With --redraw every student gets another seed, and existing sheets are set aside.
    """
    lost: Message | None = None
    if redraw:
        lost, is_any_seeded, is_any_used = _replaced_by_redraw(open_class(folder))
        if yes and is_any_used:
            print_message(lost)
            print_message("the sheets printed before no longer count: print and give out new ones")
        question = Message("{lost}; give every student a new seed?", lost=lost)
        if is_any_seeded and not yes and not CONVERSATION.ask(question):
            remedy = "no new seeds were drawn; to draw them, answer yes in a terminal, or add --yes"
            raise CorrigeError.single(lost, place=str(folder), remedy=remedy)
    with locked(folder), workers(engine.chosen) as parallel_map:
        class_data, former = open_class(folder), list[int]()
        if redraw:
            if _replaced_by_redraw(class_data)[0] != lost:  # changed while the teacher was asked
                cause = Message("while you answered, sheets were issued or papers handed in; no new seeds were drawn")
                raise CorrigeError.single(cause, place=str(folder), remedy="run the command again")
            if draw is None:  # else a person says which seeds
                former += (enrollment.u0 for enrollment in class_data.enrollments if enrollment.u0 is not None)
            class_data = replace(
                class_data, enrollments=tuple(replace(enrollment, u0=None) for enrollment in class_data.enrollments)
            )
        else:
            class_data = _with_issued_seeds(class_data)
        missing = sum(enrollment.u0 is None for enrollment in class_data.enrollments)
        compared = usual_candidates(missing) if candidates is None else candidates
        source = seed_source(class_data, former) if draw is None else random.Random(draw)
        assignment = SeedAssignment(class_data.enrollments, read_fairness(class_data))
        if missing or candidates:
            with counting(
                "computing the keys of the class", compared + len(class_data.enrollments) - missing
            ) as progress:
                assignment = fair_seeds(
                    class_data,
                    source,
                    candidates=compared,
                    former=former,
                    parallel_map=parallel_map,
                    progress=progress,
                )
            if redraw:
                _set_earlier_seeds_aside(folder, assignment.enrollments)
            save_assignment(class_data, assignment)
            if redraw:
                print_message("the earlier list and sheets are in {folder}", folder=folder / SET_ASIDE)
    changed = list_problems(replace(class_data, enrollments=assignment.enrollments))
    print_problems(changed)
    many = Message("{count} new seed", plural="{count} new seeds", count=missing)
    print_message(many if missing else Message("nothing to do: every student has a seed"))
    others: list[tuple[object, ...]] = []
    if missing or not (folder / SHEETS).exists():
        documents = ("subject", "sheets") if has_subject(class_data.exam) else ("sheets",)
        others = [("class", document, folder) for document in documents]
    rows = [{"student": enrollment.student.id, "u0": enrollment.u0} for enrollment in assignment.enrollments]
    document = {"schema": "corrige/seeds/1", "students": rows, "fairness": facts_json(assignment.facts)}
    return Result(document, _lines(assignment, folder), needs_person=bool(changed), others=tuple(others))


def _set_earlier_seeds_aside(folder: Path, enrollments: Sequence[Enrollment]) -> None:
    """Move the list, the sheets and other documents with the earlier seeds to `set-aside/`, and write the new list."""
    record_seeds(folder, {})
    for enrollment in enrollments:  # so that papers on earlier sheets can be compared with them
        archive_issued_sheet(folder, enrollment.student.stem, b"")
    with file_transaction(folder / SET_ASIDE) as files:
        if (path := folder / ROSTER).is_file():
            files.write(path, roster_csv(enrollments))
        files.gone += sorted((folder / SHEETS).glob("*.pdf"))
        files.gone += (folder / name for name in OUTPUTS)


def _with_issued_seeds(class_data: ClassData) -> ClassData:
    """Return the class, where students without a seed have that of their last sheet, unless another student has it."""
    issued, used = issued_seeds(class_data.folder), {enrollment.u0 for enrollment in class_data.enrollments}
    lost = {
        each.student.id: u0
        for each in class_data.enrollments
        if each.u0 is None and (u0 := issued.get(each.student.id)) is not None and u0 not in used
    }
    if not lost:
        return class_data
    print_message(
        "{count} student gets back the u₀ of the sheet that was issued: {students}",
        plural="{count} students get back the u₀ of the sheets that were issued: {students}",
        count=len(lost),
        students=shortened([*lost]),
    )
    enrollments = (replace(each, u0=lost.get(each.student.id, each.u0)) for each in class_data.enrollments)
    return save_seeds(class_data, tuple(enrollments))


def _replaced_by_redraw(class_data: ClassData) -> tuple[Message, bool, bool]:
    """Return what new seeds would replace, whether there are seeds, and whether there are sheets or papers with them.

    CorrigeError if students have typed answers to their present seeds in a browser.
    """
    typed = [student for student, seat in read_session(class_data).typed.items() if seat.texts]
    if typed:
        names = shortened(typed)
        cause = Message("students have typed answers to their present seeds in a browser: {names}", names=names)
        remedy = "keep the seeds; after a rehearsal, discard its answers first: corrige class sit DIR --anew --collect"
        raise CorrigeError.single(cause, place=str(class_data.folder), remedy=remedy)
    issued = read_issued(class_data.folder)
    seeded = [enrollment for enrollment in class_data.enrollments if enrollment.u0 is not None]
    sheets = sum(
        (class_data.folder / SHEETS / f"{enrollment.student.stem}.pdf").exists() or issued.of(enrollment.u0) is not None
        for enrollment in seeded
        if enrollment.u0 is not None
    )
    papers = sum(
        folder.is_dir() and any(folder.iterdir())
        for folder in (class_data.folder / COLLECTED, class_data.folder / SUBMISSIONS)
    )
    lost = Message(
        "{count} student has a seed and would get another; number of sheets issued with the present seeds: {sheets}",
        plural="{count} students have a seed and would get another; number of sheets issued with the present seeds: "
        "{sheets}",
        count=len(seeded),
        sheets=sheets,
    )
    if papers:
        lost = clauses((lost, Message("papers with the present seeds were handed in")))
    return lost, bool(seeded), bool(sheets or papers)


def _lines(assignment: SeedAssignment, folder: Path) -> list[str]:
    """Return the table of seeds, then the table of shared points, what it shows, and what to do about it."""
    rows = (
        (enrollment.student.id, short_names(enrollment.student), str(enrollment.u0))
        for enrollment in assignment.enrollments
    )
    lines = table(("student", "name", "u0"), rows, right=("u0",))
    if not assignment.facts:
        return lines
    words = shared_words(language())["report"]
    columns = (words["fact"], words["class"], words["random"])
    figures = ((words["facts"][fact.slug], decimal(fact.value), decimal(fact.random)) for fact in assignment.facts)
    advice: str = Message(
        "No number of this class is above that of a class with random u₀, so papers share no more answers than "
        "by chance: there is nothing to do."
    )
    if any(fact.value > fact.random for fact in assignment.facts):
        advice = Message(
            "Where the number of the class is above that of random u₀, papers share more answers than by chance. "
            "Before sheets are given out, more candidate seeds may give fewer shared answers: {command}",
            command=shlex.join(("corrige", "class", "seeds", str(folder), "--redraw", "--candidates", "1000")),
        )
    return [*lines, "", *table(columns, figures, right=columns[1:]), *folded([words["about_seeds"], advice])]
