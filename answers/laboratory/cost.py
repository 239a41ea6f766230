"""What a computation costs: what would run for long is refused with an estimate, unless it is asked for."""

from time import process_time

from answers.errors import CorrigeError
from answers.messages import Message, duration

PATIENCE, QUICK = 60, 5
"""Seconds that nobody is asked about on this machine; on a usual one, those that are no matter on any."""
ADDITIONS, USUAL_SECONDS = 100_000, 0.0055
"""A loop of so many additions, and what it takes on a usual machine."""


def check_cost(what: Message, seconds: float, *, place: str, remedy: Message, long: bool) -> None:
    """Refuse work that would take more than a minute here, with the time to be expected, unless `long` asks for it.

    `seconds` are those of a usual machine, on which 10⁷ additions in a loop take 0.55 s; `place` is the option that
    makes it large.
    """
    if long or seconds <= QUICK:
        return
    here = seconds * _slowness()
    if here > PATIENCE:
        raise CorrigeError.one(
            Message("{what}: about {duration} of computing", what=what, duration=duration(here)),
            place=place,
            remedy=Message("{smaller}, or pass --long", smaller=remedy),
        )


def _slowness() -> float:
    """How many times as long as a usual machine this one takes, by the best of three loops; at least 1."""
    return max(1.0, min(_loop() for _ in range(3)) / USUAL_SECONDS)


def _loop() -> float:
    begun, total = process_time(), 0
    for number in range(ADDITIONS):
        total += number
    return process_time() - begun
