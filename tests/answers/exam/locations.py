"""Locations of exams whose files a test writes."""

from pathlib import Path

from answers.exam.location import ExamLocation


def home(folder: Path, place: str = "", **templates: str) -> ExamLocation:
    """Return a location in `folder` with these templates; `fr="…"` writes `fr.html`."""
    (folder / "templates").mkdir(parents=True, exist_ok=True)
    for name, text in templates.items():
        (folder / "templates" / f"{name}.html").write_text(text, "utf-8")
    return ExamLocation("answers.exams.mine", folder, folder / "templates", folder / "fixtures", place)
