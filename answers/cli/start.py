"""The entry point of the command `corrige`, which ends quietly if it is interrupted while its modules are imported."""

import os
import signal
import sys

INTERRUPTED = 130
"""The exit code after an interruption."""


def main() -> None:
    """Run the command `corrige` with the arguments of the process, and exit; see `answers.cli.app.main`.

    Ctrl+C ends the process at once while modules are imported, when nothing is written, and while Python ends. An
    interruption that is ignored, as by `nohup`, stays ignored.
    """
    is_heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_heeded:
        # An exception during an import may become another one.
        signal.signal(signal.SIGINT, lambda _signal, _frame: os._exit(INTERRUPTED))
    from answers.cli.app import main as run  # takes half a second

    try:
        if is_heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        if is_heeded:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
