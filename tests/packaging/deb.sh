#!/usr/bin/env bash
# The Debian package of a dynamic build folder ($1, built): made, read by lintian, installed, run and removed.
# $2: a Debian root with apt (debootstrap --variant=minbase bookworm DIR): there apt installs it with what it depends on;
# without one dpkg unpacks it under a folder, beside the libraries of this machine. Last line: `N passed, N failed`.
build=$(realpath "$1")
chroot=${2:+$(realpath "$2")}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=lib.sh
. "$root/tests/packaging/lib.sh"

was=$(sed -n 's/^NPULINT_DEBIAN:BOOL=//p' "$build/CMakeCache.txt")
expect "configure" 0 cmake -DNPULINT_DEBIAN=ON "$build"
expect "cpack" 0 sh -c 'cd "$1" && cpack -G DEB -B "$2"' sh "$build" "$work/made"
[ "$was" = ON ] || cmake -DNPULINT_DEBIAN=OFF "$build" >/dev/null
deb=$(ls "$work"/made/npulint_*.deb)
version=$("$build/npulint" version | cut -d ' ' -f 2)
if [ "$(basename "$deb")" = "npulint_${version}_$(dpkg --print-architecture).deb" ]; then ok; else bad "name: $deb"; fi

# every library that the binary asks for is in a package that it depends on
depends=" $(dpkg-deb -f "$deb" Depends | sed 's/ ([^)]*)//g; s/,//g') "
dpkg-deb -x "$deb" "$work/x"
readelf -d "$work/x/usr/bin/npulint" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >"$work/needed"
[ -s "$work/needed" ] || bad "the binary is not dynamic"
while read -r lib; do
  at=$(ldconfig -p | sed -n "s/^\s*$lib .*x86-64.* => //p" | head -n 1)
  package=$(dpkg -S "$(realpath "$at")" "$at" "$(realpath "$at" | sed 's|^/usr||')" 2>/dev/null | head -n 1 | cut -d : -f 1)
  case $depends in *" $package "*) ok ;; *) bad "$lib: $package is not in Depends:$depends" ;; esac
done <"$work/needed"
for f in bin/npulint share/bash-completion/completions/npulint share/fish/vendor_completions.d/npulint.fish \
  share/zsh/vendor-completions/_npulint share/man/man1/npulint.1.gz share/doc/npulint/copyright share/doc/npulint/changelog.gz; do
  present "$work/x/usr/$f"
done

if command -v lintian >/dev/null; then
  user=; [ "$(id -u)" -ne 0 ] || user=--allow-root
  # shellcheck disable=SC2086
  expect "lintian" 0 lintian --fail-on error,warning $user "$deb"
  grep -E '^[EW]:' "$work/out"
else
  echo "no lintian: the package was not read by it"
fi

if [ -n "$chroot" ]; then
  cp "$deb" "$chroot/tmp/npulint.deb"
  in_root() { LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$chroot" "$@"; }
  expect "apt update" 0 in_root apt-get update -qq
  expect "apt install" 0 in_root apt-get install -y -qq --no-install-recommends /tmp/npulint.deb
  says_version() { in_root npulint version; }
  expect "installed: version" 0 says_version
  prints "installed: version" "^npulint $version\$"
  bad_config >"$chroot/tmp/m.yaml"
  expect "installed: check" 1 in_root sh -c 'cd /tmp && npulint check m.yaml -o concise'
  prints "installed: check" 'm.yaml:17:19: error\[CFG008\]'
  expect "dpkg --verify" 0 in_root dpkg --verify npulint
  expect "apt remove" 0 in_root apt-get remove -y -qq npulint
  absent "$chroot/usr/bin/npulint"
  absent "$chroot/usr/share/doc/npulint"
  rm -f "$chroot/tmp/npulint.deb" "$chroot/tmp/m.yaml"
else
  mkdir -p "$work/root/var/lib/dpkg/updates" "$work/root/var/lib/dpkg/info"
  touch "$work/root/var/lib/dpkg/status"
  in_root() { dpkg --root="$work/root" --force-not-root --force-depends --log="$work/log" "$@"; }
  expect "dpkg --install" 0 in_root --install "$deb"
  works "installed" "$work/root/usr/bin/npulint"
  expect "dpkg --verify" 0 in_root --verify npulint
  is_empty "dpkg --verify" "$work/out"
  is_empty "dpkg --verify" "$work/err"
  expect "dpkg --remove" 0 in_root --remove npulint
  absent "$work/root/usr/bin/npulint"
  absent "$work/root/usr/share/doc/npulint"
fi
echo "$(basename "$deb"): $(stat -c %s "$deb") bytes,$depends"
finish
