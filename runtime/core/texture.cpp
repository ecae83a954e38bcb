#include <kcc/runtime/texture.h>

#include "array_state.h"

#include <algorithm>
#include <utility>

namespace kcc {

namespace core {

namespace {

/// The largest extents of one type of texture or surface, in the order in which they are checked.
struct Limits {
  int type;
  DeviceAttribute width;
  std::optional<DeviceAttribute> height, slices;
};

using enum DeviceAttribute;

constexpr Limits texture_limits[] = {
    {1, maximum_texture1d_width, {}, {}},
    {2, maximum_texture2d_width, maximum_texture2d_height, {}},
    {3, maximum_texture3d_width, maximum_texture3d_height, maximum_texture3d_depth},
    {layered_1d, maximum_texture1d_layered_width, {}, maximum_texture1d_layered_layers},
    {layered_2d, maximum_texture2d_layered_width, maximum_texture2d_layered_height,
     maximum_texture2d_layered_layers},
    {cube, maximum_texturecubemap_width, {}, {}},
    {layered_cube, maximum_texturecubemap_layered_width, {}, maximum_texturecubemap_layered_layers}};
constexpr Limits mipmapped_limits[] = {
    {1, maximum_texture1d_mipmapped_width, {}, {}},
    {2, maximum_texture2d_mipmapped_width, maximum_texture2d_mipmapped_height, {}}};
constexpr Limits surface_limits[] = {
    {1, maximum_surface1d_width, {}, {}},
    {2, maximum_surface2d_width, maximum_surface2d_height, {}},
    {3, maximum_surface3d_width, maximum_surface3d_height, maximum_surface3d_depth},
    {layered_1d, maximum_surface1d_layered_width, {}, maximum_surface1d_layered_layers},
    {layered_2d, maximum_surface2d_layered_width, maximum_surface2d_layered_height,
     maximum_surface2d_layered_layers},
    {cube, maximum_surfacecubemap_width, {}, {}},
    {layered_cube, maximum_surfacecubemap_layered_width, {}, maximum_surfacecubemap_layered_layers}};
constexpr Limits gather_limits[] = {{2, maximum_texture2d_gather_width, maximum_texture2d_gather_height, {}}};

/// The CPU device has no such attributes; its limit keeps sizes in bytes far from overflow.
constexpr std::size_t most_without_attribute = std::size_t{1} << 19;

void check_extent(const Device &device, std::size_t extent, DeviceAttribute attribute, const char *name,
                  const Operation &operation) {
  const std::optional<int> limit = device.attribute(attribute);
  const std::size_t most = limit ? static_cast<std::size_t>(std::max(0, *limit)) : most_without_attribute;
  if (extent > most)
    detail::fail(operation.text(),
                 std::string("the ") + name + " is " + std::to_string(extent) + ", and the device allows " +
                     std::to_string(most) + " (" + std::string(attribute_name(attribute)) + ")",
                 "Split it into several arrays, or use a kcc::Buffer");
}

void check_against(std::span<const Limits> all, const Device &device, const ArrayDescription &description,
                   const Operation &operation) {
  for (const Limits &limits : all) {
    if (limits.type != description.type())
      continue;
    check_extent(device, description.extents.width, limits.width, "width", operation);
    if (limits.height)
      check_extent(device, description.extents.height, *limits.height, "height", operation);
    if (limits.slices)
      check_extent(device, description.slices_of(0), *limits.slices,
                   description.type() == 3 ? "depth" : "number of layers or faces", operation);
  }
}

} // namespace

void check_extents(const Device &device, const ArrayDescription &description, const Operation &operation) {
  check_against(texture_limits, device, description, operation);
  if (description.options.levels > 1)
    check_against(mipmapped_limits, device, description, operation);
  if (description.options.surface)
    check_against(surface_limits, device, description, operation);
  if (description.options.gather)
    check_against(gather_limits, device, description, operation);
}

} // namespace core

namespace detail {

namespace {

constexpr const char *making_texture = "making a texture on ";
constexpr const char *making_surface = "making a surface on ";

/// Whether the options fit together and to what is read.
void check_options(const core::TextureDescription &texture, const core::Operation &operation) {
  const TextureOptions &options = texture.options;
  const auto refuse = [&](const char *text, const char *hint) { fail(operation.text(), text, hint); };
  if (texture.reads_integers &&
      (options.filter == TextureFilter::linear || options.level_filter == TextureFilter::linear))
    refuse("integers cannot be filtered",
           "Take TextureFilter::point, or read integers of 8 or 16 bits as float: kcc::Texture<float, …>");
  if (texture.reads_integers && options.border != std::array<float, 4>{})
    refuse("the border of a texture of integers is 0", "Leave out `border`");
  const auto repeats = [](TextureAddress mode) {
    return mode == TextureAddress::wrap || mode == TextureAddress::mirror;
  };
  const int dimensions = dimensions_of(texture.type);
  const bool any_repeats = repeats(options.address.x) || (dimensions > 1 && repeats(options.address.y)) ||
                           (dimensions > 2 && repeats(options.address.z));
  if (!options.normalized_coordinates) {
    if (any_repeats)
      refuse("TextureAddress::wrap and mirror need normalized coordinates",
             "Set TextureOptions::normalized_coordinates, and divide the coordinates by the extents");
    if (texture.levels > 1)
      refuse("mip levels need normalized coordinates",
             "Set TextureOptions::normalized_coordinates, and divide the coordinates by the extents");
  }
  if (!(options.min_level >= 0) || !(options.max_level >= options.min_level))
    refuse("max_level must be at least min_level, and min_level at least 0", "Leave them out for all levels");
}

/// The mode along dimensions that the texture does not have matters: a GPU reads 1-D textures as images with
/// one row, and linear filtering would mix the border in.
void clamp_other_dimensions(core::TextureDescription &texture) {
  if (dimensions_of(texture.type) < 3)
    texture.options.address.z = TextureAddress::clamp;
  if (dimensions_of(texture.type) < 2)
    texture.options.address.y = TextureAddress::clamp;
}

void check_type(const core::ArrayState &array, int type, const core::Operation &operation) {
  if (const int actual = array.description.type(); actual != type)
    fail(operation.text(),
         "the array is " + core::type_name(actual) + ", and this reads " + core::type_name(type),
         "The second template argument is 1, 2, 3, kcc::layered_1d, kcc::layered_2d, kcc::cube or "
         "kcc::layered_cube, and ArrayExtents decides about the array");
}

/// Limits and alignments of memory that is not an array.
void check_memory(const TextureMemory &memory, int type, const core::Operation &operation) {
  const Device &device = *memory.device;
  const auto check = [&](std::size_t value, DeviceAttribute attribute, const char *name) {
    const std::optional<int> most = device.attribute(attribute);
    if (most && value > static_cast<std::size_t>(std::max(0, *most)))
      fail(operation.text(),
           std::string("the ") + name + " is " + std::to_string(value) + ", and the device allows " +
               std::to_string(*most) + " (" + std::string(attribute_name(attribute)) + ")",
           "Use a part of it");
  };
  const auto align = [&](std::size_t value, DeviceAttribute attribute, const char *name) {
    const std::optional<int> unit = device.attribute(attribute);
    if (unit && *unit > 0 && value % static_cast<std::size_t>(*unit) != 0)
      fail(operation.text(),
           std::string("the ") + name + " is no multiple of " + std::to_string(*unit) + " bytes (" +
               std::string(attribute_name(attribute)) + ")",
           "Take memory from its start on, or copy it to an array");
  };
  if (memory.width == 0 || (type == 2 && memory.height == 0))
    fail(operation.text(), "the memory has no elements", "A texture has at least one element");
  align(reinterpret_cast<std::uintptr_t>(memory.data), DeviceAttribute::texture_alignment, "address");
  if (type == linear_memory) {
    check(memory.width, DeviceAttribute::maximum_texture1d_linear_width, "number of elements");
  } else {
    align(memory.row_pitch, DeviceAttribute::texture_pitch_alignment, "distance of rows");
    check(memory.width, DeviceAttribute::maximum_texture2d_linear_width, "width");
    check(memory.height, DeviceAttribute::maximum_texture2d_linear_height, "height");
    check(memory.row_pitch, DeviceAttribute::maximum_texture2d_linear_pitch, "distance of rows in bytes");
  }
}

} // namespace

TextureObject::TextureObject(std::shared_ptr<core::ArrayState> array, int type, bool reads_integers,
                             const TextureOptions &options)
    : device_(array->device), array_(std::move(array)) {
  const auto operation = [&] { return making_texture + core::label(device_); };
  core::TextureDescription texture{
      array_->handle, {},     array_->description.format, type, array_->description.options.levels,
      reads_integers, options};
  if (is_cube(type))
    texture.options.normalized_coordinates = true;
  check_type(*array_, type, operation);
  check_options(texture, operation);
  clamp_other_dimensions(texture);
  handle_ = array_->backend.create_texture(texture, operation);
}

TextureObject::TextureObject(const TextureMemory &memory, const abi::TexelFormat &format, int type,
                             bool reads_integers, const TextureOptions &options)
    : device_(*memory.device) {
  const auto operation = [&] { return making_texture + core::label(device_); };
  core::TextureDescription texture{nullptr, memory, format, type, 1, reads_integers, options};
  check_options(texture, operation);
  clamp_other_dimensions(texture);
  check_memory(memory, type, operation);
  handle_ = core::textures_of(device_, making_texture).create_texture(texture, operation);
}

TextureObject::TextureObject(TextureObject &&other) noexcept
    : device_(other.device_), array_(std::move(other.array_)), handle_(std::exchange(other.handle_, 0)) {}

TextureObject &TextureObject::operator=(TextureObject &&other) noexcept {
  TextureObject moved(std::move(other));
  std::swap(device_, moved.device_);
  std::swap(array_, moved.array_);
  std::swap(handle_, moved.handle_);
  return *this;
}

TextureObject::~TextureObject() {
  if (handle_ != 0)
    device_.backend_device().textures()->destroy_texture(handle_);
}

SurfaceObject::SurfaceObject(std::shared_ptr<core::ArrayState> array, int type, unsigned level)
    : device_(array->device), array_(std::move(array)) {
  const auto operation = [&] { return making_surface + core::label(device_); };
  check_type(*array_, type, operation);
  (void)level_of(*array_, level);
  if (!array_->description.options.surface)
    fail(operation(), "the array was made without ArrayOptions::surface",
         "Make it with {.surface = true} as the third argument");
  handle_ = array_->backend.create_surface(array_->handle, level, operation);
}

SurfaceObject::SurfaceObject(SurfaceObject &&other) noexcept
    : device_(other.device_), array_(std::move(other.array_)), handle_(std::exchange(other.handle_, 0)) {}

SurfaceObject &SurfaceObject::operator=(SurfaceObject &&other) noexcept {
  SurfaceObject moved(std::move(other));
  std::swap(device_, moved.device_);
  std::swap(array_, moved.array_);
  std::swap(handle_, moved.handle_);
  return *this;
}

SurfaceObject::~SurfaceObject() {
  if (handle_ != 0)
    device_.backend_device().textures()->destroy_surface(handle_);
}

} // namespace detail

} // namespace kcc
