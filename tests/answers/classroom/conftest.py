import pytest

from answers.classroom import drawing


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that are drawn, in order; drawing is quick here, and tells pages and styles apart."""
    pages: list[str] = []

    def quick(html: str, *, fillable: bool, style: str) -> bytes:
        pages.append(html)
        return html.encode() + (f" {fillable} {style}".encode() if fillable or style != "sheet.css" else b"")

    monkeypatch.setattr(drawing, "render_pdf", quick)
    return pages
