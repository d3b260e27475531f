# shellcheck shell=bash disable=SC2154,SC2016
# The three uses of docs/quick-start.md, its blocks typed as they stand. Sourced after lib.sh by what has: $home, a user's
# folder as seen from here; in_root COMMAND…, which runs as that user; step NAME EXIT-CODE COMMAND…, in_root with a check;
# $name, for messages.

# What a user has: a name for git, an editor. This one confirms what the contract offers, but does not decode.
make_user() {
  mkdir -p "$home"
  printf '[user]\n\tname = t\n\temail = t@example.com\n[init]\n\tdefaultBranch = main\n' >"$home/.gitconfig"
  printf '#!/bin/sh\nexec sed -i "s/^#: //; s/^decode = \\"per_axis\\"/decode = \\"none\\"/" "$1"\n' >"$home/editor"
  chmod +x "$home/editor"
  # Files are written where their first line says, commands run one after the other, in $2.
  cat >"$home/type" <<'T'
cd "$2" || exit 9
export EDITOR=$HOME/editor
: >"$HOME/codes"
for block in "$1"/*; do
  case $block in
    *.sh) while read -r line; do eval "$line" </dev/null; echo "$? $line" >>"$HOME/codes"; done <"$block" ;;
    *) cp "$block" "$(sed -n '1s/^# //p' "$block")" || exit 9 ;;
  esac
done
T
}
# blocks DOCUMENT SECTION DIR: the fenced blocks below the heading `## SECTION …`, as DIR/00.yaml, DIR/01.sh …
blocks() {
  mkdir -p "$3"
  awk -v section="$2" -v dir="$3" '
    /^```/ && open { open = 0; close(file); next }
    open { print > file; next }
    /^## / { at = $2 }
    /^```/ && at == section { open = 1; file = sprintf("%s/%02d.%s", dir, n++, substr($0, 4)) }' "$1"
}
# codes EXIT-CODE…: those of the commands that were typed last
codes() {
  local got
  got=$(cut -d ' ' -f 1 "$home/codes" | paste -sd ' ')
  if [ "$got" = "$*" ]; then ok; else bad "$name: exit codes $got, not $*"; cat "$home/codes" "$work/out" "$work/err"; fi
}
# uses DOCS EXAMPLE: with the folder of the documentation, and the example as the user sees it. A function `before_hook` or
# `after_hook` of the caller is called there.
uses() {
  local section
  mkdir -p "$home/block/0"
  printf 'cp -r %s yolo11n\n' "$2" >"$home/block/0/00.sh"
  step "0 · the example" 0 sh -c 'exec bash "$HOME/type" "$HOME/block/0" "$HOME"'
  codes 0
  for section in 1 2 3; do blocks "$1/quick-start.md" $section "$home/block/$section"; done

  if declare -F before_hook >/dev/null; then before_hook; fi
  step "1 · hook" 0 sh -c 'exec bash "$HOME/type" "$HOME/block/1" "$HOME/yolo11n"'
  codes 0 0 0 1 0 0 0
  prints "$name, hook" 'conversion/yolo11n_bayese.yaml:[0-9]+:[0-9]+'
  prints "$name, hook" 'error\[CFG008\]'
  if declare -F after_hook >/dev/null; then after_hook; fi

  step "2 · report" 0 sh -c 'exec bash "$HOME/type" "$HOME/block/2" "$HOME/yolo11n"'
  codes 0 0 0 0 1
  prints "$name, inspect" 'out 0  box +int32'
  prints "$name, report" '^FAIL: .* 1 error'
  if grep -q QNT001 "$home/yolo11n/report.html" && grep -q yolo11n_bayese_640x640_nv12.bin "$home/yolo11n/report.html"; then ok; else bad "$name: the page does not name the fault"; fi

  step "3 · release" 0 sh -c 'exec bash "$HOME/type" "$HOME/block/3" "$HOME/yolo11n"'
  codes 1
  for rule in 'error\[ZOO001\]' 'warning\[ZOO005\]' 'error\[ZOO009\]'; do prints "$name, release" "$rule"; done
  present "$home/yolo11n/npulint.sarif"
  present "$home/yolo11n/result.json"
}
