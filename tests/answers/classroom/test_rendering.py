from pathlib import Path

import pytest

from answers.classroom import rendering as module
from answers.classroom.db import FILE
from answers.classroom.rendering import PrintOptions, render_files
from answers.errors import CorrigeError
from answers.executors.workers import Engine, workers
from answers.sheets.pdf import render_pdf
from answers.sheets.shared_layout import Page

ALONE = PrintOptions()
HTML = '<!DOCTYPE html><html lang="fr"><body data-token="t" data-page="p" data-running="r"><p>{}</p></body></html>'


Pages = list[tuple[str, Page]]


def pages(count: int) -> Pages:
    return [(f"s{n}", Page(HTML.format(n))) for n in range(count)]


def draw(pages: Pages, folder: Path, print_options: PrintOptions = ALONE) -> tuple[Path, ...]:
    return render_files(pages, folder, "", print_options)


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_each_page_is_the_file_of_its_name_whatever_draws_it(tmp_path: Path, jobs: int) -> None:
    messages: list[int] = []
    with workers(Engine(jobs)) as parallel_map:
        paths = draw(pages(10), tmp_path, PrintOptions(parallel_map, on_progress=messages.append))
    assert [path.name for path in paths] == [f"s{n}.pdf" for n in range(10)]
    assert paths[3].read_bytes() == render_pdf(HTML.format(3), fillable=False)
    assert messages == list(range(11))


@pytest.mark.parametrize(
    "page", [Page(HTML.format("new")), Page(HTML.format(0), fillable=True), Page(HTML.format(0), style="booklet.css")]
)
def test_another_page_or_style_is_drawn_and_replaces_only_when_asked(
    tmp_path: Path, drawn: list[str], page: Page
) -> None:
    draw(pages(1), tmp_path)
    before = (tmp_path / "s0.pdf").read_bytes()
    with pytest.raises(CorrigeError, match="the file to write exists already, and was left unchanged"):
        draw([("s0", page)], tmp_path)
    assert (tmp_path / "s0.pdf").read_bytes() == before
    draw([("s0", page)], tmp_path, PrintOptions(overwrite=True))
    assert (tmp_path / "s0.pdf").read_bytes() != before


def test_a_file_that_somebody_changed_is_not_taken_for_ours(tmp_path: Path, drawn: list[str]) -> None:
    draw(pages(1), tmp_path)
    (tmp_path / "s0.pdf").write_bytes(b"changed")
    with pytest.raises(CorrigeError):
        draw(pages(1), tmp_path)
    (tmp_path / "s0.pdf").unlink()
    draw(pages(1), tmp_path)
    assert len(drawn) == 3


def test_an_interruption_loses_at_most_a_batch(
    tmp_path: Path, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails_at_last(page: Page) -> bytes:
        if ">39<" in page.html:
            raise KeyboardInterrupt
        return quick(page)

    def quick(page: Page) -> bytes:
        drawn.append(page.html)
        return page.html.encode()

    monkeypatch.setattr(module, "page_pdf", fails_at_last)
    monkeypatch.setattr(module, "FEW", 1000)
    with pytest.raises(KeyboardInterrupt):
        draw(pages(40), tmp_path)
    monkeypatch.setattr(module, "page_pdf", quick)
    del drawn[:]
    draw(pages(40), tmp_path)
    assert drawn == [HTML.format(n) for n in range(32, 40)]


def test_a_file_that_would_be_other_today_is_told_and_not_drawn(tmp_path: Path, drawn: list[str]) -> None:
    draw(pages(2), tmp_path)
    paths: list[Path] = []
    messages: list[int] = []
    other = [("s0", Page(HTML.format("new"))), *pages(3)[1:]]
    draw(other, tmp_path, PrintOptions(on_progress=messages.append, on_skipped=paths.append))
    assert paths == [tmp_path / "s0.pdf"]
    assert drawn[2:] == [HTML.format(2)]
    assert messages == [0, 1, 2, 3]
    (tmp_path / FILE).unlink()  # nothing is known of the files: they are drawn again and compared
    draw(other, tmp_path, PrintOptions(on_skipped=paths.append))
    assert (paths[1:], len(drawn)) == ([tmp_path / "s0.pdf"], 6)
