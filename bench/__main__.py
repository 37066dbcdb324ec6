"""Run the measurements: ``python -m bench`` for all, ``python -m bench kyoen`` for some.

A measurement is a module of this folder with a ``main()`` that prints its lines. All run, in the
order of their names; a failing one is reported and makes the exit code 1.
"""

import os
import platform
import sys
import time
import traceback
from importlib import import_module
from pathlib import Path


def measurements() -> list[str]:
    """The names of the modules that measure something."""
    names = (path.stem for path in Path(__file__).parent.glob("*.py"))
    return sorted(name for name in names if not name.startswith("_"))


def run(name: str) -> bool:
    """Run one measurement; return whether it came to its end."""
    print(f"== {name}", flush=True)
    started = time.perf_counter()
    try:
        import_module(f"bench.{name}").main()
    except Exception:  # noqa: BLE001 - the others are to run all the same
        traceback.print_exc()
        return False
    print(f"   ({time.perf_counter() - started:.1f} s)\n", flush=True)
    return True


def main(wanted: list[str]) -> int:
    """Run the wanted measurements, or all of them."""
    known = measurements()
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}\n")
    failed = [name for name in wanted or known if not run(name)]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
