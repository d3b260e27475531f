#!/usr/bin/env bash
# The static build for aarch64, on x86_64 with Debian 12: build/aarch64/npulint. Installs the compiler, the linker and the
# emulator where they are missing; the libraries to link with come as packages into build/sysroot-arm64.
set -euo pipefail
cd "$(dirname "$0")/.."
bash tests/install.sh clang-14 lld-14 llvm-14 qemu-user-static cmake ninja-build protobuf-compiler flatbuffers-compiler
bash packaging/sysroot.sh build/sysroot-arm64
cmake --preset aarch64
cmake --build --preset aarch64 "$@"
