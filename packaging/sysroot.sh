#!/usr/bin/env bash
# What a build for another machine links with: packaging/sysroot.sh DIR [ARCH] lays Debian's packages for ARCH (arm64) out
# under DIR: those of tests/packages that are libraries, the C and C++ runtimes, and what they depend on. They come from the
# sources that this machine's apt has; apt's state and dpkg's architectures stay as they are. A DIR that is complete is kept.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
dir=$(realpath "$1")
arch=${2:-arm64}
mapfile -t packages < <(grep -- '-dev$' "$root/tests/packages")
packages+=(libc6-dev libgcc-12-dev libstdc++-12-dev)
stamp=$dir/.packages
wanted="$arch ${packages[*]}"
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then exit 0; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial"
touch "$work/status"
private() {
  apt-get -qq -o Dir::State="$work/state" -o Dir::State::status="$work/status" -o Dir::Cache="$work/cache" \
    -o APT::Architecture="$arch" -o APT::Architectures="$arch" -o APT::Sandbox::User=root \
    -o DPkg::Pre-Install-Pkgs= -o DPkg::Post-Invoke= -o APT::Update::Post-Invoke= "$@"
}
private update
private install -y --download-only --no-install-recommends "${packages[@]}" >/dev/null
rm -rf "${dir:?}"/*
for deb in "$work"/cache/archives/*.deb; do dpkg-deb -x "$deb" "$dir"; done
echo "$wanted" >"$stamp"
