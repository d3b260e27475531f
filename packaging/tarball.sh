#!/usr/bin/env bash
# A relocatable tarball of a static build: packaging/tarball.sh BUILD OUT-DIR [ARCH]
# writes OUT-DIR/npulint-VERSION-linux-ARCH.tar.gz and its line of SHA256SUMS. The same build gives the same bytes.
set -euo pipefail
build=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
arch=${3:-$(uname -m)}
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=npulint-$version-linux-$arch
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if readelf -l "$build/npulint" | grep -q INTERP || readelf -d "$build/npulint" | grep -q NEEDED; then
  echo "$build/npulint is not static: build it with the preset release" >&2
  exit 1
fi
cmake --install "$build" --prefix "$work/$name" --strip >/dev/null
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-0}" --mode=go=rX,u+rw \
  -cf - "$name" | gzip -9n >"$out/$name.tar.gz"
cd "$out"
touch SHA256SUMS
{ grep -v "  $name.tar.gz\$" SHA256SUMS || true; sha256sum "$name.tar.gz"; } | sort -k 2 >SHA256SUMS.new
mv SHA256SUMS.new SHA256SUMS
echo "$out/$name.tar.gz"
