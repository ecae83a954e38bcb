#include "warp_accesses.h"

#include "sites.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <mutex>
#include <tuple>
#include <utility>

namespace kcc::cpu::check {

namespace {

constexpr std::uint64_t sector_bytes = 32, word_bytes = 4, banks = 32;
/// The most accesses that are kept at a time. They take 140 MB.
constexpr std::size_t most_open_accesses = 1 << 19;

/// The addresses of the lanes in the mask, from the first to the last lane.
struct Lanes {
  std::array<std::uint64_t, 32> addresses;
  std::size_t count = 0;
};

Lanes lanes_of(const WarpAccess &access, std::uint32_t first, std::uint32_t end) {
  Lanes lanes{};
  for (std::uint32_t lane = first; lane < end; ++lane)
    if ((access.mask >> lane & 1) != 0)
      lanes.addresses[lanes.count++] = access.addresses[lane];
  return lanes;
}

/// How many units of `unit` bytes the lanes touch, and how many bytes.
std::pair<std::uint64_t, std::uint64_t> touched(const WarpAccess &access, std::uint64_t unit) {
  Lanes lanes = lanes_of(access, 0, 32);
  std::sort(lanes.addresses.begin(), lanes.addresses.begin() + static_cast<std::ptrdiff_t>(lanes.count));
  std::uint64_t units = 0, bytes = 0, next_unit = 0, next_byte = 0;
  for (std::size_t i = 0; i < lanes.count; ++i) {
    const std::uint64_t begin = lanes.addresses[i], end = begin + access.bytes;
    const std::uint64_t first_unit = std::max(begin / unit, next_unit), last_unit = (end - 1) / unit;
    if (last_unit + 1 > first_unit) {
      units += last_unit + 1 - first_unit;
      next_unit = last_unit + 1;
    }
    const std::uint64_t first_byte = std::max(begin, next_byte);
    if (end > first_byte) {
      bytes += end - first_byte;
      next_byte = end;
    }
  }
  return {units, bytes};
}

/// How many rounds are added because several lanes change the same address, and how many lanes change the
/// most frequent one. Changes of different addresses do not wait for each other.
std::pair<std::uint64_t, std::uint64_t> repetitions(const WarpAccess &access) {
  Lanes lanes = lanes_of(access, 0, 32);
  const auto end = lanes.addresses.begin() + static_cast<std::ptrdiff_t>(lanes.count);
  std::sort(lanes.addresses.begin(), end);
  std::uint64_t most = 0, run = 0;
  for (auto at = lanes.addresses.begin(); at != end; ++at) {
    const bool is_new = at == lanes.addresses.begin() || *at != *(at - 1);
    run = is_new ? 1 : run + 1;
    most = std::max(most, run);
  }
  return {most == 0 ? 0 : most - 1, most};
}

/// How many rounds some lanes need: the most different words in a bank.
std::uint64_t rounds(const Lanes &lanes, std::uint64_t bytes) {
  std::array<std::vector<std::uint64_t>, banks> words;
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < lanes.count; ++i)
    for (std::uint64_t word = lanes.addresses[i] / word_bytes;
         word <= (lanes.addresses[i] + bytes - 1) / word_bytes; ++word) {
      std::vector<std::uint64_t> &bank = words[word % banks];
      if (std::find(bank.begin(), bank.end(), word) == bank.end())
        bank.push_back(word);
      most = std::max<std::uint64_t>(most, bank.size());
    }
  return most;
}

} // namespace

kcc::check::AccessCounts count_global(const WarpAccess &access, bool is_atomic) {
  const auto [sectors, bytes] = touched(access, sector_bytes);
  kcc::check::AccessCounts counts{.accesses = 1,
                                  .lanes = static_cast<std::uint64_t>(std::popcount(access.mask)),
                                  .bytes = bytes,
                                  .moved = sectors,
                                  .needed = (bytes + sector_bytes - 1) / sector_bytes,
                                  .worst = sectors,
                                  .repeated = 0};
  if (is_atomic)
    std::tie(counts.repeated, counts.worst) = repetitions(access);
  return counts;
}

kcc::check::AccessCounts count_shared(const WarpAccess &access, bool is_atomic) {
  const std::uint32_t parts = access.bytes > 8 ? 4 : access.bytes > 4 ? 2 : 1;
  kcc::check::AccessCounts counts{.accesses = 1,
                                  .lanes = static_cast<std::uint64_t>(std::popcount(access.mask)),
                                  .bytes = touched(access, word_bytes).second,
                                  .moved = 0,
                                  .needed = 0,
                                  .worst = 0,
                                  .repeated = 0};
  for (std::uint32_t part = 0; part < parts; ++part) {
    const Lanes lanes = lanes_of(access, 32 / parts * part, 32 / parts * (part + 1));
    if (lanes.count == 0)
      continue;
    counts.moved += rounds(lanes, access.bytes);
    // A lane with more than 16 bytes needs several rounds wherever they are.
    counts.needed += (access.bytes + 15) / 16;
  }
  counts.worst = counts.moved;
  if (is_atomic)
    std::tie(counts.repeated, counts.worst) = repetitions(access);
  return counts;
}

void WarpAccesses::start_block(std::uint32_t threads) {
  open_.clear();
  open_accesses_ = 0;
  phases_.assign(threads, 0);
}

void WarpAccesses::note(const abi::CheckSite &site, std::uint32_t rank, std::uint64_t address,
                        std::uint64_t bytes, bool is_shared) {
  const std::uint32_t lane = rank % 32;
  Sequence &sequence = open_[{&site, is_shared, rank / 32, phases_[rank]}];
  const std::uint32_t index = sequence.counts[lane]++;
  if (index >= sequence.accesses.size()) {
    if (open_accesses_ >= most_open_accesses) {
      static std::once_flag once;
      std::call_once(once, [] {
        std::fputs("========= A block makes more accesses without a barrier than are kept; the access counts "
                   "leave some out\n",
                   stderr);
      });
      return;
    }
    sequence.accesses.emplace_back();
    ++open_accesses_;
  }
  WarpAccess &access = sequence.accesses[index];
  access.mask |= std::uint32_t{1} << lane;
  access.bytes = std::max(access.bytes, static_cast<std::uint32_t>(bytes));
  access.addresses[lane] = address;
}

void WarpAccesses::pass_block_barrier() {
  for (const auto &[key, sequence] : open_) {
    const auto [site, is_shared, warp, phase] = key;
    const bool is_atomic = site->kind == abi::AccessKind::atomic_change;
    kcc::check::AccessCounts &counts = counts_[{site, is_shared}];
    for (const WarpAccess &access : sequence.accesses)
      counts.add(is_shared ? count_shared(access, is_atomic) : count_global(access, is_atomic));
  }
  open_.clear();
  open_accesses_ = 0;
}

void WarpAccesses::hand_over(const std::string &kernel) {
  pass_block_barrier();
  for (const auto &[key, counts] : counts_) {
    const auto [site, is_shared] = key;
    kcc::check::add_accesses({kernel, kcc::check::places_of(site->place), text_of(*site, site->bytes),
                              site->variable ? site->variable : "", is_shared, counts});
  }
  counts_.clear();
}

} // namespace kcc::cpu::check
