"""corrige class seeds: a seed for each student, fair between them."""

import random
from dataclasses import replace
from typing import Annotated

import typer

from answers.assets import shared_words
from answers.classroom.collected import FOLDER as COLLECTED
from answers.classroom.fairness.fair_seeds import (
    FAIRNESS,
    Given,
    fair_seeds,
    fairness_json,
    read_fairness,
    seed_source,
    usual_candidates,
)
from answers.classroom.folder import SET_ASIDE, SUBMISSIONS, Cohort, keep_seeds, locked, open_class, seeds_file
from answers.cli.common.options import Folder, JobsOption
from answers.cli.common.output import counting, folded, say, table
from answers.cli.common.papers import short_names
from answers.cli.common.result import Result
from answers.errors import CorrigeError
from answers.exam.trust import CONVERSATION
from answers.executors.workers import workers
from answers.files import json_bytes, write_atomic, writing_together
from answers.messages import Message, decimal, language
from answers.sheets.given import SHEETS, keep_given


def seeds(
    folder: Folder,
    *,
    draw: Annotated[int | None, typer.Option("--draw", metavar="N", help="Use N in place of the class secret.")] = None,
    candidates: Annotated[
        int | None,
        typer.Option(
            "--candidates",
            metavar="K",
            min=0,
            max=20_000,
            help="Number of keys to choose from; 0: no choice. [4 per student]",
        ),
    ] = None,
    redraw: Annotated[
        bool,
        typer.Option(
            "--redraw", help="Give everybody a new seed, even if sheets were given out; asks for confirmation."
        ),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --redraw, do not ask.")] = False,
    engine: JobsOption,
) -> Result:
    """Give a seed to each student without a seed, so that students share as few answers as possible.

    Seeds already given are kept. With --redraw every student gets another seed, and existing sheets are set aside.
    """
    if redraw and not yes:
        _ask_to_redraw(open_class(folder))
    with locked(folder), workers(engine.chosen) as spread:
        cohort = open_class(folder)
        if redraw:
            cohort = replace(cohort, pupils=tuple(replace(pupil, u0=None) for pupil in cohort.pupils))
        missing = sum(pupil.u0 is None for pupil in cohort.pupils)
        compared = usual_candidates(missing) if candidates is None else candidates
        source = seed_source(cohort) if draw is None else random.Random(draw)
        given = Given(cohort.pupils, read_fairness(cohort))
        if missing or candidates:
            with counting("keys", compared + len(cohort.pupils) - missing) as progress:
                given = fair_seeds(cohort, source, candidates=compared, spread=spread, progress=progress)
            _keep(cohort, given, redraw=redraw)
    many = Message("{count} new seed", plural="{count} new seeds", count=missing)
    say(many if missing else Message("nothing to do: every student has a seed"))
    is_next = missing or not (folder / SHEETS).exists()
    others = (("class", "subject", folder), ("class", "sheets", folder)) if is_next else ()
    return Result(_document(given), _lines(given), others=others)


OUTPUTS = ("sheets.pdf", "sheets.zip", "keys.pdf", "seating.pdf")
"""Files that show seeds."""


def _ask_to_redraw(cohort: Cohort) -> None:
    """Ask whether to draw seeds anew, and say what hangs on those of now; refuse where nobody answers yes."""
    seeded = sum(pupil.u0 is not None for pupil in cohort.pupils)
    sheets = len([*(cohort.folder / SHEETS).glob("*.pdf")])
    papers = sum(
        folder.is_dir() and any(folder.iterdir()) for folder in (cohort.folder / COLLECTED, cohort.folder / SUBMISSIONS)
    )
    question = Message(
        "{count} student has a seed and would get another; existing sheets: {sheets}{papers}; give new seeds?",
        plural="{count} students have a seed and would get another; existing sheets: {sheets}{papers}; give new seeds?",
        count=seeded,
        sheets=sheets,
        papers=Message(", and papers with the present seeds were handed in") if papers else "",
    )
    if seeded and not CONVERSATION.ask(question):
        raise CorrigeError.one(question, place=str(cohort.folder), remedy="answer yes in a terminal, or add --yes")


def _keep(cohort: Cohort, given: Given, *, redraw: bool) -> None:
    """Write seeds; drawn anew, the list and the sheets of before go to `set-aside/`."""
    fairness = json_bytes(fairness_json(given))
    if not redraw:
        keep_seeds(cohort, given.pupils)
        write_atomic(cohort.folder / FAIRNESS, fairness, overwrite=True)
        return
    for pupil in given.pupils:  # papers on these sheets can still be compared with them
        keep_given(cohort.folder, pupil.student.stem, b"")
    with writing_together(cohort.folder / SET_ASIDE) as files:
        files.write(*seeds_file(cohort, given.pupils))
        files.write(cohort.folder / FAIRNESS, fairness)
        files.gone += [*sorted((cohort.folder / SHEETS).glob("*.pdf")), *(cohort.folder / name for name in OUTPUTS)]
    say("the earlier list and sheets are in {folder}", folder=cohort.folder / SET_ASIDE)


def _document(given: Given) -> dict[str, object]:
    rows = [{"student": pupil.student.id, "u0": pupil.u0} for pupil in given.pupils]
    return {"schema": "corrige/seeds/1", "students": rows, "fairness": fairness_json(given)["facts"]}


def _lines(given: Given) -> list[str]:
    rows = ((pupil.student.id, short_names(pupil.student), str(pupil.u0)) for pupil in given.pupils)
    lines = table(("student", "name", "u0"), rows, right=("u0",))
    if not given.facts:
        return lines
    words = shared_words(language())["report"]
    columns = (words["fact"], words["class"], words["random"])
    figures = ((words["facts"][one.slug], decimal(one.value), decimal(one.random)) for one in given.facts)
    return [*lines, "", *table(columns, figures, right=columns[1:]), *folded([words["about_seeds"]])]
