# shellcheck shell=bash disable=SC2154
# What the tests of packages share besides: a config to try the tool on. Sourced.
# shellcheck source=../lib.sh
. "$root/tests/lib.sh"
present() { if [ -s "$1" ]; then ok; else bad "$1 is absent or empty"; fi; }
absent() { if [ -e "$1" ]; then bad "$1 is there"; else ok; fi; }
# A conversion config with one error: CFG008 at line 17.
bad_config() {
  cat <<'Y'
model_parameters:
  onnx_model: ./m.onnx
  march: bayes-e
  output_model_file_prefix: m
input_parameters:
  input_type_rt: nv12
  input_type_train: rgb
  input_layout_train: NCHW
  norm_type: data_scale
  scale_value: 0.003921568627451
calibration_parameters:
  cal_data_dir: ./cal_m_f32
  cal_data_type: float32
  calibration_type: default
compiler_parameters:
  compile_mode: latency
  optimize_level: O7
Y
}
# works NAME COMMAND…: the tool runs, finds that error, explains a rule
works() {
  local name=$1
  shift
  mkdir -p "$work/try" && bad_config >"$work/try/m.yaml"
  expect "$name: version" 0 "$@" version
  prints "$name: version" '^npulint [0-9.]+$'
  cd "$work/try" || return
  expect "$name: check" 1 "$@" check m.yaml -o concise
  prints "$name: check" 'm.yaml:17:19: error\[CFG008\]'
  cd "$OLDPWD" || return
  expect "$name: explain" 0 "$@" explain CFG008
}
