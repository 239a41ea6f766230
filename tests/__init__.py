"""Tests, and programs that measure; the exams of this repository may run their code in them."""

import os
from pathlib import Path

os.environ.setdefault("CORRIGE_TRUST", str(Path(__file__).resolve().parents[1]))
