import io
from pathlib import Path

import cv2
import numpy as np
import pikepdf
import pytest
from PIL import Image

from answers.errors import CorrigeError
from answers.files import saved
from answers.submissions.scanned import reader as module
from answers.submissions.scanned.reader import InspectRequest, PageInfo, PageReader, RegisteredPage, RegisterRequest
from answers.submissions.scanned.serve import PageSession, sheet_page
from tests.answers.submissions.hostile import HARMS
from tests.answers.submissions.scanned.drawn import BOXES, CODE, HIGH, WIDE, askew, blank, written
from tests.programs import has_fence

HOSTILE = "tests.answers.submissions.hostile:"


def sheet() -> bytes:
    with pikepdf.open(io.BytesIO(saved(Image.fromarray(blank()).save, format="PDF"))) as pdf:
        page, (width, height) = pdf.pages[0], (number * 72 / 25.4 for number in (WIDE, HIGH))
        _, _, wide, high = (float(edge) for edge in page.mediabox)
        page.contents_add(f"{width / wide} 0 0 {height / high} 0 0 cm".encode(), prepend=True)
        page.mediabox = [0, 0, width, height]
        return saved(pdf.save)


def test_a_page_is_looked_at_and_laid_on_its_sheet_in_another_process(tmp_path: Path) -> None:
    path = tmp_path / "page.png"
    Image.fromarray(askew(written(blank(), 2))).save(path)
    (tmp_path / "broken.png").write_bytes(path.read_bytes()[:2000])
    reader = PageReader()
    try:
        with pytest.raises(CorrigeError, match=r"broken.png: the picture is damaged"):
            reader.inspect(tmp_path / "broken.png", 1, "broken.png")
        page_info = reader.inspect(path, 1, "page.png")
        assert (page_info.count, page_info.codes, page_info.is_blank) == (1, (CODE,), False)
        registered = reader.register("page.png", RegisterRequest(sheet(), 1, BOXES))
        again = reader.register("page.png", RegisterRequest(sheet(), 1, BOXES))
    finally:
        reader.close()
    assert registered == again
    assert [box.ink for box in registered.boxes] == [at == 2 for at in range(8)]
    pictures = [cv2.imdecode(np.frombuffer(box.picture, np.uint8), 0) for box in registered.boxes]
    assert all(len(box.picture) < 10_000 for box in registered.boxes)
    assert len(np.unique(pictures[2])) <= 16


@pytest.mark.skipif(not has_fence(), reason="this system has neither Landlock nor seccomp")
def test_what_looks_at_a_page_writes_starts_and_reaches_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ENTRY", "tests.answers.submissions.scanned.hostile:serve")
    reader = PageReader()
    try:
        for harm in HARMS:
            with pytest.raises(CorrigeError, match=r"could not be read \(PermissionError\)"):
                reader.inspect(tmp_path / harm, 1, "x")
    finally:
        reader.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_page_that_breaks_or_delays_the_process_is_told_and_the_next_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ENTRY", "tests.answers.submissions.scanned.hostile:serve")
    monkeypatch.setattr(module, "MAX_SECONDS", 0.2)
    reader = PageReader()
    try:
        for harm, cause in (("dead", "process that reads the page was lost"), ("slow", "takes too long or too much")):
            with pytest.raises(CorrigeError, match=cause):
                reader.inspect(Path(harm), 1, "x")
        assert reader.inspect(Path("fine"), 1, "x").is_blank
    finally:
        reader.close()


def test_what_a_person_turned_and_what_cannot_be_read_are_told(tmp_path: Path) -> None:
    path = tmp_path / "page.png"
    Image.fromarray(np.rot90(blank()).copy()).save(path)
    session = PageSession()
    upright = session.answer(InspectRequest(path, 1, "f", 90))
    assert isinstance(upright, PageInfo)
    shape = cv2.imdecode(np.frombuffer(upright.picture, np.uint8), 0).shape
    assert shape[0] > shape[1]
    assert np.allclose(sheet_page(sheet(), 1).shape, blank().shape, atol=1)
    with pytest.raises(CorrigeError, match="f: the picture is damaged"):
        session.answer(InspectRequest(path, 7, "f"))


def test_a_page_of_a_large_class_has_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    class Worker:
        def ask(self, _: object, clock: float, processor: float) -> RegisteredPage:
            requests.append(processor)
            return RegisteredPage(b"", (), b"", True)

    requests: list[float] = []
    reader = PageReader()
    monkeypatch.setattr(reader, "_worker", Worker())
    for count in (0, 600):
        reader.register("f", RegisterRequest(b"", 1, (), (Path("s01.pdf"),) * count))
    assert requests == pytest.approx([20, 80])
