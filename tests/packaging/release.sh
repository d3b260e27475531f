#!/usr/bin/env bash
# Builds what is released and tests it. $1: an old system's root in which the tarball must run (debootstrap bullseye), $2: a
# Debian 12 root in which apt installs the package; either may be absent. Last line: `N passed, N failed`.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh
verbose=1
for preset in release deb; do
  if ! { cmake --preset $preset >/dev/null && cmake --build --preset $preset >/dev/null; }; then
    bad "preset $preset does not build"
    finish
  fi
done
part "completions and man page" bash tests/packaging/completions.sh build/release/npulint
part "cmake --install" bash tests/packaging/install.sh build/release
part "tarball" bash tests/packaging/tarball.sh build/release ${1:+"$1"}
part "Debian package" bash tests/packaging/deb.sh build/deb ${2:+"$2"}
part "npm packages" bash tests/packaging/npm.sh build/release/npulint
finish
