"""Papers of nobody in the class: what decisions call one, and which the teacher has not set aside."""

from collections.abc import Mapping

from answers.classroom.decisions import Decision, Where
from answers.classroom.handed_in.index import digest_of
from answers.classroom.versions import HandedIn, Version
from answers.exports.spreadsheet import disarmed
from answers.files import read_limited
from answers.flags import NOBODYS

DIGITS = 12
"""Of the digest of a file, enough for those of a class."""


def open_nobodys(received: HandedIn, decided: Mapping[Where, Decision]) -> tuple[Version, ...]:
    """Return the papers of nobody that no decision sets aside.

    Parameters
    ----------
    decided
        The decisions in force.
    """
    return tuple(one for one in received.unknown if (disarmed(nobodys_name(one)), NOBODYS.slug) not in decided)


def nobodys_name(version: Version) -> str:
    """Return what `decisions.csv` calls a paper of nobody: "file:4f2a91bcdd03", and where in it, if it holds several.

    Raises
    ------
    CorrigeError
        If its file cannot be read.
    """
    digest = version.original.digest or digest_of(read_limited(version.original.path))
    inside = version.submission.place.inside
    return f"file:{digest[:DIGITS]}, {inside}" if inside else f"file:{digest[:DIGITS]}"
