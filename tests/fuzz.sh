#!/usr/bin/env bash
# Builds the fuzz targets with clang 14, ASan and UBSan, and runs each from its seeds and from what earlier runs found.
#   bash tests/fuzz.sh [-s SECONDS] [-j JOBS] [-k DIR] [-m] [-d] [TARGET…]
#     -s  seconds for each target (60)          -j  targets at a time (1)
#     -k  copy crash inputs there               -m  afterwards make tests/fuzz/corpus the smallest set that covers as much
#     -n  does not build
#     -d  write the table of all runs so far into docs/fuzzing.md; with -s 0 nothing is built and nothing runs
# Ends with the table; fails when an input crashed, leaked, took a minute, over a second of CPU time or 2 GB, and names it.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=60 jobs=1 keep="" merge="" docs="" build=1
while getopts s:j:k:mdn o; do
  case $o in
    s) seconds=$OPTARG ;; j) jobs=$OPTARG ;; k) keep=$OPTARG ;; m) merge=1 ;; d) docs=1 ;; n) build="" ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
work=build/fuzz/runs
mkdir -p $work
targets=("${@%_fuzz}")
[ $# -gt 0 ] || for f in tests/fuzz/*_fuzz.cc; do f=${f##*/} && targets+=("${f%_fuzz.cc}"); done

# $1: target. Its inputs stay in $work/$1, its figures go to $work/figures.tsv: target, executions, CPU seconds, faults.
run() {
  local what=$1 log=$work/$1.log status=0 count slow=0 f
  mkdir -p $work/"$what" $work/faults
  rm -f $work/faults/"$what"-*
  local options=(-max_total_time="$seconds" -timeout=60 -report_slow_units=1 -rss_limit_mb=2048 -print_final_stats=1
    -artifact_prefix=$work/faults/"$what"-)
  [ ! -f tests/fuzz/dict/"$what".dict ] || options+=(-dict=tests/fuzz/dict/"$what".dict)
  cpu_of build/fuzz/"${what}"_fuzz "${options[@]}" $work/"$what" tests/fuzz/corpus/"$what" >"$log" 2>&1 || status=$?
  count=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  local seconds_of_cpu
  seconds_of_cpu=$(tail -n 1 "$log")
  for f in $work/faults/"$what"-slow-unit-*; do  # slow by the clock of a busy machine: again, by CPU time
    [ -f "$f" ] || continue
    if cpu_of build/fuzz/"${what}"_fuzz "$f" 2>&1 | tail -n 1 | awk '{ exit $1 > 1 }'; then rm "$f"; else slow=1; fi
  done
  printf '%s\t%s\t%s\t%s\n' "$what" "${count:-0}" "$seconds_of_cpu" $((status != 0 || slow)) >>$work/figures.tsv
  [ $status -ne 0 ] || [ $slow -ne 0 ] || return 0
  echo "$what: exit $status; $log ends:"
  tail -n 5 "$log"
  find $work/faults -name "$what-*" | sed 's/^/input: /'
  if [ -n "$keep" ]; then mkdir -p "$keep" && find $work/faults -name "$what-*" -exec cp -t "$keep" {} +; fi
  return 1
}
# Runs a command; the last line of its stderr are the seconds of CPU time.
cpu_of() {
  local TIMEFORMAT='%U %S' status=0
  { time "$@" || status=$?; } 2> >(awk 'NR > 1 { print last } { last = $0 } END { split(last, t, " "); print t[1] + t[2] }' >&2)
  wait $!
  return $status
}

failed=0
if [ "$seconds" -gt 0 ]; then
  if [ -n "$build" ]; then
    bash tests/install.sh $(cat tests/packages) clang-14 libclang-rt-14-dev
    cmake --preset fuzz >/dev/null
    cmake --build --preset fuzz --target "${targets[@]/%/_fuzz}"
  fi
  for what in "${targets[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || failed=1; done
    run "$what" &
  done
  while [ -n "$(jobs -p)" ]; do wait -n || failed=1; done
fi
if [ -n "$merge" ]; then
  for what in "${targets[@]}"; do python3 tests/fuzz_merge.py build/fuzz/"${what}"_fuzz tests/fuzz/corpus/"$what" $work/"$what"; done
fi
table() {
  echo "| target | executions | CPU minutes | inputs kept | bytes | faults |"
  echo "|---|--:|--:|--:|--:|--:|"
  for f in tests/fuzz/*_fuzz.cc; do
    what=${f##*/} what=${what%_fuzz.cc}
    awk -F'\t' -v what="$what" -v files="$(find tests/fuzz/corpus/"$what" -type f | wc -l)" \
      -v bytes="$(cat tests/fuzz/corpus/"$what"/* | wc -c)" '
      $1 == what { n += $2; s += $3; bad += $4 }
      END { printf "| %s | %d | %.2f | %d | %d | %d |\n", what, n, s / 60, files, bytes, bad }' $work/figures.tsv
  done | tee /dev/stderr | awk -F'|' '{ for (i = 3; i <= 7; ++i) sum[i] += $i }
    END { printf "| **all** | %d | %.2f | %d | %d | %d |\n", sum[3], sum[4], sum[5], sum[6], sum[7] }'
} 2>&1
touch $work/figures.tsv
table | tee $work/table.md
if [ -n "$docs" ]; then
  sed -i -e '/^<!-- table -->$/,/^<!-- end -->$/{//!d}' -e "/^<!-- table -->\$/r $work/table.md" docs/fuzzing.md
fi
exit $failed
