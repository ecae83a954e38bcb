// The litmus tests: programs of two to four threads on one or two words of memory, each with an outcome that
// some orders forbid and others allow. There is one table; the kernels, the host's test and its report are
// generated from it. The names are those of Alglave, Maranget, Tautschnig, "Herding Cats" (TOPLAS 2014).
#ifndef KCC_TESTS_RUN_KERNELS_LITMUS_H
#define KCC_TESTS_RUN_KERNELS_LITMUS_H

#include <atomic>
#include <cstdint>

namespace litmus {

// Threads are separated by "|"; words start as 0, "=" stores, r0… are the loaded values. The weak outcome
// follows.
enum class Shape {
  mp,   ///< x=1 y=1 | r0=y r1=x                  r0=1 r1=0: message passing
  sb,   ///< x=1 r0=y | y=1 r1=x                  r0=0 r1=0: store buffering
  lb,   ///< r0=x y=1 | r1=y x=1                  r0=1 r1=1: load buffering
  s,    ///< x=2 y=1 | r0=y x=1                   r0=1, at last x=2
  r,    ///< x=1 y=1 | y=2 r0=x                   r0=0, at last y=2
  w22,  ///< x=1 y=2 | y=1 x=2                    at last x=1 y=1: 2+2W
  wrc,  ///< x=1 | r0=x y=1 | r1=y r2=x           r0=1 r1=1 r2=0: write-to-read causality
  iriw, ///< x=1 | y=1 | r0=x r1=y | r2=y r3=x    r0=1 r1=0 r2=1 r3=0: two that read independent writes
  corr, ///< x=1 | r0=x r1=x                      r0=1 r1=0: coherence of reads
  coww, ///< x=1 x=2 | r0=x r1=x                  at last x=1, or r0=2 r1=1
  corw, ///< r0=x x=1 | x=2                       r0=2, at last x=2
  cowr, ///< x=1 r0=x | x=2                       r0=2, at last x=1
};

/// How a thread accesses the words.
enum class By {
  access, ///< loads and stores
  change, ///< fetch_add, exchange
};

enum class Weak { forbidden, allowed };

// ROW(name, shape, order of stores, order of loads, order of the fence between a thread's accesses, by,
// weak). seq_cst applies to all accesses; release only to a thread's last and acquire only to its first,
// where that is sufficient. A "relaxed" fence is no fence.
#define LITMUS_TESTS(ROW)                                                                                    \
  ROW(mp_release_acquire, mp, release, acquire, relaxed, access, forbidden)                                  \
  ROW(mp_changes, mp, release, acquire, relaxed, change, forbidden)                                          \
  ROW(mp_fences, mp, relaxed, relaxed, acq_rel, access, forbidden)                                           \
  ROW(mp_seq_cst, mp, seq_cst, seq_cst, relaxed, access, forbidden)                                          \
  ROW(mp_relaxed, mp, relaxed, relaxed, relaxed, access, allowed)                                            \
  ROW(sb_seq_cst, sb, seq_cst, seq_cst, relaxed, access, forbidden)                                          \
  ROW(sb_changes, sb, seq_cst, seq_cst, relaxed, change, forbidden)                                          \
  ROW(sb_fences, sb, relaxed, relaxed, seq_cst, access, forbidden)                                           \
  ROW(sb_release_acquire, sb, release, acquire, relaxed, access, allowed)                                    \
  ROW(sb_relaxed, sb, relaxed, relaxed, relaxed, access, allowed)                                            \
  ROW(lb_release_acquire, lb, release, acquire, relaxed, access, forbidden)                                  \
  ROW(lb_changes, lb, release, acquire, relaxed, change, forbidden)                                          \
  ROW(lb_fences, lb, relaxed, relaxed, acq_rel, access, forbidden)                                           \
  ROW(lb_relaxed, lb, relaxed, relaxed, relaxed, access, allowed)                                            \
  ROW(s_release_acquire, s, release, acquire, relaxed, access, forbidden)                                    \
  ROW(s_fences, s, relaxed, relaxed, acq_rel, access, forbidden)                                             \
  ROW(s_relaxed, s, relaxed, relaxed, relaxed, access, allowed)                                              \
  ROW(r_seq_cst, r, seq_cst, seq_cst, relaxed, access, forbidden)                                            \
  ROW(r_fences, r, relaxed, relaxed, seq_cst, access, forbidden)                                             \
  ROW(r_relaxed, r, relaxed, relaxed, relaxed, access, allowed)                                              \
  ROW(w22_seq_cst, w22, seq_cst, seq_cst, relaxed, access, forbidden)                                        \
  ROW(w22_changes, w22, seq_cst, seq_cst, relaxed, change, forbidden)                                        \
  ROW(w22_fences, w22, relaxed, relaxed, seq_cst, access, forbidden)                                         \
  ROW(w22_relaxed, w22, relaxed, relaxed, relaxed, access, allowed)                                          \
  ROW(wrc_release_acquire, wrc, release, acquire, relaxed, access, forbidden)                                \
  ROW(wrc_changes, wrc, release, acquire, relaxed, change, forbidden)                                        \
  ROW(wrc_fences, wrc, relaxed, relaxed, acq_rel, access, forbidden)                                         \
  ROW(wrc_relaxed, wrc, relaxed, relaxed, relaxed, access, allowed)                                          \
  ROW(iriw_seq_cst, iriw, seq_cst, seq_cst, relaxed, access, forbidden)                                      \
  ROW(iriw_changes, iriw, seq_cst, seq_cst, relaxed, change, forbidden)                                      \
  ROW(iriw_fences, iriw, relaxed, relaxed, seq_cst, access, forbidden)                                       \
  ROW(iriw_acquire, iriw, relaxed, acquire, relaxed, access, allowed)                                        \
  ROW(iriw_relaxed, iriw, relaxed, relaxed, relaxed, access, allowed)                                        \
  ROW(corr_relaxed, corr, relaxed, relaxed, relaxed, access, forbidden)                                      \
  ROW(corr_changes, corr, relaxed, relaxed, relaxed, change, forbidden)                                      \
  ROW(coww_relaxed, coww, relaxed, relaxed, relaxed, access, forbidden)                                      \
  ROW(corw_relaxed, corw, relaxed, relaxed, relaxed, access, forbidden)                                      \
  ROW(cowr_relaxed, cowr, relaxed, relaxed, relaxed, access, forbidden)

/// A row of the table by its number.
enum class Program : std::uint32_t {
#define LITMUS_NAME(Name, ...) Name,
  LITMUS_TESTS(LITMUS_NAME)
#undef LITMUS_NAME
};

struct Row {
  const char *name;
  Shape shape;
  std::memory_order store, load, fence;
  By by;
  Weak weak;
};

inline constexpr Row rows[] = {
#define LITMUS_ROW(Name, ShapeName, Store, Load, Fence, ByWhat, WeakIs)                                      \
  {#Name,                                                                                                    \
   Shape::ShapeName,                                                                                         \
   std::memory_order_##Store,                                                                                \
   std::memory_order_##Load,                                                                                 \
   std::memory_order_##Fence,                                                                                \
   By::ByWhat,                                                                                               \
   Weak::WeakIs},
    LITMUS_TESTS(LITMUS_ROW)
#undef LITMUS_ROW
};

constexpr Row row(Program which) {
  return rows[static_cast<std::uint32_t>(which)];
}

/// The number of threads in one instance.
constexpr std::uint32_t roles(Shape shape) {
  return shape == Shape::iriw ? 4 : shape == Shape::wrc ? 3 : 2;
}

/// The number of values r0….
constexpr std::uint32_t observations(Shape shape) {
  switch (shape) {
  case Shape::w22:
    return 0;
  case Shape::s:
  case Shape::r:
  case Shape::corw:
  case Shape::cowr:
    return 1;
  case Shape::wrc:
    return 3;
  case Shape::iriw:
    return 4;
  default:
    return 2;
  }
}

/// The loaded values, and the final memory. No value is above 2; `nothing` stands for unused ones.
struct Outcome {
  std::uint32_t seen[4], x, y;
};
inline constexpr std::uint32_t nothing = 3;

constexpr bool is_weak(Shape shape, const Outcome &o) {
  const auto &r = o.seen;
  switch (shape) {
  case Shape::mp:
  case Shape::corr:
    return r[0] == 1 && r[1] == 0;
  case Shape::sb:
    return r[0] == 0 && r[1] == 0;
  case Shape::lb:
    return r[0] == 1 && r[1] == 1;
  case Shape::s:
    return r[0] == 1 && o.x == 2;
  case Shape::r:
    return r[0] == 0 && o.y == 2;
  case Shape::w22:
    return o.x == 1 && o.y == 1;
  case Shape::wrc:
    return r[0] == 1 && r[1] == 1 && r[2] == 0;
  case Shape::iriw:
    return r[0] == 1 && r[1] == 0 && r[2] == 1 && r[3] == 0;
  case Shape::coww:
    return o.x == 1 || r[0] > r[1];
  case Shape::corw:
    return r[0] == 2 && o.x == 2;
  case Shape::cowr:
    return r[0] == 2 && o.x == 1;
  }
  return false;
}

/// The number of bins for counting outcomes.
inline constexpr std::uint32_t bins = 1 << 12;
constexpr std::uint32_t bin(const Outcome &o) {
  return o.seen[0] | o.seen[1] << 2 | o.seen[2] << 4 | o.seen[3] << 6 | o.x << 8 | o.y << 10;
}
constexpr Outcome outcome(std::uint32_t bin) {
  return {{bin & 3, bin >> 2 & 3, bin >> 4 & 3, bin >> 6 & 3}, bin >> 8 & 3, bin >> 10};
}

/// One launch: how the threads of many instances meet. Sizes are powers of two.
struct Plan {
  std::uint32_t groups;      ///< sets of `roles` partners, each of which is a block or a part of one
  std::uint32_t rounds;      ///< how often each set meets
  std::uint32_t width;       ///< the number of threads of a partner, and of instances per meeting
  std::uint32_t in_a_block;  ///< whether partners are parts of one block
  std::uint32_t stride;      ///< words from one instance's x to the next one's
  std::uint32_t y_begin;     ///< words from the first x to the first y
  std::uint32_t y_factor;    ///< odd: determines which y belongs to which x
  std::uint32_t lane_factor; ///< odd: determines which thread of a partner has which instance
  std::uint32_t seed;        ///< for the delays
  std::uint32_t delay_mask;  ///< longest delay, in loads
  std::uint32_t first_polls; ///< how long a partner waits for the others to start
  std::uint32_t polls;       ///< how long it waits at each meeting
  std::uint32_t neighbours;  ///< whether partners are blocks with adjacent numbers
  std::uint32_t warm;        ///< whether x and y are read once before, so that they are cached
  std::uint32_t stress;      ///< the maximum number of rounds of the stressing threads
  std::uint32_t zero;        ///< 0, unknown to the compiler

  constexpr std::uint32_t instances() const { return groups * rounds * width; }
};

} // namespace litmus

#endif
