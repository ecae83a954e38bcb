// Barriers that not all threads of a block reach: OpenCL and Metal leave them undefined.
// FAIL(early): %kcc --target=spirv -DEARLY %s -o %t
// FAIL(early-O0): %kcc --target=spirv -O0 -DEARLY %s -o %t
// FAIL(early-metal): %kcc --emit=msl -DEARLY %s -o %t
// FAIL(branches): %kcc --target=spirv -DBRANCHES %s -o %t
// FAIL(branches-O0): %kcc --target=spirv -O0 -DBRANCHES %s -o %t
// FAIL(turns): %kcc --target=spirv -DTURNS %s -o %t
// FAIL(loop): %kcc --target=spirv -DLOOP %s -o %t
// RUN: %kcc --target=vulkan -DEARLY -DBRANCHES -DTURNS -DLOOP %s -o %t
// RUN: %kcc --target=spirv %s -o %t
// RUN: %kcc --target=spirv -O0 %s -o %t
// RUN: %kcc --emit=msl %s -o %t
#include <kcc/device.h>

namespace {

[[kcc::shared]] int values[64];
[[kcc::shared]] int is_over;

void meet() {
  kcc::sync_threads();
  // ERROR(branches)@-1:3: error: kernel 'different_branches' reaches a barrier that some threads of a block may not reach, which code for OpenCL cannot have; they may have returned, taken another branch or left a loop early, so put what only some threads do into an 'if', and the barrier after it
}

} // namespace

#ifdef EARLY
[[kcc::kernel]] void returns_early(int n) {
  const auto thread = static_cast<int>(kcc::thread_idx().x);
  if (thread >= n)
    return;
  values[thread] = thread;
  kcc::sync_threads();
  // ERROR(early)@-1:3: error: kernel 'returns_early' reaches a barrier that some threads of a block may not reach, which code for OpenCL cannot have; they may have returned, taken another branch or left a loop early, so put what only some threads do into an 'if', and the barrier after it
  // ERROR(early-O0)@-2:3: error: kernel 'returns_early' reaches a barrier that some threads of a block may not reach, which code for OpenCL cannot have; they may have returned, taken another branch or left a loop early, so put what only some threads do into an 'if', and the barrier after it
  // ERROR(early-metal)@-3:3: error: kernel 'returns_early' reaches a barrier that some threads of a block may not reach, which code for Metal cannot have; they may have returned, taken another branch or left a loop early, so put what only some threads do into an 'if', and the barrier after it
}
#endif
#ifdef BRANCHES
[[kcc::kernel]] void different_branches(int n) {
  if (static_cast<int>(kcc::thread_idx().x) < n)
    meet();
    // ERROR(branches)@-1:5: note: called by 'different_branches' here
    // ERROR(branches-O0)@-2:5: error: kernel 'different_branches' reaches a barrier that some threads of a block may not reach, which code for OpenCL cannot have; they may have returned, taken another branch or left a loop early, so put what only some threads do into an 'if', and the barrier after it
}
#endif
#ifdef TURNS
[[kcc::kernel]] void different_turns(std::span<const int> turns) {
  for (int i = 0; i < turns[kcc::thread_idx().x]; ++i)
    kcc::sync_threads();
    // ERROR(turns)@-1:5: error: kernel 'different_turns' reaches a barrier that some threads of a block may not reach, which code for OpenCL cannot have; they may have returned, taken another branch or left a loop early, so put what only some threads do into an 'if', and the barrier after it
}
#endif
#ifdef LOOP
[[kcc::kernel]] void one_leaves_a_loop(std::span<const int> from) {
  for (int i = 0; i < 64; ++i) {
    kcc::sync_threads();
    // ERROR(loop)@-1:5: error: kernel 'one_leaves_a_loop' reaches a barrier that some threads of a block may not reach, which code for OpenCL cannot have; they may have returned, taken another branch or left a loop early, so put what only some threads do into an 'if', and the barrier after it
    if (from[i] == static_cast<int>(kcc::thread_idx().x))
      break;
  }
}
#endif

[[kcc::kernel]] void all_come(std::span<int> out, std::span<const int> in, int n) {
  const auto thread = static_cast<int>(kcc::thread_idx().x);
  for (int width = n; width > 0; width /= 2) {
    if (thread < width)
      values[thread] += in[thread];
    meet();
    if (thread == 0)
      is_over = values[0] < in[width];
    kcc::sync_threads();
    if (is_over != 0)
      break;
  }
  if (thread > 200)
    __builtin_trap(); // an error ends the kernel
  kcc::sync_threads();
  if (kcc::sync_threads_or(values[thread % 64] > 3))
    kcc::sync_threads();
  if (kcc::block_idx().x == 1)
    return;
  kcc::sync_threads();
  out[thread] = values[thread % 64];
}
