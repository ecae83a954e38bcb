// What arrays and the textures and surfaces of them share.
#ifndef KCC_RUNTIME_CORE_ARRAY_STATE_H
#define KCC_RUNTIME_CORE_ARRAY_STATE_H

#include "texture_backend.h"

#include <string>

namespace kcc::core {

/// The owner of a backend's array.
class ArrayState {
public:
  ArrayState(const Device &device, TextureBackend &backend, const ArrayDescription &description,
             const Operation &operation)
      : device(device), backend(backend), description(description),
        handle(backend.create_array(description, operation)) {}
  ~ArrayState() { backend.destroy_array(handle); }
  ArrayState(const ArrayState &) = delete;
  ArrayState &operator=(const ArrayState &) = delete;

  const Device device;
  TextureBackend &backend;
  const ArrayDescription description;
  ArrayHandle *const handle;
};

/// The device's textures. Throws Error if it has none.
TextureBackend &textures_of(const Device &device, const char *operation);

/// Throws Error if the extents are more than the device can have for a texture or surface of this type.
void check_extents(const Device &device, const ArrayDescription &description, const Operation &operation);

/// "a cube", "of type 2 (2-D)": for messages.
std::string type_name(int type);

} // namespace kcc::core

#endif
