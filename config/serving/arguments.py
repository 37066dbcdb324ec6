"""What the command line says before the settings are read."""

import os
from collections.abc import Sequence


def early(arguments: Sequence[str]) -> None:
    """Take ``--var`` as the folder of all state."""
    for number, word in enumerate(arguments):
        if word == "--var" and number + 1 < len(arguments):
            os.environ["TAIKAI_VAR"] = arguments[number + 1]
        elif word.startswith("--var="):
            os.environ["TAIKAI_VAR"] = word.removeprefix("--var=")
