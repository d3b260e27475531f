#!/usr/bin/env bash
# npulint under the real pre-commit, on a repository with good and bad configs. $1: the tool. Needs git and pre-commit.
# Last line: `N passed, N failed`.
tool=$(realpath "$1")
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck source=lib.sh
. "$root/tests/lib.sh"
silent() { if grep -qE -- "$2" "$work/out" "$work/err"; then bad "$1: says '$2'"; else ok; fi; }

export HOME=$work/home PRE_COMMIT_HOME=$work/cache PRE_COMMIT_COLOR=never
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.com GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.com
export GIT_CONFIG_GLOBAL=$work/gitconfig
mkdir -p "$HOME" "$work/bin" "$work/hooks" "$work/repo/conversion/legacy"
git config --global init.defaultBranch main
ln -s "$tool" "$work/bin/npulint"
export PATH=$work/bin:$PATH

# the hook repository, as pre-commit clones it
cd "$work/hooks" || exit 1
cp "$root/.pre-commit-hooks.yaml" .
git init -q . && git add -A && git commit -qm hooks
rev=$(git rev-parse HEAD)

cd "$work/repo" || exit 1
git init -q .
config() { # name, march, optimize_level
  cat <<Y
# 转换配置
model_parameters:
  onnx_model: ./$1.onnx
  march: $2
  output_model_file_prefix: $1
input_parameters:
  input_type_rt: nv12
  input_type_train: rgb
  input_layout_train: NCHW
  norm_type: data_scale
  scale_value: 0.003921568627451
calibration_parameters:
  cal_data_dir: ./cal_$1_f32
  cal_data_type: float32
  calibration_type: default
compiler_parameters:
  compile_mode: latency
  optimize_level: $3
Y
}
config good bayes-e O3 > conversion/good.yaml
config old bayes-e O7 > conversion/legacy/old.yaml
printf '[lint]\nexclude = ["conversion/legacy/**"]\n' > npulint.toml
printf 'services:\n  web:\n    image: nginx\n' > compose.yaml
printf '# text\n' > README.md
printf 'repos:\n- repo: %s\n  rev: %s\n  hooks:\n  - id: npulint\n' "$work/hooks" "$rev" > .pre-commit-config.yaml
git add -A
expect "the hook installs" 0 pre-commit install
expect "good configs, an excluded bad one, other YAML" 0 pre-commit run --all-files
prints "good configs" 'npulint \(conversion configs and contracts\).*Passed'
expect "commit of the good ones" 0 git commit -qm good

config bad bayes-e O7 > conversion/bad.yaml
git add -A
expect "a bad config stops the commit" 1 git commit -qm bad
prints "the finding has its place" 'conversion/bad.yaml:18:19'
prints "the finding has its code" 'error\[CFG008\]'
silent "the excluded file stays out" 'legacy/old.yaml'
sed -i 's/O7/O2/' conversion/bad.yaml
git add -A
expect "the mended config passes" 0 git commit -qm mended
prints "nothing is printed but the verdict" 'Passed'

printf '    ports: []\n' >> compose.yaml
git add -A
expect "a batch without any config" 0 git commit -qm compose
printf '# more\n' >> README.md
git add -A
expect "a commit without YAML skips the hook" 0 git commit -qm readme
prints "skipped" 'Skipped'

# npulint-all looks at everything at once
printf 'repos:\n- repo: %s\n  rev: %s\n  hooks:\n  - id: npulint-all\n' "$work/hooks" "$rev" > .pre-commit-config.yaml
config late bayes-e O9 > conversion/late.yaml
git add -A
expect "the whole repository" 1 pre-commit run --all-files
prints "the whole repository" 'conversion/late.yaml:18:19'

# Several batches give the findings of one: pre-commit splits long command lines.
cd "$work" && mkdir batches && cd batches || exit 1
long=a_folder_with_a_name_that_is_long_enough_to_fill_a_command_line_rather_soon
for i in $(seq 1 60); do
  mkdir -p "$long/m$((i % 7))"
  level=O2
  [ $((i % 5)) -eq 0 ] && level=O8
  config "m$i" bayes-e $level > "$long/m$((i % 7))/m$i.yaml"
done
sed -i 's/prefix: m7$/prefix: m14/' "$long/m0/m7.yaml"
"$tool" check . -o concise --profile review 2>/dev/null | sort > "$work/one"
for size in 1 4 13; do
  find . -name '*.yaml' | sort -R --random-source="$tool" | xargs -n $size "$tool" check --force-exclude --skip-unrecognized -o concise --profile review 2>/dev/null | sort > "$work/out"
  if cmp -s "$work/one" "$work/out"; then ok; else bad "batches of $size differ from one run"; diff "$work/one" "$work/out" | head -n 5; fi
done
if [ "$(grep -c 'error\[CFG008\]' "$work/one")" -eq 12 ]; then ok; else bad "12 errors in one run"; head -n 20 "$work/one"; fi
finish
