#!/bin/sh
# What the tests in a real browser need: Chromium (Debian's package) and axe-core (npm).
# Usage: tools/install_browser.sh [FOLDER for axe-core, default .venv/browser]
set -eu
folder="${1:-.venv/browser}"
if ! command -v chromium >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        apt-get update -qq || true
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium fonts-dejavu-core >/dev/null
    else
        echo "install_browser: no chromium, and no right to install it; browser tests are skipped" >&2
        exit 0
    fi
fi
if [ ! -f "$folder/node_modules/axe-core/axe.min.js" ]; then
    if command -v npm >/dev/null 2>&1; then
        mkdir -p "$folder"
        npm install --silent --no-audit --no-fund --prefix "$folder" axe-core@4 >/dev/null
    else
        echo "install_browser: no npm; the accessibility tests are skipped" >&2
    fi
fi
