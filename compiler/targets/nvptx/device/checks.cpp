// What GPU code with checks calls (include/kcc/abi/gpu_checks.h, compiler/checks/GpuChecks.h).
//
// The memory that a pointer leads to is found once for each pointer, not for each access: the optimizer moves
// __kcc_check_bounds out of loops. Only an access outside of it comes to __kcc_check_outside, which knows
// what an error is.
#include <kcc/abi/cpu_checks.h>
#include <kcc/abi/gpu_checks.h>
#include <kcc/device/builtins.h>
#include <kcc/device/special_registers.h>

#include "intrinsics.h"

using namespace kcc::abi;
using kcc::nvptx::shared_begin;

/// The runtime stores the address here when it loads the module.
extern "C" {
KCC_GLOBAL CheckControl *KCC_GLOBAL kcc_check_control = nullptr;
}

namespace {

using Word = std::uint64_t;

/// Of addresses about which nothing is to be said.
constexpr Word everything = Word{1} << 63;

const KCC_GLOBAL CheckRange *find(Word place) {
  const auto *const table = (const KCC_GLOBAL CheckRanges *)kcc_check_control->ranges;
  const auto *const rows = (const KCC_GLOBAL CheckRange *)(table + 1);
  Word first = 0, last = table->count; // the first row that begins behind `place`
  while (first != last) {
    const Word middle = (first + last) / 2;
    if (rows[middle].begin <= place)
      first = middle + 1;
    else
      last = middle;
  }
  if (first == 0 || place - rows[first - 1].begin >= rows[first - 1].reserved)
    return nullptr;
  return &rows[first - 1];
}

bool is_global(Word place) {
  return __nvvm_isspacep_global((const void *)place);
}

bool is_shared(Word place) {
  return __nvvm_isspacep_shared((const void *)place);
}

/// The driver keeps up to 1 KiB of a block's shared memory, in front of it.
Word shared_bytes() {
  return Word{__kcc_total_shared_bytes()} + 1024;
}

KCC_GLOBAL CheckChannel *channel_of(KCC_GLOBAL CheckControl *control) {
  return (KCC_GLOBAL CheckChannel *)control->channel;
}

void write(KCC_GLOBAL CheckRecord *record, const GpuCheckSite *site, CheckRecordKind kind, Word first,
           Word second, Word third, Word fourth) {
  record->site = (Word)site;
  record->kind = kind;
  record->block[0] = __kcc_block_idx_x();
  record->block[1] = __kcc_block_idx_y();
  record->block[2] = __kcc_block_idx_z();
  record->thread[0] = __kcc_thread_idx_x();
  record->thread[1] = __kcc_thread_idx_y();
  record->thread[2] = __kcc_thread_idx_z();
  record->values[0] = first;
  record->values[1] = second;
  record->values[2] = third;
  record->values[3] = fourth;
  __atomic_thread_fence(__ATOMIC_RELEASE);
  __atomic_store_n(&record->is_complete, 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

/// Counts the error, and writes a record of the first at its site.
[[gnu::noinline]] void report(GpuCheckSite *site, CheckRecordKind kind, Word first, Word second, Word third,
                              Word fourth) {
  KCC_GLOBAL CheckControl *const control = kcc_check_control;
  auto *const count = (KCC_GLOBAL std::uint32_t *)&site->count;
  if (__atomic_fetch_add(KCC_AT_DEVICE_SCOPE(count), 1, __ATOMIC_RELAXED) == 0) {
    const std::uint32_t number =
        __atomic_fetch_add(KCC_AT_DEVICE_SCOPE(&control->claimed), 1, __ATOMIC_RELAXED);
    if (number < max_check_records)
      write(&channel_of(control)->records[number], site, kind, first, second, third, fourth);
  }
  if (__atomic_exchange_n(KCC_AT_DEVICE_SCOPE(&control->notified), 1, __ATOMIC_RELAXED) == 0) {
    __atomic_store_n(&channel_of(control)->changed, 1, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_RELEASE);
  }
}

[[gnu::noinline]] void fail(GpuCheckSite *site, Word place, Word base, Word bytes, AccessSpace space,
                            bool is_misaligned) {
  report(site, CheckRecordKind::access, place, base, bytes,
         static_cast<Word>(space) | Word{is_misaligned} << misaligned_bit);
  __nvvm_exit();
}

/// The memory may be other code's. If it is none at all, the GPU will say so, and the record where it was.
void note_stranger(const GpuCheckSite *site, Word place, Word base, Word bytes) {
  KCC_GLOBAL CheckControl *const control = kcc_check_control;
  const Word region = place >> 16;
  const std::uint32_t at = static_cast<std::uint32_t>(region * 0x9e37'79b9'7f4a'7c15 >> 56);
  if (control->strangers[at] != 0)
    return;
  Word none = 0;
  if (__atomic_compare_exchange_n(KCC_AT_DEVICE_SCOPE(&control->strangers[at]), &none, region, false,
                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    write(&channel_of(control)->strangers[at], site, CheckRecordKind::access, place, base, bytes, 0);
}

bool is_on(std::uint32_t check) {
  return kcc_check_control && (kcc_check_control->checks & check) != 0;
}

} // namespace

extern "C" {

/// The memory that `pointer` leads to: the lower half is where it begins, the upper half its size. Size 0:
/// nothing is known. Both 0 for freed memory, too.
[[gnu::noinline]] unsigned __int128 __kcc_check_bounds(Word pointer) {
  const auto pair = [](Word begin, Word bytes) {
    return static_cast<unsigned __int128>(bytes) << 64 | begin;
  };
  if (!is_on(check_memory))
    return pair(0, everything);
  if (!is_global(pointer))
    return is_shared(pointer) ? pair(shared_begin(), shared_bytes()) : pair(0, everything);
  const KCC_GLOBAL CheckRange *const range = find(pointer);
  return range && range->is_freed == 0 ? pair(range->begin, range->bytes) : pair(0, 0);
}

/// An access that is misaligned, or not where its pointer leads, as far as is known. Does not return if it is
/// an error. If the site knows the object, `place` is the offset in it, and `base` 0.
[[gnu::noinline]] void __kcc_check_outside(Word place, Word base, Word bytes, bool is_misaligned,
                                           GpuCheckSite *site, const GpuCheckModule *module) {
  if (!is_on(check_memory))
    return;
  AccessSpace space = static_cast<AccessSpace>(site->operands);
  bool is_right = false;
  if (site->object_bytes != 0) {
    const Word offset = place;
    is_right = offset <= site->object_bytes && site->object_bytes - offset >= bytes;
  } else if (place < 65536) {
    is_right = false;
  } else if (!is_global(place)) {
    const Word offset = place - shared_begin();
    is_right = !is_shared(place) || // another block's in the cluster, local memory, or parameters
               (offset <= shared_bytes() && shared_bytes() - offset >= bytes);
    space = is_shared(place) ? AccessSpace::shared : AccessSpace::local;
  } else {
    const KCC_GLOBAL CheckRange *const at = find(place), *const from = find(base);
    const auto *const variables = (const GpuCheckVariable *)module->variables;
    if (at) {
      const Word offset = place - at->begin;
      is_right =
          at->is_freed == 0 && offset < at->bytes && at->bytes - offset >= bytes && (!from || from == at);
    } else if (from) {
      is_right = false;
    } else {
      bool is_known = false;
      for (Word i = 0; i != module->count; ++i) {
        const Word offset = place - variables[i].begin;
        if (offset < variables[i].bytes) {
          is_known = true;
          is_right = variables[i].bytes - offset >= bytes;
        }
      }
      if (!is_known) {
        is_right = true;
        if (!is_misaligned)
          note_stranger(site, place, base, bytes);
      }
    }
  }
  if (!is_right || is_misaligned)
    fail(site, place, base, bytes, space, is_misaligned);
}

[[gnu::noinline]] void __kcc_check_integers(bool wrong, unsigned __int128 first, unsigned __int128 second,
                                            GpuCheckSite *site) {
  if (wrong && is_on(check_arithmetic))
    report(site, CheckRecordKind::integers, static_cast<Word>(first), static_cast<Word>(first >> 64),
           static_cast<Word>(second), static_cast<Word>(second >> 64));
}

[[gnu::noinline]] void __kcc_check_conversion(bool wrong, double number, GpuCheckSite *site) {
  if (wrong && is_on(check_arithmetic))
    report(site, CheckRecordKind::conversion, __builtin_bit_cast(Word, number), 0, 0, 0);
}

[[gnu::noinline]] void __kcc_check_nan(bool wrong, double first, double second, double third,
                                       GpuCheckSite *site) {
  if (wrong && is_on(check_arithmetic))
    report(site, CheckRecordKind::nan, __builtin_bit_cast(Word, first), __builtin_bit_cast(Word, second),
           __builtin_bit_cast(Word, third), 0);
}
}
