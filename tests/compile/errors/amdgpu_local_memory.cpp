// More local memory than a thread has.
// FAIL: %kcc --target=amdgpu --arch=gfx90a %s -o %t
#include <kcc/device.h>

namespace mine {
[[kcc::kernel]] void too_much(int *out) {
// ERROR@-1:22: error: kernel 'mine::too_much' reaches 400004 bytes of local variables, which code for AMDGPU cannot have; a thread has up to 131056, so put what is large into a buffer
  int own[100000];
  for (int i = 0; i < 100000; ++i)
    own[(i * 7) % 100000] = out[i];
  out[0] = own[out[1]];
}
} // namespace mine
