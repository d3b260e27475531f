#!/usr/bin/env bash
# npm packages: packaging/npm.sh OUT-DIR CPU=TOOL…, with CPU x64 or arm64 and TOOL a static build of the tool,
# writes OUT-DIR/npulint-VERSION.tgz and OUT-DIR/npulint-linux-CPU-VERSION.tgz. Nothing is fetched.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
out=$(realpath "$1")
shift
version=$(sed -n 's/^project(npulint VERSION \([0-9.]*\) .*/\1/p' "$root/CMakeLists.txt")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for pair in "$@"; do
  cpu=${pair%%=*}
  case $cpu in x64 | arm64) ;; *) echo "$cpu: x64 or arm64" >&2 && exit 2 ;; esac
  mkdir -p "$work/$cpu"
  install -m 755 "${pair#*=}" "$work/$cpu/npulint"
  case $cpu/$(uname -m) in x64/x86_64 | arm64/aarch64) strip="strip" ;; *) strip="llvm-strip-14" ;; esac
  "${STRIP:-$strip}" "$work/$cpu/npulint"
  cp "$root/LICENSE" "$work/$cpu/"
  cat >"$work/$cpu/package.json" <<J
{
  "name": "@npulint/linux-$cpu",
  "version": "$version",
  "description": "npulint for Linux on $cpu; install the package npulint",
  "license": "Apache-2.0",
  "os": ["linux"],
  "cpu": ["$cpu"],
  "files": ["npulint"]
}
J
  (cd "$out" && npm pack --silent "$work/$cpu")
done
(cd "$out" && npm pack --silent "$root")
