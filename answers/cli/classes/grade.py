"""corrige class grade: marks, gradebook and feedback."""

from answers.cli.common.options import TO_STDOUT, AsJson, Folder, Force, Output
from answers.cli.common.output import deliver_json, deliver_text, needs_person, say, say_problems, working
from answers.cli.common.papers import attention_lines, marks_lines


def grade(folder: Folder, *, as_json: AsJson = False, output: Output = TO_STDOUT, force: Force = False) -> None:
    """Mark DIR/submissions; write marks.json, gradebook.csv and feedback; exit with 1 when the teacher must look."""
    from answers.classroom.folder import open_class
    from answers.classroom.lock import locked
    from answers.classroom.marks import grade_class, write_marks
    from answers.exports.marks_json import marks_document

    with working("marking"), locked(folder):
        cohort = open_class(folder)
        marks = grade_class(cohort)
        paths = write_marks(cohort, marks)
    say_problems(marks.problems)
    say(f"wrote {paths[0]}, {paths[1]} and {len(paths) - 2} feedback sheets")
    if as_json:
        deliver_json(marks_document(cohort.exam.name, marks.papers, marks.problems), output, force=force)
    else:
        absent = [f"  {student}: no paper" for student in marks.absent]
        lines = [*marks_lines(cohort.exam, marks.papers), *attention_lines(marks.papers), *absent]
        deliver_text(lines, output, force=force)
    needs_person(marks.needs_teacher)
