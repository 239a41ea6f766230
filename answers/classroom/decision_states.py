"""Which decisions hold, which a later one took the place of, and which were taken back."""

from collections.abc import Hashable, Iterable

from answers.classroom.decisions import Kind

IN_FORCE, SUPERSEDED, WITHDRAWN = "in_force", "superseded", "withdrawn"


def decision_states(decisions: Iterable[tuple[Hashable, str]]) -> list[str]:
    """Return the state of each decision: "in_force", "superseded" by the next about the same, or "withdrawn" by it.

    Parameters
    ----------
    decisions
        What each is about, the student and the item, and its kind; in the order of the file. The line that takes one
        back is "withdrawn" too: what is in force is what marking applies.
    """
    states: list[str] = []
    last: dict[Hashable, int] = {}  # those in force
    for at, (where, kind) in enumerate(decisions):
        is_withdrawal = kind == Kind.WITHDRAWN
        if where in last:
            states[last.pop(where)] = WITHDRAWN if is_withdrawal else SUPERSEDED
        if not is_withdrawal:
            last[where] = at
        states.append(WITHDRAWN if is_withdrawal else IN_FORCE)
    return states
