"""corrige class seeds: a seed for each student, fair between them."""

import random
from dataclasses import replace
from typing import Annotated

import typer

from answers.assets import house_words
from answers.classroom.fairness.fair_seeds import (
    FAIRNESS,
    Given,
    fair_seeds,
    fairness_json,
    read_fairness,
    seed_source,
    usual_candidates,
)
from answers.classroom.folder import Cohort, keep_seeds, locked, open_class
from answers.cli.common.options import EngineOptions, Folder
from answers.cli.common.output import counting, folded, say, table
from answers.cli.common.papers import short_names
from answers.cli.common.result import Result
from answers.executors.workers import workers
from answers.files import json_bytes, write_atomic
from answers.messages import Message, decimal, language
from answers.sheets.given import SHEETS


def seeds(
    folder: Folder,
    *,
    draw: Annotated[int | None, typer.Option("--draw", metavar="N", help="Draw from N, not from the secret.")] = None,
    candidates: Annotated[
        int | None,
        typer.Option(
            "--candidates", metavar="K", min=0, max=20_000, help="Keys to choose from; 0: no choice. [4 each]"
        ),
    ] = None,
    engine: EngineOptions,
    force: Annotated[
        bool, typer.Option("--force", help="Draw again for those who have a seed; replace a file that exists.")
    ] = False,
) -> Result:
    """Give a seed to each student who has none, for two students' answers to share as little as the exam allows."""
    with locked(folder), workers(engine.chosen) as spread:
        cohort = without_seeds(open_class(folder)) if force else open_class(folder)
        missing = sum(pupil.u0 is None for pupil in cohort.pupils)
        compared = usual_candidates(missing) if candidates is None else candidates
        source = seed_source(cohort) if draw is None else random.Random(draw)
        given = Given(cohort.pupils, read_fairness(cohort))
        if missing or candidates:
            with counting("keys", compared + len(cohort.pupils) - missing) as progress:
                given = fair_seeds(cohort, source, candidates=compared, spread=spread, progress=progress)
            keep_seeds(cohort, given.pupils)
            write_atomic(folder / FAIRNESS, json_bytes(fairness_json(given)), overwrite=True)
    many = Message("{count} new seed", plural="{count} new seeds", count=missing)
    say(many if missing else Message("nothing new: everybody has a seed"))
    is_next = missing or not (folder / SHEETS).exists()
    others = (("class", "subject", folder), ("class", "sheets", folder)) if is_next else ()
    return Result(_document(given), _lines(given), others=others)


def without_seeds(cohort: Cohort) -> Cohort:
    """Return the class as it was before anybody had a number."""
    return replace(cohort, pupils=tuple(replace(pupil, u0=None) for pupil in cohort.pupils))


def _document(given: Given) -> dict[str, object]:
    rows = [{"student": pupil.student.id, "u0": pupil.u0} for pupil in given.pupils]
    return {"schema": "corrige/seeds/1", "students": rows, "fairness": fairness_json(given)["facts"]}


def _lines(given: Given) -> list[str]:
    rows = ((pupil.student.id, short_names(pupil.student), str(pupil.u0)) for pupil in given.pupils)
    lines = table(("student", "name", "u0"), rows, right=("u0",))
    if not given.facts:
        return lines
    words = house_words(language())["report"]
    columns = (words["fact"], words["class"], words["random"])
    figures = ((words["facts"][one.slug], decimal(one.value), decimal(one.random)) for one in given.facts)
    return [*lines, "", *table(columns, figures, right=columns[1:]), *folded([words["about_seeds"]])]
