"""One key of the terminal, without waiting for the end of a line."""

import os
import sys

END = "q"


def read_key() -> str:
    """Return the next key as a small letter, "q" at the end of the input; a KeyboardInterrupt if it was Ctrl-C.

    Where the system cannot give single keys, the first letter of a line.
    """
    try:
        import termios
        import tty
    except ImportError:
        return (sys.stdin.readline().strip().lower() or "s")[:1]
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSADRAIN)  # keys that were pressed early still count
        key = os.read(descriptor, 1).decode("ascii", "replace")
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
    return key.lower() or END
