# clang 14 and lld for aarch64 over a folder of Debian's arm64 packages (packaging/sysroot.sh): NPULINT_SYSROOT,
# build/sysroot-arm64 where it is not set.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
if(NOT NPULINT_SYSROOT)
  get_filename_component(NPULINT_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../build/sysroot-arm64 ABSOLUTE)
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES NPULINT_SYSROOT)
set(CMAKE_SYSROOT ${NPULINT_SYSROOT})
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_TARGET aarch64-linux-gnu)
  # the system's headers name the folder of the build in no string
  set(CMAKE_${language}_FLAGS_INIT "-ffile-prefix-map=${NPULINT_SYSROOT}=")
endforeach()
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_CXX_COMPILER clang++-14)
set(CMAKE_EXE_LINKER_FLAGS_INIT -fuse-ld=lld-14)
find_program(CMAKE_STRIP NAMES llvm-strip-14 NO_CMAKE_FIND_ROOT_PATH REQUIRED)
# the tool prints its own completions and man page
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static)
# protoc, flatc and gzip are this machine's; headers and libraries never
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
