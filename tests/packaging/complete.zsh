# What zsh offers where the line $2 ends, one word a line. $1: a folder with zfunc/_npulint.
# zsh completes only in a terminal, so it runs in one.
zmodload zsh/zpty
cat > $1/init.zsh <<'Z'
PROMPT= RPS1= PS2=
fpath=($WORK/zfunc $fpath)
autoload -Uz compinit
compinit -u -d $WORK/dump
# every word that would be added also goes to a file
compadd() {
  # these only ask what would match
  [[ ${@[(I)-[ODA]]} -gt 0 ]] && { builtin compadd "$@"; return }
  local -a added
  builtin compadd -O added "$@"
  print -rl -- $added >> $WORK/offered
  builtin compadd "$@"
}
done_completing() { zle complete-word; : > $WORK/done }
zle -N done_completing
bindkey '^I' done_completing
# keys count when the line editor reads them
zle-line-init() { : > $WORK/ready }
zle -N zle-line-init
Z
rm -f $1/offered $1/done $1/ready
export WORK=$1
zpty line zsh -f -i
wait_for() {
  local -i end=$((SECONDS + 60))
  while ((SECONDS < end)); do
    [[ -e $1 ]] && return
    zpty -r -t line out && continue
    sleep 0.05
  done
}
zpty -w line "cd $1; source $1/init.zsh"
wait_for $1/ready
zpty -w -n line "$2"$'\t'
wait_for $1/done
zpty -d line
[[ ! -e $1/offered ]] || sort -u $1/offered
