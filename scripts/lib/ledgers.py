"""Reads ledgers of `compongo match`."""

import json


def games_of(path):
    """The records of the games. The last line of a match that is being played may be incomplete."""
    with open(path, encoding="utf-8") as lines:
        next(lines, None)
        for line in lines:
            try:
                yield json.loads(line)
            except ValueError:
                return
