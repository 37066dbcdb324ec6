#!/bin/sh
# Make .venv and install a requirements file into it: sh tools/setup.sh requirements.txt
set -eu
requirements=$1
cd "$(dirname "$0")/.."

say() { printf 'taikai: %s\n' "$1" >&2; }

recent='import sys; sys.exit(sys.version_info < (3, 11))'
complete='import venv, ensurepip'
if ! .venv/bin/python -c "$recent" 2>/dev/null; then
    # The system's own comes first: it is built to run fast, one built by hand seldom is.
    python='' incomplete=''
    for each in ${PYTHON:-/usr/bin/python3 python3 python3.13 python3.12 python3.11 python3.14 python}; do
        "$each" -c "$recent" 2>/dev/null || continue
        if "$each" -c "$complete" 2>/dev/null; then python=$each; break; fi
        incomplete=${incomplete:-$each}
    done
    if [ -n "$incomplete" ] && [ -z "$python" ]; then
        say "$incomplete cannot make virtual environments; install its venv module (on Debian and Ubuntu: apt install python3-venv)."
        exit 1
    elif [ -z "$python" ]; then
        say "needs Python 3.11 or later; found $(python3 --version 2>/dev/null || echo none). Set PYTHON=/path/to/python3 if it is elsewhere."
        exit 1
    fi
    rm -rf .venv
    say "making .venv with $("$python" --version)"
    "$python" -m venv .venv || { rm -rf .venv; say "could not make .venv"; exit 1; }
fi

pip() {
    .venv/bin/python -m pip install -qq --disable-pip-version-check --no-input \
        --no-compile --require-hashes --no-deps "$@"
}

# uv needs a tenth of the time; where it cannot be had, or does not reach the packages, pip does it.
say "installing $requirements (once)"
{
    { [ -x .venv/bin/uv ] || pip --retries 1 -r requirements-uv.txt; } 2>/dev/null &&
        .venv/bin/uv pip install -q --python .venv/bin/python --require-hashes --no-deps \
            -r "$requirements" 2>/dev/null
} || pip -r "$requirements" || { say "could not install $requirements; see the lines above"; exit 1; }
