// What code for the CPU device that was compiled with --check tells the runtime: the places at which it
// accesses memory, and the functions that it calls there.
#ifndef KCC_ABI_CPU_CHECKS_H
#define KCC_ABI_CPU_CHECKS_H

#include "cpu_code.h"

#include <cstddef>
#include <cstdint>

namespace kcc::abi {

/// The checks, as bits of a set.
enum Check : std::uint32_t {
  check_memory = 1,
  check_race = 2,
  check_init = 4,
  check_barrier = 8,
  check_overflow = 16,
  check_division = 32,
  check_shift = 64,
  check_conversion = 128,
  check_nan = 256,
  check_host = 512,
  check_access = 1024, ///< counts accesses; finds no errors
  check_arithmetic = check_overflow | check_division | check_shift | check_conversion | check_nan,
};
inline constexpr std::uint32_t all_checks = 2047;

/// What `kcc --check` and KCC_CHECK call them.
struct CheckName {
  const char *name;
  std::uint32_t checks;
};
inline constexpr CheckName check_names[] = {
    {"memory", check_memory},         {"race", check_race},         {"init", check_init},
    {"barrier", check_barrier},       {"arith", check_arithmetic},  {"host", check_host},
    {"overflow", check_overflow},     {"division", check_division}, {"shift", check_shift},
    {"conversion", check_conversion}, {"nan", check_nan},           {"access", check_access},
};

/// A line of source, and the call through which it was inlined.
struct CheckPlace {
  const char *file;
  const char *function; ///< without parameters
  std::uint32_t line, column;
  const CheckPlace *caller; ///< null: `function` was not inlined
};

enum class AccessKind : std::uint8_t { read, write, atomic_read, atomic_write, atomic_change };

/// The numbers of kcc::scope.
inline constexpr std::uint8_t scope_block = 1, scope_cluster = 2, scope_device = 3, scope_system = 4;

/// One access in the code.
struct CheckSite {
  const CheckPlace *place; ///< null without debug information
  const char *variable;    ///< that is accessed, as the linker knows it; null if unknown. Of calls of block
                           ///< algorithms: the algorithm
  std::uint32_t bytes;     ///< 0: the call says how many
  std::uint32_t align;
  std::uint64_t object_bytes; ///< the size of the object that begins at `base`; 0: unknown. Of calls of
                              ///< barriers: a number
  AccessKind kind;
  std::uint8_t order;           ///< of an atomic access: std::memory_order
  std::uint8_t scope;           ///< of an atomic access: kcc::scope
  std::uint8_t flags;           ///< site_in_bounds, ...
  std::uint32_t checks;         ///< of accesses: those that look at this one
  mutable std::uint32_t number; ///< the runtime's; 0 at first
};
static_assert(sizeof(CheckSite) == 48 && offsetof(CheckSite, kind) == 32);

/// The compiler has seen that the access is inside its object.
inline constexpr std::uint8_t site_in_bounds = 1;
/// The value read is only stored elsewhere.
inline constexpr std::uint8_t site_copies = 2;
/// sync_threads() and its kind, not another function that waits.
inline constexpr std::uint8_t site_block_barrier = 4;
/// The access is volatile, and of an atomic kind for this reason alone.
inline constexpr std::uint8_t site_volatile = 8;
/// The value written is computed from the one that was there, as in `x += y`.
inline constexpr std::uint8_t site_updates = 16;
/// A compare-exchange: kcc_check_exchanged() says whether it has written.
inline constexpr std::uint8_t site_may_fail = 32;
/// It is a part of an update that keeps some bits of what was there, as one of a bit-field does.
inline constexpr std::uint8_t site_keeps_bits = 64;
/// A write that is the end of an asynchronous copy (kcc_check_copy_started).
inline constexpr std::uint8_t site_async_copy = 128;

enum class Arithmetic : std::uint8_t {
  addition,
  subtraction,
  multiplication,
  negation,
  division, ///< or the remainder of one
  shift,
  conversion,
  function,
};

/// One arithmetic operation in the code.
struct ArithmeticSite {
  const CheckPlace *place; ///< null without debug information
  const char *type;        ///< of the operands, in quotes: "'int'"
  const char *other;       ///< what is converted to, in quotes, or the function's name; else null
  std::uint32_t bits;      ///< of a number of the type
  Arithmetic operation;
  std::uint8_t operands;
  std::uint8_t is_unsigned;
};
static_assert(sizeof(ArithmeticSite) == 32 && offsetof(ArithmeticSite, operation) == 28);

__extension__ typedef __int128 AnyInteger;

/// A shared variable that a kernel uses.
struct CheckVariable {
  const char *name;
  std::uint64_t bytes;
};

/// A variable of the module: mutable, constant, or a literal.
struct CheckGlobal {
  const void *address;
  std::uint64_t bytes;
  const char *name;
  std::uint64_t is_constant;
};

/// Memory in which a check in code for lanes has found an access to be right, so that the code need not ask
/// the runtime again of accesses there, at addresses that are computed from others there.
struct CheckedRange {
  const std::byte *begin = nullptr;
  std::uint64_t bytes = 0; ///< 0: nothing is known
  /// A bit for each of them: whether it has been written. Null: all count as written.
  std::byte *written = nullptr;
};
inline constexpr std::size_t checked_range_count = 256;

/// So many bytes before and behind each map of what has been written can also be read, and written back as
/// they are.
inline constexpr std::size_t written_margin = 4096;

/// What the runtime knows of accesses to units of 4 bytes of the block's shared memory, so that code need not
/// ask whether reads race with any. Accesses are words that are ordered as numbers are; those from `now` on
/// are of the block's threads since their last barrier.
struct SharedAccesses {
  const std::byte *shared = nullptr;
  std::uint64_t bytes = 0; ///< 0: nothing is known
  std::uint64_t now = 0;
  /// Three words for each chunk of units: the last write, the last read, and a read by another thread. They
  /// are for neighbouring threads that access one unit each. Such a read cannot race if the write is less
  /// than `now`, nor can such a write if the write and the read are. A read need not be noted if both reads
  /// are at least `now` and at most `most`. Otherwise an access is noted here if the read is less than
  /// `now`, by the word of the chunk's first unit: `now`, plus the number of the site, plus the rank of that
  /// unit's thread times `thread`.
  std::uint64_t (*chunks)[3] = nullptr;
  /// The same of each unit, if the chunk's write is `has_units`. Of threads that read one unit, two are noted
  /// if both reads are less than `now`.
  std::uint64_t *writes = nullptr, *reads = nullptr, *other_reads = nullptr;

  static constexpr std::uint64_t unit_bytes = 4, chunk_bytes = 32;
  static constexpr std::uint64_t thread = std::uint64_t{1} << 15, most = (std::uint64_t{1} << 61) - 1,
                                 has_units = std::uint64_t{1} << 63;
};

/// What abi::CpuThread::checks points to, for the block that an OS thread runs.
struct CheckState {
  std::byte *shared_written = nullptr;      ///< CheckedRange::written of the block's shared memory
  CheckedRange ranges[checked_range_count]; ///< the compiler numbers the checks of a kernel
  SharedAccesses shared_accesses;
};

/// One source.
struct CheckModule {
  std::uint32_t checks; ///< compiled in
  std::uint32_t global_count;
  const CheckGlobal *globals;
  std::uint32_t orders_blocks; ///< 1: fences or atomic operations may order what threads of two blocks do
};

} // namespace kcc::abi

extern "C" {
/// Called by each thread when it enters the kernel `name`, or once for a block whose threads run in lanes.
/// Returns whether kcc_check_shared() is to follow for each shared variable, and kcc_check_functions() with
/// the functions whose addresses the kernel's code makes, if there are any.
bool kcc_check_enter(const kcc::abi::CheckModule *module, const char *name);
void kcc_check_shared(const void *variable, const kcc::abi::CheckVariable *what);
void kcc_check_functions(const void *const *functions, std::uint64_t count);

/// Before an access at `place`, whose address was computed from `base`.
void kcc_check_access(const void *place, const void *base, const kcc::abi::CheckSite *site);
/// The same for neighbouring threads, of which `*first` is the first, which is also `*kcc_cpu_thread`: those
/// in the set `lanes`, each with its own place and base. If `range` is not null, `*range` gets the memory
/// about which the code need not ask again.
void kcc_check_lanes(const void *const *places, const void *const *bases, std::uint32_t lanes,
                     kcc::abi::CheckedRange *range, kcc::abi::CpuThread *first,
                     const kcc::abi::CheckSite *site);
/// Looks for races of accesses in lanes, which kcc_check_lanes() leaves out. `lanes` is the set of the
/// lanes; `*first` is the thread in lane 0, which need not be in the set. For writes, `values` has the
/// values of all lanes, in order; otherwise it is null.
void kcc_check_race_lanes(const void *const *places, std::uint32_t lanes, const void *values,
                          kcc::abi::CpuThread *first, const kcc::abi::CheckSite *site);
/// The same for accesses at consecutive addresses. `place` is that of lane 0.
void kcc_check_race_row(const void *place, std::uint32_t lanes, const void *values,
                        kcc::abi::CpuThread *first, const kcc::abi::CheckSite *site);
/// The same for reads of one place by all of them.
void kcc_check_race_at(const void *place, std::uint32_t lanes, kcc::abi::CpuThread *first,
                       const kcc::abi::CheckSite *site);
/// All threads of the block, which run in lanes, have arrived at its barrier.
void kcc_check_passed_barrier(kcc::abi::CpuThread *thread);
/// The same as kcc_check_access() for a number of bytes that `site` does not say.
void kcc_check_range(const void *place, const void *base, std::uint64_t bytes,
                     const kcc::abi::CheckSite *site);
/// Before a copy whose source and target have been checked: what is uninitialized in the source will be so
/// in the target.
void kcc_check_copy(const void *to, const void *from, std::uint64_t bytes);
/// After a call of a library function without checks that has got this pointer, or has returned it.
void kcc_check_written(const void *place);
/// Before a read of a local variable, of `site->bytes` bytes from `offset` on. `unwritten`: the thread has
/// written none of them.
void kcc_check_local(bool unwritten, std::uint64_t offset, const kcc::abi::CheckSite *site);
/// Before the use of an integer's operation whose result is undefined if `wrong`, with its operands.
void kcc_check_integers(bool wrong, kcc::abi::AnyInteger first, kcc::abi::AnyInteger second,
                        const kcc::abi::ArithmeticSite *site);
/// Before the conversion of a number to an integer that cannot hold it if `wrong`.
void kcc_check_conversion(bool wrong, double number, const kcc::abi::ArithmeticSite *site);
/// After an operation on numbers, of which none is NaN, that has returned NaN if `wrong`.
void kcc_check_nan(bool wrong, double first, double second, double third,
                   const kcc::abi::ArithmeticSite *site);
/// A fence of the running thread.
void kcc_check_fence(std::uint32_t order, std::uint32_t scope);
/// After an asynchronous copy by the running thread to shared memory, which a GPU would only have started.
void kcc_check_copy_started(const void *shared, const kcc::abi::CheckSite *site);
/// The running thread makes a group of its copies that are in none.
void kcc_check_copies_committed();
/// The running thread waits until at most `groups` of its groups of copies are not complete.
void kcc_check_copies_awaited(std::uint32_t groups);
/// After an atomic access.
void kcc_check_atomic_done(const void *place, const kcc::abi::CheckSite *site);
/// The same for a compare-exchange, which is one of two accesses: a change, or a read if it fails. Called for
/// both, of which one has `happened`.
void kcc_check_exchanged(bool happened, const void *place, const kcc::abi::CheckSite *site);
/// After a function that allocates; null if it could not.
void kcc_check_allocated(const void *memory, const kcc::abi::CheckSite *site);
/// Before a function that waits for other threads, or frees memory.
void kcc_check_barrier(const kcc::abi::CheckSite *site);
/// Before a call by an address.
void kcc_check_callee(const void *function, const kcc::abi::CheckSite *site);
/// Before the address of a virtual function is read from the table of an object's class.
void kcc_check_table(const void *table, const kcc::abi::CheckSite *site);
/// Before a call of the block algorithm `site->variable`, whose blocks have x * y * z threads.
void kcc_check_block(std::uint32_t x, std::uint32_t y, std::uint32_t z, const kcc::abi::CheckSite *site);
/// The second iteration begins of a loop that does the same each time, so that it never ends. It reads
/// `site->bytes` bytes at `place`; 0: nothing. Null: the place is not known.
void kcc_check_endless(const void *place, const kcc::abi::CheckSite *site);
/// Counts a call of a function by the running thread. Returns how many have come before it.
std::uint64_t kcc_check_instance(std::uint64_t function);
/// Before and after a call in which all threads of the block wait for each other, where some could get past
/// it. `object_bytes` identifies the call.
void kcc_check_reach(std::uint64_t instance, const kcc::abi::CheckSite *site);
void kcc_check_leave(std::uint64_t instance, const kcc::abi::CheckSite *site);
/// The running thread has got past that call and does not return at once.
void kcc_check_bypass(std::uint64_t instance, const kcc::abi::CheckSite *site);
}

#endif
