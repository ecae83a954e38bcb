// Moves from one memory to another, of any length, are there at every level. LLVM's back end drops those whose address
// spaces differ.
// RUN: for level in 1 2 3; do %kcc -O$level --arch=sm_75 %s -o %t.ptx && %check --input-file=%t.ptx || exit 1; done
#include <cstring>
#include <kcc/device.h>
#include <span>

// CHECK-LABEL: .entry {{.*}}by_tile
// CHECK-DAG: ld.global.{{(nc\.)?}}b8
// CHECK-DAG: st.shared.b8
// CHECK: ld.shared.b8
// CHECK: st.global.b8
[[kcc::kernel]] void by_tile(std::span<int> out, std::span<const int> in) {
  int *tile = kcc::dynamic_shared<int>().data();
  std::memmove(tile, in.data(), in.size() * sizeof(int));
  std::memmove(out.data(), tile, in.size() * sizeof(int));
}

// CHECK-LABEL: .entry {{.*}}of_known_size
// CHECK: st.shared
// CHECK: st.global
[[kcc::kernel]] void of_known_size(std::span<char> out, std::span<const char> in) {
  [[kcc::shared]] static char rows[2000];
  std::memmove(rows, in.data(), 200);
  kcc::sync_threads();
  std::memmove(out.data(), rows + kcc::thread_idx().x, 1000);
}

// CHECK-LABEL: .entry {{.*}}of_any
// CHECK: st.local.b8
// CHECK: st.b8
// CHECK: st.global.b8
[[kcc::kernel]] void of_any(std::span<char> out, std::size_t count, bool shared) {
  [[kcc::shared]] static char rows[2000];
  char own[300];
  std::memmove(own, out.data(), count);
  char *any = shared ? rows : own;
  std::memmove(any, own + 1, count - 1);
  std::memmove(out.data(), any, count);
}
