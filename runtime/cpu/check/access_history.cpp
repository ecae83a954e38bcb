#include "access_history.h"

#include "sites.h"

#include <kcc/abi/cpu_checks.h>

#include <utility>

namespace kcc::cpu::check {
namespace {

constexpr std::uint32_t no_row = ~std::uint32_t{0};
/// More rows than this get an index.
constexpr std::size_t few_rows = 24;

std::uint64_t key_of(std::uint32_t block, std::uint32_t warp) {
  return std::uint64_t{block} << 5 | warp;
}

} // namespace

void AccessSet::add(const Cell &access, std::uint32_t base, bool are_unordered) {
  // What atomic accesses race with depends on their scopes and sizes.
  const auto kind_of = [&](std::uint32_t number) {
    if (!access.is_atomic())
      return std::pair{abi::scope_system, std::uint32_t{0}};
    const NumberedSite &site = numbered_site(number);
    return std::pair{site.scope, site.bytes};
  };
  const auto [scope, bytes] = kind_of(access.site);
  if (are_unordered && (access.mask & ~bytes_of_two_) == 0 && scope >= abi::scope_device && bytes_ == bytes)
    return;
  ++changes_;
  narrowest_ = std::min(narrowest_, scope);
  bytes_ = rows_.empty() || bytes_ == bytes ? bytes : several_sizes;
  const std::uint32_t warp = access.rank / 32, lane = 1u << access.rank % 32;
  bool is_added = false;
  const auto visit = [&](WarpCells &row) {
    if (row.lanes == 0)
      return;
    const auto [scope_of_row, bytes_of_row] = kind_of(row.site);
    if (bytes_of_row != bytes)
      return;
    if (row.clock == access.clock && row.mask == access.mask && scope_of_row == scope) {
      row.lanes |= lane;
      is_added = true;
    } else if ((row.mask & ~access.mask) == 0 && scope <= scope_of_row) {
      row.lanes &= row.clock < base ? 0 : ~lane;
    }
  };
  const std::uint32_t newest = newest_of(access.block, warp);
  if (newest_)
    for (std::uint32_t i = newest; i != no_row; i = rows_[i].older)
      visit(rows_[i]);
  else
    for (WarpCells &row : rows_)
      if (row.block == access.block && row.warp == warp)
        visit(row);
  if (is_added)
    return;
  if (rows_.empty())
    first_block_ = access.block;
  if (access.block == first_block_)
    bytes_of_first_ |= access.mask;
  else
    bytes_of_two_ |= bytes_of_first_ & access.mask;
  if (rows_.size() == rows_.capacity())
    tidy();
  rows_.push_back(
      {access.clock, access.block, lane, warp & 31, access.mask, access.site, newest_of(access.block, warp)});
  if (newest_)
    (*newest_)[key_of(access.block, warp)] = static_cast<std::uint32_t>(rows_.size() - 1);
  else if (rows_.size() > few_rows)
    index();
}

void AccessSet::forget(std::uint32_t bytes) {
  for (WarpCells &row : rows_)
    if ((row.mask & ~bytes) == 0)
      row.lanes = 0;
  bytes_of_first_ &= ~bytes;
  bytes_of_two_ &= ~bytes;
  tidy();
}

/// The warp's last row, if there is an index.
std::uint32_t AccessSet::newest_of(std::uint32_t block, std::uint32_t warp) const {
  if (!newest_)
    return no_row;
  const auto found = newest_->find(key_of(block, warp));
  return found == newest_->end() ? no_row : found->second;
}

/// Removes the rows that are not used any more.
void AccessSet::tidy() {
  if (std::erase_if(rows_, [](const WarpCells &row) { return row.lanes == 0; }) == 0)
    return;
  newest_.reset();
  if (rows_.size() > few_rows)
    index();
}

void AccessSet::index() {
  newest_ = std::make_unique<std::unordered_map<std::uint64_t, std::uint32_t>>();
  for (std::uint32_t i = 0; i < rows_.size(); ++i) {
    const auto [newest, is_new] = newest_->try_emplace(key_of(rows_[i].block, rows_[i].warp), i);
    rows_[i].older = is_new ? no_row : std::exchange(newest->second, i);
  }
}

} // namespace kcc::cpu::check
