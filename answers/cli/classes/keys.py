"""corrige class keys: the jury's keys in one file."""

from answers.cli.common.engine import chosen_engine
from answers.cli.common.options import Dask, Folder, Force, Jobs
from answers.cli.common.output import counting, say, say_renamed
from answers.messages import Message


def keys(folder: Folder, *, jobs: Jobs = None, dask: Dask = None, force: Force = False) -> None:
    """Print the examiner's key of every student's seed to DIR/keys.pdf, for the jury; begun again, it goes on."""
    from answers.classroom.folder import open_class
    from answers.classroom.lock import locked
    from answers.classroom.printing.drawing import Press
    from answers.classroom.printing.printing import print_keys
    from answers.executors.workers import workers

    with locked(folder), workers(chosen_engine(jobs, dask)) as spread:
        cohort = open_class(folder)
        with counting("keys", len(cohort.pupils)) as progress:
            path = print_keys(cohort, Press(spread, force, progress, renamed=say_renamed))
    say(Message("the keys are {path}", path=path))
