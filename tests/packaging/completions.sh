#!/usr/bin/env bash
# Completions and man page: each command and option that the help shows is in them, and the shells complete with them.
# $1: the tool. Shells that are not installed are named and passed over. Last line: `N passed, N failed`.
tool=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir bin && ln -s "$tool" bin/npulint && export PATH=$work/bin:$PATH
# shellcheck source=../lib.sh
. "$root/tests/lib.sh"
# offers NAME WORDS WANTED…: each wanted word is a line of WORDS
offers() {
  local name=$1 words=$2 wanted
  shift 2
  for wanted in "$@"; do
    if grep -qxF -- "$wanted" <<<"$words"; then ok; else bad "$name: no '$wanted' in: $(head -c 300 <<<"$words" | tr '\n' ' ')"; fi
  done
}
lacks() { if grep -qxF -- "$3" <<<"$2"; then bad "$1: offers '$3'"; else ok; fi; }

for shell in bash zsh fish; do npulint completion $shell >npulint.$shell || bad "completion $shell: exit $?"; done
npulint man >npulint.1 || bad "man: exit $?"
npulint completion tcsh >out 2>&1
if [ $? -eq 2 ]; then ok; else bad "an unknown shell is wrong usage"; fi

# ---- everything that the help shows
subcommands() { npulint "$@" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]\+\) .*/\1/p'; }
option_names() { npulint "$@" --help | sed -n 's/^  \(-[-a-zA-Z,]*\).*/\1/p' | tr ',' '\n'; }
commands=()
for c in $(subcommands); do
  inner=$(subcommands "$c")
  if [ -z "$inner" ]; then commands+=("$c"); else for i in $inner; do commands+=("$c $i"); done; fi
done
if [ ${#commands[@]} -ge 12 ]; then ok; else bad "the help lists ${#commands[@]} commands"; fi
# the part of each script about one command
part_bash() { sed -n "/^    '$1')/,/;;/p" npulint.bash; }
part_zsh() { sed -n "/^_npulint_${1// /_}() {/,/^}/p" npulint.zsh; }
part_fish() { if [ "$1" = check ]; then grep -F '"check" ""' npulint.fish; else grep -F "__npulint_in \"$1\"'" npulint.fish; fi; }
part_man() { sed 's/\\-/-/g; s/\\f[BRI]//g' npulint.1 | sed -n "/^\.SS $1\$/,/^\.S[SH] /p"; }
count=0
for c in "${commands[@]}"; do
  # shellcheck disable=SC2086
  options=$(option_names $c)
  [ -n "$options" ] || bad "$c: the help shows no option"
  for o in $options; do
    count=$((count + 1))
    if part_bash "$c" | grep -q -- "[' ]${o}[' ]"; then ok; else bad "bash: $c $o"; fi
    if part_zsh "$c" | grep -q -- "[*)]${o}[=+[-]"; then ok; else bad "zsh: $c $o"; fi
    case $o in --*) flag="-l ${o#--}" ;; *) flag="-s ${o#-}" ;; esac
    if part_fish "$c" | grep -q -- " $flag\( \|$\)"; then ok; else bad "fish: $c $o"; fi
    if part_man "$c" | grep -qE -- "^(.*, )?$o(,| |\[|\$)"; then ok; else bad "man: $c $o"; fi
  done
done
echo "$count options of ${#commands[@]} commands"

# ---- the man page is sound
if command -v groff >/dev/null; then
  if [ -z "$(groff -man -ww -Tutf8 -z npulint.1 2>&1)" ]; then ok; else bad "groff: $(groff -man -ww -Tutf8 -z npulint.1 2>&1 | head -n 3)"; fi
else
  echo "no groff: the man page was not rendered"
fi

# ---- files to complete
mkdir -p conversion && touch 'conversion/a b.yaml' config.yaml

# complete_bash WORD…: what bash offers for the last word, as readline parts them
complete_bash() {
  bash --norc -c '
    . ./npulint.bash
    compopt() { :; }
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _npulint
    printf "%s\n" "${COMPREPLY[@]}"' bash npulint "$@"
}
if bash -n npulint.bash; then ok; else bad "bash -n"; fi
offers "bash: commands and files" "$(complete_bash '')" check report completion conversion config.yaml
lacks "bash: no options before a dash" "$(complete_bash '')" --target
offers "bash: options of check are those of the tool" "$(complete_bash --)" --version --target --fix
offers "bash: an option" "$(complete_bash check --pro)" --profile
offers "bash: values" "$(complete_bash check --color '')" auto always never
offers "bash: values after =" "$(complete_bash check --color = al)" always
offers "bash: values directly after =" "$(complete_bash check --color =)" auto never
lacks "bash: values are no files" "$(complete_bash check --color '')" config.yaml
offers "bash: formats" "$(complete_bash check -o s)" sarif sarif-full
offers "bash: the file of a format" "$(complete_bash check -o json = conf)" config.yaml
offers "bash: second rule of a list" "$(complete_bash check --select CFG008,QNT00)" CFG008,QNT001
offers "bash: targets" "$(complete_bash . --target s1)" s100 s100p
offers "bash: a file with a blank" "$(complete_bash check conversion/)" 'conversion/a b.yaml'
offers "bash: nested commands" "$(complete_bash baseline '')" create update prune
offers "bash: options of a nested command" "$(complete_bash baseline create --re)" --reason
lacks "bash: each command has its own" "$(complete_bash baseline prune --)" --reason
offers "bash: rules to explain" "$(complete_bash explain QNT)" QNT001
offers "bash: an optional value" "$(complete_bash inspect --recipe = '')" cpp python
offers "bash: an optional value takes no word" "$(complete_bash inspect --recipe conf)" config.yaml
offers "bash: no command means check" "$(complete_bash config.yaml --unsafe)" --unsafe-fixes
offers "bash: exporters" "$(complete_bash exporter h)" hbdk hrt

if command -v fish >/dev/null; then
  export HOME=$work
  complete_fish() { fish --no-config -c 'source npulint.fish; complete -C "$argv"' "npulint $*" | cut -f 1; }
  if fish --no-execute npulint.fish; then ok; else bad "fish -n"; fi
  offers "fish: commands and files" "$(complete_fish '')" check report completion conversion/ config.yaml
  offers "fish: options of check are those of the tool" "$(complete_fish --)" --version --target --fix
  offers "fish: values" "$(complete_fish check --color '')" auto always never
  offers "fish: values after =" "$(complete_fish check --color=al)" --color=always
  lacks "fish: values are no files" "$(complete_fish check --color '')" config.yaml
  offers "fish: formats" "$(complete_fish check -o s)" sarif sarif-full
  offers "fish: second rule of a list" "$(complete_fish check --select CFG008,QNT00)" CFG008,QNT001
  offers "fish: targets" "$(complete_fish . --target s1)" s100 s100p
  offers "fish: nested commands" "$(complete_fish baseline '')" create update prune
  lacks "fish: nested commands only" "$(complete_fish baseline '')" config.yaml
  offers "fish: options of a nested command" "$(complete_fish baseline create --re)" --reason
  lacks "fish: each command has its own" "$(complete_fish baseline prune --)" --reason
  offers "fish: rules to explain" "$(complete_fish explain QNT)" QNT001
  lacks "fish: no files to explain" "$(complete_fish explain '')" config.yaml
  offers "fish: an optional value" "$(complete_fish inspect --recipe=)" --recipe=cpp --recipe=python
  offers "fish: no command means check" "$(complete_fish config.yaml --unsafe)" --unsafe-fixes
else
  echo "no fish: its completions were not tried"
fi

if command -v zsh >/dev/null; then
  if zsh -n npulint.zsh; then ok; else bad "zsh -n"; fi
  mkdir -p zfunc && cp npulint.zsh zfunc/_npulint
  complete_zsh() { zsh -f "$root/tests/packaging/complete.zsh" "$work" "npulint $1"; }
  offers "zsh: commands" "$(complete_zsh '')" check report completion
  offers "zsh: an option" "$(complete_zsh 'check --pro')" --profile
  offers "zsh: values" "$(complete_zsh 'check --color ')" auto always never
  offers "zsh: rules of a list" "$(complete_zsh 'check --select QNT')" QNT001
  offers "zsh: nested commands" "$(complete_zsh 'baseline ')" create update prune
  offers "zsh: options of a nested command" "$(complete_zsh 'baseline create --re')" --reason
  offers "zsh: no command means check" "$(complete_zsh 'config.yaml --unsafe')" --unsafe-fixes
else
  echo "no zsh: its completions were not tried"
fi
finish
