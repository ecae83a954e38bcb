// Builtins that read a special register, or three of them.
#ifndef KCC_TARGETS_NVPTX_DEVICE_INDEX_H
#define KCC_TARGETS_NVPTX_DEVICE_INDEX_H

#include <kcc/device/builtins.h>

#define KCC_INDEX(builtin, special_register)                                                                 \
  std::uint32_t __kcc_##builtin() noexcept {                                                                 \
    return __nvvm_read_ptx_sreg_##special_register();                                                        \
  }
#define KCC_INDEX3(builtin, special_register)                                                                \
  KCC_INDEX(builtin##_x, special_register##_x)                                                               \
  KCC_INDEX(builtin##_y, special_register##_y)                                                               \
  KCC_INDEX(builtin##_z, special_register##_z)

#endif
