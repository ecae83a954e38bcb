#include "missing_code.h"

#include <kcc/runtime/error.h>

#include <algorithm>
#include <span>

namespace kcc::core {

namespace {

const char *name(abi::CodeKind kind) {
  switch (kind) {
  case abi::CodeKind::ptx:
  case abi::CodeKind::cubin:
    return "CUDA";
  case abi::CodeKind::cpu:
    return "the CPU device";
  case abi::CodeKind::spirv:
    return "Vulkan";
  case abi::CodeKind::amdgpu:
    return "HIP";
  case abi::CodeKind::opencl:
    return "OpenCL";
  }
  return "devices that this runtime does not know";
}

} // namespace

void fail_without_code(std::string operation, const abi::Image &image, std::string_view devices,
                       std::string_view target) {
  std::string present;
  for (const abi::Code &code : std::span(image.codes, image.code_count))
    if (const std::string one = name(code.kind); present.find(one) == present.npos)
      present += (present.empty() ? "" : ", ") + one;
  detail::fail(ErrorCategory::invalid_code, std::move(operation),
               "the image has no code for " + std::string(devices) + "; it has code for " +
                   (present.empty() ? "nothing" : present),
               "Compile the kernels with --target=" + std::string(target) +
                   " as well (add_gpu_kernel: TARGETS), or run on another device");
}

} // namespace kcc::core
