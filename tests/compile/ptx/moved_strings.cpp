// Inlining functions that return such objects leaves declarations of `llvm.experimental.noalias.scope.decl`, whose
// parameter has no size.
// RUN: for level in 0 1 2 3; do %kcc -O$level %s -o %t.ptx || exit 1; done
#include <kcc/device.h>
#include <string>

[[kcc::kernel]] void lengths(std::span<int> out, int n) {
  const std::string s = std::to_string(n);
  out[0] = static_cast<int>((s + s).size());
}
