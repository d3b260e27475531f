#!/usr/bin/env bash
# Instructions of the static release build on five fixed inputs, by callgrind: the same on every machine of one kind, so that
# a change of cost shows in review. Prints each count beside that of tests/bench/instructions.txt; --update writes the file.
#   bash tests/bench/count.sh [--update]
set -euo pipefail
cd "$(dirname "$0")/../.."
bash tests/install.sh valgrind python3
cmake --preset release >/dev/null
cmake --build --preset release --target npulint >/dev/null
tool=$PWD/build/release/npulint
known=$PWD/tests/bench/instructions.txt
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir"/{graph,configs,artifact,zoo}
python3 tests/bench/make_onnx.py qdq "$dir/graph/qdq.onnx" >/dev/null
python3 tests/bench/make_configs.py "$dir/configs" 50 >/dev/null
python3 tests/bench/make_artifact.py bin "$dir/artifact" >/dev/null
python3 - "$dir/zoo/models.yaml" <<'P'
import sys
with open(sys.argv[1], "w") as f:
    f.write("release:\n  platform: s\nmodels:\n")
    for m in range(40):
        f.write(f"  - id: model{m}\n    availability: download\n    assets:\n")
        for board in ("s100", "s100p", "s600"):
            for size in (224, 384, 640):
                name = f"model{m}_{size}x{size}_nv12.hbm"
                f.write(f"      - filename: {board}/{name}\n        format: hbm\n"
                        f"        url: https://example.org/zoo/rdk_{board}/{name}\n        sha256: {m * 1000 + size:064x}\n")
P
cd "$dir"
count() {  # name, arguments…
  local name=$1 n before
  shift
  n=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$tool" "$@" 2>&1 >/dev/null |
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p')
  before=$(sed -n "s/^$name //p" "$known" 2>/dev/null || true)
  printf '%-44s %12d' "$name" "$n"
  [ -z "$before" ] || python3 -c "print(f'  {100 * ($n - $before) / $before:+.1f} %', end='')"
  echo
  echo "$name $n" >>new
}
count start-up version
count 20-000-node-graph check -j1 graph
count 50-configs check -j1 configs
count 4-MB-bin-with-contract check -j1 artifact
count manifest-of-360-assets check -j1 zoo
[ "${1:-}" != --update ] || cp new "$known"
