"""Small files that would cost much: each must be refused, or read, within its limits."""

import io
import json
from collections.abc import Callable, Mapping

import pikepdf

from tests.answers.submissions.sheets import saved


def _page(content: bytes, forms: Mapping[str, bytes] | None = None) -> bytes:
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(595, 842))
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
    resources = pdf.make_indirect(pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font), XObject=pikepdf.Dictionary()))
    for name, text in (forms or {}).items():
        form = pdf.make_stream(text, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 9, 9])
        form.Resources = resources
        resources.XObject[f"/{name}"] = form
    pdf.pages[0].Resources = resources
    pdf.pages[0].Contents = pdf.make_stream(content)
    return saved(pdf)


def nested_forms() -> bytes:
    """Thirty forms, each drawn ten times by the one before."""
    forms = {f"X{n}": f"/X{n + 1} Do ".encode() * 10 for n in range(30)}
    return _page(b"/X0 Do", {**forms, "X30": b"BT /F1 9 Tf (1) Tj ET"})


def many_glyphs() -> bytes:
    """Ten million letters."""
    return _page(b"BT /F1 9 Tf " + (b"(" + b"1" * 1000 + b") Tj ") * 10_000 + b"ET")


def large_value() -> bytes:
    """A field of fifteen million letters, packed."""
    pdf = pikepdf.open(io.BytesIO(_page(b"")))
    field = pikepdf.Dictionary(
        Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, FT=pikepdf.Name.Tx, T="q1a_1", Rect=[0, 0, 9, 9]
    )
    field.V = pikepdf.String("1" * 15_000_000)
    dictionary = pdf.make_indirect(field)
    pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([dictionary]))
    pdf.pages[0].Annots = pikepdf.Array([dictionary])
    stream = io.BytesIO()
    pdf.save(stream, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return stream.getvalue()


def deep_json() -> bytes:
    return b'{"answers": {"1a": ' + b"[" * 400_000 + b"]" * 400_000 + b"}}"


def long_json() -> bytes:
    return b"[" + b",".join([b'{"answers":{"1a":[0,0,0,0,0,0,0,0]}}'] * 130_000) + b"]"


def wide_json() -> bytes:
    return json.dumps({"answers": {f"{n}a": [0] * 5 for n in range(40_000)}}).encode()


def many_lines() -> bytes:
    return b"1a: 5\n" * 160_000


def blank_lines() -> bytes:
    return b"\n" * 999_000


def many_rows() -> bytes:
    return b"student,u0,1a\n" + b"s,1,2\n" * 700_000


def many_columns() -> bytes:
    return b"student," + b",".join(b"%da" % n for n in range(600_000)) + b"\n"


def open_quote() -> bytes:
    return b'student,u0,1a\n"' + b"s,1,2\n" * 700_000


BOMBS: Mapping[str, Callable[[], bytes]] = {
    "nested-forms.pdf": nested_forms,
    "many-glyphs.pdf": many_glyphs,
    "large-value.pdf": large_value,
    "deep.json": deep_json,
    "long.json": long_json,
    "wide.json": wide_json,
    "many-lines.txt": many_lines,
    "blank-lines.txt": blank_lines,
    "many-rows.csv": many_rows,
    "many-columns.csv": many_columns,
    "open-quote.csv": open_quote,
}
