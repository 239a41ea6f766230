"""corrige class seeds: a seed for each student."""

import random
from typing import Annotated

import typer

from answers.cli.common.options import TO_STDOUT, AsJson, Folder, Force, Output
from answers.cli.common.output import deliver_json, deliver_text, table


def seeds(
    folder: Folder,
    *,
    draw: Annotated[int | None, typer.Option("--draw", metavar="N", help="Draw the same seeds again from N.")] = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Draw a seed for each student who has none."""
    from answers.classroom.folder import give_seeds, open_class
    from answers.classroom.lock import locked

    source = random.SystemRandom() if draw is None else random.Random(draw)
    with locked(folder):
        cohort = give_seeds(open_class(folder), source)
    if as_json:
        rows = [{"student": pupil.student.id, "u0": pupil.u0} for pupil in cohort.pupils]
        deliver_json({"schema": "corrige/seeds/1", "students": rows}, output, force=force)
        return
    lines = table(("student", "u0"), ((pupil.student.id, str(pupil.u0)) for pupil in cohort.pupils), right=("u0",))
    deliver_text(lines, output, force=force)
