"""A blank sheet whose metadata say under the teacher's secret what its pages show."""

from io import BytesIO


def sealed(pdf: bytes, token: str, secret: str) -> bytes:
    """Return the sheet with the seal of its pages, by which a reader knows that nothing was drawn on them.

    `pdf` has metadata, and the same one gives the same bytes. The token says whose it is; an empty secret only guards
    against slips.
    """
    import pikepdf

    from answers.exam.drawing import PAGES_KEY, drawing
    from answers.exam.identity import page_seal

    with pikepdf.open(BytesIO(pdf)) as document:
        document.trailer["/Info"][PAGES_KEY] = pikepdf.String(page_seal(token, drawing(document), secret))
        stream = BytesIO()
        document.save(stream, deterministic_id=True)
        return stream.getvalue()
