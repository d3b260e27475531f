#!/usr/bin/env bash
# What the system may do to a run: things in the place of files, names, folders, outputs. Never a
# hang, a crash or a partial output; a clear word instead. $1: the tool. Last line: `N passed, N failed`.
tool=$(realpath "$1")
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'chmod -R u+rwX "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 1
# shellcheck source=lib.sh
. "$root/tests/lib.sh"

# ends NAME EXIT-CODES COMMAND…: in time, with one of these exit codes
ends() { expect "$1" "$2" timeout 30 "${@:3}"; }
json() { python3 -c 'import json,sys; json.load(open(sys.argv[1]))' "$1"; }

release() {  # NAME… → a manifest that lists them
  printf 'release:\n  platform: s\nmodels:\n  - id: cls\n    availability: download\n    assets:\n'
  printf '      - filename: %s\n        format: hbm\n        sha256: null\n' "$@"
}

# things in the place of files
mkdir -p things/{a.onnx,a.yaml,a.bin,a.hbm,contract.toml,npulint.toml,models.yaml,SHA256SUMS}
mkfifo things/{b.onnx,b.yaml,b.bin,b.hbm,b.bmodel,b.contract.toml,b.sh,b.log,b_cali_table,b.sha256}
ln -s /dev/zero things/c.onnx
ln -s /dev/zero things/c.hbm
ln -s /dev/zero things/c.sha256
ln -s nowhere things/d.yaml
ln -s e2.yaml things/e1.yaml
ln -s e1.yaml things/e2.yaml
ends "folders, pipes and devices in the place of files" 3 "$tool" check things
ends "the same, for review" 3 "$tool" check things --profile review
for f in a.onnx b.yaml c.onnx b.hbm; do ends "named: $f" "1 3" "$tool" check "things/$f"; done
ends "dangling link" "1 2 3" "$tool" check things/d.yaml
ends "links to each other" "1 2 3" "$tool" check things/e1.yaml
ends "a device" "1 3" "$tool" check /dev/zero
ends "a device, inspected" "1 2 3" "$tool" inspect /dev/zero
ends "nothing" "1 3" "$tool" check /dev/null

# what a release lists
mkdir -p zoo/s100/dir.hbm
release s100/dir.hbm s100/pipe.hbm s100/zero.hbm s100/absent.hbm s100/loop.hbm > zoo/models.yaml
mkfifo zoo/s100/pipe.hbm
ln -s /dev/zero zoo/s100/zero.hbm
ln -s loop.hbm zoo/s100/loop.hbm
ends "a release of things" "0 1 3" "$tool" check zoo --profile release
printf '%064d  ../../../../etc/passwd.hbm\n' 0 > zoo/SHA256SUMS
ends "a list that leads out" 1 "$tool" check zoo --profile release --select ZOO016
says "a list that leads out" out 'leads out of the release'

# loops and depth
mkdir -p loop/a/b && ln -s ../.. loop/a/b/up && ln -s "$work/loop" loop/a/self
ends "folders that link to those around them" 3 "$tool" check loop
deep=deep
for i in $(seq 100); do deep=$deep/d; done
mkdir -p "$deep" && cp "$root/examples/bundles/resnet18-hbm-argmax"/*/contract.toml "$deep/" 2>/dev/null
ends "100 folders deep" "0 1 3" "$tool" check deep

# names
mkdir names
for name in $'new\nline' $'tab\t' "quo'te" 'double"' 'back\slash' $'esc\033[31m' $'bad\xff' '-o' '$(touch hit)' 'a b' '%s%n' '量化'; do
  printf 'model_parameters: [\n' > "names/$name.yaml"
done
ends "names" 1 "$tool" check names
holds "no control character of a name reaches the terminal" bash -c '! grep -q "$(printf "\033")" out'
for format in json sarif gitlab; do
  ends "names, $format" 1 "$tool" check names -o "$format"
  holds "names, $format is JSON" json out
done
for format in concise github junit markdown html; do
  ends "names, $format" 1 "$tool" check names -o "$format=page"
  holds "names, $format has no control characters" bash -c '! grep -q "$(printf "\033")" page'
done
holds "nothing was run" test ! -e hit
holds "each name is its own finding" test "$("$tool" check names -o json | python3 -c 'import json,sys; print(len(json.load(sys.stdin)["findings"]))')" -eq 12

# many files
mkdir many
python3 - <<'P'
for i in range(10000):
    open(f"many/{i}.yaml", "w").write("a: 1\n")
P
ends "10 000 files of no kind" 3 "$tool" check many
for i in $(seq 300); do printf 'model_parameters:\n  onnx_model: ./m.onnx\n' > "many/$i.yaml"; done
ends "10 000 files, 300 configs" "0 1" "$tool" check many -o concise

# outputs
for arguments in --help version "check --help"; do
  # shellcheck disable=SC2086
  ends "a full disk for $arguments" 2 bash -c '"$0" $1 >/dev/full' "$tool" "$arguments"
done
# little memory, on any number of threads: a word or the result, never the end by a signal
mkdir crowd
for i in $(seq 60); do
  mkdir "crowd/$i"
  cp "$root"/examples/rules/QNT001/fail-argmax-over-per-axis-scales/{contract.toml,det.metadata.json} "crowd/$i"
done
ends "the crowd" 1 "$tool" check crowd -j8 -o json=crowd.json
for limit in 60000 100000 200000 400000; do
  for jobs in 1 2 8; do
    rm -f less.json
    ends "$limit KB of memory, -j$jobs" "1 2 127" bash -c 'ulimit -v "$0"; exec "$@"' $limit "$tool" check crowd -j$jobs -o json=less.json
    [ ! -e less.json ] || same "the result with $limit KB, -j$jobs" crowd.json less.json
  done
done
ends "a full disk" 2 "$tool" check names -o json=/dev/full
says "a full disk" err 'No space left'
bash -c 'ulimit -f 0; trap "" XFSZ; "$0" contract init "$1" -o part.toml' "$tool" "$root/examples/quick-start/build/yolo11n_bayese_640x640_nv12.bin" > out 2> err
expect "no part of a contract is left" 1 test -e part.toml
ends "an output in a folder that is none" 2 "$tool" check names -o json=nowhere/x.json
mkdir taken
ends "an output in the place of a folder" 2 "$tool" check names -o json=taken
bash -c '"$0" check names >&-' "$tool" 2>err
holds "stdout is closed" test $? -le 3
bash -c 'set -o pipefail; "$0" check many -o json | head -c 10 >/dev/null' "$tool" 2>err
holds "the reader goes away: no complaint" test ! -s err
# folders that may not be listed; for root nothing is forbidden
mkdir -p apart/shut apart/open && cp "$tool" apart/npulint
nobody=()
[ "$(id -u)" -ne 0 ] || nobody=(setpriv --reuid 65534 --clear-groups)
cp "$root/examples/rules/CFG008/fail-boolean/config.yaml" apart/open/m.yaml
(cd apart/open && ../npulint baseline create . > /dev/null 2>&1)
release a.hbm > apart/shut/models.yaml
chmod 755 . apart && chmod 000 apart/shut && chmod 711 apart/open
chmod 644 apart/open/*
ends "a folder that may not be read" 1 "${nobody[@]}" apart/npulint check apart/shut -o concise
says "a folder that may not be read" out 'apart/shut: error\[NPL001\] the folder may not be read'
ends "one that may be entered, not listed: a file and its baseline" 0 "${nobody[@]}" apart/npulint check apart/open/m.yaml
ends "the same baseline by its name" 0 "${nobody[@]}" apart/npulint check apart/open/m.yaml --baseline apart/open/npulint-baseline.json
chmod 755 apart/shut

# the same bytes, whatever the threads, the locale, the clock; of another folder only paths differ
mkdir .git && cp -r "$root/examples/bundles" bundles
for format in json html sarif-full markdown; do
  "$tool" check bundles --profile review -j1 -o "$format" > one
  LC_ALL=zh_CN.UTF-8 TZ=Asia/Shanghai "$tool" check bundles --profile review -j8 --no-cache -o "$format" > two
  holds "-j1 and -j8, $format" cmp -s one two
done
# bundles stand in the order of their names, of which some are paths
lines() { sed 's/,$//' | sort; }
"$tool" check bundles --profile review -o json | sed 's|bundles/||g' | lines > one
(cd bundles && "$tool" check . --profile review -o json | lines > ../two)
holds "another folder" cmp -s one two

finish
