// Pools of the CPU device's memory.
#ifndef KCC_RUNTIME_CPU_POOLS_H
#define KCC_RUNTIME_CPU_POOLS_H

#include "../core/pool_backend.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace kcc::cpu {

class CpuDevice;
class Pool;
struct PoolBlock;

/// Blocks that have been freed are kept for later allocations of about their size. A block is freed when the
/// stream's queue gets there, also if the queue skips its work after a failure.
class CpuPools final : public core::PoolBackend {
public:
  using PoolHandle = core::PoolHandle;
  using StreamHandle = core::StreamHandle;
  using Operation = core::Operation;

  explicit CpuPools(CpuDevice &device);
  ~CpuPools() override;

  PoolHandle *create_pool(std::size_t most_bytes, Operation) override;
  void destroy_pool(PoolHandle *) noexcept override;
  void *allocate_in_order(StreamHandle *, PoolHandle *, std::size_t bytes, Operation) override;
  void release_in_order(StreamHandle *, void *memory) noexcept override;
  std::size_t pool_attribute(PoolHandle *, core::PoolAttribute, Operation) override;
  void set_pool_attribute(PoolHandle *, core::PoolAttribute, std::size_t, Operation) override;
  void trim_pool(PoolHandle *, std::size_t keep_bytes, Operation) override;
  void allow_access(PoolHandle *, core::BackendDevice &, Operation) override {} // there is one device only

private:
  const std::shared_ptr<Pool> &pool(PoolHandle *) const;

  CpuDevice &device_;
  std::shared_ptr<Pool> default_pool_;
  std::mutex mutex_; ///< guards the next
  std::unordered_map<void *, std::shared_ptr<PoolBlock>> blocks_;
};

} // namespace kcc::cpu

#endif
