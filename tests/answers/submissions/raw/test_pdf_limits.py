import zlib

import pikepdf
import pytest
from pikepdf.settings import set_qpdf_limits

from answers.submissions.raw.pdf_limits import is_modest, limit_qpdf, unpacked


@pytest.fixture
def document() -> pikepdf.Pdf:
    limit_qpdf()
    return pikepdf.new()


def packed(document: pikepdf.Pdf, size: int) -> pikepdf.Stream:
    return document.make_stream(zlib.compress(bytes(size)), Filter=pikepdf.Name.FlateDecode)


def damaged(document: pikepdf.Pdf) -> pikepdf.Stream:
    return document.make_stream(b"no flate", Filter=pikepdf.Name.FlateDecode)


def image(document: pikepdf.Pdf) -> pikepdf.Stream:
    return document.make_stream(bytes(30_000_000), Subtype=pikepdf.Name.Image)


@pytest.mark.parametrize(
    ("sizes", "modest"),
    [([], True), ([20_000_000], True), ([20_000_001], False), ([19_999_999, 1], True), ([19_999_999, 1, 1], False)],
)
def test_twenty_megabytes_together_are_modest(document: pikepdf.Pdf, sizes: list[int], modest: bool) -> None:
    document.Root.Streams = pikepdf.Array([document.make_stream(bytes(size)) for size in sizes])
    assert is_modest(document) == modest


def test_images_do_not_count(document: pikepdf.Pdf) -> None:
    document.Root.Image = image(document)
    assert is_modest(document)
    document.Root.Other = document.make_stream(bytes(20_000_001))
    assert not is_modest(document)


def test_what_does_not_unpack_is_not_modest(document: pikepdf.Pdf) -> None:
    document.Root.Stream = damaged(document)
    assert not is_modest(document)


def test_a_stream_is_unpacked_within_the_limit(document: pikepdf.Pdf) -> None:
    assert unpacked(packed(document, 7)) == bytes(7)
    assert unpacked(image(document)) == b""
    assert unpacked(damaged(document)) is None
    assert unpacked(packed(document, 30_000_000)) is None


def test_the_limits_of_qpdf_are_those_of_a_sheet_many_times_over() -> None:
    limit_qpdf()
    before = set_qpdf_limits(flate_max_memory=20_000_000, parser_max_container_size=20_000)
    assert before == {"flate_max_memory": 20_000_000, "parser_max_container_size": 20_000}
