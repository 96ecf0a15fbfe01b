#!/usr/bin/env bash
# Rebuild the JavaScript libraries that the report ships (charts, differences) from scripts/vendor/package-lock.json.
# Only developers who change their versions run this; it needs Node 18 or newer and npm.
set -euo pipefail
cd "$(dirname "$0")/vendor"
target=../../src/probierz/reports/page/vendor

npm ci --no-fund --no-audit
bundle() { # entry file, global name, output
  npx esbuild "$1" --bundle --minify --format=iife --global-name="$2" --target=es2020 --charset=utf8 --legal-comments=none --outfile="$target/$3"
}
bundle charts.js echarts charts.min.js
bundle diff.js Diff diff.min.js

cp node_modules/echarts/LICENSE "$target/LICENSE-echarts.txt"
cp node_modules/echarts/NOTICE "$target/NOTICE-echarts.txt"
cp node_modules/echarts/licenses/LICENSE-d3 "$target/LICENSE-d3.txt"
cp node_modules/zrender/LICENSE "$target/LICENSE-zrender.txt"
cp node_modules/tslib/LICENSE.txt "$target/LICENSE-tslib.txt"
cp node_modules/diff/LICENSE "$target/LICENSE-diff.txt"
