// Litmus tests with many instances at a time. The techniques to make a GPU show weak behaviour are from
// Sorensen, Donaldson, "Exposing Errors Related to Weak Memory in GPU Applications" (PLDI 2016), and Levine
// et al., "MC Mutants" (ASPLOS 2023): partners that meet just before, shuffled memory locations, random
// delays, and threads that load the memory system meanwhile.
#include "litmus.h"
#include <kcc/atomic.h>
#include <kcc/device.h>

using namespace litmus;
using std::memory_order_relaxed;
using Words = std::span<std::uint32_t>;

namespace {

/// The accesses of one test, each with the order given by its position in the thread.
template <Program Which, kcc::scope Scope> struct Accesses {
  static constexpr Row test = row(Which);
  using Ref = kcc::atomic_ref<std::uint32_t, Scope>;

  static constexpr std::memory_order weakened(std::memory_order order, bool needed) {
    return needed || order == std::memory_order_seq_cst ? order : memory_order_relaxed;
  }
  template <bool Last> static void put(std::uint32_t &word, std::uint32_t value) {
    constexpr std::memory_order order = weakened(test.store, Last);
    if constexpr (test.by == By::access)
      Ref(word).store(value, order);
    else if constexpr (test.shape == Shape::w22) // where a word is written twice
      Ref(word).exchange(value, order);
    else
      Ref(word).fetch_add(value, order);
  }
  template <bool First> static std::uint32_t get(std::uint32_t &word, std::uint32_t zero) {
    constexpr std::memory_order order = weakened(test.load, First);
    if constexpr (test.by == By::access)
      return Ref(word).load(order);
    else
      return Ref(word).fetch_add(zero, order);
  }
  static void fence() {
    if constexpr (test.fence != memory_order_relaxed)
      kcc::atomic_fence(test.fence, Scope);
  }

  /// One thread's part. It records what it sees in `seen` after all of its accesses.
  static void perform(std::uint32_t role, std::uint32_t &x, std::uint32_t &y, std::uint32_t *seen,
                      std::uint32_t zero) {
    auto put_put = [&](std::uint32_t &first, std::uint32_t first_value, std::uint32_t &second,
                       std::uint32_t second_value) {
      put<false>(first, first_value);
      fence();
      put<true>(second, second_value);
    };
    auto put_get = [&](std::uint32_t &first, std::uint32_t value, std::uint32_t &second, std::uint32_t to) {
      put<false>(first, value);
      fence();
      seen[to] = get<false>(second, zero);
    };
    auto get_put = [&](std::uint32_t &first, std::uint32_t to, std::uint32_t &second, std::uint32_t value) {
      const std::uint32_t found = get<true>(first, zero);
      fence();
      put<true>(second, value);
      seen[to] = found;
    };
    auto get_get = [&](std::uint32_t &first, std::uint32_t &second, std::uint32_t to) {
      const std::uint32_t found = get<true>(first, zero);
      fence();
      seen[to + 1] = get<false>(second, zero);
      seen[to] = found;
    };
    if constexpr (test.shape == Shape::mp)
      role == 0 ? put_put(x, 1, y, 1) : get_get(y, x, 0);
    else if constexpr (test.shape == Shape::sb)
      role == 0 ? put_get(x, 1, y, 0) : put_get(y, 1, x, 1);
    else if constexpr (test.shape == Shape::lb)
      role == 0 ? get_put(x, 0, y, 1) : get_put(y, 1, x, 1);
    else if constexpr (test.shape == Shape::s)
      role == 0 ? put_put(x, 2, y, 1) : get_put(y, 0, x, 1);
    else if constexpr (test.shape == Shape::r)
      role == 0 ? put_put(x, 1, y, 1) : put_get(y, 2, x, 0);
    else if constexpr (test.shape == Shape::w22)
      role == 0 ? put_put(x, 1, y, 2) : put_put(y, 1, x, 2);
    else if constexpr (test.shape == Shape::wrc)
      role == 0 ? put<true>(x, 1) : role == 1 ? get_put(x, 0, y, 1) : get_get(y, x, 1);
    else if constexpr (test.shape == Shape::iriw)
      role < 2 ? put<true>(role == 0 ? x : y, 1) : role == 2 ? get_get(x, y, 0) : get_get(y, x, 2);
    else if constexpr (test.shape == Shape::corr)
      role == 0 ? put<true>(x, 1) : get_get(x, x, 0);
    else if constexpr (test.shape == Shape::coww)
      role == 0 ? put_put(x, 1, x, 2) : get_get(x, x, 0);
    else if constexpr (test.shape == Shape::corw)
      role == 0 ? get_put(x, 0, x, 1) : put<true>(x, 2);
    else
      role == 0 ? put_get(x, 1, x, 0) : put<true>(x, 2);
  }
};

/// Bits that look random (Wellons' "lowbias32").
std::uint32_t mixed(std::uint32_t bits) {
  bits = (bits ^ bits >> 16) * 0x7feb352du;
  bits = (bits ^ bits >> 15) * 0x846ca68bu;
  return bits ^ bits >> 16;
}

using Shared = kcc::atomic_ref<std::uint32_t, kcc::scope::device>;

/// A chain of dependent loads: some tens of cycles per step. (ptxas would remove an empty loop.)
void delay(Words scratch, std::uint32_t steps) {
  const auto mask = static_cast<std::uint32_t>(scratch.size() - 1);
  for (std::uint32_t i = 0, place = steps; i < steps; ++i)
    place =
        kcc::atomic_ref<std::uint32_t, kcc::scope::block>(scratch[place & mask]).load(memory_order_relaxed);
}

/// The distance between counters. The first one tells the stressing threads when all others are done.
constexpr std::uint32_t words_apart = 32;

/// Loads the memory system until `busy` others are done.
void stress(const Plan &plan, Words counters, Words scratch, std::uint32_t busy) {
  const auto mask = static_cast<std::uint32_t>(scratch.size() - 1);
  std::uint32_t place = mixed(static_cast<std::uint32_t>(kcc::global_index()) ^ plan.seed);
  for (std::uint32_t i = 0; i < plan.stress; ++i) {
    if (Shared(counters[0]).load(memory_order_relaxed) >= busy)
      return;
    for (std::uint32_t k = 0; k < 8; ++k) {
      const std::uint32_t found = Shared(scratch[place & mask]).load(memory_order_relaxed);
      place = mixed(place + 1);
      Shared(scratch[place & mask]).store(found + k, memory_order_relaxed);
    }
  }
}

} // namespace

/// Runs plan.instances() instances of a test. The threads of an instance are in different warps of one block
/// or in different blocks, as the plan says; further blocks stress the memory system. Initially all words of
/// `memory` and `counters` are 0; four words of `seen` belong to an instance.
template <Program Which, kcc::scope Scope>
[[kcc::kernel, kcc::launch_bounds(1024)]] void run(Plan plan, Words memory, Words seen, Words counters,
                                                   Words scratch) {
  constexpr std::uint32_t partners = roles(row(Which).shape);
  const std::uint32_t thread = kcc::thread_idx().x, block = kcc::block_idx().x;
  const std::uint32_t busy = plan.in_a_block != 0 ? plan.groups : plan.groups * partners;
  if (block >= busy)
    return stress(plan, counters, scratch, busy);

  const std::uint32_t lane = thread & (plan.width - 1);
  std::uint32_t group = block, slot = thread / plan.width;
  if (plan.in_a_block == 0) {
    group = plan.neighbours != 0 ? block / partners : block % plan.groups;
    slot = plan.neighbours != 0 ? block % partners : block / plan.groups;
  }
  std::uint32_t lost = 0; // meetings to which no partner came
  for (std::uint32_t round = 0; round < plan.rounds; ++round) {
    const std::uint32_t role = (slot + round) % partners;
    const std::uint32_t shuffled = (lane * plan.lane_factor + mixed(plan.seed + role)) & (plan.width - 1);
    const std::uint32_t instance =
        (group * plan.rounds + round) * plan.width + (role % 2 == 0 ? lane : shuffled);
    const std::uint32_t y_instance = (instance * plan.y_factor) & (plan.instances() - 1);
    std::uint32_t &x = memory[instance * plan.stride];
    std::uint32_t &y = memory[plan.y_begin + y_instance * plan.stride];
    if (plan.warm != 0) {
      kcc::atomic_ref<std::uint32_t, Scope>(x).load(memory_order_relaxed);
      kcc::atomic_ref<std::uint32_t, Scope>(y).load(memory_order_relaxed);
    }

    kcc::sync_threads();
    if (plan.in_a_block == 0) {
      if (thread == 0 && lost < 64) {
        Shared meeting(counters[(1 + group) * words_apart]);
        meeting.fetch_add(1, memory_order_relaxed);
        const std::uint32_t patience = round == 0 ? plan.first_polls : plan.polls;
        std::uint32_t polls = 0;
        while (meeting.load(memory_order_relaxed) < partners * (round + 1) && polls < patience)
          ++polls;
        lost += polls == patience;
      }
      kcc::sync_threads();
    }
    delay(scratch, mixed(instance * 4 + role + plan.seed) & plan.delay_mask);
    Accesses<Which, Scope>::perform(role, x, y, &seen[instance * 4], plan.zero);
  }
  kcc::sync_threads();
  if (thread == 0)
    Shared(counters[0]).fetch_add(1, memory_order_relaxed);
}

#define RUN(Name, ...)                                                                                       \
  template void run<Program::Name, kcc::scope::block>(Plan, Words, Words, Words, Words);                     \
  template void run<Program::Name, kcc::scope::cluster>(Plan, Words, Words, Words, Words);                   \
  template void run<Program::Name, kcc::scope::device>(Plan, Words, Words, Words, Words);                    \
  template void run<Program::Name, kcc::scope::system>(Plan, Words, Words, Words, Words);
LITMUS_TESTS(RUN)

/// Counts the outcomes of a launch of `run` in the bins of `total`.
[[kcc::kernel]] void count(Plan plan, Words memory, Words seen, Words total) {
  std::uint32_t last = 0, times = 0; // most are equal
  auto add = [&] {
    if (times != 0)
      Shared(total[last]).fetch_add(times, memory_order_relaxed);
  };
  for (std::size_t i : kcc::grid_stride(std::size_t{plan.instances()})) {
    const auto instance = static_cast<std::uint32_t>(i);
    const std::uint32_t y_instance = (instance * plan.y_factor) & (plan.instances() - 1);
    auto low = [](std::uint32_t value) { return value < nothing ? value : nothing; };
    const std::uint32_t *found = &seen[instance * 4];
    const std::uint32_t number = bin({{low(found[0]), low(found[1]), low(found[2]), low(found[3])},
                                      low(memory[instance * plan.stride]),
                                      low(memory[plan.y_begin + y_instance * plan.stride])});
    if (number != last) {
      add();
      last = number;
      times = 0;
    }
    ++times;
  }
  add();
}
