"""Taking decisions back: only those that are in force can be."""

from collections.abc import Iterable, Mapping, Sequence

from answers.classroom.decisions import Decision, Where
from answers.classroom.told_decision import told_decision
from answers.errors import CorrigeError
from answers.messages import Message, joined

MOST_TOLD = 8


def withdrawals(asked: Sequence[Decision], holding: Mapping[Where, Decision]) -> tuple[Decision, ...]:
    """Return those of some withdrawals that take something back.

    Parameters
    ----------
    holding
        The decisions in force.

    Raises
    ------
    CorrigeError
        If none does: what is decided for the same students is told.
    """
    found = tuple(one for one in asked if one.where in holding)
    if not found:
        items = ", ".join(dict.fromkeys(one.item for one in asked))
        whose = ", ".join(dict.fromkeys(one.student for one in asked))
        raise CorrigeError.one(
            Message("nothing is decided of {items} for {whose}", items=items, whose=whose),
            remedy=_decided({one.where[0] for one in asked}, holding.values()),
        )
    return found


def _decided(students: set[str], holding: Iterable[Decision]) -> Message:
    """What is decided for some students, in the order of the file."""
    lines = [
        Message("{item} of {student}: {decision}", item=one.item, student=one.student, decision=told_decision(one))
        for one in holding
        if one.where[0] in students
    ]
    if not lines:
        return Message("nothing is decided for them: `corrige class review DIR`")
    more = ["…"] if len(lines) > MOST_TOLD else []
    return Message("decided are: {lines}", lines=joined(" ; ", (*lines[:MOST_TOLD], *more)))
