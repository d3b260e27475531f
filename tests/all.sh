#!/usr/bin/env bash
# Installs what is missing (Debian 12), builds, and runs all tests. The last line: `N passed, N failed`.
set -uo pipefail
cd "$(dirname "$0")/.."
bash tests/install.sh $(cat tests/packages) doctest-dev python3 python3-numpy python3-jsonschema clang-format git pre-commit zsh fish groff lintian dpkg-dev file || exit 1
passed=0 failed=0

# $1: what it is; the rest: a command whose last line is `… N passed, N failed`
count() {
  local name=$1 out last
  shift
  out=$("$@" 2>&1)
  local code=$?
  last=$(tail -n 1 <<<"$out")
  if [[ $last =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
    if [ "$code" -ne 0 ]; then
      echo "$out"
      [ "${BASH_REMATCH[2]}" -gt 0 ] || failed=$((failed + 1))
    fi
    echo "$name: ${BASH_REMATCH[1]} passed, ${BASH_REMATCH[2]} failed"
  else
    echo "$out"
    echo "$name: did not finish (exit $code)"
    failed=$((failed + 1))
  fi
}
# doctest's summary in our form
unit() {
  local out code
  out=$("$@" --no-colors 2>&1)
  code=$?
  [ $code -eq 0 ] || echo "$out"
  echo "$out" | sed -n 's/.*test cases: *\([0-9]*\) *| *\([0-9]*\) passed *| *\([0-9]*\) failed.*/\2 passed, \3 failed/p' | tail -n 1
  return $code
}
build() {
  cmake --preset "$1" >/dev/null && cmake --build --preset "$1" && return
  echo "build of preset $1 failed"
  failed=$((failed + 1))
  echo "$passed passed, $failed failed"
  exit 1
}

build dev
count "unit tests" unit build/dev/npulint_tests
count "examples" build/dev/npulint_golden
count "damaged examples" build/dev/npulint_damage
count "command line" bash tests/cli.sh build/dev/npulint
count "resource faults" bash tests/faults.sh build/dev/npulint
count "completions and man page" bash tests/packaging/completions.sh build/dev/npulint
cmake --build --preset dev --target npulint_shell >/dev/null
count "cmake --install" bash tests/packaging/install.sh build/dev
count "Debian package" bash tests/packaging/deb.sh build/dev
count "npm packages" bash tests/packaging/npm.sh build/dev/npulint
count "pre-commit" bash tests/precommit.sh build/dev/npulint
count "problem matchers" python3 tests/matchers.py build/dev/npulint
count "shards" python3 tests/shard.py build/dev/npulint
count "CI formats" python3 tests/formats.py build/dev/npulint
count "JSON Schemas" python3 tests/schemas.py build/dev/npulint
count "report" python3 tests/report.py build/dev/npulint
count "recipes" python3 tests/recipes.py build/dev/npulint
count "seeded defects" python3 tests/seeded/run.py build/dev/npulint
count "layering and format" bash tests/layering.sh
build asan
count "unit tests, ASan and UBSan" unit build/asan/npulint_tests
count "examples, ASan and UBSan" build/asan/npulint_golden
count "damaged examples, ASan and UBSan" build/asan/npulint_damage
count "command line, ASan and UBSan" bash tests/cli.sh build/asan/npulint
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
