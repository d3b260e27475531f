#!/usr/bin/env bash
# Installs what is missing (Debian 12), builds the static tool, and lints a real example bundle.
set -euo pipefail
cd "$(dirname "$0")/.."
echo "Installing what is missing…" >&2
bash tests/install.sh $(cat tests/packages)
echo "Building (about ten minutes on two cores)…" >&2
cmake --preset release >/dev/null
cmake --build --preset release --target npulint >/dev/null
cd examples/bundles/resnet18-hbm-argmax
# findings are what the example is for: exit 1 is the expected end
"$OLDPWD/build/release/npulint" check . --profile review || [ $? -eq 1 ]
