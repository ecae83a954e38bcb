// CUDA arrays, texture objects and surface objects.
#ifndef KCC_RUNTIME_CUDA_TEXTURES_H
#define KCC_RUNTIME_CUDA_TEXTURES_H

#include "../core/texture_backend.h"
#include "driver_api.h"

#include <cstdint>

namespace kcc::cuda {

class CudaDevice;

/// The driver's array for a level of the core's.
ArrayRef array_level(core::ArrayHandle *, unsigned level);

class CudaTextures final : public core::TextureBackend {
public:
  using ArrayHandle = core::ArrayHandle;
  using Operation = core::Operation;

  explicit CudaTextures(CudaDevice &device) : device_(device) {}

  ArrayHandle *create_array(const core::ArrayDescription &, Operation) override;
  void destroy_array(ArrayHandle *) noexcept override;
  std::uint64_t create_texture(const core::TextureDescription &, Operation) override;
  void destroy_texture(std::uint64_t) noexcept override;
  std::uint64_t create_surface(ArrayHandle *, unsigned level, Operation) override;
  void destroy_surface(std::uint64_t) noexcept override;

private:
  CudaDevice &device_;
};

} // namespace kcc::cuda

#endif
