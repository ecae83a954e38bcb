// Each kind of output, alone and together.
// RUN: %kcc --emit=ptx %s -o - | %check --check-prefix=PTX
// RUN: %kcc --emit=llvm-ir %s -o - | %check --check-prefix=IR
// RUN: %kcc --emit=llvm-ir --target=cpu %s -o - | %check --check-prefix=CPU
// RUN: %kcc --emit=llvm-bc %s -o - | head -c 2 | grep -q BC
// RUN: %kcc --emit=manifest %s -o - | %check --check-prefix=MANIFEST
// RUN: %kcc --emit=header %s -o - | %check --check-prefix=HEADER
// RUN: %kcc --emit=obj --arch=sm_75,sm_90 %s -o %t.o
// RUN: nm %t.o | grep -q ' [DRV] kcc_image_emit_kinds_[0-9a-f]\{16\}$'
// RUN: grep -aq 'target sm_90' %t.o && grep -aq 'target sm_75' %t.o
// RUN: %kcc --emit=obj --target=ptx %s -o %T/ptx_only.o && ! nm %T/ptx_only.o | grep -q kcc_cpu_thread
// RUN: %kcc --emit=ptx,manifest,header,obj --emit=llvm-ir --target=ptx --name=other.name %s -o %T/all/
// RUN: ls %T/all | tr '\n' ' ' | grep -qx 'emit_kinds.json emit_kinds.kernels.h emit_kinds.ll emit_kinds.o emit_kinds.ptx '
// RUN: grep -q 'namespace other_name' %T/all/emit_kinds.kernels.h && nm %T/all/emit_kinds.o | grep -q kcc_image_other_name
// A shared object with the CPU device's code needs nothing of the runtime's.
// RUN: %kcc --emit=so %s -o %t.so && nm -D --defined-only %t.so | grep -q ' D kcc_module$' && ! nm -D %t.so | grep kcc_cpu
// RUN: %kcc --emit=so,ptx,obj -g %s -o %T/both/ && test -s %T/both/emit_kinds.so && nm %T/both/emit_kinds.o | grep -q kcc_cpu_sync_threads
// Without -o, the output is in the working folder.
// RUN: mkdir %T/here && cd %T/here && %kcc %s && %kcc --emit=manifest %s && test -f emit_kinds.ptx && test -f emit_kinds.json
#include <kcc/device.h>

[[kcc::kernel]] void fill(std::span<int> values, int value) {
  values[kcc::thread_idx().x] = value;
  kcc::sync_threads();
}

// PTX: .visible .entry _Z4fill
// IR: define ptx_kernel void @_Z4fill
// CPU: define{{.*}} void @kcc.thread._Z4fill
// CPU: kcc_cpu_thread
// CPU: call void @kcc_cpu_sync_threads()
// MANIFEST: {"version":14,"source":"emit_kinds.cpp","kernels":[{"name":"fill"
// HEADER: // Made by kcc from emit_kinds.cpp
// HEADER: namespace emit_kinds __attribute__((visibility("hidden"))) {
// HEADER: inline constexpr ::kcc::Kernel<::std::span<int>, int> fill{&kcc_image_emit_kinds_{{[0-9a-f]+}}, "fill", "_Z4fill
