// Determines the GPU of this machine by asking the driver, which is loaded only for that.
#include "targets/nvptx/NvptxTarget.h"
#include <dlfcn.h>

using namespace llvm;

namespace kcc::compiler {

static Error cannotAsk(const Twine &Why) {
  return createStringError("--arch=native needs a GPU on this machine: " + Why +
                           "; name an architecture instead, such as --arch=sm_80");
}

Expected<std::string> nativeArch() {
  // CUDA Driver API, cuda.h: CUresult is an int, CUdevice is an int.
  enum : int { ComputeCapabilityMajor = 75, ComputeCapabilityMinor = 76 };
  void *Library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return cannotAsk("no NVIDIA driver (libcuda.so.1) was found");
  auto Init = reinterpret_cast<int (*)(unsigned)>(dlsym(Library, "cuInit"));
  auto GetDevice = reinterpret_cast<int (*)(int *, int)>(dlsym(Library, "cuDeviceGet"));
  auto GetAttribute = reinterpret_cast<int (*)(int *, int, int)>(dlsym(Library, "cuDeviceGetAttribute"));
  if (!Init || !GetDevice || !GetAttribute)
    return cannotAsk("libcuda.so.1 has no cuInit");
  int Device = 0, Major = 0, Minor = 0;
  if (int Code = Init(0))
    return cannotAsk("the NVIDIA driver does not start (cuInit returned " + Twine(Code) + ")");
  if (GetDevice(&Device, 0) != 0 || GetAttribute(&Major, ComputeCapabilityMajor, Device) != 0 ||
      GetAttribute(&Minor, ComputeCapabilityMinor, Device) != 0)
    return cannotAsk("the NVIDIA driver has no device");
  return "sm_" + std::to_string(Major) + std::to_string(Minor);
}

} // namespace kcc::compiler
