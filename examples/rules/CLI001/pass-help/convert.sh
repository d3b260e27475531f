#!/bin/bash
model_deploy.py -h | grep -q -- --quant_input && echo new
model_deploy.py --mlir a.mlir --quantize F16 --chip bm1684x --model a_f16.bmodel
