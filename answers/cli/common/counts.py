"""Messages for counted things, in the singular or plural of each language."""

from answers.messages import Message


def students(count: int) -> Message:
    """Return "1 student", "2 students"."""
    return Message("{count} student", plural="{count} students", count=count)


def points(value: float) -> Message:
    """Return "1 point", "2.5 points", "0.33 point"; French has the singular below 2."""
    value = round(value, 2)
    form = 1 if value == 1 else 0 if abs(value) < 2 else 2
    return Message("{value:g} point", plural="{value:g} points", value=float(value), count=form)


def cases(count: int) -> Message:
    """Return "1 case", "2 cases"."""
    return Message("{count} case", plural="{count} cases", count=count)


def flags(count: int) -> Message:
    """Return "1 flag", "2 flags"."""
    return Message("{count} flag", plural="{count} flags", count=count)
