#!/usr/bin/env bash
# Builds what is released and tests it. $1: an old system's root in which the tarball must run (debootstrap bullseye), $2: a
# Debian 12 root in which apt installs the package, and a new user's way is gone; either may be absent. AARCH64=1: the build for
# aarch64 too, run by qemu; $3: an old system's root for it. Last line: `N passed, N failed`.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh
verbose=1
for preset in release deb; do
  start=$SECONDS
  if ! { cmake --preset $preset >/dev/null && cmake --build --preset $preset >/dev/null; }; then
    bad "preset $preset does not build"
    finish
  fi
  echo "preset $preset: built, $((SECONDS - start)) s"
done
arm=
tools=(x64=build/release/npulint)
part "completions and man page" bash tests/packaging/completions.sh build/release/npulint
part "cmake --install" bash tests/packaging/install.sh build/release
part "tarball" bash tests/packaging/tarball.sh build/release ${1:+"$1"}
part "Debian package" bash tests/packaging/deb.sh build/deb ${2:+"$2"}
if [ -n "${AARCH64:-}" ]; then
  start=$SECONDS
  if bash packaging/aarch64.sh >/dev/null; then
    echo "preset aarch64: built, $((SECONDS - start)) s"
    part "tarball for aarch64" env RUN=qemu-aarch64-static ARCH=aarch64 bash tests/packaging/tarball.sh build/aarch64 ${3:+"$3"}
    part "aarch64 says the same" python3 tests/packaging/same.py build/release/npulint "qemu-aarch64-static build/aarch64/npulint"
    arm=build/aarch64/npulint
    tools+=("arm64=$arm")
  else
    bad "preset aarch64 does not build"
  fi
fi
part "npm packages" env RUN=qemu-aarch64-static bash tests/packaging/npm.sh build/release/npulint ${arm:+"$arm"}
if [ -n "${2:-}" ]; then
  rm -rf build/packages
  bash packaging/tarball.sh build/release build/packages >/dev/null
  bash packaging/npm.sh build/packages/npm "${tools[@]}" >/dev/null
  cpack --config build/deb/CPackConfig.cmake -G DEB -B "$PWD/build/packages" >/dev/null
  part "a new user" bash tests/packaging/newcomer.sh "$2" build/packages/*.deb build/packages/*.tar.gz build/packages/npm
fi
finish
