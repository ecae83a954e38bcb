#include "textures.h"

#include "current.h"
#include "handles.h"

#include <memory>
#include <vector>

namespace kcc::cuda {

namespace {

struct ArrayData {
  MipmappedArrayRef mipmapped = nullptr; ///< null: one level
  std::vector<ArrayRef> levels;
};

ArrayData &data(core::ArrayHandle *handle) {
  return *reinterpret_cast<ArrayData *>(handle);
}

ArrayFormat format_of(const abi::TexelFormat &format) {
  const auto by_size = [&](ArrayFormat eight, ArrayFormat sixteen, ArrayFormat thirty_two) {
    return format.bits == 8 ? eight : format.bits == 16 ? sixteen : thirty_two;
  };
  switch (format.kind) {
  case abi::TexelKind::unsigned_integer:
    return by_size(array_uint8, array_uint16, array_uint32);
  case abi::TexelKind::signed_integer:
    return by_size(array_int8, array_int16, array_int32);
  default:
    return format.bits == 16 ? array_half : array_float;
  }
}

unsigned flags_of(const core::ArrayDescription &array) {
  return (array.extents.layers > 0 ? array_layered : 0) | (array.options.surface ? array_surface : 0) |
         (array.options.cube ? array_cube : 0) | (array.options.gather ? array_gather : 0);
}

unsigned number_of(TextureAddress mode) { // CUaddress_mode
  switch (mode) {
  case TextureAddress::wrap:
    return 0;
  case TextureAddress::mirror:
    return 2;
  case TextureAddress::border:
    return 3;
  default:
    return 1;
  }
}

unsigned number_of(TextureFilter mode) { // CUfilter_mode
  return mode == TextureFilter::linear;
}

ResourceDescription resource_of(const core::TextureDescription &texture) {
  ResourceDescription resource{};
  const detail::TextureMemory &memory = texture.memory;
  if (texture.array) {
    const ArrayData &array = data(texture.array);
    if (array.mipmapped) {
      resource.type = resource_mipmapped_array;
      resource.resource.mipmapped = array.mipmapped;
    } else {
      resource.type = resource_array;
      resource.resource.array = array.levels.front();
    }
  } else if (texture.type == linear_memory) {
    resource.type = resource_linear;
    resource.resource.linear = {address(memory.data), format_of(texture.format), texture.format.channels,
                                memory.width * texture.format.bytes()};
  } else {
    resource.type = resource_pitched;
    resource.resource.pitched = {address(memory.data),    format_of(texture.format),
                                 texture.format.channels, memory.width,
                                 memory.height,           memory.row_pitch};
  }
  return resource;
}

SamplingDescription sampling_of(const core::TextureDescription &texture) {
  const TextureOptions &options = texture.options;
  SamplingDescription sampling{};
  sampling.address[0] = number_of(options.address.x);
  sampling.address[1] = number_of(options.address.y);
  sampling.address[2] = number_of(options.address.z);
  sampling.filter = number_of(options.filter);
  sampling.level_filter = number_of(options.level_filter);
  sampling.flags = (texture.reads_integers ? sampling_reads_integers : 0) |
                   (options.normalized_coordinates ? sampling_normalized_coordinates : 0);
  sampling.min_level = options.min_level;
  sampling.max_level = options.max_level;
  for (std::size_t i = 0; i < options.border.size(); ++i)
    sampling.border[i] = options.border[i];
  return sampling;
}

} // namespace

ArrayRef array_level(core::ArrayHandle *handle, unsigned level) {
  return data(handle).levels[level];
}

core::ArrayHandle *CudaTextures::create_array(const core::ArrayDescription &array, Operation operation) {
  const Current current(device_, operation);
  const DriverApi &api = device_.api();
  const int type = array.type();
  const DriverArrayDescription description{
      array.extents.width,     array.extents.height,  type == 1 || type == 2 ? 0 : array.slices_of(0),
      format_of(array.format), array.format.channels, flags_of(array)};
  auto created = std::make_unique<ArrayData>();
  created->levels.resize(array.options.levels);
  if (array.options.levels == 1) {
    device_.call(operation, api.array_3d_create, &created->levels[0], &description);
  } else {
    device_.call(operation, api.mipmapped_array_create, &created->mipmapped, &description,
                 array.options.levels);
    try {
      for (unsigned level = 0; level < array.options.levels; ++level)
        device_.call(operation, api.mipmapped_array_get_level, &created->levels[level], created->mipmapped,
                     level);
    } catch (const Error &) {
      api.mipmapped_array_destroy(created->mipmapped);
      throw;
    }
  }
  return reinterpret_cast<ArrayHandle *>(created.release());
}

void CudaTextures::destroy_array(ArrayHandle *handle) noexcept {
  const std::unique_ptr<ArrayData> array(&data(handle));
  without_throwing([&](Operation operation) {
    const Current current(device_, operation);
    device_.api().ctx_synchronize(); // kernels in flight may still use it
    if (array->mipmapped)
      device_.api().mipmapped_array_destroy(array->mipmapped);
    else
      device_.api().array_destroy(array->levels[0]);
  });
}

std::uint64_t CudaTextures::create_texture(const core::TextureDescription &texture, Operation operation) {
  const Current current(device_, operation);
  const ResourceDescription resource = resource_of(texture);
  const SamplingDescription sampling = sampling_of(texture);
  unsigned long long handle = 0;
  device_.call(operation, device_.api().tex_object_create, &handle, &resource, &sampling,
               static_cast<const ResourceViewDescription *>(nullptr));
  return handle;
}

void CudaTextures::destroy_texture(std::uint64_t handle) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(device_, operation);
    device_.api().ctx_synchronize();
    device_.api().tex_object_destroy(handle);
  });
}

std::uint64_t CudaTextures::create_surface(ArrayHandle *array, unsigned level, Operation operation) {
  const Current current(device_, operation);
  ResourceDescription resource{};
  resource.type = resource_array;
  resource.resource.array = array_level(array, level);
  unsigned long long handle = 0;
  device_.call(operation, device_.api().surf_object_create, &handle,
               static_cast<const ResourceDescription *>(&resource));
  return handle;
}

void CudaTextures::destroy_surface(std::uint64_t handle) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(device_, operation);
    device_.api().ctx_synchronize();
    device_.api().surf_object_destroy(handle);
  });
}

} // namespace kcc::cuda
