"""Tests, and programs that measure; exams may run their code in them, those in temporary folders too."""

import os

os.environ.setdefault("CORRIGE_TRUST", os.sep)
