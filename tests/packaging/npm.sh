#!/usr/bin/env bash
# The npm packages of a tool ($1), from a registry that serves a local folder: the package of this machine is chosen, the
# shim runs it, and pre-commit installs it with `language: node`. Needs node and npm, and pre-commit for the hook.
# $2: the tool for the other machine (x64, arm64), where there is one; RUN: a program that runs it. Last line: `N passed, N failed`.
tool=$(realpath "$1")
foreign=${2:+$(realpath "$2")}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
registry=
trap '[ -z "$registry" ] || kill "$registry" 2>/dev/null; rm -rf "$work"' EXIT
# shellcheck source=lib.sh
. "$root/tests/packaging/lib.sh"
if ! command -v npm >/dev/null; then
  echo "no npm: its packages were not tried"
  ok
  finish
fi
export HOME=$work/home npm_config_cache=$work/npm npm_config_update_notifier=false npm_config_audit=false npm_config_fund=false
mkdir -p "$HOME" "$work/other"
case $(uname -m) in x86_64) cpu=x64 other=arm64 ;; aarch64) cpu=arm64 other=x64 ;; esac

# the other machine's package is there too: npm must pass over it
printf '#!/bin/sh\nexit 99\n' >"$work/wrong" && chmod +x "$work/wrong"
strip=(STRIP=true)
[ -z "$foreign" ] || strip=()
expect "packed" 0 env "${strip[@]}" bash "$root/packaging/npm.sh" "$work/packages" "$cpu=$tool" "$other=${foreign:-$work/wrong}"
version=$("$tool" version | cut -d ' ' -f 2)
main=$work/packages/npulint-$version.tgz
own=$work/packages/npulint-linux-$cpu-$version.tgz
present "$main"
present "$own"
tar -tzf "$main" | sort >"$work/out"
if [ "$(tr '\n' ' ' <"$work/out")" = "package/LICENSE package/README.md package/package.json package/packaging/npm/npulint.js " ]; then ok; else bad "the main package holds: $(tr '\n' ' ' <"$work/out")"; fi
versions=$(grep -oE '"[0-9]+\.[0-9]+\.[0-9]+"' "$root/package.json" | sort -u)
if [ "$versions" = "\"$version\"" ]; then ok; else bad "package.json says $versions, the tool $version"; fi

node "$root/tests/packaging/registry.js" "$work/packages" >"$work/requests" &
registry=$!
for _ in $(seq 100); do [ -s "$work/requests" ] && break; sleep 0.1; done
npm_config_registry=http://127.0.0.1:$(head -n 1 "$work/requests")
export npm_config_registry

mkdir -p "$work/project" && cd "$work/project" || exit 1
printf '{"private": true}\n' >package.json
expect "npm install from the registry" 0 npm install --silent npulint
present "node_modules/@npulint/linux-$cpu/npulint"
absent "node_modules/@npulint/linux-$other"
works "npm install" "$PWD/node_modules/.bin/npulint"
expect "npx" 0 npx --no-install npulint version
printf 'not: a config\n' >x.yaml
expect "exit 3 passes through" 3 node_modules/.bin/npulint check x.yaml
printf 'input_parameters: [\n' | node_modules/.bin/npulint check - --stdin-filename a.yaml >"$work/out" 2>&1
if [ $? -ge 1 ] && grep -q 'a.yaml' "$work/out"; then ok; else bad "standard input"; fi

if [ -n "$foreign" ]; then
  mkdir -p "$work/foreign" && cd "$work/foreign" || exit 1
  printf '{"private": true}\n' >package.json
  expect "npm install for $other" 0 npm install --silent --cpu="$other" npulint
  absent "node_modules/@npulint/linux-$cpu"
  works "npm install for $other" ${RUN:+"$RUN"} "$PWD/node_modules/@npulint/linux-$other/npulint"
fi

mkdir -p "$work/files" && cd "$work/files" || exit 1
printf '{"private": true}\n' >package.json
expect "npm install of the files" 0 npm install --silent --offline "$own" "$main"
works "npm install of the files" "$PWD/node_modules/.bin/npulint"
rm -r node_modules/@npulint
expect "without the machine's package" 2 node_modules/.bin/npulint version
prints "without the machine's package" "@npulint/linux-$cpu is not installed"

if command -v pre-commit >/dev/null; then
  export PRE_COMMIT_HOME=$work/pre-commit PRE_COMMIT_COLOR=never GIT_CONFIG_GLOBAL=$work/gitconfig
  export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.com GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.com
  git config --global init.defaultBranch main
  # the repository of the hook: what pre-commit and npm read of this one
  mkdir -p "$work/hooks/packaging" && cd "$work/hooks" || exit 1
  cp "$root/.pre-commit-hooks.yaml" "$root/package.json" "$root/README.md" "$root/LICENSE" .
  cp -r "$root/packaging/npm" packaging/
  git init -q . && git add -A && git commit -qm hooks
  mkdir -p "$work/repo" && cd "$work/repo" || exit 1
  git init -q .
  printf 'repos:\n- repo: %s\n  rev: %s\n  hooks:\n  - id: npulint-node\n' "$work/hooks" "$(git -C "$work/hooks" rev-parse HEAD)" >.pre-commit-config.yaml
  bad_config >m.yaml
  git add -A
  # no tool on PATH: the hook brings its own
  if (PATH=$(tr ':' '\n' <<<"$PATH" | while read -r d; do [ -x "$d/npulint" ] || echo "$d"; done | paste -sd :) && command -v npulint); then bad "npulint is on PATH"; else ok; fi
  expect "pre-commit, language: node" 1 pre-commit run --all-files
  prints "pre-commit, language: node" 'm.yaml:17:19'
  sed -i 's/O7/O2/' m.yaml && git add -A
  expect "pre-commit, mended" 0 pre-commit run --all-files
  # without a repository of hooks
  printf 'repos:\n- repo: local\n  hooks:\n  - id: npulint\n    name: npulint\n    language: node\n    additional_dependencies: [npulint@%s]\n    entry: npulint check --force-exclude --skip-unrecognized -q\n    types_or: [yaml, toml, shell]\n' "$version" >.pre-commit-config.yaml
  bad_config >m.yaml
  git add -A
  expect "pre-commit, repo: local" 1 pre-commit run --all-files
  prints "pre-commit, repo: local" 'm.yaml:17:19'
else
  echo "no pre-commit: the hook was not tried"
fi
(cd "$work/packages" && stat -c '%n: %s bytes' ./*.tgz | sed 's|^./||' | paste -sd ',')
finish
