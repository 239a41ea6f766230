"""Importing WeasyPrint starts no other program."""

import ctypes.util
import subprocess
import sys

import pytest

from answers.sheets.libraries import libraries_by_file

HEARD = """
import sys
started = []
sys.addaudithook(lambda event, given: started.append(given[0]) if event == "subprocess.Popen" else None)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere libraries are searched for")
def test_a_page_is_printed_without_a_search():
    program = f"""{HEARD}
from answers.sheets.pdf import render_pdf
assert render_pdf("<p>x</p>", fillable=False).startswith(b"%PDF-")
print(started)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_search_is_as_before_afterwards():
    search = ctypes.util.find_library
    with pytest.raises(KeyError), libraries_by_file():
        raise KeyError
    assert ctypes.util.find_library is search
