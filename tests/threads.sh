#!/usr/bin/env bash
# Builds the tool with ThreadSanitizer and runs it on 8 threads: 200 configs, a graph, the example bundles, a release.
# Fails on a report, and where the result is not that of one thread. The build takes minutes, so CI leaves it out.
#   bash tests/threads.sh
# Last line: `N passed, N failed`.
set -uo pipefail
cd "$(dirname "$0")/.."
. tests/lib.sh
bash tests/install.sh $(cat tests/packages)
cmake --preset tsan >/dev/null && cmake --build --preset tsan --target npulint >/dev/null || exit 1
tool=$PWD/build/tsan/npulint
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir"/{configs,graph,baseline}
python3 tests/bench/make_configs.py "$dir/configs" 200 >/dev/null
python3 tests/bench/make_onnx.py qdq "$dir/graph/qdq.onnx" >/dev/null
export TSAN_OPTIONS="exitcode=66 halt_on_error=0"
alike() {  # name, arguments…
  local name=$1 one
  shift
  "$tool" "$@" -j1 >"$dir/one" 2>"$dir/one.err"
  one=$?
  "$tool" "$@" -j8 >"$dir/eight" 2>"$dir/eight.err"
  if [ $? -ne $one ] || [ $one -gt 3 ] || grep -q ThreadSanitizer "$dir/one.err" "$dir/eight.err"; then
    bad "$name: exit $one on one thread; on eight:"
    head -n 40 "$dir/eight.err"
  elif cmp "$dir/one" "$dir/eight"; then
    ok
  else
    bad "$name: -j8 says something else than -j1"
  fi
}
alike configs check "$dir/configs" -o json
alike "configs, review" check "$dir/configs" --profile review -o sarif
alike graph check "$dir/graph" --profile review -o json
alike bundles check examples/bundles --profile review -o json
alike "all examples" check examples --profile release -o json
alike rules check examples/rules --profile review -o json
alike shard check "$dir/configs" --shard=1/2 -o json
finish
