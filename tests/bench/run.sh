#!/usr/bin/env bash
# Measures the static release build: process start included, warm cache, default output. Prints milliseconds and resident
# memory, and the ratio to python3-onnx's checker in the same run. Needs hyperfine, time and python3-onnx.
#   bash tests/bench/run.sh [DIR for the models, default a new temporary one]
set -euo pipefail
cd "$(dirname "$0")/../.."
bash tests/install.sh hyperfine time python3-onnx python3-yaml python3-jsonschema
cmake --preset release >/dev/null
cmake --build --preset release --target npulint npulint_wire_walk >/dev/null
tool=$PWD/build/release/npulint
bench=$PWD/tests/bench
dir=${1:-$(mktemp -d)}
mkdir -p "$dir"/{big,big125,big250,qdq,qdq5,qdq10,configs,thousand,artifact,dumps}
onnx() { [ -f "$3" ] || python3 tests/bench/make_onnx.py "$1" "$3" "$2"; }
onnx big 125 "$dir/big125/big.onnx"
onnx big 250 "$dir/big250/big.onnx"
onnx big 500 "$dir/big/big.onnx"
onnx qdq 5000 "$dir/qdq5/qdq.onnx"
onnx qdq 10000 "$dir/qdq10/qdq.onnx"
onnx qdq 20000 "$dir/qdq/qdq.onnx"
python3 tests/bench/make_configs.py "$dir/configs" 50
python3 tests/bench/make_configs.py "$dir/thousand" 1000
python3 tests/bench/make_configs.py "$dir/half" 500
python3 tests/bench/make_configs.py "$dir/quarter" 250
python3 tests/bench/make_artifact.py bin "$dir/artifact"
python3 tests/bench/make_artifact.py dumps "$dir/dumps"
for part in 1 2 4; do
  python3 tests/bench/make_sets.py lists $((320000 * part)) $((12500 * part)) "$dir/sets$part"
done
python3 tests/bench/make_sets.py images 10000 "$dir/images"
cd "$dir"

median() {  # command… → milliseconds
  hyperfine -N -i --warmup "$(((${runs:-40} + 7) / 8))" --runs "${runs:-40}" --export-json result.json "$*" >/dev/null 2>&1
  python3 -c 'import json; print("%.2f" % (1000 * json.load(open("result.json"))["results"][0]["median"]))'
}
resident() { /usr/bin/time -f %M "$@" 2>&1 >/dev/null | tail -n 1; }
row() {  # name, limit ms, limit MB, command…
  local name=$1 ms=$2 mb=$3
  shift 3
  printf '%-49s %8s ms (limit %s)  %6.1f MB (limit %s)\n' "$name" "$(median "$@")" "$ms" \
    "$(python3 -c "print($(resident "$@") / 1024)")" "$mb"
}
row "/bin/true: what the system needs for any program" - - /bin/true
row "start-up (npulint version)" 1.5 - "$tool" version
row "125 MB ONNX" - - "$tool" check big125
row "250 MB ONNX" - - "$tool" check big250
row "500 MB ONNX" 3 16 "$tool" check big
row "5 000-node Q/DQ graph" - - "$tool" check qdq5
row "10 000-node Q/DQ graph" - - "$tool" check qdq10
row "20 000-node Q/DQ graph" 25 24 "$tool" check qdq
row "50 conversion configs" 10 - "$tool" check configs
row "250 conversion configs" - - "$tool" check quarter
row "500 conversion configs" - - "$tool" check half
row "1 000 conversion configs" 100 - "$tool" check thousand
row "4 MB .bin with its contract" 12 - "$tool" check artifact
row "30 dumps of 4 000 bytes, measured" 12 - "$tool" check dumps

few() {  # as row, of what takes long: 5 runs
  runs=5 row "$@"
}
few "320 000 against 12 500 digests" - - "$tool" check sets1 --select CAL
few "640 000 against 25 000 digests" - - "$tool" check sets2 --select CAL
few "1 280 000 against 50 000 digests" 2500 400 "$tool" check sets4 --select CAL
find images/val -type f | sort >files.txt
cat images/val/* >/dev/null
few "10 000 image files, openssl on $(nproc) cores" - - xargs -a files.txt -P "$(nproc)" -n 500 openssl dgst -sha256
few "10 000 image files, hashed" - - "$tool" check images --select CAL --no-cache
export XDG_CACHE_HOME=$PWD/cache
"$tool" check images --select CAL >/dev/null || true
few "10 000 image files, from the cache" 300 - "$tool" check images --select CAL

# 8 GB; in smaller files where the disk has no room for them
size=4194304
[ "$(df --output=avail -B1 . | tail -n 1)" -gt $((2000 * size + 4000000000)) ] || size=524288
python3 "$bench/make_release.py" 2000 $size release
find release -name 'net*' | sort >artifacts.txt
what="2 000 artifacts of $((size / 1024)) KB"
check=("$tool" check release/models.yaml --profile release)
openssl=$(runs=3 median xargs -a artifacts.txt -P "$(nproc)" -n 50 openssl dgst -sha256)
hashed=$(runs=3 median "${check[@]}" --no-cache)
printf '%-49s %8s ms\n' "$what, openssl on $(nproc) cores" "$openssl"
printf '%-49s %8s ms, %s of openssl (limit 0.9)  %6.1f MB (limit 100)\n' "$what" "$hashed" \
  "$(python3 -c "print(round($openssl / $hashed, 2))")" \
  "$(python3 -c "print($(resident "${check[@]}" --no-cache) / 1024)")"
"${check[@]}" >/dev/null || true
few "$what, from the cache" 500 100 "${check[@]}"
few "their folder, 1 500 as bundles too" - - "$tool" check release --profile release
rm -r release

/usr/bin/python3 - "$tool" "$(dirname "$tool")/npulint_wire_walk" <<'P'
import subprocess, sys, time
def best(f, n):
    out = []
    for _ in range(n):
        t = time.perf_counter()
        f()
        out.append(time.perf_counter() - t)
    return min(out)
try:
    import onnx
except ImportError:
    sys.exit("python3-onnx is not there: no ratio")
for name in ("big/big.onnx", "qdq/qdq.onnx"):
    ours = best(lambda: subprocess.run([sys.argv[1], "check", name], stdout=subprocess.DEVNULL), 10)
    theirs = best(lambda: subprocess.run([sys.executable, "-c", f"import onnx; onnx.checker.check_model('{name}')"], check=False, stderr=subprocess.DEVNULL), 3)
    print(f"{name}: npulint {1000 * ours:.1f} ms, onnx.checker {1000 * theirs:.0f} ms, ratio {theirs / ours:.0f}")

# what a script of one's own costs: each config against a schema of a few keys
script = """
import glob, jsonschema, yaml
keys = {"type": "object", "required": ["model_parameters"], "properties": {"compiler_parameters": {"type": "object", "properties":
        {"optimize_level": {"enum": ["O0", "O1", "O2", "O3"]}}}}}
for f in glob.glob("configs/**/*.yaml", recursive=True): jsonschema.validate(yaml.safe_load(open(f)), keys)
"""
ours = best(lambda: subprocess.run([sys.argv[1], "check", "configs"], stdout=subprocess.DEVNULL), 10)
theirs = best(lambda: subprocess.run([sys.executable, "-c", script], check=True), 3)
print(f"50 configs: npulint {1000 * ours:.1f} ms, PyYAML and jsonschema {1000 * theirs:.0f} ms, ratio {theirs / ours:.0f}")
# the limit below which nobody can stay: each field of the graph stepped over, nothing kept
ours = best(lambda: subprocess.run([sys.argv[1], "check", "qdq/qdq.onnx"], stdout=subprocess.DEVNULL), 10)
bare = best(lambda: subprocess.run([sys.argv[2], "qdq/qdq.onnx"], stdout=subprocess.DEVNULL), 10)
print(f"qdq/qdq.onnx: npulint {1000 * ours:.1f} ms, a bare walk over its fields {1000 * bare:.1f} ms, ratio {ours / bare:.1f}")
P
