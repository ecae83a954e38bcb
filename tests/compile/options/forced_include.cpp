// A header that the command line includes sees the machine and kcc's macros as the source does.
// RUN: printf '#include <cmath>\n#include <kcc/device.h>\n#ifdef __KCC__\nconstexpr int seen = __KCC_ARCH__;\n#endif\n' > %T/forced.h
// RUN: %kcc --include %T/forced.h --arch=sm_90 %s -o - | %check
// RUN: %kcc --include %T/forced.h --include cmath --emit=obj %s -o %t.o
// RUN: for round in 1 2; do %tool --cache-dir %T/cache --include kcc/device.h --include %T/forced.h --arch=sm_90 %s -o - | %check; done
static_assert(seen == __KCC_ARCH__);

// CHECK: st.global.b32 {{.*}}, 90;
[[kcc::kernel]] void fill(std::span<int> values) { values[0] = seen; }
