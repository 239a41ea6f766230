"""The command that looks at an exam over many seeds."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from answers.cli.common.engine import chosen_engine
from answers.cli.common.options import TO_STDOUT, AsJson, Dask, ExamFolders, ExamName, Force, Jobs, Lang, Output
from answers.cli.common.output import counting, deliver_found, needs_person
from answers.messages import Message

USUAL_SEEDS = 400


def atlas(
    name: ExamName,
    *,
    seeds: Annotated[
        int | None, typer.Option("--seeds", metavar="N", help="How many seeds, 65 to 64006; 400 by default.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All 64006 seeds; begun again, it goes on.")] = False,
    exams: ExamFolders = None,
    lang: Lang = None,
    jobs: Jobs = None,
    dask: Dask = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Look at an exam's answers over many seeds, and at what they are worth without work; exit with 1 if too much."""
    from answers.atlas.atlas import make_atlas
    from answers.atlas.atlas_json import atlas_json
    from answers.atlas.goals import missed
    from answers.atlas.seeds import EVERY, atlas_seeds
    from answers.cli.common.atlas_lines import atlas_lines
    from answers.errors import CorrigeError
    from answers.exam.adjust import load_adjusted
    from answers.exam.load_settings import load_settings
    from answers.executors.workers import workers

    if every and seeds is not None:
        raise CorrigeError.one("--seeds and --all are both given", remedy="give one of them")
    count = EVERY if every else USUAL_SEEDS if seeds is None else seeds
    atlas_seeds(count)
    settings = load_settings(Path.cwd(), tuple(exams or ()))
    load_adjusted(name, settings)
    with (
        workers(chosen_engine(jobs, dask)) as spread,
        counting(Message("atlas of {name}, seeds", name=name), count) as progress,
    ):
        found = make_atlas(partial(load_adjusted, name, settings), count, spread, progress)
    language = lang or settings.lang
    document, lines = atlas_json(found, language), atlas_lines(found, language)
    deliver_found(document, lines, as_json=as_json, output=output, force=force)
    needs_person(bool(missed(found)))
