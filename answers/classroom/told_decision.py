"""A decision in words, as commands tell it to the teacher."""

from answers.classroom.decisions import TOLD, Decision, Kind
from answers.messages import Message


def told_decision(one: Decision) -> Message:
    """Return what was decided, without of what, for whom and why."""
    words = {
        Kind.VALUE: Message("read as {value}", value=one.value),
        Kind.RIGHT: Message("counted right"),
        Kind.WRONG: Message("counted wrong"),
        Kind.POINTS: Message("points: {points}", points=one.value),
        Kind.SEEN: Message("seen, and the student is told of it") if one.value == TOLD else Message("seen"),
        Kind.WITHDRAWN: Message("withdrawn"),
    }
    return words[one.kind]


def told_with_reason(one: Decision) -> Message:
    """Return what was decided, and why if the teacher said it."""
    told = told_decision(one)
    return Message("{told}, {reason!r}", told=told, reason=one.reason) if one.reason else told
