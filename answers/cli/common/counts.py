"""Things that are counted, in the singular and the plural of each language: parts of longer sentences."""

from answers.messages import Message


def students(count: int) -> Message:
    """Return "1 student", "2 students"."""
    return Message("{count} student", plural="{count} students", count=count)


def dice(count: int) -> Message:
    """Return "1 die", "2 dice"."""
    return Message("{count} die", plural="{count} dice", count=count)


def points(value: float) -> Message:
    """Return "1 point", "2.5 points"; in French whatever is below 2 is one."""
    form = 1 if value == 1 else 0 if abs(value) < 2 else 2
    return Message("{value:g} point", plural="{value:g} points", value=float(value), count=form)


def games(count: int) -> Message:
    """Return "1 game", "2 games"."""
    return Message("{count} game", plural="{count} games", count=count)


def fruits(count: int) -> Message:
    """Return "1 fruit", "2 fruits"."""
    return Message("{count} fruit", plural="{count} fruits", count=count)


def ravens(count: int) -> Message:
    """Return "1 raven", "2 ravens"."""
    return Message("{count} raven", plural="{count} ravens", count=count)


def trees(count: int) -> Message:
    """Return "1 tree", "2 trees"."""
    return Message("{count} tree", plural="{count} trees", count=count)


def states(count: int) -> Message:
    """Return "1 state", "2 states"."""
    return Message("{count} state", plural="{count} states", count=count)


def cases(count: int) -> Message:
    """Return "1 case", "2 cases"."""
    return Message("{count} case", plural="{count} cases", count=count)


def flags(count: int) -> Message:
    """Return "1 flag", "2 flags"."""
    return Message("{count} flag", plural="{count} flags", count=count)
