#include <kcc/runtime/load.h>

#include "loaded_module.h"

namespace kcc {

void detail::load_kernel(const Device &device, const abi::Image &image, const char *entry,
                         const ParameterTypes &types) {
  core::LoadedKernel &kernel = core::typed_kernel(device.backend_device(), image, entry, types);
  kernel.module->finish_loading(kernel);
}

void load(const Device &device, const abi::Image &image) {
  core::image_module(device.backend_device(), image).load_kernels();
}

} // namespace kcc
