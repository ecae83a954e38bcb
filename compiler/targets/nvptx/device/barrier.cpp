// Barriers in shared memory (PTX ISA, "mbarrier") and copies that they know of.
#include <kcc/async_copy.h>
#include <kcc/barrier.h>

#include "intrinsics.h"

namespace kcc::nvptx {
using Barrier = KCC_SHARED std::uint64_t;
void init(Barrier *barrier, std::uint32_t expected) KCC_INTRINSIC("mbarrier.init.shared");
std::uint64_t arrive(Barrier *barrier) KCC_INTRINSIC("mbarrier.arrive.shared");
std::uint64_t arrive_early(Barrier *barrier, std::uint32_t count)
    KCC_INTRINSIC("mbarrier.arrive.noComplete.shared");
std::uint64_t arrive_drop(Barrier *barrier) KCC_INTRINSIC("mbarrier.arrive.drop.shared");
bool test_wait(Barrier *barrier, std::uint64_t token) KCC_INTRINSIC("mbarrier.test.wait.shared");
bool try_wait(Barrier *barrier, std::uint64_t token) KCC_INTRINSIC("mbarrier.try.wait.scope.cta.space.cta");
bool try_wait_parity(Barrier *barrier, std::uint32_t parity)
    KCC_INTRINSIC("mbarrier.try.wait.parity.scope.cta.space.cta");
void copy_4(KCC_SHARED void *to, const KCC_GLOBAL void *from) KCC_INTRINSIC("cp.async.ca.shared.global.4");
void copy_8(KCC_SHARED void *to, const KCC_GLOBAL void *from) KCC_INTRINSIC("cp.async.ca.shared.global.8");
void copy_16(KCC_SHARED void *to, const KCC_GLOBAL void *from) KCC_INTRINSIC("cp.async.cg.shared.global.16");
void arrive_after_copies(Barrier *barrier) KCC_INTRINSIC("cp.async.mbarrier.arrive.noinc.shared");
void fence_proxy() KCC_INTRINSIC("fence.proxy.async.shared_cta");
void expect_bytes(Barrier *barrier, std::uint32_t bytes)
    KCC_INTRINSIC("mbarrier.expect.tx.scope.cta.space.cta");
void bulk_copy(KCC_CLUSTER_SHARED void *to, Barrier *barrier, const KCC_GLOBAL void *from,
               std::uint32_t bytes, std::uint16_t blocks, std::uint64_t cache_policy, bool has_blocks,
               bool has_cache_policy) KCC_INTRINSIC("cp.async.bulk.global.to.shared.cluster");
} // namespace kcc::nvptx

using namespace kcc::nvptx;

void __kcc_barrier_init(std::uint64_t *barrier, std::uint32_t expected) noexcept {
  init(in_shared(barrier), expected);
}
std::uint64_t __kcc_barrier_arrive(std::uint64_t *barrier) noexcept {
  return arrive(in_shared(barrier));
}
std::uint64_t __kcc_barrier_arrive_early(std::uint64_t *barrier, std::uint32_t count) noexcept {
  return arrive_early(in_shared(barrier), count);
}
std::uint64_t __kcc_barrier_arrive_drop(std::uint64_t *barrier) noexcept {
  return arrive_drop(in_shared(barrier));
}
std::uint32_t __kcc_barrier_test(std::uint64_t *barrier, std::uint64_t token) noexcept {
  return test_wait(in_shared(barrier), token);
}
std::uint32_t __kcc_barrier_try_wait(std::uint64_t *barrier, std::uint64_t token) noexcept {
  return try_wait(in_shared(barrier), token);
}
std::uint32_t __kcc_barrier_try_wait_parity(std::uint64_t *barrier, std::uint32_t parity) noexcept {
  return try_wait_parity(in_shared(barrier), parity);
}

// test_wait does not wait, so it is asked again and again; what can wait came with sm_90. LLVM has no
// intrinsic for the parity, and the two loops shall be alike.
#define KCC_ASK_UNTIL_TRUE(instruction, barrier, constraint, operand)                                        \
  asm volatile("{\n\t.reg .pred ended;\nagain%=:\n\t" instruction                                            \
               " ended, [%0], %1;\n\t@!ended bra again%=;\n\t}"                                              \
               :                                                                                             \
               : "l"(in_shared(barrier)), constraint(operand)                                                \
               : "memory")
void __kcc_barrier_wait(std::uint64_t *barrier, std::uint64_t token) noexcept {
  KCC_ASK_UNTIL_TRUE("mbarrier.test_wait.shared.b64", barrier, "l", token);
}
void __kcc_barrier_wait_parity(std::uint64_t *barrier, std::uint32_t parity) noexcept {
  KCC_ASK_UNTIL_TRUE("mbarrier.test_wait.parity.shared.b64", barrier, "r", parity);
}

void __kcc_async_copy_4(void *shared, const void *global) noexcept {
  copy_4(in_shared(shared), in_global(global));
}
void __kcc_async_copy_8(void *shared, const void *global) noexcept {
  copy_8(in_shared(shared), in_global(global));
}
void __kcc_async_copy_16(void *shared, const void *global) noexcept {
  copy_16(in_shared(shared), in_global(global));
}
void __kcc_async_started(const void *, std::size_t) noexcept {} // for the checks of the CPU device
void __kcc_async_commit() noexcept {
  __nvvm_cp_async_commit_group();
}
void __kcc_async_wait_all() noexcept {
  __nvvm_cp_async_wait_all();
}
/// The number stands in the instruction. Where it is not known, or too large for this list, fewer groups stay
/// under way.
[[gnu::always_inline]] void __kcc_async_wait_group(std::uint32_t groups) noexcept {
  switch (groups) {
#define KCC_WAIT_FOR_GROUPS(number)                                                                          \
  case number:                                                                                               \
    return __nvvm_cp_async_wait_group(number);
    KCC_WAIT_FOR_GROUPS(0)
    KCC_WAIT_FOR_GROUPS(1)
    KCC_WAIT_FOR_GROUPS(2)
    KCC_WAIT_FOR_GROUPS(3)
    KCC_WAIT_FOR_GROUPS(4)
    KCC_WAIT_FOR_GROUPS(5)
    KCC_WAIT_FOR_GROUPS(6)
  default:
    return __nvvm_cp_async_wait_group(7);
  }
}
void __kcc_async_arrive(std::uint64_t *barrier) noexcept {
  arrive_after_copies(in_shared(barrier));
}

/// The barrier expects the bytes before they can arrive. The copy goes through another proxy than loads and
/// stores, hence the fence: what the block did to this memory, and to the barrier, comes first.
void __kcc_bulk_copy(void *shared, std::uint64_t *barrier, const void *global, std::uint32_t bytes) noexcept {
  fence_proxy();
  expect_bytes(in_shared(barrier), bytes);
  bulk_copy((KCC_CLUSTER_SHARED void *)shared, in_shared(barrier), in_global(global), bytes, 0, 0, false,
            false);
}
