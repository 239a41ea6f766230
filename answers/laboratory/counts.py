"""Numbers of dice, points, games … as messages with singular and plural, for use in longer sentences."""

from answers.messages import Message


def dice(count: int) -> Message:
    """Return a number of dice as a message: "1 die", "2 dice"."""
    return Message("{count} die", plural="{count} dice", count=count)


def points(count: int) -> Message:
    """Return a number of points as a message: "1 point", "2 points"."""
    return Message("{count} point", plural="{count} points", count=count)


def games(count: int) -> Message:
    """Return a number of games as a message: "1 game", "2 games"."""
    return Message("{count} game", plural="{count} games", count=count)


def fruits(count: int) -> Message:
    """Return a number of fruits as a message: "1 fruit", "2 fruits"."""
    return Message("{count} fruit", plural="{count} fruits", count=count)


def ravens(count: int) -> Message:
    """Return a number of ravens as a message: "1 raven", "2 ravens"."""
    return Message("{count} raven", plural="{count} ravens", count=count)


def trees(count: int) -> Message:
    """Return a number of trees as a message: "1 tree", "2 trees"."""
    return Message("{count} tree", plural="{count} trees", count=count)


def states(count: int) -> Message:
    """Return a number of states as a message: "1 state", "2 states"."""
    return Message("{count} state", plural="{count} states", count=count)
