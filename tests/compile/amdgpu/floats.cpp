// Arithmetic is IEEE's unless a kernel asks for less: subnormal numbers stay, quotients and roots are rounded
// correctly, and a product and a sum are fused where kcc fuses them, and nowhere else.
// REQUIRES: ld.lld-22 llvm-objdump-22
// RUN: %kcc --target=amdgpu --arch=gfx90a %s -o %t.hsaco
// RUN: llvm-objdump-22 -D -j .rodata %t.hsaco | %FileCheck --check-prefix=MODE %s
// RUN: llvm-objdump-22 -d --no-show-raw-insn %t.hsaco | %check
#include <cmath>
#include <kcc/device.h>

// MODE-LABEL: .amdhsa_kernel divide
// MODE: .amdhsa_float_round_mode_32 0
// MODE: .amdhsa_float_round_mode_16_64 0
// MODE: .amdhsa_float_denorm_mode_32 3
// MODE: .amdhsa_float_denorm_mode_16_64 3
// CHECK-LABEL: <divide>:
// CHECK: v_div_scale_f32
// CHECK: v_div_fixup_f32
// CHECK: s_endpgm
extern "C" [[kcc::kernel]] void divide(float *x) { *x = x[0] / x[1]; }

// CHECK-LABEL: <root>:
// CHECK: v_sqrt_f32
// CHECK: v_fma_f32
// CHECK: s_endpgm
extern "C" [[kcc::kernel]] void root(float *x) { *x = std::sqrt(*x); }

// CHECK-LABEL: <apart>:
// CHECK-NOT: v_fma
// CHECK: v_mul_f32
// CHECK: v_add_f32
// CHECK: s_endpgm
extern "C" [[kcc::kernel, kcc::fmad(false)]] void apart(float *x) { *x = x[0] * x[1] + x[2]; }

// CHECK-LABEL: <fused>:
// CHECK: v_{{fma|fmac}}_f32
// CHECK: s_endpgm
extern "C" [[kcc::kernel]] void fused(float *x) { *x = x[0] * x[1] + x[2]; }

// MODE-LABEL: .amdhsa_kernel flushing
// MODE: .amdhsa_float_denorm_mode_32 0
// MODE: .amdhsa_float_denorm_mode_16_64 3
extern "C" [[kcc::kernel, kcc::ftz(true)]] void flushing(float *x) { *x = x[0] * x[1]; }
