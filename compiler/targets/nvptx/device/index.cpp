// Where a thread is: special registers.
#include <kcc/device/builtins.h>

#define KCC_INDEX(builtin, special_register)                                                                 \
  std::uint32_t __kcc_##builtin() noexcept {                                                                 \
    return __nvvm_read_ptx_sreg_##special_register();                                                        \
  }
#define KCC_INDEX3(builtin, special_register)                                                                \
  KCC_INDEX(builtin##_x, special_register##_x)                                                               \
  KCC_INDEX(builtin##_y, special_register##_y)                                                               \
  KCC_INDEX(builtin##_z, special_register##_z)
KCC_INDEX3(thread_idx, tid)
KCC_INDEX3(block_idx, ctaid)
KCC_INDEX3(block_dim, ntid)
KCC_INDEX3(grid_dim, nctaid)
KCC_INDEX(lane_id, laneid)
