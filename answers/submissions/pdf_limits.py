"""What a PDF may cost: limits far above any sheet, far below what a hostile file could ask for."""

from pikepdf.settings import set_qpdf_limits

MAX_PAGES = 40
MAX_FIELDS = 2000
MAX_DECODED = 20_000_000
UNREADABLE = "\N{REPLACEMENT CHARACTER}"  # stands for what a file holds but does not tell: no number contains it


def limit_qpdf() -> None:
    """Set the limits of qpdf, which are those of the process: a few kilobytes cannot unpack into gigabytes."""
    set_qpdf_limits(flate_max_memory=MAX_DECODED, parser_max_container_size=10 * MAX_FIELDS)
