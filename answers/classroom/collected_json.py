"""What a class handed in, as a JSON document."""

from answers.classroom.versions import HandedIn, Version, why_unknown


def collected_document(received: HandedIn) -> dict[str, object]:
    """Return every version of everybody, the one that counts last, and what is nobody's, with the reason."""
    return {
        "schema": "corrige/collect/1",
        "deadline": received.deadline and received.deadline.isoformat(),
        "students": [
            {"student": student, "versions": [_version(version, received) for version in versions]}
            for student, versions in received.versions.items()
        ],
        "unknown": [{**_version(version, received), "reason": why_unknown(version)} for version in received.unknown],
        "left": [_version(version, received) for version in received.left],
        "problems": [{"place": p.place, "cause": p.cause, "remedy": p.remedy} for p in received.problems],
    }


def _version(version: Version, received: HandedIn) -> dict[str, object]:
    original = version.original
    return {
        "file": str(version.submission.place),
        "digest": original.digest,
        "date": original.date.isoformat(timespec="seconds"),
        "late_minutes": round(received.lateness(version).total_seconds() / 60),
        "picked": version.is_picked,
        "collected": original.is_collected,
        "flags": list(map(str, version.whose.flags)),
    }
