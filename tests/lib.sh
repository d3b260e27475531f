# shellcheck shell=bash disable=SC2154
# What the tests in shell share. Sourced, after $work is set to a folder of the test's own; a test ends with `finish`.
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAIL $1"; }
# holds NAME COMMAND…: the command succeeds
holds() { if "${@:2}"; then ok; else bad "$1"; fi; }
# expect NAME EXIT-CODES COMMAND…: one of these codes; what it prints stays in $work/out and $work/err
expect() {
  local name=$1 codes=$2 got
  shift 2
  "$@" >"$work/out" 2>"$work/err"
  got=$?
  if [[ " $codes " == *" $got "* ]]; then ok; else bad "$name: exit $got, not $codes"; head -n 10 "$work/out" "$work/err"; fi
}
# says NAME FILE PATTERN
says() { if grep -qE -- "$3" "$2"; then ok; else bad "$1: $2 does not say '$3'"; head -n 20 "$2"; fi; }
# prints NAME PATTERN: the command that `expect` ran last, to either stream
prints() { if grep -qE -- "$2" "$work/out" "$work/err"; then ok; else bad "$1: no '$2'"; head -n 20 "$work/out" "$work/err"; fi; }
is_empty() { if [ ! -s "$2" ]; then ok; else bad "$1: $2 is not empty"; head -n 5 "$2"; fi; }
same() { if cmp -s "$2" "$3"; then ok; else bad "$1: $2 and $3 differ"; diff "$2" "$3" | head -n 5; fi; }
# part NAME COMMAND…: a test whose last line is its count; what it says otherwise is shown when it fails
part() {
  local name=$1 out code start=$SECONDS
  shift
  out=$("$@" 2>&1)
  code=$?
  if [[ $(tail -n 1 <<<"$out") =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
    [ "$code" -eq 0 ] || [ "${BASH_REMATCH[2]}" -gt 0 ] || failed=$((failed + 1))
    [ "$code" -eq 0 ] && [ -z "${verbose:-}" ] || sed '$d' <<<"$out"
    echo "$name: ${BASH_REMATCH[0]}, $((SECONDS - start)) s"
  else
    echo "$out"
    bad "$name: did not finish (exit $code)"
  fi
}
finish() {
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
  exit
}
