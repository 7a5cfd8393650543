#!/bin/sh
# The scripts of the pages, checked by TypeScript (types in JSDoc, tsconfig.json) and ESLint (eslint.config.js), both
# pinned with their hashes in package-lock.json.
set -eu

if ! command -v npm >/dev/null || ! node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'; then
    echo "the scripts are not checked: that needs npm and Node.js 20.19 or newer" >&2
    [ -z "${CI:-}" ]
    exit
fi
if ! cmp -s package-lock.json node_modules/.installed; then
    npm ci --silent
    cp package-lock.json node_modules/.installed
fi
npm run --silent check
