#!/bin/bash
gen_deploy()
{
  model_deploy.py --mlir a_$1b.mlir --quantize INT8 --calibration_table t --chip bm1688 --model a_int8_$1b.bmodel
}
model_transform.py --model_name a --model_def a.onnx --input_shapes [[4,3,64,64]] --mlir a_4b.mlir
gen_deploy 4
