#!/usr/bin/env bash
# The quick start as it is written, with the tool $1 on PATH. Needs git and pre-commit. Last line: `N passed, N failed`.
tool=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=lib.sh
. "$root/tests/packaging/lib.sh"
# shellcheck source=uses.sh
. "$root/tests/packaging/uses.sh"
name="quick start" home=$work/home
mkdir -p "$work/bin" && ln -s "$tool" "$work/bin/npulint"
in_root() { env -u GIT_DIR -u XDG_CACHE_HOME HOME="$home" PATH="$work/bin:$PATH" LC_ALL=C.UTF-8 PRE_COMMIT_HOME="$work/pre-commit" "$@"; }
step() { expect "$1" "$2" in_root "${@:3}"; }
make_user
uses "$root/docs" "$root/examples/quick-start"
finish
