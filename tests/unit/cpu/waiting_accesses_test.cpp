// What waits is compared once, in an order that shows which of two accesses was the earlier one.
#include "check/waiting_accesses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace {

using namespace kcc::cpu::check;

constexpr std::size_t memory_bytes = 512;

struct Access {
  const kcc::abi::CheckSite *site;
  std::size_t begin, end; ///< in memory
  std::uint32_t rank;
  bool stores_the_same;
  bool operator==(const Access &) const = default;
};

/// A block of 64 threads whose groups of lanes access memory, row by row or anywhere.
class Block {
public:
  explicit Block(unsigned seed) : random_(seed) {
    constexpr std::array<std::uint32_t, 3> sizes{4, 8, 1};
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      sites_[i].bytes = sizes[i % sizes.size()];
      sites_[i].kind = i % 4 == 0 ? kcc::abi::AccessKind::write : kcc::abi::AccessKind::read;
    }
    std::ranges::generate(memory_, [this] { return std::byte(random_() % 2); });
  }

  void run() {
    for (int row = 0; row < 24; ++row) {
      const kcc::abi::CheckSite &site = sites_[number(sites_.size())], &other = sites_[number(sites_.size())];
      const std::size_t begin = number(memory_bytes - 64 * site.bytes + 1);
      const std::size_t begin_of_other = number(memory_bytes - 64 * other.bytes + 1);
      for (std::uint32_t rank = 0; rank < 64; rank += 16) {
        access(site, begin + rank * site.bytes, rank);
        access(other, begin_of_other + rank * other.bytes, rank);
        if (number(4) == 0)
          access_in_turn(other, begin_of_other, rank);
        if (number(8) == 0)
          break;
      }
    }
    waiting_.take_all([this](const WaitingRow &row, const EqualWrites &equal) { compare(row, equal); });
  }

  std::vector<Access> made, compared; ///< by each thread

private:
  std::uint32_t number(std::size_t below) { return static_cast<std::uint32_t>(random_() % below); }

  /// The same threads access elements one behind another: neighbouring ones, or the same.
  void access_in_turn(const kcc::abi::CheckSite &site, std::size_t begin, std::uint32_t rank) {
    const std::uint32_t threads = 1 + number(16), other_rank = rank + number(16);
    const bool is_broadcast = site.kind == kcc::abi::AccessKind::read && number(2) == 0;
    for (std::uint32_t turns = 1 + number(20); turns != 0; --turns, begin += site.bytes) {
      if (begin + threads * site.bytes > memory_bytes)
        break;
      const std::byte *const place = memory_.data() + begin;
      access(is_broadcast ? WaitingRow::broadcast(site, place, rank, other_rank)
                          : WaitingRow::of(site, place, rank, threads),
             begin);
    }
  }
  void access(const kcc::abi::CheckSite &site, std::size_t begin, std::uint32_t rank) {
    const std::uint32_t threads = number(4) == 0 ? 1 + number(16) : 16;
    access(WaitingRow::of(site, memory_.data() + begin, rank, threads), begin);
  }
  void access(WaitingRow row, std::size_t begin) {
    const kcc::abi::CheckSite &site = *row.site;
    const std::uint32_t rank = row.rank, threads = row.end_rank - row.rank;
    std::array<std::byte, std::size_t{16} * 8> values;
    std::ranges::generate(values, [this] { return std::byte(random_() % 2); });
    const void *const stored = row.is_write() ? values.data() : nullptr;
    for (std::uint32_t i = 0; i < threads; ++i) {
      const std::size_t at = row.is_broadcast ? 0 : i * site.bytes;
      if (!row.is_broadcast || i == 0 || i == threads - 1)
        made.push_back({&site, begin + at, begin + at + site.bytes, rank + i,
                        stored && std::equal(&values[at], &values[at] + site.bytes, &memory_[begin + at])});
    }
    const auto compare_row = [this](const WaitingRow &waited, const EqualWrites &equal) {
      compare(waited, equal);
    };
    waiting_.take_before(row, compare_row);
    if (!waiting_.extend(row, stored)) {
      row.limit = memory_.data() + memory_.size() - number(2) * 256;
      row.page_end = std::min<const std::byte *>(row.limit, memory_.data() + (begin / 128 + 1) * 128);
      waiting_.begin(row, stored, compare_row);
    }
    if (stored)
      std::copy_n(values.begin(), threads * site.bytes, &memory_[begin]);
  }
  void compare(const WaitingRow &row, const EqualWrites &equal) {
    for (std::uint32_t shift = 0; shift <= row.shifts; ++shift)
      for (std::uint32_t rank = row.rank; rank < row.end_rank; ++rank) {
        const std::uint32_t lane = rank - row.rank;
        const std::size_t element = row.is_broadcast ? shift : shift + lane;
        const auto begin = static_cast<std::size_t>(row.begin - memory_.data()) + element * row.site->bytes;
        if (!row.is_broadcast || rank == row.rank || rank == row.end_rank - 1)
          compared.push_back(
              {row.site, begin, begin + row.site->bytes, rank, row.is_write() && equal.has(lane)});
      }
  }

  std::mt19937 random_;
  std::array<kcc::abi::CheckSite, 7> sites_{};
  std::array<std::byte, memory_bytes> memory_{};
  WaitingAccesses waiting_;
};

bool may_race(const Access &a, const Access &b) {
  return a.rank != b.rank && a.begin < b.end && b.begin < a.end &&
         (a.site->kind == kcc::abi::AccessKind::write || b.site->kind == kcc::abi::AccessKind::write);
}

TEST(WaitingAccesses, AreComparedOnceAndInOrder) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Block block(seed);
    block.run();
    ASSERT_EQ(block.compared.size(), block.made.size()) << seed;
    std::vector<std::size_t> places; // of each access that was made, among those that were compared
    std::vector<bool> is_found(block.made.size());
    for (const Access &made : block.made) {
      std::size_t at = 0;
      while (at < is_found.size() && (is_found[at] || block.compared[at] != made))
        ++at;
      ASSERT_LT(at, is_found.size()) << seed;
      is_found[at] = true;
      places.push_back(at);
    }
    for (std::size_t later = 0; later < places.size(); ++later)
      for (std::size_t earlier = 0; earlier < later; ++earlier)
        if (may_race(block.made[earlier], block.made[later]))
          ASSERT_LT(places[earlier], places[later]) << seed;
  }
}

} // namespace
