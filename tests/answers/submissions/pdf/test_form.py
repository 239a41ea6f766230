from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pikepdf
import pytest

from answers.assets import shared_words
from answers.errors import CorrigeError, Problem
from answers.flags import (
    DAMAGED,
    FIELD_REPEATED,
    FIELDS_MISSING,
    FIELDS_UNKNOWN,
    INVALID_SIGNATURE,
    NO_SIGNATURE,
    ONE_READER,
    READERS_DISAGREE,
    Flag,
    Place,
)
from answers.sheets.identity import Identity, Signature, Student
from answers.submissions.pdf import fields as module
from answers.submissions.pdf.comparison import Opened, visible_differences
from answers.submissions.pdf.fields import FormFields, read_fields
from answers.submissions.pdf.form import likely_language, sheet_again, signatures
from answers.submissions.raw.submission import ExpectedExam, FileSource, Submission, WantedSheet
from tests.answers.submissions.exams import SMALL
from tests.answers.submissions.sheets import (
    ANSWERS,
    SECRET,
    TEXTS,
    blank,
    changed,
    field,
    filled,
    locked,
    read_pdf,
    typed_by_pypdf,
)
from tests.problems import problems_of


def read(content: bytes, **options: Any) -> Submission:
    return read_pdf(FileSource(content, "f.pdf", **{"secret": SECRET, "exam": SMALL, **options}))


def lose_metadata(document: pikepdf.Pdf) -> None:
    del document.trailer.Info


def refused(content: bytes, **options: Any) -> Problem:
    (problem,) = problems_of(read, content, **options)
    return problem


@pytest.mark.parametrize("exam", [SMALL, None])
def test_a_filled_sheet(exam: Any) -> None:
    submission = read(filled(), exam=exam)
    assert submission.answers == ANSWERS
    assert (submission.student, submission.u0, submission.exam) == ("É Élève 3", "17", "small")
    assert submission.place == Place("f.pdf")
    assert submission.signature == Signature(Identity("small", 17, "s03"), valid=True)
    assert submission.flags == ()


@pytest.mark.parametrize("text", ["≃ ½ · 10⁹", "漢字 ☃ 𝔸", "(a) \\ <b>", "1\r\n2", "  7 ", "x" * 5000, "\ufeff"])
def test_texts_come_back_as_they_were_typed(text: str) -> None:
    submission = read(filled({**TEXTS, "q2_3": text}))
    assert submission.answers["2"][2] == text
    assert submission.flags == ()


def test_a_blank_sheet_is_all_blank_and_no_flag() -> None:
    submission = read(blank())
    assert submission.answers == {"1a": ("", ""), "1b": ("", ""), "2": ("", "", "")}
    assert (submission.student, submission.u0, submission.flags) == ("s03", "17", ())


def test_the_seal_of_the_metadata_is_believed_before_that_of_the_footer() -> None:
    def strip(pdf: pikepdf.Pdf) -> None:
        lose_metadata(pdf)
        for page in pdf.pages:
            page.Contents = pdf.make_stream(b"")

    other = Identity("small", 18, "s04")
    content = changed(lambda pdf: setattr(pdf.trailer.Info, "corrigetoken", pikepdf.String(other.token(SECRET))))
    submissions = [read(one) for one in (content, changed(lose_metadata), changed(strip))]
    assert [one.signature and one.signature.identity.student for one in submissions] == ["s04", "s03", None]
    assert [one.flags for one in submissions[1:]] == [(), (NO_SIGNATURE,)]
    assert (submissions[2].exam, submissions[2].answers) == (None, ANSWERS)


def test_a_field_with_two_values_is_flagged_and_the_first_is_kept() -> None:
    def repeat(pdf: pikepdf.Pdf) -> None:
        pdf.Root.AcroForm.Fields.append(pdf.make_indirect(pikepdf.Dictionary(T="q2_1", FT=pikepdf.Name.Tx, V="2")))
        pdf.Root.AcroForm.Fields.append(pdf.make_indirect(pikepdf.Dictionary(T="q2_2", FT=pikepdf.Name.Tx, V="½")))

    submission = read(changed(repeat))
    assert submission.answers == ANSWERS
    assert submission.flags == (FIELD_REPEATED("q2_1"),)


def test_a_value_that_is_no_text_is_unreadable_not_blank() -> None:
    def spoil(pdf: pikepdf.Pdf) -> None:
        field(pdf, "q2_1").V = pdf.make_stream(b"17")
        field(pdf, "q2_2").V = pikepdf.String(b"\xfe\xff\xd8\x00\x001")  # half a character
        field(pdf, "q2_3").V = 17

    submission = read(changed(spoil))
    assert (submission.answers["2"][0], submission.answers["2"][2]) == ("\ufffd", "\ufffd")
    assert "\ufffd" in submission.answers["2"][1] or submission.flags
    submission.answers["2"][1].encode("utf-8")  # and can be written to any file


def test_a_field_split_into_parent_and_widgets() -> None:
    def split(pdf: pikepdf.Pdf) -> None:
        old = field(pdf, "q2_1")
        parent = pdf.make_indirect(pikepdf.Dictionary(T=old.T, V=old.V, FT=old.FT))
        del old.T, old.V
        old.Parent = parent
        parent.Kids = pikepdf.Array([old])
        fields = [item for item in pdf.Root.AcroForm.Fields if "/T" in item]
        pdf.Root.AcroForm.Fields = pikepdf.Array([*fields, parent])

    assert read(changed(split)).answers == ANSWERS


def test_a_sheet_is_read_unless_it_opens_with_a_password_only() -> None:
    assert read(locked("")).answers == ANSWERS
    assert refused(locked("x")).cause == "the PDF is protected by a password"


def test_a_sheet_of_another_exam() -> None:
    assert refused(filled(), exam=replace(SMALL, name="dice")) == Problem(
        ("the file has answers to the exam 'small', but answers to the exam dice were expected"),
        "f.pdf",
        "mark these answers with --exam small",
    )


def test_fields_are_unknown_if_the_exam_has_no_such_item_or_no_sheet_has_such_a_field() -> None:
    def rename(name: str) -> bytes:
        return changed(lambda pdf: setattr(field(pdf, "q2_3"), "T", name))

    for exam, flags in ((SMALL, (FIELDS_UNKNOWN, FIELDS_MISSING)), (None, ())):
        assert read(rename("q2_4"), exam=exam).flags[:1] == (flags[:1] or (FIELDS_MISSING,))
        assert read(rename("q3_1"), exam=exam).flags == flags
        assert read(rename("q3_1"), exam=exam).answers["2"] == ("1 0", "½", "")[: 3 if exam else 2]
    assert read(rename("note"), exam=None).flags == (FIELDS_UNKNOWN,)


def test_the_flags_of_the_sheet_come_before_those_of_the_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    submission = read(filled(), secret="")
    assert (submission.answers, submission.flags) == (ANSWERS, (INVALID_SIGNATURE,))
    monkeypatch.setattr(module, "read_with_pdfium", lambda _, **rest: None)
    assert read(filled(), secret="other").flags == (INVALID_SIGNATURE, ONE_READER)


def test_a_form_that_is_not_ours() -> None:
    def rename(pdf: pikepdf.Pdf) -> None:
        for number, item in enumerate(pdf.Root.AcroForm.Fields):
            item.T = f"Text{number}"

    remedy = "hand in the answer sheet that corrige printed, or write the answers in a text file"
    assert refused(changed(rename)) == Problem(
        ("the PDF is a form, but not an answer sheet of corrige, so it has no answers to mark"), "f.pdf", remedy
    )


def test_damaged_beyond_reading() -> None:
    for content in (b"%PDF-1.7", b"%PDF-1.7\n" + b"x" * 1000, filled()[:200]):
        assert refused(content) == Problem(
            "the PDF is damaged and cannot be read", "f.pdf", "ask the student for the file again"
        )


def test_what_pypdf_adds_to_a_file_is_no_damage() -> None:
    content = typed_by_pypdf(blank(), TEXTS, incremental=True)
    assert content.startswith(blank())
    submission = read(content)
    assert (submission.answers, submission.flags) == (ANSWERS, ())


FIRST, SECOND = Identity("small", 17, "s01"), Identity("small", 18)


def test_the_different_seals_of_several_pages_in_order() -> None:
    texts = [f"u₀ = 17 {FIRST.token(SECRET)}", "nothing", SECOND.token("other"), f"{FIRST.token(SECRET)} page 2"]
    result = signatures(texts, SECRET)
    assert [signature.identity for signature in result] == [FIRST, SECOND]
    assert [signature.valid for signature in result] == [True, False]
    token = FIRST.token(SECRET)
    (signature,) = signatures([f"{token[:20]}\r\n{token[20:]}"], SECRET)  # on a broken line
    assert (signature.identity, signature.valid) == (FIRST, True)
    assert signatures(["", "corrige:1:small"], SECRET) == ()


Agree = Callable[[FormFields | None, FormFields | None], tuple[FormFields, tuple[Flag, ...]]]
CONTENT, PLACE = b"the file", "f.pdf"


@pytest.fixture
def agree(monkeypatch: pytest.MonkeyPatch) -> Agree:
    def read(first: FormFields | None, second: FormFields | None) -> tuple[FormFields, tuple[Flag, ...]]:
        monkeypatch.setattr(
            module, "read_with_pikepdf", lambda *asked: first if asked == (CONTENT, PLACE, "") else None
        )
        monkeypatch.setattr(module, "read_with_pdfium", lambda content, **rest: second if content == CONTENT else None)
        return read_fields(CONTENT, PLACE)

    return read


FORM, OTHER, EMPTY = FormFields({"q1a_1": "17"}), FormFields({"q1a_1": "71"}), FormFields({})


BROKEN, LARGE = FormFields(FORM.values, is_repaired=True), FormFields(FORM.values, is_modest=False)
BOTH = FormFields(FORM.values, is_repaired=True, is_modest=False)


@pytest.mark.parametrize(
    ("first", "second", "form_fields", "flags"),
    [
        (FORM, FormFields({"q1a_1": "17"}, token="not examined"), FORM, ()),
        (EMPTY, EMPTY, EMPTY, ()),
        (FORM, OTHER, FORM, (READERS_DISAGREE("q1a_1"),)),
        (FORM, None, FORM, (ONE_READER,)),
        (FORM, EMPTY, FORM, (ONE_READER,)),
        (EMPTY, FORM, FORM, (ONE_READER,)),
        (EMPTY, None, EMPTY, (ONE_READER,)),
        (BROKEN, OTHER, BROKEN, (DAMAGED,)),  # what is damaged, or not modest, is left to the first reader
        (LARGE, OTHER, LARGE, (ONE_READER,)),
        (BOTH, OTHER, BOTH, (DAMAGED,)),
    ],
)
def test_which_of_two_readers_is_kept(
    agree: Agree, first: FormFields, second: FormFields | None, form_fields: FormFields, flags: tuple[Flag, ...]
) -> None:
    assert agree(first, second) == (form_fields, flags)
    with pytest.raises(CorrigeError, match="damaged"):  # what the first cannot read is not read
        agree(None, second)


def test_only_fields_of_a_sheet_are_flagged_those_that_repeat_first(agree: Agree) -> None:
    first = FormFields({"u0": "17", "q2_1": "", "note": "a", "q1a_1": "5"}, frozenset({"q2_1", "note"}))
    second = FormFields({"q1b_1": "6", "u0": "71", "note": "b", "q1a_1": "5"}, frozenset({"name", "q2_1"}))
    assert agree(first, second) == (
        first,
        (
            FIELD_REPEATED("name"),
            FIELD_REPEATED("q2_1"),
            READERS_DISAGREE("u0"),
            READERS_DISAGREE("q2_1"),  # empty, and absent
            READERS_DISAGREE("q1b_1"),
        ),
    )


def test_what_cannot_be_looked_at_is_told_beside_what_was_seen() -> None:
    drawn = replace(FORM, drawn=frozenset({"q1a_1"}), visible_flags=(NO_SIGNATURE,))
    copied = partial(Opened, b"%PDF-1.7 and no page")
    assert visible_differences(copied, drawn, (), None, None) == (NO_SIGNATURE, DAMAGED)


SEALS = (Signature(Identity("small", 17, "s03", "look"), valid=True),)


def wanted(
    pages: Sequence[str],
    seals: Sequence[Signature] = SEALS,
    exam: ExpectedExam | None = SMALL,
    names: tuple[str, str] = ("", ""),
) -> WantedSheet | None:
    requests: list[WantedSheet] = []

    def sheet(wanted_sheet: WantedSheet) -> bytes:
        nonlocal requests
        requests += [wanted_sheet]
        return b"pdf"

    assert sheet_again(pages, seals, exam, sheet, names) == (b"pdf" if requests else None)
    return requests[0] if requests else None


def page(lang: str, u0: int = 17) -> str:
    return f"{shared_words(lang)['hint']['blank']}\r\nA title – u₀ = {u0}\r\n17 x Question"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_seal_tells_whose_sheet_it_is_and_the_page_its_language(lang: str) -> None:
    expected = WantedSheet("small", lang, 17, Student("s03", file="s03"), "look")
    assert wanted([page(lang, u0=421)]) == expected
    assert wanted([page(lang)], names=("Nash", "Eva")) == replace(
        expected, student=Student("s03", "Nash", "Eva", "s03")
    )


def test_without_a_seal_the_seed_is_that_of_the_page() -> None:
    assert wanted([page("fr", u0=421)], ()) == WantedSheet("small", "fr", 421, Student())
    assert wanted([page("fr", u0=123456)], ()) is None
    assert wanted([page("fr")], (), None) is None
    assert wanted([""], ()) is None
    assert sheet_again([page("fr")], SEALS, SMALL, lambda _: None) is None
    assert sheet_again([page("fr")], SEALS, SMALL, None) is None


def test_words_that_both_languages_have_tell_nothing() -> None:
    common = set(shared_words("fr")["hint"]["blank"].split()) & set(shared_words("en")["hint"]["blank"].split())
    assert likely_language([" ".join(common)]) == likely_language([""])
