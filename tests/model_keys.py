"""Write the model keys of all exams to `fixtures/`, to be reviewed as a diff: python -m tests.model_keys.

Evidence and fingerprint are left out: optimal strategies are not unique, and the fingerprint changes with any code.
"""

import json
from dataclasses import replace
from pathlib import Path

from answers.exam.catalogue import exam_names, load_exam
from answers.exam.key import make_key
from answers.exam.key_json import key_to_json

FIXTURES = Path(__file__).parent.parent / "fixtures"


def main() -> None:
    """Write one file an exam."""
    for name in exam_names():
        exam = load_exam(name)
        key = replace(make_key(exam, exam.model_seed), evidence={})
        text = json.dumps(key_to_json(exam, key), ensure_ascii=False, indent=1)
        (FIXTURES / name / f"u0-{exam.model_seed}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
