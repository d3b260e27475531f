#!/bin/bash
model_dir=$(dirname $(readlink -f "$0"))
if [ ! $1 ]; then
  target=bm1684x
else
  target=${1,,}
fi
outdir=../models/${target^^}
function gen_mlir()
{
  model_transform.py \
    --model_name det \
    --input_shapes [[$1,3,640,640]] \
    --mlir det_$1b.mlir
}
case $target in
  bm1688) cores=2 ;;
  *) cores=1 ;;
esac
pushd $model_dir
gen_mlir 1
cat <<EOF > list.txt
a
EOF
model_deploy.py --mlir det_1b.mlir --quantize 'INT8' --chip $target --num_core $cores && mv a.bmodel "$outdir/"
popd
