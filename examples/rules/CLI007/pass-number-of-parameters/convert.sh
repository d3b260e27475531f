#!/bin/bash
model_transform.py --model_name qwen --model_def qwen.onnx --input_shapes [[1,512]] --mlir qwen.mlir
model_deploy.py --mlir qwen.mlir --quantize W4F16 --chip bm1684x --model qwen3_4b_w4f16.bmodel
