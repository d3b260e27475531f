#!/bin/bash
model_deploy.py --mlir a.mlir --quantize F16 --chip bm1688 $extra --model a_f16.bmodel
