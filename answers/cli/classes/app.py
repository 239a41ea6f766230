"""Commands about a class kept in a folder: one module a command, in the order of a teacher's work."""

from answers.cli.common.command import group

app = group(
    "A class in a folder: seeds, sheets, marks and feedback.",
    {
        "init": "answers.cli.classes.members:init",
        "add": "answers.cli.classes.members:add",
        "remove": "answers.cli.classes.members:remove",
        "seeds": "answers.cli.classes.seeds:seeds",
        "subject": "answers.cli.classes.printing:subject",
        "sheets": "answers.cli.classes.printing:sheets",
        "keys": "answers.cli.classes.printing:keys",
        "sit": "answers.cli.classes.sit:sit",
        "collect": "answers.cli.classes.collect:collect",
        "scans": "answers.cli.classes.scans:scans",
        "grade": "answers.cli.classes.grade:grade",
        "review": "answers.cli.classes.review:review",
        "decide": "answers.cli.classes.decide:decide",
        "report": "answers.cli.classes.report:report",
        "export": "answers.cli.classes.export:export",
    },
)
