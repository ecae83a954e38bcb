// Arrays, textures and surfaces.
#ifndef KCC_RUNTIME_CORE_TEXTURE_BACKEND_H
#define KCC_RUNTIME_CORE_TEXTURE_BACKEND_H

#include "backend.h"

#include <kcc/runtime/texture.h>

#include <cstddef>
#include <cstdint>

namespace kcc::core {

struct ArrayDescription {
  abi::TexelFormat format;
  ArrayExtents extents;
  ArrayOptions options;

  /// As TextureView has it.
  int type() const noexcept;
  /// Slices, layers or faces; at least 1.
  std::size_t slices_of(unsigned level) const noexcept;
  std::size_t width_of(unsigned level) const noexcept;
  std::size_t rows_of(unsigned level) const noexcept; ///< at least 1
};

/// What a texture reads, and how. Either an array or memory.
struct TextureDescription {
  ArrayHandle *array; ///< null: memory
  detail::TextureMemory memory;
  abi::TexelFormat format;
  int type;
  unsigned levels;
  bool reads_integers;
  TextureOptions options;
};

/// Of one device. All functions may be called from any thread, and throw Error unless noexcept. What is
/// destroyed is first waited for.
class TextureBackend {
public:
  TextureBackend() = default;
  virtual ~TextureBackend() = default;
  TextureBackend(const TextureBackend &) = delete;
  TextureBackend &operator=(const TextureBackend &) = delete;

  virtual ArrayHandle *create_array(const ArrayDescription &, Operation) = 0;
  virtual void destroy_array(ArrayHandle *) noexcept = 0;
  /// The handle that kernels take; not 0.
  virtual std::uint64_t create_texture(const TextureDescription &, Operation) = 0;
  virtual void destroy_texture(std::uint64_t) noexcept = 0;
  virtual std::uint64_t create_surface(ArrayHandle *, unsigned level, Operation) = 0;
  virtual void destroy_surface(std::uint64_t) noexcept = 0;
};

} // namespace kcc::core

#endif
