#include "textures.h"

#include "../check/settings.h"
#include "check/objects.h"

#include "cpu_device.h"

#include <kcc/abi/cpu_texture.h>

#include <memory>
#include <utility>
#include <vector>

namespace kcc::cpu {

namespace {

struct ArrayData {
  core::ArrayDescription description;
  std::vector<abi::TexelMemory> levels;
  void *memory = nullptr;
};

ArrayData &data(core::ArrayHandle *handle) {
  return *reinterpret_cast<ArrayData *>(handle);
}

template <class T> std::uint64_t handle_of(std::unique_ptr<T> object) {
  if (kcc::check::are_on())
    check::objects().add(object.get(), sizeof(T), check::ObjectKind::texture);
  return reinterpret_cast<std::uintptr_t>(object.release());
}

void forget(std::uint64_t handle) {
  if (kcc::check::are_on())
    check::objects().remove(reinterpret_cast<const void *>(handle));
}

abi::AddressMode mode_of(TextureAddress mode) {
  switch (mode) {
  case TextureAddress::wrap:
    return abi::AddressMode::wrap;
  case TextureAddress::mirror:
    return abi::AddressMode::mirror;
  case TextureAddress::border:
    return abi::AddressMode::border;
  default:
    return abi::AddressMode::clamp;
  }
}

abi::FilterMode mode_of(TextureFilter mode) {
  return mode == TextureFilter::linear ? abi::FilterMode::linear : abi::FilterMode::point;
}

std::uint32_t narrow(std::size_t extent) {
  return static_cast<std::uint32_t>(extent); // check_extents has limited it
}

/// A level's extents and pitches, behind `offset` bytes, which it advances.
abi::TexelMemory level_of(const core::ArrayDescription &array, unsigned level, std::size_t &offset) {
  const std::size_t width = array.width_of(level), rows = array.rows_of(level),
                    slices = array.slices_of(level);
  const std::size_t row = width * array.format.bytes();
  abi::TexelMemory memory{nullptr, narrow(width), narrow(rows), array.type() == 3 ? narrow(slices) : 1,
                          row,     row * rows};
  offset += row * rows * slices;
  return memory;
}

/// One side as memory.
template <class Pointer> void resolve(core::ArrayPlace &place, Pointer &memory, core::Pitches &pitches) {
  if (!place.array)
    return;
  const abi::TexelMemory &level = data(place.array).levels[place.level];
  memory = level.data + place.z * level.slice_pitch + place.y * level.row_pitch + place.x_bytes;
  pitches = {level.row_pitch, level.slice_pitch};
  place = {};
}

} // namespace

core::Copy with_arrays_as_memory(const core::Copy &copy) {
  core::Copy resolved = copy;
  resolve(resolved.to_array, resolved.to, resolved.to_pitches);
  resolve(resolved.from_array, resolved.from, resolved.from_pitches);
  return resolved;
}

core::ArrayHandle *CpuTextures::create_array(const core::ArrayDescription &description, Operation operation) {
  auto array = std::make_unique<ArrayData>(ArrayData{description, {}, nullptr});
  std::vector<std::size_t> offsets;
  std::size_t bytes = 0;
  for (unsigned level = 0; level < description.options.levels; ++level) {
    offsets.push_back(bytes);
    array->levels.push_back(level_of(description, level, bytes));
  }
  array->memory = device_.allocate(bytes, operation);
  for (std::size_t level = 0; level < offsets.size(); ++level)
    array->levels[level].data = static_cast<std::byte *>(array->memory) + offsets[level];
  return reinterpret_cast<ArrayHandle *>(array.release());
}

void CpuTextures::destroy_array(ArrayHandle *handle) noexcept {
  const std::unique_ptr<ArrayData> array(&data(handle));
  device_.release(array->memory);
}

std::uint64_t CpuTextures::create_texture(const core::TextureDescription &wanted, Operation) {
  auto texture = std::make_unique<abi::CpuTexture>();
  texture->format = wanted.format;
  if (wanted.array) {
    const ArrayData &array = data(wanted.array);
    texture->layers = narrow(array.description.extents.layers);
    texture->level_count = narrow(array.levels.size());
    for (std::size_t level = 0; level < array.levels.size(); ++level)
      texture->levels[level] = array.levels[level];
  } else {
    const detail::TextureMemory &memory = wanted.memory;
    texture->level_count = 1;
    texture->levels[0] = {const_cast<std::byte *>(static_cast<const std::byte *>(memory.data)),
                          narrow(memory.width),
                          narrow(memory.height),
                          1,
                          memory.row_pitch,
                          0};
  }
  const TextureOptions &options = wanted.options;
  texture->address[0] = mode_of(options.address.x);
  texture->address[1] = mode_of(options.address.y);
  texture->address[2] = mode_of(options.address.z);
  texture->filter = mode_of(options.filter);
  texture->level_filter = mode_of(options.level_filter);
  texture->normalized_coordinates = options.normalized_coordinates;
  texture->min_level = options.min_level;
  texture->max_level = options.max_level;
  for (std::size_t i = 0; i < options.border.size(); ++i)
    texture->border[i] = options.border[i];
  return handle_of(std::move(texture));
}

void CpuTextures::destroy_texture(std::uint64_t handle) noexcept {
  device_.wait_for_queues();
  forget(handle);
  delete reinterpret_cast<abi::CpuTexture *>(handle);
}

std::uint64_t CpuTextures::create_surface(ArrayHandle *handle, unsigned level, Operation) {
  const ArrayData &array = data(handle);
  auto surface = std::make_unique<abi::CpuSurface>();
  surface->format = array.description.format;
  if (array.description.extents.layers > 0 || array.description.options.cube)
    surface->slices = narrow(array.description.slices_of(level));
  surface->memory = array.levels[level];
  return handle_of(std::move(surface));
}

void CpuTextures::destroy_surface(std::uint64_t handle) noexcept {
  device_.wait_for_queues();
  forget(handle);
  delete reinterpret_cast<abi::CpuSurface *>(handle);
}

} // namespace kcc::cpu
