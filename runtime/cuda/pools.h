// CUDA's stream-ordered memory allocator.
#ifndef KCC_RUNTIME_CUDA_POOLS_H
#define KCC_RUNTIME_CUDA_POOLS_H

#include "../core/pool_backend.h"
#include "driver_api.h"

#include <mutex>
#include <optional>

namespace kcc::cuda {

class CudaDevice;

class CudaPools final : public core::PoolBackend {
public:
  using PoolHandle = core::PoolHandle;
  using StreamHandle = core::StreamHandle;
  using Operation = core::Operation;

  explicit CudaPools(CudaDevice &device) : device_(device) {}

  /// Whether driver and device have pools. Asks once.
  bool exist();

  PoolHandle *create_pool(std::size_t most_bytes, Operation) override;
  void destroy_pool(PoolHandle *) noexcept override;
  void *allocate_in_order(StreamHandle *, PoolHandle *, std::size_t bytes, Operation) override;
  void release_in_order(StreamHandle *, void *memory) noexcept override;
  std::size_t pool_attribute(PoolHandle *, core::PoolAttribute, Operation) override;
  void set_pool_attribute(PoolHandle *, core::PoolAttribute, std::size_t, Operation) override;
  void trim_pool(PoolHandle *, std::size_t keep_bytes, Operation) override;
  void allow_access(PoolHandle *, core::BackendDevice &from, Operation) override;

private:
  PoolRef pool(PoolHandle *, const Operation &);

  CudaDevice &device_;
  std::once_flag asked_;
  bool exist_ = false;
};

} // namespace kcc::cuda

#endif
