// How well the accesses of warps use memory: what --check=access has counted, for the end of the process.
// These are notes, not errors.
#ifndef KCC_RUNTIME_CHECK_ACCESS_NOTES_H
#define KCC_RUNTIME_CHECK_ACCESS_NOTES_H

#include "report.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kcc::check {

/// Accesses of whole warps at one place in the code.
struct AccessCounts {
  std::uint64_t accesses = 0; ///< by a warp, whatever the number of its lanes that take part
  std::uint64_t lanes = 0;    ///< that took part, over all accesses
  std::uint64_t bytes = 0;    ///< that they asked for, each once for each access of a warp
  /// Sectors of 32 bytes of global memory, or rounds of shared memory, in which each bank gives one word.
  std::uint64_t moved = 0;
  std::uint64_t needed = 0; ///< of these, with the best addresses for as many bytes
  /// The most sectors or rounds of one access; of atomic changes, instead the most lanes at one address.
  std::uint64_t worst = 0;
  /// Atomic changes of one address that one access makes one after the other, beyond the first.
  std::uint64_t repeated = 0;

  void add(const AccessCounts &other);
};

/// What is known of one place, over all launches of one kernel.
struct AccessNote {
  std::string kernel;
  std::vector<Place> places;
  std::string what; ///< "read of size 4 bytes"
  std::string variable;
  bool is_shared = false;
  AccessCounts counts;

  /// The estimated cost in cycles of a multiprocessor, as if nothing else limited it; see docs/checks.md.
  std::uint64_t cost() const;
  /// The part of the cost that other addresses would save.
  std::uint64_t avoidable() const;
  /// "uncoalesced", "bank-conflict", "contention", or "efficient".
  const char *rule() const;
};

/// Adds the counts to those of earlier calls for the same kernel, place and kind of access. May be called by
/// any thread, as may the others.
void add_accesses(AccessNote note);
/// All of them, the most expensive place first.
std::vector<AccessNote> access_notes();
/// Prints the places that could be better, at most `limit`, and a summary; nothing if there are no notes.
void print_accesses(std::size_t limit);

} // namespace kcc::check

#endif
