#include "pools.h"

#include "../check/settings.h"
#include "check/device_pages.h"
#include "check/host_accesses.h"
#include "check/objects.h"
#include "cpu_device.h"
#include "handles.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <new>
#include <utility>
#include <vector>

namespace kcc::cpu {

namespace {

/// The default pool keeps this many unused bytes.
constexpr std::size_t default_threshold = std::size_t{64} << 20;

/// Sizes are rounded up to one of four in each power of two, so that blocks are used again.
std::size_t size_class(std::size_t bytes) {
  const std::size_t step = std::max<std::size_t>(256, std::bit_floor(bytes) / 4);
  return (bytes + step - 1) / step * step;
}

} // namespace

class Pool {
public:
  Pool(std::size_t most_bytes, std::size_t threshold) : most_bytes_(most_bytes), threshold_(threshold) {}
  ~Pool() { trim(0); }
  Pool(const Pool &) = delete;
  Pool &operator=(const Pool &) = delete;

  /// Null: there is not enough memory. `bytes` is a size class.
  void *take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    void *memory = nullptr;
    if (const auto found = unused_.find(bytes); found != unused_.end() && !found->second.empty()) {
      memory = found->second.back();
      found->second.pop_back();
    } else {
      if (most_bytes_ != 0 && reserved_ + bytes > most_bytes_)
        release_unused(most_bytes_ > bytes ? most_bytes_ - bytes : 0);
      if (most_bytes_ != 0 && reserved_ + bytes > most_bytes_)
        return nullptr;
      memory = check::allocate_for_device(bytes);
      if (!memory) {
        release_unused(0);
        memory = check::allocate_for_device(bytes);
      }
      if (!memory)
        return nullptr;
      reserved_ += bytes;
      reserved_high_ = std::max(reserved_high_, reserved_);
    }
    used_ += bytes;
    used_high_ = std::max(used_high_, used_);
    return memory;
  }

  void put(void *memory, std::size_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    used_ -= bytes;
    try {
      unused_[bytes].push_back(memory);
    } catch (const std::bad_alloc &) {
      reserved_ -= bytes;
      check::release_for_device(memory);
    }
    release_unused(used_ + threshold_);
  }

  void trim(std::size_t keep_bytes) noexcept {
    const std::lock_guard lock(mutex_);
    release_unused(keep_bytes);
  }

  std::size_t attribute(core::PoolAttribute attribute) {
    const std::lock_guard lock(mutex_);
    return field(attribute);
  }
  void set_attribute(core::PoolAttribute attribute, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    switch (attribute) {
    case core::PoolAttribute::release_threshold:
      threshold_ = bytes;
      return;
    case core::PoolAttribute::used_high:
      used_high_ = used_;
      return;
    default:
      reserved_high_ = reserved_;
    }
  }

private:
  std::size_t field(core::PoolAttribute attribute) const {
    switch (attribute) {
    case core::PoolAttribute::release_threshold:
      return threshold_;
    case core::PoolAttribute::reserved_now:
      return reserved_;
    case core::PoolAttribute::reserved_high:
      return reserved_high_;
    case core::PoolAttribute::used_now:
      return used_;
    default:
      return used_high_;
    }
  }

  /// Large blocks first.
  void release_unused(std::size_t keep_reserved) noexcept {
    for (auto entry = unused_.rbegin(); entry != unused_.rend(); ++entry)
      while (!entry->second.empty() && reserved_ > keep_reserved) {
        check::release_for_device(entry->second.back());
        entry->second.pop_back();
        reserved_ -= entry->first;
      }
  }

  std::mutex mutex_; ///< guards everything else
  std::map<std::size_t, std::vector<void *>> unused_;
  const std::size_t most_bytes_;
  std::size_t threshold_;
  std::size_t used_ = 0, used_high_ = 0, reserved_ = 0, reserved_high_ = 0;
};

/// Returns its memory when it is destroyed.
struct PoolBlock {
  PoolBlock(std::shared_ptr<Pool> pool, std::size_t bytes)
      : pool(std::move(pool)), bytes(bytes), memory(this->pool->take(bytes)) {}
  ~PoolBlock() {
    if (!memory)
      return;
    if (kcc::check::are_on())
      check::objects().retire(usable(), nullptr);
    pool->put(memory, bytes);
  }
  PoolBlock(const PoolBlock &) = delete;
  PoolBlock &operator=(const PoolBlock &) = delete;

  /// Where the program's bytes begin.
  void *usable() const { return static_cast<std::byte *>(memory) + margin(); }
  static std::size_t margin() { return kcc::check::are_on() ? check::redzone : 0; }

  const std::shared_ptr<Pool> pool;
  const std::size_t bytes;
  void *const memory;
};

CpuPools::CpuPools(CpuDevice &device)
    : device_(device), default_pool_(std::make_shared<Pool>(0, default_threshold)) {}
CpuPools::~CpuPools() = default;

const std::shared_ptr<Pool> &CpuPools::pool(PoolHandle *handle) const {
  return handle ? *reinterpret_cast<std::shared_ptr<Pool> *>(handle) : default_pool_;
}

core::PoolHandle *CpuPools::create_pool(std::size_t most_bytes, Operation) {
  return reinterpret_cast<PoolHandle *>(
      new std::shared_ptr<Pool>(std::make_shared<Pool>(most_bytes, std::size_t{0})));
}

void CpuPools::destroy_pool(PoolHandle *handle) noexcept {
  delete reinterpret_cast<std::shared_ptr<Pool> *>(handle);
}

void *CpuPools::allocate_in_order(StreamHandle *stream, PoolHandle *handle, std::size_t bytes,
                                  Operation operation) {
  device_.enter(stream, operation);
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) / 2;
  std::shared_ptr<PoolBlock> block;
  if (bytes <= most)
    block = std::make_shared<PoolBlock>(pool(handle), size_class(bytes + 2 * PoolBlock::margin()));
  if (!block || !block->memory)
    detail::fail(ErrorCategory::out_of_memory, operation.text(),
                 "the pool cannot get that much memory, or may not hold so much",
                 "Free buffers, work on smaller parts, or create the pool with a greater max_bytes");
  void *const memory = block->usable();
  device_.unclaimed().add_memory(memory, bytes);
  if (kcc::check::are_on())
    check::objects().add(memory, bytes, check::ObjectKind::buffer, /*unwritten=*/true);
  const std::lock_guard lock(mutex_);
  blocks_[memory] = std::move(block);
  return memory;
}

void CpuPools::release_in_order(StreamHandle *stream, void *memory) noexcept {
  check::report_host_accesses();
  device_.unclaimed().remove_memory(memory);
  std::shared_ptr<PoolBlock> block;
  {
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(memory);
    block = std::move(found->second);
    blocks_.erase(found);
  }
  try {
    queue(stream).push(work_of("free", [block](Queue &) {}));
  } catch (const std::bad_alloc &) {
    queue(stream).wait();
  }
}

std::size_t CpuPools::pool_attribute(PoolHandle *handle, core::PoolAttribute attribute, Operation) {
  return pool(handle)->attribute(attribute);
}

void CpuPools::set_pool_attribute(PoolHandle *handle, core::PoolAttribute attribute, std::size_t bytes,
                                  Operation) {
  pool(handle)->set_attribute(attribute, bytes);
}

void CpuPools::trim_pool(PoolHandle *handle, std::size_t keep_bytes, Operation) {
  pool(handle)->trim(keep_bytes);
}

} // namespace kcc::cpu
