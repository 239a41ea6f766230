"""Make files of the corpus with the programs of this machine: python -m tests.corpus.make EXAM… [--only TEXT] [-o DIR].

For each program, the sheet of a student of its own is filled in with right answers in several spellings, some too long
for their box, and saved or printed. DIR has for each exam `class/`, `<program>.pdf` and `<program>.json` with what was
typed, as `tests.corpus.table` and `corrige grade` read them. Programs that are not installed are named with the package
of Debian that has them, and left out. `--long` types a long text into every box.

Programs that have to be clicked at (Chromium, Evince, Okular, Atril) and CUPS are not driven.
"""

import argparse
import base64
import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from shutil import which
from time import monotonic, sleep

import pikepdf

from answers.exam.catalogue import exam_names, load_exam
from answers.exam.exam import Exam
from answers.exam.key_cache import cached_key
from answers.exam.scenario import Scenario
from answers.sheets.identity import FIRST_NAME, NAME, U0, Student, field_name
from answers.sheets.sheet import BlankSheet, sheet_pdf
from tests.answers.web.browsers import Firefox, firefox

SECRET = "the secret of the corpus"
FIRST_SEED = 20_000
FIRST_NAMES = ("Zoé", "Léa", "Noël", "Inès", "Hugo")
LONG = "0,5714285714285714285714285714285714285714"
PATIENCE = 120.0

Spelling = Callable[[str], str]
SPELLINGS: tuple[Spelling, ...] = (
    str,
    lambda text: text.split(" ≈ ")[0].split(" = ")[0],
    lambda text: text.replace(",", "."),
    lambda text: f"environ {text}" if "," in text else text,
    lambda text: text.replace(" ", "\N{NO-BREAK SPACE}"),
    lambda text: f"{text}{'0' * 12}" if "," in text and "≈" not in text else text,
    lambda text: text.replace("≈", "≃"),
    lambda text: "777" if text.isdecimal() else text,
    lambda _: "",
)


def answers_of(exam: Exam, seed: int, *, is_long: bool) -> dict[str, list[str]]:
    """Return what a student types: the right answers in the spellings in turn, or a long text in every box."""
    key, spellings = cached_key(exam, Scenario(seed)), cycle(SPELLINGS)
    return {
        part.id: [
            LONG[: 6 + (seed + 7 * place) % 34] if is_long else next(spellings)(part.kind.format(value, "fr"))
            for place, value in enumerate(key.answers[part.id])
        ]
        for part in exam.parts
    }


class Sheet:
    """The blank sheet of a student, the texts to type by field, and a folder for files."""

    def __init__(self, folder: Path, blank: bytes, texts: Mapping[str, str]) -> None:
        self.folder, self.texts = folder, texts
        self.blank, self.form = folder / "blank.pdf", folder / "form.pdf"
        self.blank.write_bytes(blank)
        with pikepdf.open(self.blank) as pdf:
            for field in pdf.Root.AcroForm.Fields:
                field.V = pikepdf.String(texts.get(str(field.T), str(field.get("/V", ""))))
            pdf.Root.AcroForm.NeedAppearances = True  # the values are not drawn here
            pdf.save(self.form)

    def xfdf(self) -> Path:
        from xml.sax.saxutils import escape, quoteattr

        fields = (
            f"<field name={quoteattr(name)}><value>{escape(text)}</value></field>" for name, text in self.texts.items()
        )
        path = self.folder / "texts.xfdf"
        path.write_text(
            '<?xml version="1.0" encoding="UTF-8"?><xfdf xmlns="http://ns.adobe.com/xfdf/">'
            f"<fields>{''.join(fields)}</fields></xfdf>",
            "utf-8",
        )
        return path


def ran(*words: object) -> None:
    subprocess.run([str(word) for word in words], check=True, capture_output=True, timeout=PATIENCE)


def by_command(*words: str) -> Callable[[Sheet, Path], None]:
    """Return the program of a command line, in which FORM, BLANK, XFDF and RESULT stand for files."""

    def make(sheet: Sheet, result: Path) -> None:
        files = {"FORM": sheet.form, "BLANK": sheet.blank, "XFDF": sheet.xfdf(), "RESULT": result}
        ran(*(files.get(word, word.replace("RESULT", str(result))) for word in words))

    return make


def cairo_ps(sheet: Sheet, result: Path) -> None:
    printed = sheet.folder / "printed.ps"
    ran("pdftocairo", "-ps", sheet.form, printed)
    ran("ps2pdf", printed, result)


def office(sheet: Sheet, result: Path) -> None:
    profile = f"-env:UserInstallation={(sheet.folder / 'profile').as_uri()}"
    folder = sheet.folder / "exported"
    ran("soffice", "--headless", profile, "--infilter=draw_pdf_import", "--convert-to", "pdf", "--outdir", folder,
        sheet.form)  # fmt: skip
    result.write_bytes((folder / sheet.form.name).read_bytes())


PYMUPDF = """
import json, sys
try: import pymupdf
except ImportError: import fitz as pymupdf
blank, texts, result, is_baked = sys.argv[1:]
document = pymupdf.open(blank)
texts = json.loads(texts)
for page in document:
    for widget in page.widgets():
        if widget.field_name in texts:
            widget.field_value = texts[widget.field_name]
            widget.update()
if is_baked == "yes":
    document.bake()
document.save(result)
"""


def pymupdf(sheet: Sheet, result: Path, *, is_baked: bool) -> None:
    """Fill in the form with the Python of the system, which has the packages of Debian."""
    baked = "yes" if is_baked else "no"
    ran("/usr/bin/python3", "-c", PYMUPDF, sheet.blank, json.dumps(sheet.texts), result, baked)


VIEWER = "(window.wrappedJSObject || window).PDFViewerApplication"
IS_OPEN = f"!!({VIEWER} && {VIEWER}.pdfDocument)"
FILL = f"""
const [texts, done] = arguments, pdf = {VIEWER}.pdfDocument;
pdf.getFieldObjects().then((fields) => {{
  for (const [name, value] of Object.entries(texts))
    for (const field of fields[name] || []) pdf.annotationStorage.setValue(field.id, {{ value }});
}}).then(done, (error) => done(String(error)));
"""
SAVE = f"""
const [done] = arguments;
{VIEWER}.pdfDocument.saveDocument().then((data) => {{
  let text = "";
  for (let i = 0; i < data.length; i += 8192) text += String.fromCharCode(...data.subarray(i, i + 8192));
  done(btoa(text));
}}, () => done(""));
"""
PRINTER = "print.printer_Mozilla_Save_to_PDF"
SILENTLY = f"""
const [path] = arguments;
Services.prefs.setBoolPref("print.always_print_silent", true);
Services.prefs.setCharPref("print_printer", "Mozilla Save to PDF");
Services.prefs.setBoolPref("{PRINTER}.print_to_file", true);
Services.prefs.setCharPref("{PRINTER}.print_to_filename", path);
"""


def in_firefox(window: Firefox, sheet: Sheet, result: Path, *, is_printed: bool) -> None:
    """Type the texts in a window of Firefox, and save the form or print it to PDF."""
    window.do("WebDriver:SetTimeouts", script=int(1000 * PATIENCE))
    window.goto(sheet.blank.as_uri())
    late = monotonic() + PATIENCE
    while not window.ask(IS_OPEN) and monotonic() < late:
        sleep(0.2)
    if problem := window.do("WebDriver:ExecuteAsyncScript", script=FILL, args=[sheet.texts]):
        raise RuntimeError(problem)
    if not is_printed:
        result.write_bytes(base64.b64decode(str(window.do("WebDriver:ExecuteAsyncScript", script=SAVE, args=[]))))
        return
    window.do("Marionette:SetContext", value="chrome")
    window.do("WebDriver:ExecuteScript", script=SILENTLY, args=[str(result)])
    window.do("Marionette:SetContext", value="content")
    window.ask("(window.wrappedJSObject || window).print()")
    while monotonic() < late:
        sleep(0.2)
        with suppress(OSError):
            if b"%%EOF" in result.read_bytes()[-32:]:
                return
    raise RuntimeError("Firefox has not printed")


def by_firefox(sheet: Sheet, result: Path, *, is_printed: bool) -> None:
    with firefox() as window:
        in_firefox(window, sheet, result, is_printed=is_printed)


GS = ("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pdfwrite")
PROGRAMS: dict[str, tuple[str, str, Callable[[Sheet, Path], None]]] = {
    "firefox-save": ("firefox", "firefox-esr", partial(by_firefox, is_printed=False)),
    "firefox-print": ("firefox", "firefox-esr", partial(by_firefox, is_printed=True)),
    "cairo-pdf": ("pdftocairo", "poppler-utils", by_command("pdftocairo", "-pdf", "FORM", "RESULT")),
    "cairo-ps": ("ps2pdf", "ghostscript", cairo_ps),
    "qpdf-linear": ("qpdf", "qpdf", by_command("qpdf", "--linearize", "FORM", "RESULT")),
    "qpdf-objstm": ("qpdf", "qpdf", by_command("qpdf", "--object-streams=generate", "FORM", "RESULT")),
    "qpdf-encrypt": ("qpdf", "qpdf", by_command("qpdf", "--encrypt", "", "owner", "256", "--", "FORM", "RESULT")),
    "qpdf-genapp": ("qpdf", "qpdf", by_command("qpdf", "--generate-appearances", "FORM", "RESULT")),
    "qpdf-flatten": ("qpdf", "qpdf", by_command("qpdf", "--flatten-annotations=all", "FORM", "RESULT")),
    "mutool-clean": ("mutool", "mupdf-tools", by_command("mutool", "clean", "-gggg", "-z", "FORM", "RESULT")),
    "mutool-convert": ("mutool", "mupdf-tools", by_command("mutool", "convert", "-o", "RESULT", "FORM")),
    "gs-pdfwrite": ("gs", "ghostscript", by_command(*GS, "-sOutputFile=RESULT", "FORM")),
    "gs-ebook": ("gs", "ghostscript", by_command(*GS, "-dPDFSETTINGS=/ebook", "-sOutputFile=RESULT", "FORM")),
    "pdftk-xfdf": ("pdftk", "pdftk-java", by_command("pdftk", "BLANK", "fill_form", "XFDF", "output", "RESULT")),
    "pdftk-needapp": (
        "pdftk",
        "pdftk-java",
        by_command("pdftk", "BLANK", "fill_form", "XFDF", "output", "RESULT", "need_appearances"),
    ),
    "pdftk-flatten": (
        "pdftk",
        "pdftk-java",
        by_command("pdftk", "BLANK", "fill_form", "XFDF", "output", "RESULT", "flatten"),
    ),
    "libreoffice-draw": ("soffice", "libreoffice-draw", office),
    "xournalpp": ("xournalpp", "xournalpp", by_command("xournalpp", "--create-pdf=RESULT", "FORM")),
    "pymupdf-save": ("pymupdf", "python3-fitz", partial(pymupdf, is_baked=False)),
    "pymupdf-bake": ("pymupdf", "python3-fitz", partial(pymupdf, is_baked=True)),
}
"""The executable of each program, the package of Debian, and the function that makes a file."""


@cache
def is_installed(executable: str) -> bool:
    if executable == "pymupdf":
        words = ["/usr/bin/python3", "-c", "import fitz"]
        return which(words[0]) is not None and not subprocess.run(words, capture_output=True, check=False).returncode
    return which(executable) is not None or (executable == "firefox" and which("firefox-esr") is not None)


def made(exam: Exam, folder: Path, names: list[str], *, is_long: bool = False) -> Iterator[tuple[str, str]]:
    """Make the files of an exam; yield each program with what went wrong, if anything did."""
    home = folder / exam.name
    (home / "class").mkdir(parents=True, exist_ok=True)
    (home / "class" / "corrige.toml").write_text(f'exam = "{exam.name}"\nlang = "fr"\nsecret = "{SECRET}"\n', "utf-8")
    rows = ["student,name,first_name,u0"]
    for place, name in enumerate(PROGRAMS):
        student = Student(name, f"Nom-{name}", FIRST_NAMES[place % len(FIRST_NAMES)])
        seed = FIRST_SEED + 31 * place
        rows.append(f"{student.id},{student.name},{student.first_name},{seed}")
        if name not in names:
            continue
        answers = answers_of(exam, seed, is_long=is_long)
        expected = {"student": name, "u0": seed, "answers": answers}
        boxes = {field_name(part, at): text for part, texts in answers.items() for at, text in enumerate(texts, 1)}
        texts = {NAME: student.name, FIRST_NAME: student.first_name, U0: str(seed), **boxes}
        with tempfile.TemporaryDirectory() as work:
            sheet = Sheet(Path(work), sheet_pdf(BlankSheet(exam, seed, student), lang="fr", secret=SECRET), texts)
            result = home.absolute() / f"{name}.pdf"
            result.unlink(missing_ok=True)
            try:
                PROGRAMS[name][2](sheet, result)
            except (OSError, RuntimeError, LookupError, AssertionError, subprocess.SubprocessError) as error:
                yield name, f"{type(error).__name__}: {error}"
                continue
        (home / f"{name}.json").write_text(json.dumps(expected, ensure_ascii=False) + "\n", "utf-8")
        yield name, ""
    (home / "class" / "students.csv").write_text("\n".join(rows) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exams", nargs="+", choices=exam_names(), metavar="EXAM")
    parser.add_argument("--only", default="", help="only programs whose name has this text")
    parser.add_argument("--long", action="store_true", help="type a long text into every box")
    parser.add_argument("-o", dest="folder", type=Path, default=Path("build/corpus"))
    asked = parser.parse_args()
    names = []
    for name, (executable, package, _) in PROGRAMS.items():
        if asked.only in name and is_installed(executable):
            names.append(name)
        elif asked.only in name:
            print(f"{name}: left out, {executable} is not installed (apt-get install {package})")
    for exam in map(load_exam, asked.exams):
        for name, problem in made(exam, asked.folder, names, is_long=asked.long):
            print(f"{exam.name}/{name}: {problem or 'made'}", flush=True)


if __name__ == "__main__":
    main()
