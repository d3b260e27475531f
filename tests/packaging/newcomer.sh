#!/usr/bin/env bash
# A new user's way: from a copy of a bare Debian 12 root (debootstrap --variant=minbase bookworm ROOT) and one package to the
# three uses of docs/quick-start.md (uses.sh). newcomer.sh ROOT PACKAGE…, each a .deb, a .tar.gz, or a folder with the packages
# for npm (node and npm come from this machine). Prints the seconds of each step. Last line: `N passed, N failed`.
bare=$(realpath "$1")
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
registry=
trap '[ -z "$registry" ] || kill "$registry" 2>/dev/null; rm -rf "$work"' EXIT
# shellcheck source=lib.sh
. "$root/tests/packaging/lib.sh"
# shellcheck source=uses.sh
. "$root/tests/packaging/uses.sh"
home=$work/root/root
declare -A took
names=()
steps=("apt-get update" "install npulint" "npulint version" "apt-get install git pre-commit" "1 · hook" "2 · report" "3 · release")

in_root() {
  # shellcheck disable=SC2016
  HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$work/root" "$@"
}
step() {
  local start=$EPOCHREALTIME
  expect "$name, $1" "$2" in_root "${@:3}"
  took["$name/$1"]=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
}

for package in "$@"; do
  rm -rf "$work/root"
  cp -a "$bare" "$work/root"
  make_user
  doc=/usr/share/doc/npulint docs=
  unset -f before_hook after_hook
  case $package in
    *.deb)
      name=.deb
      cp "$package" "$home/"
      step "apt-get update" 0 apt-get update -qq
      step "install npulint" 0 apt-get install -y -qq "/root/$(basename "$package")"
      ;;
    *.tar.gz)
      name=tarball
      cp "$package" "$home/"
      # shellcheck disable=SC2016
      step "install npulint" 0 sh -c 'tar -C /opt -xzf /root/npulint-*.tar.gz && ln -s /opt/npulint-*/bin/npulint /usr/local/bin/'
      doc=/$(cd "$work/root" && echo opt/npulint-*/share/doc/npulint)
      ;;
    *)
      name=npm
      mkdir -p "$work/root/usr/local/lib/node_modules" "$work/root$doc/examples"
      cp "$(readlink -f "$(command -v node)")" "$work/root/usr/local/bin/node"
      npm=$(readlink -f "$(command -v npm)")
      cp -a "${npm%/bin/npm-cli.js}" "$work/root/usr/local/lib/node_modules/npm"
      ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/local/bin/npm"
      node "$root/tests/packaging/registry.js" "$package" >"$work/requests" &
      registry=$!
      for _ in $(seq 100); do [ -s "$work/requests" ] && break; sleep 0.1; done
      printf 'registry=http://127.0.0.1:%s\nupdate-notifier=false\naudit=false\nfund=false\n' "$(head -n 1 "$work/requests")" >"$home/.npmrc"
      step "install npulint" 0 npm install --silent -g npulint
      # no documentation comes with it: that of the sources
      docs=$root/docs
      cp -r "$root/examples/quick-start" "$work/root$doc/examples/"
      # the hook that hooks-and-editors.md has for those without npulint on PATH, tried without npulint on PATH
      before_hook() {
        in_root npm uninstall --silent -g npulint
        absent "$work/root/usr/local/bin/npulint"
        { printf '# .pre-commit-config.yaml\nrepos:\n'; sed -n '/^- repo: local/,/^```/p' "$docs/hooks-and-editors.md" | grep -v '^```'; } >"$home/block/1/00.yaml"
      }
      after_hook() { in_root npm install --silent -g npulint; }
      ;;
  esac
  names+=("$name")
  step "npulint version" 0 npulint version
  prints "$name, npulint version" '^npulint [0-9.]+$'
  if [ -z "$docs" ]; then
    docs=$work/root$doc/docs
    if cmp -s "$docs/quick-start.md" "$root/docs/quick-start.md"; then ok; else bad "$name: another quick start, or none"; fi
  fi
  [ $name = .deb ] || step "apt-get update" 0 apt-get update -qq
  step "apt-get install git pre-commit" 0 apt-get install -y -qq --no-install-recommends git pre-commit
  uses "$docs" "$doc/examples/quick-start"
done

echo "| seconds |$(printf ' %s |' "${names[@]}")"
echo "|---|$(printf -- '--:|%.0s' "${names[@]}")"
for s in "${steps[@]}"; do
  row="| $s |"
  for name in "${names[@]}"; do row+=" ${took["$name/$s"]:-} |"; done
  echo "$row"
done
finish
