#!/bin/sh
# What the browser tests need besides Python: Chromium, Firefox, WebKit on a virtual screen, and a Chinese font.
set -eu

has_chromium() { [ -n "${CHROMIUM:-}" ] || command -v chromium >/dev/null || command -v chromium-browser >/dev/null; }
has_firefox() { [ -n "${FIREFOX:-}" ] || command -v firefox-esr >/dev/null || command -v firefox >/dev/null; }
has_webkit() { command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null; }
has_font() { command -v fc-list >/dev/null && fc-list :lang=zh-cn family | grep -q "Noto Sans CJK"; }

if has_chromium && has_firefox && has_webkit && has_font; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends chromium firefox-esr webkit2gtk-driver xvfb fontconfig fonts-noto-cjk >/dev/null
    exit 0
fi
echo "The browser tests need Chromium, Firefox, WebKitGTK and a Chinese font: sudo apt-get install chromium firefox-esr webkit2gtk-driver xvfb fontconfig fonts-noto-cjk (elsewhere: set CHROMIUM and FIREFOX to their paths and install Noto Sans CJK)" >&2
exit 1
