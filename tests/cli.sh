#!/usr/bin/env bash
# The command line as a user meets it. $1: the tool. Last line: `N passed, N failed`.
tool=$(realpath "$1")
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
# shellcheck source=lib.sh
. "$root/tests/lib.sh"

mkdir good bad empty
cat > good/config.yaml <<'Y'
model_parameters:
  onnx_model: './det.onnx'
  march: 'bayes-e'
  output_model_file_prefix: 'det'
input_parameters:
  input_type_rt: 'nv12'
  input_type_train: 'rgb'
  input_layout_train: 'NCHW'
  norm_type: 'data_scale'
  scale_value: 0.003921568627451
calibration_parameters:
  cal_data_dir: './cal'
  cal_data_type: 'float32'
  calibration_type: 'default'
compiler_parameters:
  compile_mode: 'latency'
  optimize_level: 'O3'
Y
sed "s/O3/O7/" good/config.yaml > bad/config.yaml

expect "clean" 0 "$tool" check good
says "summary line" out '[0-9]+ passed'
says "summary line counts" out 'not checked'
# configs of a folder whose graphs are elsewhere: one frame and a count for each key, all in the other formats
mkdir many
for i in 1 2 3 4 5 6; do sed "s/det/det$i/" good/config.yaml >"many/$i.yaml"; done
expect "absent files, folded" 3 "$tool" check many --profile review
for key in model_parameters.onnx_model calibration_parameters.cal_data_dir; do
  holds "one frame: $key" [ "$(grep -c "^note\[NPL006\]: .$key. names" out)" -eq 1 ]
  holds "two places more: $key" [ "$(grep -c "^many/[0-9].yaml:.*: note: .$key. names" out)" -eq 2 ]
  says "the others are counted: $key" out "^and 3 more of .$key.; .-o concise. lists all$"
done
says "and what was not checked for want of them" out 'needs ONNX graph'
expect "absent files, folded in Chinese" 3 "$tool" check many --profile review --lang zh
says "counted in Chinese" out '^另有 3 处 .model_parameters.onnx_model. 同样如此；'
expect "absent files, one line each" 3 "$tool" check many --profile review -o concise
holds "twelve notes" [ "$(grep -c NPL006 out)" -eq 12 ]
expect "absent files in JSON" 3 "$tool" check many --profile review -o json
holds "twelve findings" [ "$(grep -c '{"code": "NPL006", "name"' out)" -eq 12 ]
# the hook of git in docs/hooks-and-editors.md, as written there
if command -v git >/dev/null; then
  mkdir -p repo/conversion path
  ln -s "$tool" path/npulint
  (
    cd repo || exit 1
    export PATH=$work/path:$PATH GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
    for who in AUTHOR COMMITTER; do export "GIT_${who}_NAME=t" "GIT_${who}_EMAIL=t@example.com"; done
    git init -q .
    sed -n '/^#!\/bin\/sh$/,/^```$/p' "$root/docs/hooks-and-editors.md" | sed '$d' >.git/hooks/pre-commit
    chmod +x .git/hooks/pre-commit
    cp ../good/config.yaml "conversion/a config.yaml"
    printf 'services: {web: {image: nginx}}\n' >compose.yml
    git add -A && git commit -qm good && echo "first made" >>"$work/hook"
    cp ../bad/config.yaml conversion/bad.yaml
    git add -A && ! git commit -qm bad >>"$work/hook" 2>&1 && echo "second stopped" >>"$work/hook"
    git rm -q --cached conversion/bad.yaml && git commit -q --allow-empty -m "nothing of its kind" && echo "third made" >>"$work/hook"
  )
  says "a commit with good configs" hook '^first made$'
  says "a commit with a bad config" hook '^second stopped$'
  says "what stops it is said" hook 'conversion/bad.yaml'
  says "a commit without configs" hook '^third made$'
fi
expect "default command" 0 "$tool" good
expect "findings" 1 "$tool" check bad
says "finding" out 'error\[CFG008\]'
expect "exit-zero" 0 "$tool" check bad --exit-zero
expect "fail-on never" 0 "$tool" check bad --fail-on never
expect "nothing recognised" 3 "$tool" check empty
expect "absent path" 2 "$tool" check nowhere
says "absent path" err 'nowhere'
expect "unknown option" 2 "$tool" check --frobnicate good
expect "misspelt option" 2 "$tool" check --profil review good
says "suggests an option" err 'did you mean `--profile`'
expect "misspelt command" 2 "$tool" chekc good
says "suggests a command" err 'chekc` is no command and no file; did you mean `check`'
expect "misspelt action" 2 "$tool" baseline creat
says "suggests an action" err 'did you mean `create`'
expect "a wrong option with control characters" 2 "$tool" check good $'--se\x1b[31mlect'
holds "which a terminal does not see" sh -c '! grep -q "$(printf "\033")" err'
says "and which are told" err 'x1b'
mkdir gone
cp good/config.yaml gone/
ln -s /no/such/folder gone/calibration
sed -i 's#cal_data_dir:.*#cal_data_dir: ./calibration#' gone/config.yaml
expect "a link that leads nowhere" "0 3" "$tool" check gone --profile review
holds "is not offered in its own place" sh -c '! grep -q "beside it there is .calibration" out'
mkdir twice
cp good/config.yaml twice/v1.yaml
ln -s v1.yaml twice/latest.yaml
expect "one config under two names" "0 3" "$tool" check twice --profile review --select CFG018
holds "is one build" sh -c '! grep -q "CFG018" out || ! grep -q "also written" out'
cp twice/v1.yaml twice/v2.yaml
"$tool" check twice --profile review --select CFG018 >out 2>err
says "a copy is another" out 'also written by'
expect "a language before the command" 0 "$tool" --lang zh explain QNT001
says "and it counts" out '为什么|原因|逐'
expect "the same in one word" 0 "$tool" --lang=zh explain QNT001
expect "help" 0 "$tool" help
mkdir inspct && expect "a folder is no misspelt command" 3 "$tool" inspct
rmdir inspct
expect "unknown rule" 2 "$tool" check --select QNT999 good
expect "unknown format" 2 "$tool" check -o yaml good
expect "unknown target" 2 "$tool" check --target s1000 good
says "suggests a target" err 's100'
expect "target" 1 "$tool" check good --target s100
says "target" out 'TGT001'
expect "concise" 1 "$tool" check bad -o concise
says "concise line" out '^bad/config\.yaml:17:19: error\[CFG008\] '
says "concise summary on stderr" err 'passed'
expect "concise clean" 0 "$tool" check good -o concise
is_empty "concise clean" out
expect "quiet" 0 "$tool" check good -q
is_empty "quiet" out
expect "several outputs" 1 "$tool" check bad -o json=r.json -o concise=r.txt
is_empty "nothing on stdout" out
says "json file" r.json '"schema": ?"npulint-result/1"'
says "concise file" r.txt 'CFG008'
holds "json" python3 -c 'import json,sys; json.load(open("r.json"))'
expect "digests" 1 "$tool" check bad -o json --digests
says "digests" out "$(sha256sum < bad/config.yaml | cut -c1-64)"
cp bad/config.yaml keep.yaml
expect "an input is not overwritten" 2 "$tool" check bad -o concise=bad/config.yaml
same "an input is not overwritten" bad/config.yaml keep.yaml
expect "a report is written again" 1 "$tool" check bad -o json=bad/npulint.json
expect "a report is written again" 1 "$tool" check bad -o json=bad/npulint.json
rm bad/npulint.json
expect "stdin" 1 sh -c "'$tool' check - --stdin-filename bad/other.yaml -o concise < bad/config.yaml"
says "stdin name" out '^bad/other\.yaml:17:19: error\[CFG008\]'
expect "stdin without a name" 1 sh -c "'$tool' check - -o concise < bad/config.yaml"
expect "Chinese" 1 "$tool" check bad --lang zh
says "Chinese" out '通过'
expect "jobs 1" 1 "$tool" check good bad -o json -j1
cp out j1
expect "jobs 8" 1 "$tool" check bad good -o json -j8
same "order of arguments and -j do not show" out j1
expect "absolute paths" 1 "$tool" check "$work/good" "$work/bad" -o json
same "absolute paths do not show" out j1
expect "locale" 1 env LC_ALL=zh_CN.UTF-8 TZ=Asia/Shanghai "$tool" check good bad -o json
same "locale does not show" out j1

mkdir o0 && sed "s/O3/O0/" good/config.yaml > o0/config.yaml
expect "O0 is a leftover in a release" 1 "$tool" check o0 --profile release --fail-on note --select CFG020 -o concise
says "O0 is a leftover in a release" out '^o0/config\.yaml:17:19: note\[CFG020\]'
expect "O0 is none before" 0 "$tool" check o0 --profile review --fail-on note --select CFG020

# what Git LFS leaves in the place of a .bin is anything, but in a release
mkdir -p pointers
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:%064d\nsize 4096\n' 7 > pointers/net.bin
: > pointers/empty.bin
expect "a pointer is passed over" 3 "$tool" check pointers
expect "a pointer in a release" 1 "$tool" check pointers --profile release -o concise
says "a pointer in a release" out '^pointers/net\.bin.*NPL001.*git lfs pull'
says "an empty .bin in a release" out '^pointers/empty\.bin.*NPL001'
printf '[lint]\nprofile = "release"\n' > pointers/npulint.toml
expect "a release by its settings" 1 "$tool" check pointers
expect "a release by its settings, but not now" 3 "$tool" check pointers --profile commit

expect "a command of commands" 2 "$tool" baseline
says "a command of commands" err '`baseline` is followed by one of: '

expect "explain" 0 "$tool" explain QNT001
says "explain" out 'undecoded-output'
expect "explain by name" 0 "$tool" explain undecoded-output --lang zh
expect "explain unknown" 2 "$tool" explain QNT01
says "explain suggests" err 'did you mean `QNT001`'
expect "explain the beginning of a name" 2 "$tool" explain double-act
says "explain suggests by the beginning" err 'did you mean `IOC008`'
expect "explain a key as a rule" 2 "$tool" explain core_num
says "explain suggests --key" err 'explain --key core_num'
expect "explain nothing near" 2 "$tool" explain frobnication --lang zh
says "explain nothing near" err '`npulint rules` 会列出所有规则'
expect "explain nothing" 2 "$tool" explain
expect "explain a key" 0 "$tool" explain --key input_parameters.input_space_and_range
says "explain a key" out '^input_parameters\.input_space_and_range$'
says "explain a key: values" out 'values +regular, bt601_video'
says "explain a key: default" out 'hb_compile +optional; default `regular`'
expect "explain a bare key in Chinese" 0 "$tool" explain --key core_num --lang zh
says "explain a bare key in Chinese" out 'hb_compile nash-h, nash-p, nash-starry-p：\[1, 4\]'
expect "explain a deprecated key" 0 "$tool" explain --key norm_type
says "explain a deprecated key" out 'hb_compile +deprecated, no effect'
says "explain a key: conditions" out 'note +hb_compile derives it'
expect "explain two keys" 0 "$tool" explain --key march --key flat.opt_level
says "explain two keys" out '^flat\.opt_level$'
expect "explain a section" 0 "$tool" explain --key calibration_parameters
says "explain a section" out 'quant_config +mapping +no such key +optional'
expect "explain a key as JSON" 0 "$tool" explain --key max_time_per_fc --format json
holds "explain a key as JSON" python3 -c '
import json
k = json.load(open("out"))
assert k["key"] == "compiler_parameters.max_time_per_fc" and k["toolchains"]["hb_mapper"]["default"] == "0"
assert [v["high"] for v in k["values"]] == [4294967295, 10000000] and k["note"]["zh"] and k["source"]'
expect "explain a section as JSON" 0 "$tool" explain --key custom_op --format json
holds "explain a section as JSON" python3 -c 'import json; assert len(json.load(open("out"))["keys"]) == 3'
expect "explain a misspelt key" 2 "$tool" explain --key input_spce_and_range
says "explain a misspelt key" err 'did you mean `input_space_and_range`'
expect "explain a key by some of its words" 2 "$tool" explain --key cal_dir
says "explain a key by some of its words" err 'did you mean `cal_data_dir`'
expect "explain a key of another section" 2 "$tool" explain --key model_parameters.core_num
says "explain a key of another section" err 'did you mean `compiler_parameters.core_num`'
expect "explain no key" 2 "$tool" explain --key zzzzzzzzzzzz
expect "rules" 0 "$tool" rules
says "rules" out 'CFG008'
expect "rules json" 0 "$tool" rules --format json
holds "rules json" python3 -c 'import json,sys; assert len(json.load(open("out"))["rules"]) >= 29'
expect "version" 0 "$tool" version
expect "exporter" 0 "$tool" exporter hbdk
holds "the exporter is Python" python3 -c 'import ast; ast.parse(open("out").read())'
expect "exporter hrt" 0 "$tool" exporter hrt
expect "exporter bmodel" 0 "$tool" exporter bmodel
expect "exporter unknown" 2 "$tool" exporter x
expect "inspect" 0 "$tool" inspect good/config.yaml
says "inspect" out 'bayes-e'
expect "inspect json" 0 "$tool" inspect --format json good/config.yaml "$root/examples/bundles/resnet18-hbm-argmax/build/resnet18_nashe.metadata.json"
holds "inspect json" python3 -c 'import json; d=json.load(open("out")); assert len(d["files"]) == 2'

# two artifacts side by side
mkdir cmp
cat > cmp/a.metadata.json <<'J'
{"schema": "npulint-metadata/1", "march": "nash-e", "models": [{"name": "net",
  "inputs": [{"name": "data", "dtype": "float32", "shape": [1, 3, 8, 8]}],
  "outputs": [{"name": "logits", "dtype": "int32", "shape": [1, 4], "strides_bytes": [16, 4],
    "quantization": {"axis": 1, "scale": [0.1, 0.2, 0.3, 0.4], "zero_point": [0]}}]}]}
J
sed 's/nash-e/nash-p/; s/int32/float32/; /quantization/s/.*/}]}]}/; s/"strides_bytes": \[16, 4\],/"strides_bytes": [16, 4]/' cmp/a.metadata.json > cmp/b.metadata.json
python3 - <<'P'
import json
a, b = (json.load(open(f"cmp/{x}.metadata.json")) for x in "ab")
json.dump({"schema": "npulint-metadata/1", "models": a["models"] + b["models"]}, open("cmp/two.metadata.json", "w"))
b["models"][0]["name"] = "other"
json.dump({"schema": "npulint-metadata/1", "models": a["models"] + b["models"] + a["models"]}, open("cmp/three.metadata.json", "w"))
P
expect "compare" 1 "$tool" inspect --compare cmp/a.metadata.json cmp/b.metadata.json
says "compare" out '≠ output `logits`: int32 with 4 scales on axis 1 in A, float32 in B: code that'
says "compare: march" out '≠  march  nash-e  nash-p'
says "compare: platforms" out '^Built for different platforms: A for nash-e, B for nash-p\.$'
says "compare: equal tensors are folded" out '= 1 agree: data'
expect "compare in Chinese" 1 "$tool" inspect --compare cmp/a.metadata.json cmp/b.metadata.json --lang zh
says "compare in Chinese" out '第 1 轴上有 4 个 scale'
expect "compare as JSON" 1 "$tool" inspect --compare cmp/a.metadata.json cmp/b.metadata.json --format json
holds "compare as JSON" python3 -c '
import json
c = json.load(open("out"))
assert c["schema"] == "npulint-compare/1" and c["agree"] is False and c["complete"] is True
assert "must not decode" in c["models"][0]["differences"][0]["message"]
assert [t["a"] for t in c["models"][0]["tensors"]] == ["data", "logits"]'
expect "compare with itself" 0 "$tool" inspect --compare cmp/a.metadata.json cmp/a.metadata.json
says "compare with itself" out 'agree: 2 tensors'
expect "compare the two models of a file" 1 "$tool" inspect --compare cmp/two.metadata.json
says "compare the two models of a file" out '^A  cmp/two\.metadata\.json#0$'
expect "compare a named model" 0 "$tool" inspect --compare cmp/three.metadata.json#other cmp/b.metadata.json
expect "compare a numbered model" 0 "$tool" inspect --compare cmp/three.metadata.json#2 cmp/a.metadata.json
expect "compare one of three" 2 "$tool" inspect --compare cmp/three.metadata.json
says "compare one of three" err 'holds 3 models'
expect "compare an absent model" 2 "$tool" inspect --compare cmp/three.metadata.json#x cmp/a.metadata.json
says "compare an absent model" err 'has no model `x`; it has `net`, `other`'
expect "compare one" 2 "$tool" inspect --compare cmp/a.metadata.json
expect "compare three" 2 "$tool" inspect --compare cmp/a.metadata.json cmp/b.metadata.json cmp/two.metadata.json
expect "compare a config" 2 "$tool" inspect --compare cmp/a.metadata.json good/config.yaml
says "compare a config" err 'good/config\.yaml: a file of the kind config'
head -c 100 cmp/a.metadata.json > cmp/cut.metadata.json
expect "compare a damaged file" 2 "$tool" inspect --compare cmp/a.metadata.json cmp/cut.metadata.json
sed 's/"dtype": "int32", //' cmp/a.metadata.json > cmp/silent.metadata.json
expect "compare what is not stated" 3 "$tool" inspect --compare cmp/a.metadata.json cmp/silent.metadata.json
says "compare what is not stated" out '· `logits`: only A states its dtype'
expect "compare standard input" 1 sh -c "'$tool' inspect --compare - cmp/b.metadata.json < cmp/a.metadata.json"

ex="$root/examples/rules/STG009"
expect "compare two graphs" 1 "$tool" inspect --compare "$ex/fail-input-name/net_optimized_float_model.onnx.textproto" "$ex/fail-input-name/net_calibrated_model.onnx.textproto"
says "compare two graphs" out 'optimized_float → calibrated: fake quantisation'
says "compare two graphs: inputs" out '≠  images  float32 \[1, 3, 8, 8\]  —'
expect "compare two graphs in Chinese" 1 "$tool" inspect --compare "$ex/fail-input-name/net_optimized_float_model.onnx.textproto" "$ex/fail-input-name/net_calibrated_model.onnx.textproto" --lang zh
says "compare two graphs in Chinese" out '伪量化'
expect "compare two graphs of one contract" 0 "$tool" inspect --compare "$ex/fail-opset/net_optimized_float_model.onnx.textproto" "$ex/fail-opset/net_calibrated_model.onnx.textproto" --format json
holds "compare two graphs as JSON" python3 -c '
import json
c = json.load(open("out"))
assert c["schema"] == "npulint-graph-diff/1" and c["agree"] is True and c["same"] is False
assert [p for p in c["identity"] if not p["same"]][0]["name"] == "opset ai.onnx"'
expect "compare one graph" 2 "$tool" inspect --compare "$ex/fail-opset/net_optimized_float_model.onnx.textproto"
expect "compare a graph with a compiled model" 2 "$tool" inspect --compare "$ex/fail-opset/net_optimized_float_model.onnx.textproto" cmp/a.metadata.json
says "compare a graph with a compiled model" err 'not one of each'

expect "inspect --recipe" 0 "$tool" inspect "$root/examples/inspect/segment.metadata.json" --recipe
says "inspect --recipe: C++" out '^void decode_classes\('
says "inspect --recipe: Python" out '^def decode_classes\('
says "inspect --recipe: the digest of an artifact" out "$(sha256sum < "$root/examples/inspect/segment.metadata.json" | cut -c1-64)"
expect "inspect --recipe before a file" 0 "$tool" inspect --recipe "$root/examples/inspect/segment.metadata.json"
expect "inspect --recipe=python" 0 "$tool" inspect --recipe=python "$root/examples/inspect/segment.metadata.json"
expect "inspect --recipe=python: no C++" 1 grep -q 'void decode_classes' out
expect "inspect --recipe of another language" 2 "$tool" inspect --recipe=rust "$root/examples/inspect/segment.metadata.json"

# settings: closest file upward, strict
mkdir -p set/sub
cp bad/config.yaml set/sub/config.yaml
printf '[lint]\nignore = ["CFG008"]\n' > set/npulint.toml
expect "settings upward" 0 "$tool" check set/sub
expect "isolated" 1 "$tool" check set/sub --isolated
printf '[severity]\nCFG008 = "warning"\n' > set/sub/npulint.toml
expect "closest settings win" 0 "$tool" check set/sub
says "severity from settings" out 'warning\[CFG008\]'
expect "config show" 0 "$tool" config show set/sub
says "config show" out 'npulint\.toml'
printf '[lint]\nignroe = ["CFG008"]\n' > set/npulint.toml
expect "unknown setting" 2 "$tool" check set
says "unknown setting" err 'ignore'
printf '[lint]\nexclude = ["sub/**"]\n' > set/npulint.toml
expect "exclude" 3 "$tool" check set
expect "a named file is not excluded" 0 "$tool" check set/sub/config.yaml
printf '[[ignore]]\nrule = "CFG008"\nreason = "board runs a patched compiler"\n' > set/sub/npulint.toml
expect "ignore" 0 "$tool" check set/sub
says "ignore is counted" out '1 suppressed'

# inline ignores
mkdir -p inl
sed '17s/$/  # npulint: ignore[CFG008] -- the board runs a patched compiler/' bad/config.yaml > inl/config.yaml
expect "inline ignore" 0 "$tool" check inl
says "inline ignore is counted" out '1 suppressed'
expect "show suppressed" 0 "$tool" check inl --show-suppressed
says "show suppressed" out 'reason: the board runs a patched compiler'
expect "no ignores" 1 "$tool" check inl --no-ignores
sed '17s/$/  # npulint: ignore[CFG008]/' bad/config.yaml > inl/config.yaml
expect "inline ignore without a reason" 1 "$tool" check inl -o concise
says "inline ignore without a reason" out 'error\[NPL002\]'
says "inline ignore without a reason suppresses nothing" out 'error\[CFG008\]'

# baseline
# of a nested npulint.toml, whatever sorts before it
mkdir -p nested/sub/aa && cp bad/config.yaml nested/sub/a.yaml
cp bad/config.yaml nested/sub/aa/c.yaml
cp bad/config.yaml nested/sub/z.yaml
printf '[lint]\nexclude = ["a.yaml", "aa", "z.yaml"]\n' > nested/sub/npulint.toml
"$tool" check nested -o json=nested.json > /dev/null 2> err
expect "exclude of a nested npulint.toml" 1 grep '"kind": "config"' nested.json

# the prefix of a second config of one stem is its own
mkdir stems
for n in 1 2; do
  [ $n = 1 ] && name=a.yaml || name=a.yml
  sed "s/output_model_file_prefix:.*/output_model_file_prefix: p$n/" bad/config.yaml > "stems/$name"
  grep -q "prefix: p$n" "stems/$name" || printf "  output_model_file_prefix: p$n\n" >> "stems/$name"
  printf '{"schema": "npulint-metadata/1", "march": "bayes-e", "outputs": [{"name": "y", "dtype": "float32", "shape": [1, 4]}]}\n' > "stems/p$n.metadata.json"
done
"$tool" check stems -o json=out > /dev/null 2> err
says "the prefix of the first" out '"stems/a.yaml", "stems/p1.metadata.json"'
says "the prefix of the second" out '"stems/a.yml", "stems/p2.metadata.json"'

mkdir -p base/sub && cp bad/config.yaml base/sub/config.yaml && : > base/npulint.toml
expect "no baseline yet" 2 "$tool" baseline update base
says "no baseline yet" err 'baseline create'
expect "a reason that is none" 2 "$tool" baseline create base --reason todo
expect "baseline create" 0 "$tool" baseline create base --reason "taken over"
says "baseline create" out '^base/npulint-baseline\.json: holds [1-9]'
holds "baseline json" python3 -c 'import json; assert json.load(open("base/npulint-baseline.json"))["entries"][0]["path"] == "sub/config.yaml"'
cp base/npulint-baseline.json created.json
expect "create again" 2 "$tool" baseline create base
same "create again" base/npulint-baseline.json created.json
expect "baseline" 0 "$tool" check base/sub
says "baseline" out '[1-9][0-9]* suppressed'
expect "no-baseline" 1 "$tool" check base --no-baseline
expect "baseline from below" 0 sh -c "cd base/sub && '$tool' check config.yaml"
expect "baseline of another place" 1 "$tool" check bad
expect "update without a change" 0 "$tool" baseline update base
same "update without a change" base/npulint-baseline.json created.json
expect "a baseline is not overwritten" 2 "$tool" check base -o json=base/npulint-baseline.json
cp good/config.yaml base/sub/config.yaml
expect "stale baseline" 0 "$tool" check base
says "stale baseline" out 'warning\[NPL005\]'
expect "baseline prune" 0 "$tool" baseline prune base
says "baseline prune" out ' [1-9][0-9]* removed'
expect "pruned" 0 "$tool" check base -o concise --select NPL005
is_empty "pruned" out
echo '{' > base/npulint-baseline.json
expect "bad baseline" 2 "$tool" check base
says "bad baseline" err 'npulint-baseline\.json:'
expect "bad baseline is kept" 2 "$tool" baseline update base
says "bad baseline is kept" base/npulint-baseline.json '^\{$'
printf 'version https://git-lfs.github.com/spec/v1\n' > base/npulint-baseline.json
expect "baseline in Git LFS" 2 "$tool" check base
says "baseline in Git LFS" err 'git lfs pull'
expect "absent baseline" 2 "$tool" check base --baseline nowhere.json

# bad input
printf '\xff\xfe' > bad/wide.yaml
printf 'model_parameters: [\n' > bad/broken.yaml
mkfifo bad/pipe.yaml
expect "bad input" 1 timeout 20 "$tool" check bad
says "broken yaml" out 'NPL001'
chmod 000 good/config.yaml
if [ "$(id -u)" -ne 0 ]; then expect "unreadable file" 1 "$tool" check good; fi
chmod 644 good/config.yaml
ln -s . good/loop
printf '[lint]\n"\\u001b[2J" = 1\n' > evil.toml
expect "settings with escapes" 2 "$tool" check good --config evil.toml
if grep -q "$(printf '\033')" err; then bad "escapes on stderr"; else ok; fi
expect "link to itself" 0 timeout 20 "$tool" check good
expect "review wants coverage" 3 "$tool" check good --profile review
# fixes: printed, applied, taken over by nobody else
mkdir fix
sed 's/  march: .*/&\n  march: "bayes-e"  # again/' good/config.yaml > fix/config.yaml
sed -i "s/  march: 'bayes-e'/  march: \"bayes-e\"/" fix/config.yaml
cp fix/config.yaml before.yaml
expect "--diff finds a change" 1 "$tool" check fix --diff
says "--diff is a diff" out '^-  march: "bayes-e"  # again$'
same "--diff writes nothing" fix/config.yaml before.yaml
cp out patch.diff
chmod 640 fix/config.yaml
expect "--fix" 0 "$tool" check fix --fix
says "--fix tells what it did" err '^fixed fix/config.yaml:4 CFG001: '
says "the mode stays" <(stat -c %a fix/config.yaml) '^640$'
mkdir -p patched/fix && cp before.yaml patched/fix/config.yaml
(cd patched && GIT_CEILING_DIRECTORIES=$work git apply ../patch.diff)
same "--fix does what --diff prints" fix/config.yaml patched/fix/config.yaml
expect "nothing is left" 0 "$tool" check fix --diff
is_empty "nothing is left" out
sed 's/  norm_type: .*/&\n  node_info:/; s/march: .*/&\n  node_info: {n: {ON: CPU}}/' good/config.yaml > fix/config.yaml
cp fix/config.yaml before.yaml
expect "an unsafe fix waits" 1 "$tool" check fix --fix --select CFG002
says "an unsafe fix waits" err '1 more can be fixed with --unsafe-fixes'
same "an unsafe fix waits" fix/config.yaml before.yaml
expect "--unsafe-fixes" 0 "$tool" check fix --unsafe-fixes --select CFG002
says "--unsafe-fixes says why" err "fixed fix/config.yaml:4 CFG002: .*no longer True"
says "quoted" fix/config.yaml "'ON': CPU"
cp before.yaml elsewhere.yaml
rm fix/config.yaml && ln -s ../elsewhere.yaml fix/config.yaml
expect "a link is not written through" 1 "$tool" check fix/config.yaml --unsafe-fixes --select CFG002
same "a link is not written through" elsewhere.yaml before.yaml
expect "standard input has no edits" 2 "$tool" check - --diff < before.yaml
rm -r fix

# what a release is compared with
mkdir -p zoo/x5
manifest() { printf 'schema_version: 1\nrelease:\n  platform: %s\n  tag: v1\nmodels:\n  - id: net\n    name: Net\n    assets:\n      - filename: net.bin\n' "$1"; }
manifest x5 > zoo/x5/models.yaml
manifest s > older.yaml
expect "against itself" 2 "$tool" check zoo/x5 --against zoo/x5/models.yaml
says "against itself" err 'it is the manifest that is checked'
bin=$root/examples/quick-start/build/yolo11n_bayese_640x640_nv12.bin
expect "against a model" 2 "$tool" check zoo/x5 --against "$bin"
says "against a model" err 'inspect --compare A B'
mv older.yaml zoo/models.yaml
expect "against another platform" 2 "$tool" check zoo/x5 --against zoo/models.yaml
says "against another platform" err 'of platform `s`, `zoo/x5/models.yaml` that is checked is of `x5`'
expect "compare with itself" 0 "$tool" inspect --compare "$bin" "$bin"
says "compare with itself" out '^A and B are the same file\.$'
rm -r zoo

mkdir fresh && cd fresh
expect "init" 0 "$tool" init
cp npulint.toml first.toml
expect "what init writes is in force" 0 "$tool" config show
expect "init leaves what is there" 2 "$tool" init
same "init leaves what is there" npulint.toml first.toml
cd "$work"

# a contract to complete
mkdir -p con/deploy && cp cmp/a.metadata.json con/
expect "contract init" 0 "$tool" contract init con/a.metadata.json
says "contract init" out '^file = "con/a\.metadata\.json"$'
says "contract init: suggestions wait" out '^#: decode = "per_axis"  # check against your code$'
expect "contract init -o" 0 "$tool" contract init con/a.metadata.json -o con/deploy/contract.toml
says "contract init -o: the file is named from there" con/deploy/contract.toml '^file = "\.\./a\.metadata\.json"$'
cp con/deploy/contract.toml start.toml
expect "contract init leaves what is there" 2 "$tool" contract init con/a.metadata.json -o con/deploy/contract.toml
says "contract init leaves what is there" err 'is there already; it is left as it is'
same "contract init leaves what is there" con/deploy/contract.toml start.toml
expect "contract init: another name" 2 "$tool" contract init con/a.metadata.json -o con/start.toml
expect "the start is clean" 0 "$tool" check con -o concise --fail-on note
is_empty "the start is clean" out
expect "the start states nothing" 3 "$tool" check con --select QNT001 --profile review --fail-on never -o json
says "the start states nothing" out '"verdict": "not_checked"'
sed -i 's/^#: //' con/deploy/contract.toml
expect "the confirmed start is clean" 0 "$tool" check con -o concise --fail-on note
is_empty "the confirmed start is clean" out
sed -i 's/^decode = "per_axis"/decode = "none"/' con/deploy/contract.toml
expect "another decoding is an error" 1 "$tool" check con -o concise
says "another decoding is an error" out 'error\[QNT001\]'
expect "contract init in Chinese" 0 "$tool" contract init con/a.metadata.json --lang zh
says "contract init in Chinese" out '^#: axis = 1  # 请与代码核对$'
expect "contract init of several models" 2 "$tool" contract init cmp/two.metadata.json
says "contract init of several models" err 'holds 2 models'
expect "contract init of one of several" 0 "$tool" contract init cmp/two.metadata.json#1
says "contract init of one of several" out '^#: read_as = "float32"'
expect "contract init of a config" 2 "$tool" contract init good/config.yaml
expect "contract init of nothing" 2 "$tool" contract init
expect "contract init of standard input" 0 sh -c "'$tool' contract init - < con/a.metadata.json"
says "contract init of standard input" out '^#\? file = '
expect "not checked names the command" 3 "$tool" check con/a.metadata.json --profile review --fail-on never --select MEM004
says "not checked names the command" out 'npulint contract init FILE'
rm -r con

expect "--statistics" 1 "$tool" check bad --statistics --profile review
says "--statistics counts by rule" out '^ +1  error    CFG008  invalid-value$'
expect "--min-severity hides what is below" 0 "$tool" check good -o concise --fail-on note --min-severity warning
is_empty "--min-severity hides what is below" out
expect "--min-severity keeps errors" 1 "$tool" check bad -o concise --min-severity error
printf 'a: 1\n' > other.yaml
expect "a file of no known kind" 3 "$tool" check other.yaml
expect "--skip-unrecognized" 0 "$tool" check other.yaml --skip-unrecognized -q
expect "--skip-unrecognized keeps the rest" 1 "$tool" check other.yaml bad/config.yaml --skip-unrecognized
expect "a toolchain with a version" 0 "$tool" check good --toolchain "OE X5 1.2.8"
expect "an unknown toolchain" 2 "$tool" check good --toolchain "OE 9"
says "an unknown toolchain" err 'horizon_tc_ui 3.5.16'

# scripts are read and never run: what they name is stubbed, and leaves a mark when it is called
mkdir -p hostile/bin
for stub in touch rm model_transform.py run_calibration.py model_deploy.py curl bash sh python3; do
  printf '#!/bin/sh\necho "%s $*" >> "%s/hostile/marks"\n' "$stub" "$work" > "hostile/bin/$stub"
  chmod +x "hostile/bin/$stub"
done
cat > hostile/convert.sh <<'S'
#!/bin/bash
alias model_transform.py='touch alias'
name=$(touch substituted)
old=`touch backtick`
eval "touch evaluated"
cat <<HERE
$(touch here_document)
HERE
model_transform.py --model_name "$(touch quoted)" --model_def ${x:-$(touch fallback)}.onnx \
  --input_shapes [[1,3,640,640]] --test_input <(touch process) --mlir a.mlir; touch semicolon
run_calibration.py a.mlir --dataset "$(touch dataset)" --input_num $((1 + $(touch arithmetic; echo 1))) -o a_cali_table
trap 'touch trapped' EXIT
declare -a list=($(touch array))
[[ -f $(touch test) ]] && model_deploy.py --mlir a.mlir --chip bm1688 --quantize INT8 --model a.bmodel; rm -rf ./*.bmodel
. <(echo touch sourced)
S
cat > hostile/zoo.yaml <<'Y'
name: $(touch yaml_name)
mlir_transform: model_transform.py --model_name $(name) --model_def `touch yaml_tick`; touch yaml_semicolon
deploy:
  - model_deploy.py --mlir $(touch yaml_deploy) --chip bm1688 && touch yaml_and
Y
# the scripts would leave marks: a test that cannot fail says nothing
(cd hostile && PATH="$work/hostile/bin:$PATH" /bin/bash convert.sh > /dev/null 2>&1)
says "a hostile script that is run leaves marks" hostile/marks 'touch semicolon'
rm -f hostile/marks
ls -A hostile hostile/bin > before
for command in "check --profile review" "check --diff --unsafe-fixes" inspect "inspect --format json" report; do
  # shellcheck disable=SC2086
  PATH="$work/hostile/bin:$PATH" "$tool" $command hostile/convert.sh hostile/zoo.yaml > out 2> err
  PATH="$work/hostile/bin:$PATH" "$tool" $command hostile > out 2> err
done
ls -A hostile hostile/bin > after
same "a hostile script leaves no mark" before after
"$tool" check hostile --profile review -o concise > out 2> err
says "a hostile script is read" out 'convert.sh:[0-9]+:[0-9]+: warning'
says "a hostile YAML is read" out 'zoo.yaml:[0-9]+:[0-9]+: note'
if command -v strace > /dev/null; then
  strace -f -qq -e trace=execve,execveat,fork,vfork -o calls "$tool" check hostile hostile/zoo.yaml > out 2> err
  if [ "$(grep -cE 'exec|fork' calls)" -eq 1 ]; then ok; else bad "a script starts no process"; cat calls; fi
fi

finish
