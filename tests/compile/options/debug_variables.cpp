// Debuggers find lines and variables at every level, including those in shared and constant memory.
// REQUIRES: /usr/lib/llvm-22/bin/llvm-dwarfdump
// RUN: %kcc -g -O0 --emit=obj --target=cpu %s -o %t.o
// RUN: /usr/lib/llvm-22/bin/llvm-dwarfdump %t.o | %check --check-prefixes=CPU,O0
// RUN: for level in 1 2 3; do %kcc -g -O$level --emit=obj --target=cpu %s -o %t$level.o || exit 1; \
// RUN:   /usr/lib/llvm-22/bin/llvm-dwarfdump --verify %t$level.o || exit 1; \
// RUN:   /usr/lib/llvm-22/bin/llvm-dwarfdump --debug-line %t$level.o | %check --check-prefix=LINES || exit 1; \
// RUN:   /usr/lib/llvm-22/bin/llvm-dwarfdump %t$level.o | %check --check-prefixes=CPU,O3 || exit 1; done
// RUN: %kcc -g -O0 %s -o %t.ptx && tr '\n' ' ' < %t.ptx | %check --check-prefix=PTX
// RUN: %kcc -g -O3 %s -o %t3.ptx && tr '\n' ' ' < %t3.ptx | %check --check-prefix=PTX
#include <kcc/device.h>

[[kcc::constant]] int weights[4] = {1, 2, 3, 4};
[[kcc::shared]] int tile[64];
static int counter = 3;

[[kcc::kernel]] void k(std::span<int> out, int n) {
  [[kcc::shared]] float inner[8];
  const unsigned i = kcc::thread_idx().x;
  tile[i] = n * weights[i & 3];
  inner[i & 7] = 2.0f;
  kcc::sync_threads();
  if (i < out.size())
    out[i] = tile[63 - i] + inner[i & 3] + counter++; // line 24
}

// LINES: {{^0x[0-9a-f]+ +20 }}
// LINES: {{^0x[0-9a-f]+ +24 }}

// CPU: DW_AT_name ("weights")
// CPU: DW_AT_location (DW_OP_addr
// CPU-NOT: DW_AT_name ("{{tile|inner}}")
// CPU: DW_AT_name ("counter")
// CPU: DW_AT_location (DW_OP_addr
// O0: DW_AT_location (DW_OP_fbreg {{.*}}, DW_OP_deref, DW_OP_plus_uconst 0x100)
// O0-NEXT: DW_AT_name ("inner")
// O0: DW_AT_location (DW_OP_fbreg {{.*}}, DW_OP_deref, DW_OP_plus_uconst 0x0)
// O0-NEXT: DW_AT_name ("tile")
// O3: DW_TAG_inlined_subroutine
// O3: DW_OP_breg{{.*}}+0)
// O3: DW_AT_abstract_origin ({{.*}} "tile")
// O3: DW_OP_breg{{.*}}+256)
// O3: DW_AT_abstract_origin ({{.*}} "inner")

// The classes of addresses: 4 is constant memory, 8 shared, 5 global (cuda-gdb's numbers).
// PTX-DAG: .b8 4 .b8 9 .b8 3 .b64 weights
// PTX-DAG: .b8 8 .b8 9 .b8 3 .b64 tile
// PTX-DAG: .b8 5 .b8 9 .b8 3 .b64 {{[A-Za-z_0-9]*}}counter
// PTX-DAG: .b8 8 .b8 9 .b8 3 .b64 {{[A-Za-z_0-9]*}}inner
