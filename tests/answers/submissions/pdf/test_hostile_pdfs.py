"""Damaged and hostile PDFs: a message or a flag in bounded time, never a crash, never other answers in silence."""

import contextlib
import io
import random
import re
import time
import zlib
from pathlib import Path

import pikepdf
import pytest

from answers.errors import CorrigeError
from answers.files import saved as written
from answers.flags import NO_SIGNATURE, ONE_READER
from answers.submissions.printed.layout import page_glyphs
from answers.submissions.raw.submission import FileSource
from answers.submissions.read import read_submissions
from tests.answers.submissions.exams import SMALL
from tests.answers.submissions.sheets import ANSWERS, SECRET, TEXTS, again, filled, read_pdf, saved


def stored_texts(content: bytes) -> list[range]:
    """The places of the values and their keys: a change there is another answer, which no reader can notice."""
    return [range(*match.span()) for match in re.finditer(rb"/V (?:\((?:\\.|[^\\)])*\)|<[0-9a-f]*>)", content)]


def mutated(content: bytes, seed: int) -> bytes:
    """Truncate, flip bytes, delete a stretch, or copy one elsewhere; never inside the stored texts."""
    chance = random.Random(seed)
    kept = stored_texts(content)
    if seed % 4 == 0:
        return content[: chance.randrange(len(content))]
    while True:
        start = chance.randrange(len(content))
        stop = start + chance.choice([1, 1, 30, 300])
        if any(span.start < stop and start < span.stop for span in kept):
            continue
        middle = {1: chance.randbytes(stop - start), 2: b"", 3: content[-300:][: stop - start]}[seed % 4]
        return content[:start] + middle + content[stop:]


@pytest.fixture(scope="module", params=["packed", "plain"])
def sheet(request: pytest.FixtureRequest) -> bytes:
    """A filled sheet whose fields are in packed object streams, as made, or plain, as most viewers save it."""
    if request.param == "packed":
        return filled()
    with pikepdf.open(io.BytesIO(filled())) as document:
        content = written(document.save, object_stream_mode=pikepdf.ObjectStreamMode.disable, deterministic_id=True)
    assert len(stored_texts(content)) == len(TEXTS)
    return content


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, 100, 50))
def test_a_mutated_sheet_never_gives_other_answers_in_silence(sheet: bytes, start: int) -> None:
    for seed in range(start, start + 50):
        content = mutated(sheet, seed)
        before = time.process_time()
        with contextlib.suppress(CorrigeError):
            submission = read_pdf(FileSource(content, "f.pdf", secret=SECRET, exam=SMALL, sheet=again))
            assert submission.flags or (submission.answers, submission.u0, submission.student) == (
                ANSWERS,
                "17",
                "É Élève 3",
            ), seed
        assert time.process_time() - before < 2, seed


def bomb(size: int, kind: str) -> bytes:
    """A small sheet one of whose streams unpacks to `size` bytes: page content, object stream or cross-reference."""
    objects = {
        1: b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>",
        2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<<>>/Contents 7 0 R/Annots[4 0 R]>>",
        4: b"<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/FT/Tx/T(q1a_1)/V(5)>>",
    }
    out, offsets = bytearray(b"%PDF-1.7\n"), {}

    def add(number: int, head: bytes, body: bytes | None = None, padding: int = 0) -> None:
        offsets[number] = len(out)
        if body is not None:
            packed = zlib.compress(zlib.compress(body + b" " * padding, 9), 9)
            head = b"<<%s/Filter[/FlateDecode/FlateDecode]/Length %d>>stream\n" % (head, len(packed)) + packed
            head += b"\nendstream"
        out.extend(b"%d 0 obj" % number + head + b"\nendobj\n")

    positions = b"".join(b"%d %d " % (n, sum(len(objects[m]) for m in objects if m < n)) for n in objects)
    head = b"/Type/ObjStm/N %d/First %d" % (len(objects), len(positions))
    add(5, head, positions + b"".join(objects.values()), size if kind == "objects" else 0)
    add(7, b"", b"", size if kind == "content" else 0)
    offsets[8] = len(out)
    rows = [b"\2" + (5).to_bytes(4, "big") + bytes([n - 1]) if n in objects else bytes(6) for n in range(9)]
    for number in (5, 7, 8):
        rows[number] = b"\1" + offsets[number].to_bytes(4, "big") + b"\0"
    add(8, b"/Type/XRef/Size 9/W[1 4 1]/Root 1 0 R", b"".join(rows), size if kind == "references" else 0)
    return bytes(out) + b"startxref\n%d\n%%%%EOF" % offsets[8]


def test_the_bomb_would_be_read_without_its_powder() -> None:
    submission = read_pdf(FileSource(bomb(0, "none"), "f.pdf"))
    assert (submission.answers, submission.flags) == ({"1a": ("5",)}, (NO_SIGNATURE,))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["content", "objects", "references"])
def test_bombs_cost_little(kind: str) -> None:
    resource = pytest.importorskip("resource")
    content = bomb(200_000_000, kind)
    assert len(content) < 20_000
    before, memory = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with contextlib.suppress(CorrigeError):
        assert read_pdf(FileSource(content, "f.pdf")).flags
    assert page_glyphs(content) in (None, ((),))
    assert time.perf_counter() - before < 5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 150_000  # kilobytes


def plain(fields: bytes, more: bytes = b"") -> bytes:
    return (
        b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[" + fields + b"]>>>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>>>endobj\n"
        + more
        + b"trailer<</Root 1 0 R/Size 9>>\n"
        b"startxref\n0\n%%EOF"
    )


@pytest.mark.parametrize(
    "content",
    [
        plain(b"4 0 R", b"4 0 obj<</T(q1a_1)/Kids[4 0 R 4 0 R]>>endobj\n"),
        plain(b"4 0 R", b"4 0 obj<</T(q1a_1)/Kids 4 0 R/V 4 0 R>>endobj\n"),
        plain(b"<</T(q)/Kids[" * 5000 + b"]>>" * 5000),
        plain(b"<</T(q1a_1)/V(5)>>" * 30_000),
        plain(b"4 0 R 5 0 R 6 (x) /y null [] 1 0 R"),
        plain(b"", b"9 0 obj " + b"<<" * 200_000),
        plain(b"", b"9 0 obj " + b"(" * 200_000),
        plain(b"", b"9 0 obj<<>>endobj\n" * 20_000),
    ],
    ids=["loop", "self", "deep", "many", "odd", "dictionaries", "parentheses", "objects"],
)
def test_hostile_trees(content: bytes) -> None:
    before = time.perf_counter()
    with contextlib.suppress(CorrigeError):
        assert read_pdf(FileSource(content, "f.pdf", exam=SMALL)).flags
    assert time.perf_counter() - before < 3


@pytest.mark.slow
def test_ten_thousand_pages(tmp_path: Path) -> None:
    document = pikepdf.new()
    for _ in range(10_000):
        document.add_blank_page(page_size=(9, 9))
    path = tmp_path / "f.pdf"
    path.write_bytes(saved(document))
    with pytest.raises(CorrigeError, match="10000 pages"):
        read_submissions(path)


def test_two_hundred_megabytes_are_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "f.pdf"
    path.write_bytes(filled())
    read_submissions(path)  # the process that reads is there
    with path.open("wb") as stream:
        stream.write(b"%PDF-1.7\n")
        stream.truncate(200_000_000)
    before = time.perf_counter()
    with pytest.raises(CorrigeError, match="larger than 5 MB"):
        read_submissions(path)
    assert time.perf_counter() - before < 0.5


def test_a_file_that_unpacks_to_much_is_left_to_the_reader_that_has_limits() -> None:
    with pikepdf.open(io.BytesIO(filled())) as document:
        document.Root.Padding = document.make_stream(bytes(30_000_000))
        submission = read_pdf(FileSource(saved(document), "f.pdf", secret=SECRET, exam=SMALL))
    assert (submission.answers, submission.flags) == (ANSWERS, (ONE_READER,))
