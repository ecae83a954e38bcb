#include <kcc/runtime/array.h>

#include "array_state.h"
#include "stream_state.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace kcc {

namespace core {

int ArrayDescription::type() const noexcept {
  if (options.cube)
    return extents.layers > 0 ? layered_cube : cube;
  if (extents.layers > 0)
    return extents.height > 0 ? layered_2d : layered_1d;
  return extents.depth > 0 ? 3 : extents.height > 0 ? 2 : 1;
}

std::size_t ArrayDescription::width_of(unsigned level) const noexcept {
  return std::max<std::size_t>(1, extents.width >> level);
}

std::size_t ArrayDescription::rows_of(unsigned level) const noexcept {
  return std::max<std::size_t>(1, extents.height >> level);
}

std::size_t ArrayDescription::slices_of(unsigned level) const noexcept {
  const std::size_t faces = options.cube ? 6 : 1;
  if (extents.layers > 0 || options.cube)
    return std::max<std::size_t>(1, extents.layers) * faces;
  return std::max<std::size_t>(1, extents.depth >> level);
}

TextureBackend &textures_of(const Device &device, const char *operation) {
  BackendDevice &backend = device.backend_device();
  if (TextureBackend *textures = backend.textures())
    return *textures;
  detail::fail(ErrorCategory::not_supported, operation + backend.info().label, "the device has no textures",
               "Use a kcc::Buffer, and read it with kcc::load_read_only");
}

std::string type_name(int type) {
  switch (type) {
  case cube:
    return "a cube";
  case layered_1d:
    return "1-D with layers";
  case layered_2d:
    return "2-D with layers";
  case layered_cube:
    return "a cube with layers";
  case linear_memory:
    return "linear memory";
  default:
    return std::to_string(type) + "-D";
  }
}

} // namespace core

namespace detail {

namespace {

constexpr const char *copying = "copying an array of ";

std::string extents_text(const ArrayExtents &extents) {
  std::string text = std::to_string(extents.width);
  for (const std::size_t extent : {extents.height, extents.depth})
    if (extent > 0)
      text += " x " + std::to_string(extent);
  return text + (extents.layers > 0 ? " with " + std::to_string(extents.layers) + " layers" : "");
}

/// Whether extents and options name one of the types of textures.
void check_description(const core::ArrayDescription &description, const core::Operation &operation) {
  const ArrayExtents &extents = description.extents;
  const ArrayOptions &options = description.options;
  const auto refuse = [&](const char *text, const char *hint) { fail(operation.text(), text, hint); };
  if (extents.width == 0)
    refuse("the width is 0", "An array has at least one element");
  if (extents.depth > 0 && extents.height == 0)
    refuse("it has a depth and no height", "Set the height, which may be 1");
  if (extents.depth > 0 && extents.layers > 0)
    refuse("it has a depth and layers", "Layers have 1 or 2 dimensions: leave out `depth`");
  if (options.cube && (extents.height != extents.width || extents.depth > 0))
    refuse("it is a cube whose faces are not squares",
           "Set `width` and `height` to the length of an edge and leave out `depth`");
  if (options.gather && (description.type() != 2 || options.levels > 1))
    refuse("only 2-D arrays without layers and mip levels can be gathered from", "Leave out `gather`");
  const auto most =
      static_cast<unsigned>(std::bit_width(std::max({extents.width, extents.height, extents.depth})));
  if (options.levels == 0 || options.levels > most)
    fail(operation.text(),
         "it has " + std::to_string(options.levels) + " mip levels, and the last that is useful is number " +
             std::to_string(most - 1),
         "Take from 1 to " + std::to_string(most) + " levels");
}

std::string region_text(const ArrayRegion &region) {
  return std::to_string(region.width) + " x " + std::to_string(region.height) + " x " +
         std::to_string(region.depth) + " elements";
}

core::ArrayPlace place_of(const ArrayRegion &region) {
  return {region.array->handle, region.level, region.x * region.array->description.format.bytes(), region.y,
          region.z};
}

/// One side of a copy: an array's region or rows of memory.
struct Side {
  const Device *device; ///< null: the host's memory
  const void *data;
  core::Pitches pitches;
  core::ArrayPlace place;

  explicit Side(const ArrayRegion &region)
      : device(&region.array->device), data(nullptr), pitches{}, place(place_of(region)) {}
  explicit Side(const PitchedBytes &memory)
      : device(memory.device), data(memory.data), pitches{memory.row_pitch, memory.slice_pitch}, place{} {}
  core::BackendDevice *backend() const { return device ? &device->backend_device() : nullptr; }
};

void copy_sides(Stream &stream, const Side &to, const Side &from, const ArrayRegion &region) {
  const Device &device = region.array->device;
  if (to.device && from.device && to.device->backend() != from.device->backend())
    fail(copying + core::label(*to.device), "the other side is of " + core::label(*from.device),
         "Go through the host");
  if (!(to.device && stream.device() == *to.device) && !(from.device && stream.device() == *from.device))
    fail(copying + core::label(device), "the stream is of " + core::label(stream.device()),
         "Use a stream of the array's device: kcc::Stream stream(array.device())");
  core::StreamState &state = stream.state();
  const core::Copy copy{.to = const_cast<void *>(to.data),
                        .to_device = to.backend(),
                        .from = from.data,
                        .from_device = from.backend(),
                        .row_bytes = region.width * region.array->description.format.bytes(),
                        .rows = region.height,
                        .slices = region.depth,
                        .to_pitches = to.pitches,
                        .from_pitches = from.pitches,
                        .host_access = state.host_access(),
                        .to_array = to.place,
                        .from_array = from.place};
  const auto operation = [&] { return copying + state.description(); };
  if (to.device)
    state.device().copy(state.handle(), copy, operation);
  else
    core::wait_and_deliver(state.device(), [&] { state.device().copy(state.handle(), copy, operation); });
}

void check_same_extents(const ArrayRegion &region, const PitchedBytes &memory) {
  const std::size_t row_bytes = region.width * region.array->description.format.bytes();
  // Rows of 1-D layers may be the rows of a matrix.
  const bool is_matrix_of_layers = region.height == 1 && memory.slices == 1 && memory.rows == region.depth;
  if (memory.row_bytes != row_bytes ||
      (!is_matrix_of_layers && (memory.rows != region.height || memory.slices != region.depth)))
    fail(copying + core::label(region.array->device),
         "it has " + region_text(region) + ", the memory " + std::to_string(memory.slices) + " x " +
             std::to_string(memory.rows) + " rows of " + std::to_string(memory.row_bytes) + " bytes",
         "Pass parts of the same extents: array.part(offsets, extents)");
}

/// The rows of a matrix as slices, where the region has only slices.
PitchedBytes shaped_like(const ArrayRegion &region, PitchedBytes memory) {
  check_same_extents(region, memory);
  if (memory.rows != region.height) {
    memory.slice_pitch = memory.row_pitch;
    std::swap(memory.rows, memory.slices);
  }
  return memory;
}

} // namespace

std::shared_ptr<core::ArrayState> make_array(const Device &device, const abi::TexelFormat &format,
                                             const ArrayExtents &extents, const ArrayOptions &options) {
  constexpr const char *making = "making an array on ";
  const core::ArrayDescription description{format, extents, options};
  const auto operation = [&] { return making + core::label(device) + " of " + extents_text(extents); };
  check_description(description, operation);
  core::TextureBackend &backend = core::textures_of(device, making);
  core::check_extents(device, description, operation);
  return std::make_shared<core::ArrayState>(device, backend, description, operation);
}

const Device &device_of(const core::ArrayState &array) noexcept {
  return array.device;
}

ArrayExtents extents_of(const core::ArrayState &array) noexcept {
  return array.description.extents;
}

unsigned levels_of(const core::ArrayState &array) noexcept {
  return array.description.options.levels;
}

ArrayRegion level_of(const core::ArrayState &array, unsigned level) {
  if (level >= levels_of(array))
    fail("taking a mip level of an array of " + core::label(array.device),
         "it has no level " + std::to_string(level) + " but " + std::to_string(levels_of(array)),
         "Levels are counted from 0. ArrayOptions::levels says how many an array has");
  return {&array,
          level,
          0,
          0,
          0,
          array.description.width_of(level),
          array.description.rows_of(level),
          array.description.slices_of(level)};
}

ArrayRegion part_of(const ArrayRegion &whole, const std::array<std::size_t, 3> &offsets,
                    const std::array<std::size_t, 3> &extents) {
  const std::size_t available[3] = {whole.width, whole.height, whole.depth};
  for (std::size_t d = 0; d < 3; ++d)
    if (extents[d] == 0 || offsets[d] > available[d] || extents[d] > available[d] - offsets[d])
      fail("taking a part of an array of " + core::label(whole.array->device),
           std::to_string(extents[d]) + " elements from number " + std::to_string(offsets[d]) +
               " on in dimension " + std::to_string(d) + ", but it has " + std::to_string(available[d]),
           "Take a part inside the array, of at least 1 element in each dimension: columns, rows, slices");
  return {whole.array,          whole.level, whole.x + offsets[0], whole.y + offsets[1],
          whole.z + offsets[2], extents[0],  extents[1],           extents[2]};
}

PitchedBytes rows_like(const ArrayRegion &region, const Device *device, const void *data,
                       std::size_t elements) {
  if (elements != region.width * region.height * region.depth)
    fail(
        copying + core::label(region.array->device),
        "it has " + region_text(region) + ", the memory has " + std::to_string(elements),
        "Pass all rows one after another without gaps, or a part of the array: array.part(offsets, extents)");
  const std::size_t row = region.width * region.array->description.format.bytes();
  return {device, data, row, region.height, region.depth, row, row * region.height};
}

void copy_array(Stream &stream, const ArrayRegion &to, const PitchedBytes &from) {
  copy_sides(stream, Side(to), Side(shaped_like(to, from)), to);
}

void copy_array(Stream &stream, const PitchedBytes &to, const ArrayRegion &from) {
  copy_sides(stream, Side(shaped_like(from, to)), Side(from), from);
}

void copy_array(Stream &stream, const ArrayRegion &to, const ArrayRegion &from) {
  if (to.width != from.width || to.height != from.height || to.depth != from.depth)
    fail(copying + core::label(to.array->device),
         "the destination has " + region_text(to) + ", the source " + region_text(from),
         "Pass parts of the same extents: array.part(offsets, extents)");
  const auto overlaps = [](std::size_t a, std::size_t b, std::size_t extent) {
    return a < b + extent && b < a + extent;
  };
  if (to.array == from.array && to.level == from.level && overlaps(to.x, from.x, to.width) &&
      overlaps(to.y, from.y, to.height) && overlaps(to.z, from.z, to.depth))
    fail(copying + core::label(to.array->device), "source and destination overlap",
         "Copy through another array");
  copy_sides(stream, Side(to), Side(from), to);
}

} // namespace detail

} // namespace kcc
