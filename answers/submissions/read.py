"""One door for all that students hand in: the reader is chosen by the name and the content of the file."""

from pathlib import Path

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.files import MAX_BYTES, read_limited
from answers.submissions.pdf.form import read_pdf
from answers.submissions.printed.flattened import LayoutOf
from answers.submissions.raw.decode import decode
from answers.submissions.raw.submission import Submission
from answers.submissions.text.csv_file import read_csv
from answers.submissions.text.json_file import read_json
from answers.submissions.text.text_file import read_text

_SUFFIXES = {".pdf": "PDF", ".json": "JSON", ".csv": "CSV", ".tsv": "CSV", ".txt": "text"}
_FORMATS = "hand in a filled PDF (.pdf), JSON (.json), CSV (.csv) or text (.txt)"


def read_submissions(
    path: Path,
    *,
    name: str = "",
    secret: str = "",
    exam: Exam | None = None,
    layout: LayoutOf | None = None,
    max_bytes: int = MAX_BYTES,
) -> tuple[Submission, ...]:
    """Read what one file hands in: a submission a student, raw texts as they were written.

    The name's suffix chooses the format and the content must agree with it; only a `.txt` file that holds JSON is
    read as JSON. `name` is what the file is called in places and problems. With `exam`, part ids are checked against
    it. No number is parsed.

    Raises
    ------
    CorrigeError
        With all problems found in the file, each with its place.
    """
    place = name or str(path)
    declared = _declared_format(path, place)
    content = read_limited(path, max_bytes)
    _refuse_disguise(content, declared, place)
    if declared == "PDF":
        return (read_pdf(content, place, secret=secret, exam=exam, layout=layout),)
    text = decode(content, place)
    if declared == "CSV":
        return read_csv(text, place, exam)
    if declared == "JSON" or text.lstrip()[:1] in {"{", "["}:
        return read_json(text, place, exam)
    return (read_text(text, place, exam),)


def _declared_format(path: Path, place: str) -> str:
    if path.is_dir():
        raise CorrigeError.one("this is a folder", place=place, remedy="name the files in it")
    if path.suffix.lower() not in _SUFFIXES:
        cause = f"files named {path.suffix!r} are not read" if path.suffix else "the name has no suffix"
        raise CorrigeError.one(cause, place=place, remedy=_FORMATS)
    return _SUFFIXES[path.suffix.lower()]


def _refuse_disguise(content: bytes, declared: str, place: str) -> None:
    if not content.strip():
        raise CorrigeError.one("the file is empty", place=place, remedy="ask for it again")
    is_pdf = b"%PDF-" in content[:1024]  # readers accept a little rubbish before the header
    if is_pdf != (declared == "PDF"):
        cause = f"the file is a PDF, though its name says {declared}" if is_pdf else "the file is not a PDF"
        raise CorrigeError.one(cause, place=place, remedy=_FORMATS)
    if content.startswith(b"PK\x03\x04"):
        cause = "the file is an archive or an office document"
        raise CorrigeError.one(cause, place=place, remedy=_FORMATS)
