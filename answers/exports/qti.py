"""Export the questions of an exam as a QTI 2.1 package: a test for each seed, an item for each part."""

from collections.abc import Iterable
from xml.etree import ElementTree as ET

from answers.assets import shared_words
from answers.exam.words import plain
from answers.exports.platform_questions import (
    SIXTEEN_DIGITS,
    SeededPart,
    class_seeds,
    platform_differences,
    seeded_parts,
    xml_bytes,
)
from answers.exports.request import ExportRequest, ExportResult, zip_archive
from answers.paper import rounded

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
"""The XML namespaces of tests and items, and of the manifest."""
PACKAGING = "http://www.imsglobal.org/xsd/imscp_v1p1"


def qti_package(request: ExportRequest) -> ExportResult:
    """Return an archive with a manifest, a test for every seed of the class, and the items of the tests.

    Every answer is a number with its accepted deviation. Marking "all or nothing" is exported. A platform accepts a
    single right answer for each item; the problems name the parts that have several.

    Source: IMS Question and Test Interoperability 2.1, Assessment Test, Section and Item Information Model, 2012.
    """
    exam = request.gradebook.exam
    files: dict[str, bytes] = {}
    resources: list[tuple[str, str, list[str]]] = []
    for u0 in class_seeds(request):
        items = []
        for variant in seeded_parts(request, u0):
            name = f"items/{variant.name}.xml"
            drawings = {f"items/{variant.name}.svg": variant.drawing.encode()} if variant.drawing else {}
            files |= {name: xml_bytes(_item(request, variant, list(drawings))), **drawings}
            resources.append((f"item-{variant.name}", "imsqti_item_xmlv2p1", [name, *drawings]))
            items.append(variant)
        name, title = f"tests/{u0}.xml", f"{plain(exam.words(request.lang).title)}, u₀ = {u0}"
        test = ET.Element("assessmentTest", xmlns=QTI, identifier=f"test-{exam.name}-{u0}", title=title)
        modes = {"navigationMode": "nonlinear", "submissionMode": "simultaneous"}
        part = ET.SubElement(test, "testPart", {"identifier": "all", **modes})
        section = ET.SubElement(part, "assessmentSection", identifier="questions", title=title, visible="true")
        for item in items:
            reference = {"identifier": f"item-{item.name}", "href": f"../items/{item.name}.xml"}
            ET.SubElement(section, "assessmentItemRef", reference)
        files[name] = xml_bytes(test)
        resources.append((f"test-{u0}", "imsqti_test_xmlv2p1", [name, *(f"items/{item.name}.xml" for item in items)]))
    manifest = ET.Element("manifest", xmlns=PACKAGING, identifier=f"package-{exam.name}")
    metadata = ET.SubElement(manifest, "metadata")
    ET.SubElement(metadata, "schema").text = "QTIv2.1 Package"
    ET.SubElement(metadata, "schemaversion").text = "1.0.0"
    ET.SubElement(manifest, "organizations")
    listed = ET.SubElement(manifest, "resources")
    for identifier, kind, names in resources:  # the main file is the first one
        resource = ET.SubElement(listed, "resource", identifier=identifier, type=kind, href=names[0])
        for file in names:
            ET.SubElement(resource, "file", href=file)
    content = zip_archive([("imsmanifest.xml", xml_bytes(manifest)), *sorted(files.items())])
    return ExportResult(content, platform_differences(exam, tuple(map(request.key_of, class_seeds(request)))))


def _item(request: ExportRequest, variant: SeededPart, drawings: Iterable[str]) -> ET.Element:
    """Return the QTI item of a part, with its elements in the order that the standard requires."""
    title = f"{shared_words(request.lang)['question']} {variant.part.id}"
    item = ET.Element(
        "assessmentItem",
        xmlns=QTI,
        identifier=f"item-{variant.name}",
        title=title,
        adaptive="false",
        timeDependent="false",
    )
    for at, field in enumerate(variant.fields, start=1):
        answer = ET.SubElement(item, "responseDeclaration", identifier=f"R{at}", cardinality="single", baseType="float")
        ET.SubElement(ET.SubElement(answer, "correctResponse"), "value").text = field.expected
    score = ET.SubElement(item, "outcomeDeclaration", identifier="SCORE", cardinality="single", baseType="float")
    ET.SubElement(ET.SubElement(score, "defaultValue"), "value").text = "0"
    body = ET.SubElement(item, "itemBody")
    ET.SubElement(body, "p").text = f"u₀ = {variant.u0}"
    ET.SubElement(body, "p").text = plain(variant.prompt)
    for drawing in drawings:
        ET.SubElement(ET.SubElement(body, "p"), "img", src=drawing.rpartition("/")[2], alt=title)
    for at, field in enumerate(variant.fields, start=1):
        line = ET.SubElement(body, "p")
        line.text = f"{plain(field.label)} "
        ET.SubElement(line, "textEntryInteraction", responseIdentifier=f"R{at}", expectedLength="20")
    marking, is_whole = ET.SubElement(item, "responseProcessing"), variant.part.all_or_nothing
    fields = list(enumerate(variant.fields, start=1))
    for counting in [fields] if is_whole else [[field] for field in fields]:
        true = ET.SubElement(ET.SubElement(marking, "responseCondition"), "responseIf")
        together = ET.SubElement(true, "and") if is_whole else true
        for at, field in counting:
            _add_equal(together, at, field.deviation)
        total = ET.SubElement(ET.SubElement(true, "setOutcomeValue", identifier="SCORE"), "sum")
        ET.SubElement(total, "variable", identifier="SCORE")
        points = rounded(variant.part.points) if is_whole else float(variant.share)
        ET.SubElement(total, "baseValue", baseType="float").text = format(points, SIXTEEN_DIGITS)
    return item


def _add_equal(parent: ET.Element, at: int, deviation: str) -> None:
    """Add the test that answer number `at` equals the expected number, up to an absolute deviation."""
    mode = {"toleranceMode": "exact"}
    if deviation != "0":
        mode = {"toleranceMode": "absolute", "tolerance": f"{deviation} {deviation}"}
    equal = ET.SubElement(parent, "equal", mode)
    ET.SubElement(equal, "variable", identifier=f"R{at}")
    ET.SubElement(equal, "correct", identifier=f"R{at}")
