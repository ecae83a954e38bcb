// Stands for a library such as Vulkan, which allocates memory and exports it as a file descriptor.
#ifndef KCC_EXAMPLES_EXTERNAL_MEMORY_OTHER_LIBRARY_H
#define KCC_EXAMPLES_EXTERNAL_MEMORY_OTHER_LIBRARY_H

#include <kcc/runtime.h>

#include <cstddef>
#include <dlfcn.h>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

namespace other_library {

constexpr std::size_t memory_bytes = std::size_t{2} << 20;

/// On a GPU: calls the driver, as a program with cuda.h does.
inline int export_gpu_memory(const kcc::Device &device) {
  struct { // CUmemAllocationProp
    unsigned type = 1 /* pinned */, handle_types = 1 /* file descriptor */, location = 1 /* device */;
    int device = 0;
    void *unused[3] = {};
  } properties;
  properties.device = device.ordinal();
  unsigned long long handle = 0;
  int fd = -1;
  void *const driver = dlopen("libcuda.so.1", RTLD_NOW);
  const auto create =
      reinterpret_cast<int (*)(unsigned long long *, std::size_t, const void *, unsigned long long)>(
          dlsym(driver, "cuMemCreate"));
  const auto export_memory =
      reinterpret_cast<int (*)(void *, unsigned long long, unsigned, unsigned long long)>(
          dlsym(driver, "cuMemExportToShareableHandle"));
  const auto release = reinterpret_cast<int (*)(unsigned long long)>(dlsym(driver, "cuMemRelease"));
  if (create(&handle, memory_bytes, &properties, 0) != 0 || export_memory(&fd, handle, 1, 0) != 0)
    throw std::runtime_error("the driver cannot export memory");
  release(handle); // the descriptor keeps the memory
  return fd;
}

/// A descriptor that the caller owns.
inline int export_memory(const kcc::Device &device) {
  if (device.backend() == kcc::Backend::cuda)
    return export_gpu_memory(device);
  const int fd = memfd_create("memory", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, memory_bytes) != 0)
    throw std::runtime_error("the system cannot make a file in memory");
  return fd;
}

} // namespace other_library

#endif
