#!/usr/bin/env bash
# The tarball of a static build folder ($1: preset release, built): static, relocatable, the same bytes twice.
# The rest: roots of other systems (debootstrap --variant=minbase bullseye DIR) in which it must run, by chroot. RUN: a program
# that runs binaries of another machine (qemu-aarch64-static); ARCH: that machine. Last line: `N passed, N failed`.
build=$(realpath "$1")
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=lib.sh
. "$root/tests/packaging/lib.sh"
arch=${ARCH:-$(uname -m)}

expect "made" 0 bash "$root/packaging/tarball.sh" "$build" "$work/a" "$arch"
expect "made again" 0 bash "$root/packaging/tarball.sh" "$build" "$work/b" "$arch"
tarball=$(ls "$work"/a/npulint-*-linux-"$arch".tar.gz)
if cmp -s "$tarball" "$work/b/$(basename "$tarball")"; then ok; else bad "two tarballs of one build differ"; fi
expect "SHA256SUMS" 0 sh -c 'cd "$1" && sha256sum -c --quiet SHA256SUMS' sh "$work/a"

mkdir -p "$work/some where else"
tar -C "$work/some where else" -xzf "$tarball"
at=$(echo "$work/some where else"/npulint-*)
tool=$at/bin/npulint
if readelf -h "$tool" | grep -qi "Machine:.*${arch/_/[-_]}"; then ok; else bad "machine: $(readelf -h "$tool" | grep Machine)"; fi
if readelf -l "$tool" | grep -q INTERP; then bad "asks for a loader"; else ok; fi
if readelf -d "$tool" | grep -q NEEDED; then bad "asks for libraries"; else ok; fi
for f in share/bash-completion/completions/npulint share/man/man1/npulint.1.gz share/doc/npulint/LICENSE share/doc/npulint/docs/rules/QNT001.md; do
  present "$at/$f"
done
# shellcheck disable=SC2086
works "unpacked anywhere" ${RUN:-} "$tool"
strings -n 6 "$tool" >"$work/strings"
if grep -qF "$root/" "$work/strings"; then bad "names the folder that it was built in: $(grep -F "$root/" "$work/strings" | head -n 1)"; else ok; fi

for other in "$@"; do
  release=$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' "$other/etc/os-release")
  libc=$(strings -n 20 "$other"/lib/*-linux-gnu/libc.so.6 | sed -n 's/^GNU C Library .* version \([0-9.]*[0-9]\).*/\1/p')
  rm -rf "$other/tmp/npulint" && mkdir -p "$other/tmp/npulint" && tar -C "$other/tmp/npulint" --strip-components=1 -xzf "$tarball"
  bad_config >"$other/tmp/npulint/m.yaml"
  [ -z "${RUN:-}" ] || cp "$(command -v "$RUN")" "$other/tmp/npulint/run"
  in_other() { chroot "$other" ${RUN:+/tmp/npulint/run} /tmp/npulint/bin/npulint "$@"; }
  expect "$release: version" 0 in_other version
  expect "$release: check" 1 in_other check /tmp/npulint/m.yaml -o concise
  prints "$release: check" 'm.yaml:17:19: error\[CFG008\]'
  expect "$release: report" 1 in_other report /tmp/npulint/m.yaml -o html=/tmp/npulint/r.html
  present "$other/tmp/npulint/r.html"
  rm -rf "$other/tmp/npulint"
  echo "ran in $release ($arch), glibc $libc"
done
echo "$(basename "$tarball"): $(stat -c %s "$tarball") bytes, the tool $(stat -c %s "$tool")"
finish
