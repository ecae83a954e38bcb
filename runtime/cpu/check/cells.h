// An access to memory, and the memory where the latest ones are kept.
#ifndef KCC_RUNTIME_CPU_CHECK_CELLS_H
#define KCC_RUNTIME_CPU_CHECK_CELLS_H

#include <cstddef>
#include <cstdint>

namespace kcc::cpu::check {

inline constexpr std::size_t granule_bytes = 4;

/// Atomic kinds are last.
enum class CellKind : std::uint32_t { none, more, read, write, atomic_read, atomic_write };

/// One access to some bytes of a granule.
struct Cell {
  std::uint32_t clock;  ///< the thread's at the access
  std::uint32_t block;  ///< linear; of `more`, the index of an AccessHistory
  std::uint32_t launch; ///< other launches came before
  std::uint32_t rank : 10, mask : 4, kind : 3, site : 15;

  CellKind what() const { return static_cast<CellKind>(kind); }
  void set_kind(CellKind value) { kind = static_cast<std::uint32_t>(value) & 7; }
  bool is_atomic() const { return what() >= CellKind::atomic_read; }
  bool writes() const { return what() == CellKind::write || what() == CellKind::atomic_write; }
};
static_assert(sizeof(Cell) == 16);

/// The latest accesses to four bytes. The last cell may say where all of them are instead.
struct Granule {
  Cell cells[2];
};

} // namespace kcc::cpu::check

#endif
