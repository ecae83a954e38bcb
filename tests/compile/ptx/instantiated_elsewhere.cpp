// What kernels can call does not depend on the optimization level, although Clang emits functions that are also in the
// host's libraries, such as those of extern templates, only for its optimizer.
// RUN: for level in 0 1 2 3; do %kcc -O$level %s -o %t$level.ptx || exit 1; \
// RUN:   %kcc -O$level --emit=obj --target=cpu %s -o %t$level.o || exit 1; done
// RUN: %check < %t0.ptx
// RUN: %tool --cache-dir %T/cache -O0 %s -o %t6.ptx && %tool --cache-dir %T/cache -O0 %s -o %t7.ptx && cmp %t6.ptx %t7.ptx
#include <cstdlib>
#include <kcc/device.h>
#include <string>

[[gnu::noinline]] static bool is_none(const std::size_t &position) { return position == std::string::npos; }

[[kcc::kernel]] void text(std::span<int> out) {
  std::string letters = "ab";
  letters += 'c';
  letters.insert(0, "begin ").append(3, '.');
  out[0] = static_cast<int>(letters.size());
  out[1] = is_none(letters.find('x'));
}

[[kcc::kernel]] void library(std::span<int> out) {
  const auto compare = [](const void *a, const void *b) { return *static_cast<const int *>(a) - *static_cast<const int *>(b); };
  out[0] = std::bsearch(&out[1], out.data(), out.size(), sizeof(int), compare) != nullptr;
}

// CHECK-NOT: .extern .func {{.*}}_ZNSs
// CHECK: .func {{.*}}_ZNSt7__cxx1112basic_string
