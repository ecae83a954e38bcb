// Arrays, textures and surfaces of the CPU device: memory of the host, which the code in
// <kcc/device/texture_sampling.h> reads.
#ifndef KCC_RUNTIME_CPU_TEXTURES_H
#define KCC_RUNTIME_CPU_TEXTURES_H

#include "../core/texture_backend.h"

#include <cstdint>

namespace kcc::cpu {

class CpuDevice;

/// The same copy with addresses and pitches in the place of arrays.
core::Copy with_arrays_as_memory(const core::Copy &copy);

class CpuTextures final : public core::TextureBackend {
public:
  using ArrayHandle = core::ArrayHandle;
  using Operation = core::Operation;

  explicit CpuTextures(CpuDevice &device) : device_(device) {}

  ArrayHandle *create_array(const core::ArrayDescription &, Operation) override;
  void destroy_array(ArrayHandle *) noexcept override;
  std::uint64_t create_texture(const core::TextureDescription &, Operation) override;
  void destroy_texture(std::uint64_t) noexcept override;
  std::uint64_t create_surface(ArrayHandle *, unsigned level, Operation) override;
  void destroy_surface(std::uint64_t) noexcept override;

private:
  CpuDevice &device_;
};

} // namespace kcc::cpu

#endif
