#!/usr/bin/env bash
# Runs every example and compares with its expected.txt. --update rewrites expected.txt and docs/rules: read the diff.
set -euo pipefail
cd "$(dirname "$0")/.."
cmake --preset dev >/dev/null
cmake --build --preset dev --target npulint_golden npulint
if [ "${1:-}" = --update ]; then
  NPULINT_UPDATE=1 build/dev/npulint_golden || true
  build/dev/npulint docs --examples examples/rules --out docs/rules
fi
build/dev/npulint_golden
