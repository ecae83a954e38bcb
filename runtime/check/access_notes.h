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
  std::uint64_t moved = 0, needed = 0;
  std::uint64_t worst = 0; ///< the most of an access. Of atomic ones, also lanes at one address
  /// Atomic changes of one address that one access makes one after the other, beyond the first.
  std::uint64_t repeated = 0;

  void add(const AccessCounts &other);
};

struct AccessNote {
  std::string kernel;
  std::vector<Place> places;
  std::string what; ///< "read of size 4 bytes"
  std::string variable;
  bool is_shared = false;
  AccessCounts counts;

  /// Of a multiprocessor, in cycles, as if nothing else limited it; see docs/checks.md.
  std::uint64_t cost() const;
  /// The part of it that other addresses would save.
  std::uint64_t avoidable() const;
  /// "uncoalesced", "bank-conflict", "contention", or "efficient".
  const char *rule() const;
};

/// Adds to what is known of the place.
void add_accesses(AccessNote note);
/// Of the most expensive place first.
std::vector<AccessNote> access_notes();
/// Prints the places that could be better, at most `limit`, and a summary; nothing if there are no notes.
void print_accesses(std::size_t limit);

} // namespace kcc::check

#endif
