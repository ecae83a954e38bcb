// Integer operations that LLVM does not make of arithmetic.
#include <kcc/device/builtins.h>

std::uint32_t __kcc_byte_permute(std::uint32_t low, std::uint32_t high, std::uint32_t selector) noexcept {
  return __nvvm_prmt(low, high, selector);
}

#define KCC_DOT(builtin, instruction)                                                                        \
  std::uint32_t __kcc_##builtin(std::uint32_t a, std::uint32_t b, std::uint32_t sum) noexcept {              \
    std::uint32_t result;                                                                                    \
    asm(instruction " %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(sum));                           \
    return result;                                                                                           \
  }
KCC_DOT(dot4_ss, "dp4a.s32.s32")
KCC_DOT(dot4_su, "dp4a.s32.u32")
KCC_DOT(dot4_us, "dp4a.u32.s32")
KCC_DOT(dot4_uu, "dp4a.u32.u32")
KCC_DOT(dot2_ss, "dp2a.lo.s32.s32")
KCC_DOT(dot2_su, "dp2a.lo.s32.u32")
KCC_DOT(dot2_us, "dp2a.lo.u32.s32")
KCC_DOT(dot2_uu, "dp2a.lo.u32.u32")
