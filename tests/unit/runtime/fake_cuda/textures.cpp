// Arrays, texture objects and surface objects.
#include "objects.h"

#include <algorithm>

using namespace fake_cuda;

namespace {

std::size_t channel_bytes(ArrayFormat format) {
  switch (format) {
  case array_uint8:
  case array_int8:
    return 1;
  case array_uint16:
  case array_int16:
  case array_half:
    return 2;
  case array_uint32:
  case array_int32:
  case array_float:
    return 4;
  }
  return 0;
}

bool is_valid(const DriverArrayDescription &array) {
  const bool is_cube = (array.flags & array_cube) != 0, is_layered = (array.flags & array_layered) != 0;
  return array.width > 0 && channel_bytes(array.format) > 0 &&
         (array.channels == 1 || array.channels == 2 || array.channels == 4) &&
         (!is_cube || (array.width == array.height && array.depth % 6 == 0 && array.depth > 0)) &&
         (!is_cube || is_layered || array.depth == 6) && (!is_layered || array.depth > 0) &&
         (array.height > 0 || array.depth == 0 || is_layered) &&
         ((array.flags & array_gather) == 0 || (array.height > 0 && array.depth == 0));
}

ArrayObject level_of(const DriverArrayDescription &array, unsigned level) {
  const auto part = [&](std::size_t extent) { return std::max<std::size_t>(1, extent >> level); };
  const bool has_slices = (array.flags & (array_layered | array_cube)) == 0;
  ArrayObject made{part(array.width) * channel_bytes(array.format) * array.channels,
                   part(array.height),
                   has_slices ? part(array.depth) : array.depth,
                   {}};
  made.elements.resize(made.row_bytes * made.rows * made.slices);
  return made;
}

template <class T> T *keep(const char *kind, T *object) {
  state().others[kind].insert(object);
  return object;
}

template <class T> Result drop(const char *kind, T *object) {
  if (state().others[kind].erase(object) == 0)
    return invalid_handle;
  delete object;
  return success;
}

unsigned long long number_of(void *object) {
  return reinterpret_cast<std::uintptr_t>(object);
}

bool is_valid(const ResourceDescription &resource) {
  switch (resource.type) {
  case resource_array:
    return resource.resource.array != nullptr;
  case resource_mipmapped_array:
    return resource.resource.mipmapped != nullptr;
  case resource_linear:
    return resource.resource.linear.bytes > 0;
  case resource_pitched:
    return resource.resource.pitched.pitch >= resource.resource.pitched.width;
  }
  return false;
}

} // namespace

extern "C" {

Result cuArray3DCreate_v2(ArrayRef *array, const DriverArrayDescription *description) {
  KCC_FAKE_WITH_CONTEXT("cuArray3DCreate");
  if (!is_valid(*description))
    return invalid_value;
  *array = keep("arrays", new ArrayObject(level_of(*description, 0)));
  return success;
}
Result cuArrayDestroy(ArrayRef array) {
  KCC_FAKE_WITH_CONTEXT("cuArrayDestroy");
  state().copy_late();
  return drop("arrays", array);
}
Result cuMipmappedArrayCreate(MipmappedArrayRef *array, const DriverArrayDescription *description,
                              unsigned levels) {
  KCC_FAKE_WITH_CONTEXT("cuMipmappedArrayCreate");
  if (!is_valid(*description) || levels < 2)
    return invalid_value;
  auto *const made = new MipmappedArrayObject;
  for (unsigned level = 0; level < levels; ++level)
    made->levels.push_back(level_of(*description, level));
  *array = keep("mipmapped arrays", made);
  return success;
}
Result cuMipmappedArrayGetLevel(ArrayRef *array, MipmappedArrayRef mipmapped, unsigned level) {
  KCC_FAKE_WITH_CONTEXT("cuMipmappedArrayGetLevel");
  if (level >= mipmapped->levels.size())
    return invalid_value;
  *array = &mipmapped->levels[level];
  return success;
}
Result cuMipmappedArrayDestroy(MipmappedArrayRef array) {
  KCC_FAKE_WITH_CONTEXT("cuMipmappedArrayDestroy");
  state().copy_late();
  return drop("mipmapped arrays", array);
}
Result cuTexObjectCreate(unsigned long long *texture, const ResourceDescription *resource,
                         const SamplingDescription *sampling, const ResourceViewDescription *view) {
  KCC_FAKE_WITH_CONTEXT("cuTexObjectCreate");
  if (!is_valid(*resource) || view)
    return invalid_value;
  state().textures.push_back(
      {resource->type,
       {sampling->address[0], sampling->address[1], sampling->address[2]},
       sampling->filter,
       sampling->level_filter,
       sampling->flags,
       {sampling->border[0], sampling->border[1], sampling->border[2], sampling->border[3]}});
  *texture = number_of(keep("textures", new std::size_t));
  return success;
}
Result cuTexObjectDestroy(unsigned long long texture) {
  KCC_FAKE_WITH_CONTEXT("cuTexObjectDestroy");
  return drop("textures", static_cast<std::size_t *>(pointer(texture)));
}
Result cuSurfObjectCreate(unsigned long long *surface, const ResourceDescription *resource) {
  KCC_FAKE_WITH_CONTEXT("cuSurfObjectCreate");
  if (resource->type != resource_array || !is_valid(*resource))
    return invalid_value;
  *surface = number_of(keep("surfaces", new std::size_t));
  return success;
}
Result cuSurfObjectDestroy(unsigned long long surface) {
  KCC_FAKE_WITH_CONTEXT("cuSurfObjectDestroy");
  return drop("surfaces", static_cast<std::size_t *>(pointer(surface)));
}

} // extern "C"
