#!/bin/sh
# Make .venv and install a requirements file into it: sh tools/setup.sh requirements.txt
set -eu
requirements=$1
cd "$(dirname "$0")/.."

say() { printf 'taikai: %s\n' "$1" >&2; }

recent='import sys; sys.exit(sys.version_info < (3, 11))'
if ! .venv/bin/python -c "$recent" 2>/dev/null; then
    python=
    for each in ${PYTHON:-python3 python3.13 python3.12 python3.11 python3.14 python}; do
        if "$each" -c "$recent" 2>/dev/null; then python=$each; break; fi
    done
    if [ -z "$python" ]; then
        say "needs Python 3.11 or later; found $(python3 --version 2>/dev/null || echo none). Set PYTHON=/path/to/python3 if it is elsewhere."
        exit 1
    fi
    rm -rf .venv
    if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
        say "$python cannot make virtual environments; install its venv module (on Debian and Ubuntu: apt install python3-venv)."
        exit 1
    fi
    say "making .venv with $("$python" --version)"
    "$python" -m venv .venv || { rm -rf .venv; say "could not make .venv"; exit 1; }
fi

say "installing $requirements (once)"
.venv/bin/python -m pip install -qq --disable-pip-version-check --no-input \
    --no-compile --require-hashes --no-deps -r "$requirements" ||
    { say "could not install $requirements; see the lines above"; exit 1; }
