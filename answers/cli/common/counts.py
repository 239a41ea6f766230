"""Messages for counted things, in the singular or plural of each language."""

from answers.messages import Message


def students(count: int) -> Message:
    """Return a number of students as a message: "1 student", "2 students"."""
    return Message("{count} student", plural="{count} students", count=count)


def points(value: float) -> Message:
    """Return a number of points as a message, rounded to two decimals: "1 point", "2.5 points"."""
    value = round(value, 2)  # from -2 to 2 other than 1, the form of 0, since French has the singular there
    form = 1 if value == 1 else 0 if abs(value) < 2 else 2
    return Message("{value:g} point", plural="{value:g} points", value=float(value), count=form)


def cases(count: int) -> Message:
    """Return a number of cases as a message: "1 case", "2 cases"."""
    return Message("{count} case", plural="{count} cases", count=count)


def flags(count: int) -> Message:
    """Return a number of flags as a message: "1 flag", "2 flags"."""
    return Message("{count} flag", plural="{count} flags", count=count)
