#!/usr/bin/env bash
# Builds the fuzz targets with clang 14, ASan and UBSan, and runs each for SECONDS (default 120) from its seed corpus.
#   bash tests/fuzz.sh [SECONDS] [TARGET…]
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-120}
shift || true
bash tests/install.sh $(cat tests/packages) clang-14 libclang-rt-14-dev
cmake --preset fuzz >/dev/null
targets=("$@")
[ ${#targets[@]} -gt 0 ] || for f in tests/fuzz/*_fuzz.cc; do targets+=("$(basename "$f" .cc)"); done
cmake --build --preset fuzz --target "${targets[@]}"
for t in "${targets[@]}"; do
  work=$(mktemp -d)
  build/fuzz/"$t" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -artifact_prefix="$work/" "$work" \
    tests/fuzz/corpus/"${t%_fuzz}" 2>&1 | tail -n 3
  echo "$t: clean for $seconds s"
done
