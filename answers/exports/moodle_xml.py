"""Export an exam's questions to Moodle's question bank: a category for each seed, a cloze question for each part."""

from xml.etree import ElementTree as ET

from answers.assets import shared_words
from answers.errors import Problem
from answers.exports.platform_questions import (
    class_seeds,
    platform_differences,
    seeded_parts,
    weight_unit,
    xml_bytes,
)
from answers.exports.request import ExportRequest, ExportResult
from answers.messages import Message


def moodle_xml(request: ExportRequest) -> ExportResult:
    """Return a file for « Question bank › Import › Moodle XML », with all questions for every seed of the class.

    Each item is a numerical gap with a weight in proportion to its points. Moodle cannot mark several gaps "all or
    nothing", and accepts a single right answer for each gap; the problems name the parts that it marks differently.

    Source: question/format/xml of Moodle (its reader, and its tests).
    """
    exam = request.gradebook.exam
    unit = weight_unit(exam)
    quiz = ET.Element("quiz")
    for u0 in class_seeds(request):
        category = ET.SubElement(quiz, "question", type="category")
        _text(category, "category", f"$course$/{exam.name}/u0-{u0}")
        for variant in seeded_parts(request, u0):
            question = ET.SubElement(quiz, "question", type="cloze")
            _text(question, "name", f"{shared_words(request.lang)['question']} {variant.part.id}")
            weight = int(variant.share * unit)
            gaps = "".join(
                f"<p>{field.label} {{{weight}:NUMERICAL:={field.expected}:{field.deviation}}}</p>"
                for field in variant.fields
            )
            letter = f"<p>{variant.part.letter})</p>" if variant.part.letter else ""
            prompt = f"<p><strong>u₀ = {u0}</strong></p><p>{variant.prompt}</p>{variant.drawing}"
            _text(question, "questiontext", f"{prompt}{letter}{gaps}", form="html")
            ET.SubElement(question, "penalty").text = "0"
            ET.SubElement(question, "hidden").text = "0"
            ET.SubElement(question, "idnumber").text = f"{exam.name}-{variant.name}"
    ET.indent(quiz, space=" ")
    problems = platform_differences(exam, tuple(map(request.key_of, class_seeds(request))))
    together = [part.id for part in exam.parts if part.all_or_nothing and part.count > 1]
    if together:
        cause = Message(
            "corrige gives the points of {parts} only if all items are right, but Moodle will give points for "
            "each right item",
            parts=", ".join(together),
        )
        remedy = "after the quiz, correct the points of these parts by hand in Moodle"
        problems = (*problems, Problem(cause, remedy=remedy))
    return ExportResult(xml_bytes(quiz), problems)


def _text(parent: ET.Element, name: str, text: str, form: str = "") -> None:
    element = ET.SubElement(parent, name, {"format": form} if form else {})
    ET.SubElement(element, "text").text = text
