"""Numbers of the source of the program."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


def constant(path, name):
    """The constant of this name in a file of the source."""
    found = re.search(rf"const {name}: \w+ = ([\d._]+);", (ROOT / path).read_text(encoding="utf-8"))
    return float(found.group(1).replace("_", ""))
