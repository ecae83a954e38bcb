// What is said of accesses that are in no memory, or not in that of their object.
#include "../../check/outside.h"
#include "../engine/block.h"
#include "../engine/dimensions.h"
#include "block_checks.h"
#include "sites.h"

#include <algorithm>
#include <string>

namespace kcc::cpu::check {

void BlockChecks::fail(const abi::CheckSite &site, const char *rule, const void *place, std::size_t bytes,
                       const char *space, const std::string &detail, const char *hint,
                       const Origin *freed_by) {
  if (in_lanes_)
    compare_waiting(); // it comes before
  const auto make = [&] {
    const std::string address = hexadecimal(place);
    Finding what =
        finding(site.place, "memory", rule, "Invalid " + std::string(space) + " " + text_of(site, bytes));
    add_callers(what.who.places);
    what.details.push_back("Address " + address + " " + detail);
    std::string text =
        what.title + ": address " + address + " " + detail + ", at " + text_of(what.who.places);
    if (freed_by) {
      what.other_title =
          "Freed" + (freed_by->launch == what.launch ? ""
                                                     : " in launch " + std::to_string(freed_by->launch) +
                                                           " of kernel `" + freed_by->kernel + "`");
      what.other = {numbered_site(freed_by->site).places, freed_by->block, freed_by->thread};
      text += "; freed by thread " + cpu::text(freed_by->thread) + " in block " + cpu::text(freed_by->block) +
              " at " + text_of(what.other.places);
    }
    report(what);
    return Complaint{std::move(text), hint};
  };
  runner_.fail([&] { return make(); });
}

void BlockChecks::fail_freed(const abi::CheckSite &site, const void *place, std::size_t bytes,
                             const Object &object) {
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte *>(place) - object.begin);
  const Origin *const by = object.freed_by.get();
  const abi::CpuThread &at = *kcc_cpu_thread;
  const char *hint = "Free memory when no kernel uses it any more";
  if (by && by->launch != launch_->id)
    hint = "Let no launch use memory that an earlier one has freed";
  else if (by && by->block != to_dim3(at.block_idx))
    hint = "Free memory when no block uses it any more, as in the last block or in a later launch";
  else if (by && by->thread != to_dim3(at.thread_idx))
    hint = "Let all threads that use the memory call kcc::sync_threads() before one of them frees it";
  else if (by)
    hint = "Free memory after its last use";
  fail(site, "use-after-free", place, bytes, space_of(object),
       "is " + count_of_bytes(offset) + " inside freed " + describe(object), hint, by);
}

void BlockChecks::fail_outside(const abi::CheckSite &site, const char *rule, const void *place,
                               const void *base, std::size_t bytes, const char *space, const std::byte *begin,
                               std::size_t object_bytes, const std::string &object) {
  const auto *const at = static_cast<const std::byte *>(place);
  const OutsideAccess access{at - begin, at - static_cast<const std::byte *>(base), bytes, object_bytes};
  fail(site, rule, place, bytes, space, text_of(access, object), advice_for(access));
}

/// Reports an access that is in no memory if an index of 32 bits below 0 would have led there: one of so many
/// elements before an object is 2^32 elements too far. Where another function has computed the address, as
/// operators do at -O0, neither the object nor the size of its elements is known.
void BlockChecks::fail_if_wrapped(const void *place, std::size_t bytes, const abi::CheckSite &site) {
  constexpr std::size_t most_element = 256, window = 65536;
  const std::size_t step = std::max<std::size_t>(site.align, 1);
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  for (std::size_t element = std::max(bytes, step); element <= most_element; element += step) {
    if (address >> 32 <= element)
      return;
    const std::uintptr_t meant = address - (element << 32);
    const auto is_meant = [&](const std::byte *begin, std::size_t object_bytes) {
      const std::uintptr_t distance = reinterpret_cast<std::uintptr_t>(begin) - meant;
      return distance - 1 < (element == bytes ? std::max(window, object_bytes) : window);
    };
    for (const SharedVariable &row : shared_variables_)
      if (is_meant(row.begin, row.bytes))
        fail_outside(site, "out-of-bounds", place, row.begin, bytes, "shared", row.begin, row.bytes,
                     "'" + std::string(row.name) + "' of " + count_of_bytes(row.bytes));
    const Object *const object = objects().first_behind(reinterpret_cast<const void *>(meant));
    if (object && !object->freed && object->kind != ObjectKind::parameters &&
        object->kind != ObjectKind::texture && is_meant(object->begin, object->bytes))
      fail_outside(site, "out-of-bounds", place, object->begin, bytes, space_of(*object), object->begin,
                   object->bytes, describe(*object));
  }
}

} // namespace kcc::cpu::check
