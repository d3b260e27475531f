#!/usr/bin/env bash
# Measures everything on this machine and writes docs/performance.md.
set -euo pipefail
cd "$(dirname "$0")/../.."
times=$(bash tests/bench/run.sh)
counts=$(bash tests/bench/count.sh)
cpu=$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1)
cat >docs/performance.md <<P
# Performance

What \`bash tests/bench/page.sh\` measured: the static release build, process start included, files in the page cache, medians of
many runs. "limit" is what the project holds itself to; "ratio" compares with another tool in the same run.

Machine: $(nproc) cores, ${cpu:-of an unknown kind}, $(. /etc/os-release && echo "$PRETTY_NAME"), $(date -u +%Y-%m-%d).

\`\`\`text
$times
\`\`\`

Instructions, by callgrind: the same on every machine of one kind. A change that moves them shows here and in
[tests/bench/instructions.txt](../tests/bench/instructions.txt).

\`\`\`text
$counts
\`\`\`

Beside instructions the first touch of memory costs: a page fault for each 4 KB, which in a nested virtual machine can take more than
10 µs. Heaps are therefore reserved in huge pages (\`reserve_heap\`, lint/parallel.h); \`perf record -e page-faults -c 1\` counts what is left.

\`npulint check --timing\` prints on standard error where the time of a run goes:

| stage | what it is |
|---|---|
| \`find\` | folders are walked, files are recognised and texts read |
| \`parse\` | configs, contracts, logs, manifests; then graphs and artifacts, on all threads |
| \`group\` | which files belong together |
| \`data\` | calibration files, data sets, replays, files of a release |
| \`link\` | facts of each bundle, on all threads |
| \`rules\` | the rules, on all threads |
| \`suppress\` | ignores, baselines, fingerprints, order |
| \`render\` | each output |
P
