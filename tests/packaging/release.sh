#!/usr/bin/env bash
# Builds what is released and tests it. $1: an old system's root in which the tarball must run (debootstrap bullseye), $2: a
# Debian 12 root in which apt installs the package; either may be absent. Last line: `N passed, N failed`.
cd "$(dirname "$0")/../.." || exit 1
passed=0 failed=0
part() {
  local out start=$SECONDS
  out=$("${@:2}" 2>&1)
  local code=$?
  echo "$out" | sed '$d'
  if [[ $(tail -n 1 <<<"$out") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
    [ $code -eq 0 ] || [ "${BASH_REMATCH[2]}" -gt 0 ] || failed=$((failed + 1))
    echo "$1: ${BASH_REMATCH[0]}, $((SECONDS - start)) s"
  else
    failed=$((failed + 1))
    echo "$1: did not finish (exit $code)"
    tail -n 1 <<<"$out"
  fi
}
for preset in release deb; do
  if ! { cmake --preset $preset >/dev/null && cmake --build --preset $preset >/dev/null; }; then
    echo "preset $preset does not build"
    echo "0 passed, 1 failed"
    exit 1
  fi
done
part "completions and man page" bash tests/packaging/completions.sh build/release/npulint
part "cmake --install" bash tests/packaging/install.sh build/release
part "tarball" bash tests/packaging/tarball.sh build/release ${1:+"$1"}
part "Debian package" bash tests/packaging/deb.sh build/deb ${2:+"$2"}
part "npm packages" bash tests/packaging/npm.sh build/release/npulint
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
