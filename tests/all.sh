#!/usr/bin/env bash
# Installs what is missing (Debian 12), builds, and runs all tests. The last line: `N passed, N failed`.
set -uo pipefail
cd "$(dirname "$0")/.."
bash tests/install.sh $(cat tests/packages) doctest-dev python3 python3-numpy python3-jsonschema clang-format git pre-commit zsh fish groff lintian dpkg-dev file || exit 1
. tests/lib.sh
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
  bad "build of preset $1"
  finish
}

build dev
part "unit tests" unit build/dev/npulint_tests
part "examples" build/dev/npulint_golden
part "damaged examples" build/dev/npulint_damage
part "inputs of the fuzz targets" build/dev/npulint_regress
part "command line" bash tests/cli.sh build/dev/npulint
part "resource faults" bash tests/faults.sh build/dev/npulint
part "completions and man page" bash tests/packaging/completions.sh build/dev/npulint
cmake --build --preset dev --target npulint_shell >/dev/null
part "cmake --install" bash tests/packaging/install.sh build/dev
part "Debian package" bash tests/packaging/deb.sh build/dev
part "npm packages" bash tests/packaging/npm.sh build/dev/npulint
part "quick start" bash tests/packaging/quick_start.sh build/dev/npulint
part "pre-commit" bash tests/precommit.sh build/dev/npulint
part "problem matchers" python3 tests/matchers.py build/dev/npulint
part "shards" python3 tests/shard.py build/dev/npulint
part "CI formats" python3 tests/formats.py build/dev/npulint
part "JSON Schemas" python3 tests/schemas.py build/dev/npulint
part "report" python3 tests/report.py build/dev/npulint
part "recipes" python3 tests/recipes.py build/dev/npulint
part "seeded defects" python3 tests/seeded/run.py build/dev/npulint
part "layering and format" bash tests/layering.sh
build asan
part "unit tests, ASan and UBSan" unit build/asan/npulint_tests
part "examples, ASan and UBSan" build/asan/npulint_golden
part "damaged examples, ASan and UBSan" build/asan/npulint_damage
part "inputs of the fuzz targets, ASan and UBSan" build/asan/npulint_regress --mutate 20
part "command line, ASan and UBSan" bash tests/cli.sh build/asan/npulint
finish
