"""What a PDF may cost: limits far above any sheet, far below what a hostile file could ask for."""

import pikepdf
from pikepdf.settings import set_qpdf_limits

MAX_PAGES = 40
MAX_FIELDS = 2000
MAX_DECODED = 20_000_000
UNREADABLE = "\N{REPLACEMENT CHARACTER}"  # stands for what a file holds but does not tell: no number contains it


def limit_qpdf() -> None:
    """Set the limits of qpdf, which are those of the process: a few kilobytes cannot unpack into gigabytes."""
    set_qpdf_limits(flate_max_memory=MAX_DECODED, parser_max_container_size=10 * MAX_FIELDS)


def unpacked(stream: pikepdf.Stream) -> bytes | None:
    """Return the content of a stream, nothing if it is an image, or None if it does not unpack within the limit."""
    if stream.get("/Subtype") == pikepdf.Name.Image:
        return b""
    try:
        return bytes(stream.read_bytes())
    except (pikepdf.PdfError, RuntimeError):
        return None


def is_modest(pdf: pikepdf.Pdf) -> bool:
    """Whether all streams of `pdf` but its images unpack, to no more than 20 MB together."""
    total = 0
    for item in pdf.objects:
        if isinstance(item, pikepdf.Stream):
            content = unpacked(item)
            total += MAX_DECODED + 1 if content is None else len(content)
            if total > MAX_DECODED:
                return False
    return True
