#!/bin/bash
#!/bin/bash
model_deploy.py --mlir a.mlir --quant F16 --processor bm1688 --asym --num_core=2 --model a_f16_2core.bmodel
