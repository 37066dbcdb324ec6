"""What the command line says before the settings are read."""

import os
from collections.abc import Sequence


def early(arguments: Sequence[str]) -> None:
    """Take ``--var`` as the folder of all state; the sample has one of its own."""
    if "--demo" in arguments and not os.environ.get("TAIKAI_VAR"):
        os.environ["TAIKAI_VAR"] = "var/demo"
    for number, word in enumerate(arguments):
        if word == "--var" and number + 1 < len(arguments):
            os.environ["TAIKAI_VAR"] = arguments[number + 1]
        elif word.startswith("--var="):
            os.environ["TAIKAI_VAR"] = word.removeprefix("--var=")
