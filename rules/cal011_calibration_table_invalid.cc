#include "lint/facts.h"
#include "lint/table_check.h"

namespace npulint {
namespace {

constexpr Text kEmpty{"the table holds no rows", "该表没有任何行"};

void check(Report& r, Have<TheTable> table, Maybe<TableKnownNames> names) {
  const CaliTable& t = **table;
  for (const TableFault& f : table_faults(t, names ? &*names : nullptr)) {
    r.fail_with(f.severity, f.at, f.what);
    for (const auto& [at, what] : f.also) r.also_with(at, what);
  }
  const bool empty = t.rows.empty() && t.modes.empty() && t.dropped.empty() && t.other_lines == 0;
  if (empty && t.complete) r.fail(table.at(), kEmpty);
}

}  // namespace

extern const Rule CAL011;
constinit const Rule CAL011 = rule<check>({
    .code = "CAL011",
    .name = "calibration-table-invalid",
    .severity = Severity::kError,
    .summary = {"a calibration or quantisation table that TPU-MLIR reads in part, or for another "
                "model",
                "校准表或量化表只被 TPU-MLIR 部分读取，或属于另一个模型"},
    .why = {"model_deploy passes over rows that do not fit its pattern and over names that the "
            "model does not have, without a word: those tensors stay in float or saturate, and the "
            "accuracy falls.",
            "model_deploy 会默默跳过不符合其格式的行以及模型中没有的名称："
            "这些张量保持浮点或发生饱和，精度下降。"},
    .fix = {"Run run_calibration again for this model, and run_qtable or run_sensitive_layer for "
            "the quantisation table; write neither by hand.",
            "针对该模型重新运行 run_calibration，量化表则重新运行 run_qtable 或 "
            "run_sensitive_layer；不要手工改写。"},
    .source = "sophgo/tpu-mlir ImportCalibrationTable.cpp and ConvertTopToTpu.cpp; manual "
              "07_quantization.rst",
});

}  // namespace npulint
