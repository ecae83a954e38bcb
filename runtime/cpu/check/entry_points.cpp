// The functions that code with checks calls (include/kcc/abi/cpu_checks.h).
#include "../engine/block.h"
#include "block_checks.h"

#include <kcc/abi/cpu_functions.h>

using kcc::cpu::check::BlockChecks;

namespace {

/// The checks of the thread's block, for functions that need hardly any stack.
[[gnu::always_inline]] inline BlockChecks &checks_without_stack_of(const kcc::abi::CpuThread &thread) {
  return *static_cast<BlockChecks *>(static_cast<kcc::abi::CheckState *>(thread.checks));
}

/// The same for any function. Inlined, because it looks at the function's frame.
[[gnu::always_inline]] inline BlockChecks &checks_of(const kcc::abi::CpuThread &thread) {
  BlockChecks &checks = checks_without_stack_of(thread);
  checks.runner().need_stack(__builtin_frame_address(0), __builtin_return_address(0));
  return checks;
}

/// The checks of the running thread. To be called by the function that the thread's code calls: its frame is
/// noted.
[[gnu::always_inline]] inline BlockChecks &running() {
  return checks_of(*kcc_cpu_thread).called_at(__builtin_frame_address(0));
}

} // namespace

bool kcc_check_enter(const kcc::abi::CheckModule *module, const char *name) {
  return running().enter(*module, name);
}

void kcc_check_shared(const void *variable, const kcc::abi::CheckVariable *what) {
  running().add_shared(variable, *what);
}

void kcc_check_functions(const void *const *functions, std::uint64_t count) {
  running().add_functions(functions, count);
}

void kcc_check_access(const void *place, const void *base, const kcc::abi::CheckSite *site) {
  running().access(place, base, site->bytes, *site);
}

void kcc_check_range(const void *place, const void *base, std::uint64_t bytes,
                     const kcc::abi::CheckSite *site) {
  running().access(place, base, bytes, *site);
}

void kcc_check_lanes(const void *const *places, const void *const *bases, std::uint32_t lanes,
                     kcc::abi::CheckedRange *range, kcc::abi::CpuThread *first,
                     const kcc::abi::CheckSite *site) {
  checks_of(*first).called_at(__builtin_frame_address(0)).access_in_lanes(places, bases, lanes, range, *site);
}

void kcc_check_race_lanes(const void *const *places, std::uint32_t lanes, const void *values,
                          kcc::abi::CpuThread *first, const kcc::abi::CheckSite *site) {
  checks_of(*first).called_at(__builtin_frame_address(0)).races_in_lanes(places, lanes, values, *site);
}

namespace {

// These are functions of their own, so that the ones below save no registers for them.
[[gnu::noinline]] void compare_row(const void *place, std::uint32_t lanes, const void *values,
                                   kcc::abi::CpuThread *first, const kcc::abi::CheckSite *site) {
  checks_of(*first).called_at(__builtin_frame_address(0)).races_in_row(place, lanes, values, *site);
}

[[gnu::noinline]] void compare_reads(const void *place, std::uint32_t lanes, kcc::abi::CpuThread *first,
                                     const kcc::abi::CheckSite *site) {
  checks_of(*first).called_at(__builtin_frame_address(0)).races_at(place, lanes, *site);
}

} // namespace

void kcc_check_race_row(const void *place, std::uint32_t lanes, const void *values,
                        kcc::abi::CpuThread *first, const kcc::abi::CheckSite *site) {
  if (!checks_without_stack_of(*first).row_is_right(place, lanes, values, *first, *site))
    compare_row(place, lanes, values, first, site);
}

void kcc_check_race_at(const void *place, std::uint32_t lanes, kcc::abi::CpuThread *first,
                       const kcc::abi::CheckSite *site) {
  if (!checks_without_stack_of(*first).reads_are_right(place, lanes, *first, *site))
    compare_reads(place, lanes, first, site);
}

void kcc_check_passed_barrier(kcc::abi::CpuThread *thread) {
  checks_of(*thread).pass_block_barrier_in_lanes();
}

void kcc_check_copy(const void *to, const void *from, std::uint64_t bytes) {
  running().copy(to, from, bytes);
}

void kcc_check_written(const void *place) {
  running().written_by_library(place);
}

void kcc_check_allocated(const void *memory, const kcc::abi::CheckSite *site) {
  running().allocated(memory, *site);
}

void kcc_check_local(bool unwritten, std::uint64_t offset, const kcc::abi::CheckSite *site) {
  if (unwritten)
    running().unwritten_local(offset, *site);
}

void kcc_check_integers(bool wrong, kcc::abi::AnyInteger first, kcc::abi::AnyInteger second,
                        const kcc::abi::ArithmeticSite *site) {
  if (wrong)
    running().wrong_integers(first, second, *site);
}

void kcc_check_conversion(bool wrong, double number, const kcc::abi::ArithmeticSite *site) {
  if (wrong)
    running().wrong_conversion(number, *site);
}

void kcc_check_nan(bool wrong, double first, double second, double third,
                   const kcc::abi::ArithmeticSite *site) {
  if (wrong)
    running().nan_made({first, second, third}, *site);
}

void kcc_check_fence(std::uint32_t order, std::uint32_t scope) {
  running().fence(static_cast<std::uint8_t>(order), static_cast<std::uint8_t>(scope));
}

void kcc_check_copy_started(const void *shared, const kcc::abi::CheckSite *site) {
  running().copy_started(shared, *site);
}

void kcc_check_copies_committed() {
  running().copies_committed();
}

void kcc_check_copies_awaited(std::uint32_t groups) {
  running().copies_awaited(groups);
}

void kcc_check_atomic_done(const void *place, const kcc::abi::CheckSite *site) {
  running().atomic_done(place, *site);
}

void kcc_check_exchanged(bool happened, const void *place, const kcc::abi::CheckSite *site) {
  if (happened)
    running().exchanged(place, *site);
}

void kcc_check_barrier(const kcc::abi::CheckSite *site) {
  running().waits_at(*site);
}

void kcc_check_callee(const void *function, const kcc::abi::CheckSite *site) {
  running().callee(function, *site);
}

void kcc_check_table(const void *table, const kcc::abi::CheckSite *site) {
  running().class_table(table, *site);
}

void kcc_check_block(std::uint32_t x, std::uint32_t y, std::uint32_t z, const kcc::abi::CheckSite *site) {
  running().calls_block_algorithm({x, y, z}, *site);
}

void kcc_check_endless(const void *place, const kcc::abi::CheckSite *site) {
  running().is_endless(place, *site);
}

std::uint64_t kcc_check_instance(std::uint64_t function) {
  return running().instance(function);
}

void kcc_check_reach(std::uint64_t instance, const kcc::abi::CheckSite *site) {
  running().reach(instance, *site);
}

void kcc_check_leave(std::uint64_t instance, const kcc::abi::CheckSite *site) {
  running().leave(instance, *site);
}

void kcc_check_bypass(std::uint64_t instance, const kcc::abi::CheckSite *site) {
  running().bypass(instance, *site);
}
