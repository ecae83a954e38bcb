#include "fiber_stack.h"

#include "pages.h"
#include "sanitizers.h"
#include "valgrind.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <limits>
#include <string>
#include <sys/mman.h>
#include <system_error>

namespace kcc::cpu {

namespace {

constexpr int madv_guard_install = 102; // newer than the headers of Debian 12

/// The maximum size of a region, except for a region of a single stack.
constexpr std::size_t max_region_bytes = std::size_t{256} << 20;
constexpr std::size_t max_region_stacks = 64;

[[noreturn]] void throw_no_stack(int error, std::size_t bytes) {
  throw std::system_error(error, std::generic_category(),
                          "cannot map a stack of " + std::to_string(bytes) +
                              " bytes for a thread of the CPU device; smaller blocks, fewer threads "
                              "(KCC_CPU_THREADS), smaller stacks (KCC_CPU_STACK_BYTES) or a higher "
                              "vm.max_map_count may help");
}

std::size_t max_mappings() {
  std::size_t most = 65530; // Linux's default
  std::ifstream("/proc/sys/vm/max_map_count") >> most;
  return most;
}

} // namespace

StackPool &stack_pool() {
  // Never destroyed: static objects of the program may run grids when the process exits. A stack with its
  // guard takes two mappings, and a quarter of all mappings is left to the program.
  static auto &pool = *new StackPool(StackPool::Guards::within_mapping, max_mappings() / 8 * 3);
  return pool;
}

StackPool::Stack StackPool::take(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  std::list<Region> &regions = regions_[bytes];
  if (regions.empty() || regions.front().free.empty())
    regions.push_front(map_region(bytes));
  const auto region = regions.begin();
  std::byte *const bottom = region->free.back();
  region->free.pop_back();
  if (region->free.empty())
    regions.splice(regions.end(), regions, region);
  return {bottom, region};
}

StackPool::Region StackPool::map_region(std::size_t bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() / 4)
    throw_no_stack(ENOMEM, bytes);
  // The distance between stacks is an odd number of pages, so that the same offset in each is in a different
  // set of the TLB.
  std::size_t stride = bytes + guard_bytes;
  stride += stride / page_bytes() % 2 == 0 ? page_bytes() : 0;
  std::size_t count = std::clamp<std::size_t>(max_region_bytes / stride, 1, max_region_stacks);
  const auto map = [&] {
    return mmap(nullptr, count * stride, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  };
  void *memory = map();
  if (memory == MAP_FAILED && count > 1) { // the address space may be limited
    count = 1;
    memory = map();
  }
  if (memory == MAP_FAILED)
    throw_no_stack(errno, bytes);
  Region region{nullptr, count * stride, bytes, false, count, {}};
  region.free.reserve(count);
  region.begin = static_cast<std::byte *>(memory);
  // With transparent huge pages, a stack of which one page is used would cost 2 MiB.
  madvise(memory, region.mapped_bytes, MADV_NOHUGEPAGE);
  region.has_own_guards = wanted_ == Guards::own_mapping;
  for (std::size_t i = 0; i < count; ++i) {
    std::byte *const guard = region.begin + i * stride;
    const std::size_t guarded = stride - bytes;
    if (!region.has_own_guards && madvise(guard, guarded, madv_guard_install) != 0)
      region.has_own_guards = true;
    int error = 0;
    if (region.has_own_guards && own_guards_ + count > max_own_guards_)
      error = ENOMEM;
    else if (region.has_own_guards && mprotect(guard, guarded, PROT_NONE) != 0)
      error = errno;
    if (error != 0) {
      munmap(memory, region.mapped_bytes);
      throw_no_stack(error, bytes);
    }
    region.free.push_back(guard + guarded);
  }
  if (region.has_own_guards)
    own_guards_ += count;
  std::ranges::reverse(region.free); // the lowest first
  return region;
}

void StackPool::give_back(Stack stack) noexcept {
  const std::lock_guard lock(mutex_);
  Region &region = *stack.region;
  std::list<Region> &regions = regions_[region.stack_bytes];
  region.free.push_back(stack.bottom); // it has capacity: nothing is allocated
  regions.splice(regions.begin(), regions, stack.region);
  if (region.free.size() < region.stacks)
    return;
  if (region.has_own_guards)
    own_guards_ -= region.stacks;
  munmap(region.begin, region.mapped_bytes);
  regions.erase(stack.region);
}

std::size_t StackPool::capacity() {
  static const bool has_light_guards = [] {
    void *const page =
        mmap(nullptr, page_bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
      return false;
    const bool has = madvise(page, page_bytes(), madv_guard_install) == 0;
    munmap(page, page_bytes());
    return has;
  }();
  return wanted_ == Guards::within_mapping && has_light_guards ? std::numeric_limits<std::size_t>::max()
                                                               : max_own_guards_;
}

namespace {

std::size_t round_up_to_pages(std::size_t bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() / 4)
    throw_no_stack(ENOMEM, bytes);
  return (bytes + page_bytes() - 1) / page_bytes() * page_bytes();
}

} // namespace

FiberStack::FiberStack(std::size_t bytes, StackPool &pool)
    : pool_(pool), bytes_(round_up_to_pages(bytes)), stack_(pool.take(bytes_)),
      valgrind_stack_(valgrind::register_stack(bottom(), bytes_)) {}

FiberStack::~FiberStack() {
  // The addresses may be reused by code that knows nothing of the frames that were there.
  sanitizers::make_accessible(bottom(), bytes_);
  valgrind::forget_stack(valgrind_stack_);
  pool_.give_back(stack_);
}

} // namespace kcc::cpu
