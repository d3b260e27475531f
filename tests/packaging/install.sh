#!/usr/bin/env bash
# `cmake --install` of a build folder ($1, built): what lies where, and that it works. Last line: `N passed, N failed`.
build=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=lib.sh
. "$root/tests/packaging/lib.sh"
expect "install" 0 env DESTDIR="$work/dest" cmake --install "$build" --prefix /opt/npulint
at=$work/dest/opt/npulint
for f in bin/npulint share/bash-completion/completions/npulint share/fish/vendor_completions.d/npulint.fish \
  share/zsh/site-functions/_npulint share/man/man1/npulint.1.gz share/doc/npulint/README.md share/doc/npulint/LICENSE \
  share/doc/npulint/docs/README.md share/doc/npulint/docs/rules/QNT001.md \
  share/doc/npulint/examples/quick-start/build/yolo11n_bayese_640x640_nv12.bin share/doc/npulint/examples/editors/vscode-tasks.json; do
  present "$at/$f"
done
# what the README links to is there
while read -r link; do present "$at/share/doc/npulint/$link"; done \
  < <(grep -oE '\]\([^):#]+' "$root/README.md" | sed 's/^](//' | sort -u)
# the example bundles are those of the sources
(cd "$root" && git ls-files examples/bundles 2>/dev/null | grep -v '/\.gitignore$' | sort) >"$work/tracked"
if [ -s "$work/tracked" ]; then
  (cd "$at/share/doc/npulint" && find examples/bundles -type f | sort) >"$work/shipped"
  same "the example bundles" "$work/tracked" "$work/shipped"
fi
# every page and schema of the repository, and nothing else
if diff -r "$root/docs" "$at/share/doc/npulint/docs" >"$work/out" 2>&1; then ok; else bad "the documentation differs"; head -n 5 "$work/out"; fi
works "installed" "$at/bin/npulint"
for shell in bash:bash-completion/completions/npulint zsh:zsh/site-functions/_npulint fish:fish/vendor_completions.d/npulint.fish; do
  "$at/bin/npulint" completion "${shell%%:*}" >"$work/out"
  if cmp -s "$work/out" "$at/share/${shell#*:}"; then ok; else bad "the completion for ${shell%%:*} is not of this tool"; fi
done
"$at/bin/npulint" man >"$work/out"
if zcat "$at/share/man/man1/npulint.1.gz" | cmp -s - "$work/out"; then ok; else bad "the man page is not of this tool"; fi
# the manifest names all that was installed: removing it leaves no file
sed "s|^|$work/dest|" "$build/install_manifest.txt" | xargs -d '\n' rm -f
left=$(find "$work/dest" -type f | wc -l)
if [ "$left" -eq 0 ]; then ok; else bad "$left files are not in the manifest"; fi
finish
