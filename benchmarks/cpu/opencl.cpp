#include "opencl.h"

#include <cstdint>
#include <dlfcn.h>
#include <fstream>
#include <stdexcept>

namespace bench {

namespace {

// Of <CL/cl.h>.
constexpr std::uint64_t device_type_cpu = 1 << 1, memory_read_write = 1 << 0;
constexpr unsigned platform_name = 0x0902, device_name = 0x102B, device_version = 0x102F, build_log = 0x1183,
                   blocking = 1;
constexpr const char *pocl_name = "Portable Computing Language";

} // namespace

struct OpenCl::Api {
  void *library;
  int (*get_platforms)(unsigned, void **, unsigned *);
  int (*get_platform_info)(void *, unsigned, std::size_t, void *, std::size_t *);
  int (*get_devices)(void *, std::uint64_t, unsigned, void **, unsigned *);
  int (*get_device_info)(void *, unsigned, std::size_t, void *, std::size_t *);
  void *(*create_context)(const std::intptr_t *, unsigned, void *const *, void *, void *, int *);
  void *(*create_queue)(void *, void *, std::uint64_t, int *);
  void *(*create_program)(void *, unsigned, const char **, const std::size_t *, int *);
  int (*build_program)(void *, unsigned, void *const *, const char *, void *, void *);
  int (*get_build_info)(void *, void *, unsigned, std::size_t, void *, std::size_t *);
  void *(*create_kernel)(void *, const char *, int *);
  int (*set_argument)(void *, unsigned, std::size_t, const void *);
  void *(*create_buffer)(void *, std::uint64_t, std::size_t, void *, int *);
  int (*release_buffer)(void *);
  int (*write_buffer)(void *, void *, unsigned, std::size_t, std::size_t, const void *, unsigned, void *,
                      void *);
  int (*read_buffer)(void *, void *, unsigned, std::size_t, std::size_t, void *, unsigned, void *, void *);
  int (*enqueue)(void *, void *, unsigned, const std::size_t *, const std::size_t *, const std::size_t *,
                 unsigned, void *, void *);
  int (*finish)(void *);

  explicit Api(void *library) : library(library) {
    load(get_platforms, "clGetPlatformIDs");
    load(get_platform_info, "clGetPlatformInfo");
    load(get_devices, "clGetDeviceIDs");
    load(get_device_info, "clGetDeviceInfo");
    load(create_context, "clCreateContext");
    load(create_queue, "clCreateCommandQueue");
    load(create_program, "clCreateProgramWithSource");
    load(build_program, "clBuildProgram");
    load(get_build_info, "clGetProgramBuildInfo");
    load(create_kernel, "clCreateKernel");
    load(set_argument, "clSetKernelArg");
    load(create_buffer, "clCreateBuffer");
    load(release_buffer, "clReleaseMemObject");
    load(write_buffer, "clEnqueueWriteBuffer");
    load(read_buffer, "clEnqueueReadBuffer");
    load(enqueue, "clEnqueueNDRangeKernel");
    load(finish, "clFinish");
  }
  template <class F> void load(F *&function, const char *name) {
    function = reinterpret_cast<F *>(dlsym(library, name));
    if (!function)
      throw std::runtime_error(dlerror());
  }
  /// The platform of PoCL, or null.
  void *pocl() const {
    void *platforms[16];
    unsigned count = 0;
    if (get_platforms(16, platforms, &count) != 0)
      return nullptr;
    for (void *platform : std::span(platforms, std::min(count, 16u))) {
      char name[256] = "";
      if (get_platform_info(platform, platform_name, sizeof name, name, nullptr) == 0 &&
          name == std::string(pocl_name))
        return platform;
    }
    return nullptr;
  }
};

OpenCl::OpenCl(const std::string &source_path) {
  void *const library = dlopen("libOpenCL.so.1", RTLD_NOW);
  if (!library) {
    description_ = dlerror();
    return;
  }
  api_ = std::make_unique<Api>(library);
  void *const platform = api_->pocl();
  if (!platform || api_->get_devices(platform, device_type_cpu, 1, &device_, nullptr) != 0)
    description_ = std::string("OpenCL has no platform '") + pocl_name + "' with a CPU";
  else
    build(source_path);
}

OpenCl::~OpenCl() = default; // what PoCL holds ends with the process

void OpenCl::check(int status, const char *what) {
  if (status != 0)
    throw std::runtime_error(std::string("OpenCL: ") + what + ": error " + std::to_string(status));
}

void OpenCl::build(const std::string &source_path) {
  std::ifstream file(source_path);
  const std::string source{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file)
    throw std::runtime_error("cannot read " + source_path);
  int status = 0;
  context_ = api_->create_context(nullptr, 1, &device_, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  queue_ = api_->create_queue(context_, device_, 0, &status);
  check(status, "clCreateCommandQueue");
  const char *text = source.c_str();
  program_ = api_->create_program(context_, 1, &text, nullptr, &status);
  check(status, "clCreateProgramWithSource");
  if (api_->build_program(program_, 1, &device_, "-cl-std=CL1.2", nullptr, nullptr) != 0) {
    std::string log(1 << 16, '\0');
    api_->get_build_info(program_, device_, build_log, log.size(), log.data(), nullptr);
    throw std::runtime_error("OpenCL: " + source_path + ": " + log.c_str());
  }
  char name[256] = "", version[256] = "";
  api_->get_device_info(device_, device_name, sizeof name, name, nullptr);
  api_->get_device_info(device_, device_version, sizeof version, version, nullptr);
  description_ = std::string(version) + ", " + name;
}

void *OpenCl::find(const char *kernel) const {
  if (const auto known = kernels_.find(kernel); known != kernels_.end())
    return known->second;
  int status = 0;
  void *const function = api_->create_kernel(program_, kernel, &status);
  check(status, kernel);
  return kernels_[kernel] = function;
}

void OpenCl::set_bytes(void *kernel, unsigned index, std::size_t bytes, const void *value) const {
  check(api_->set_argument(kernel, index, bytes, value), "clSetKernelArg");
}

void OpenCl::enqueue(void *kernel, const NdRange &range) const {
  check(
      api_->enqueue(queue_, kernel, 2, nullptr, range.global.data(), range.local.data(), 0, nullptr, nullptr),
      "clEnqueueNDRangeKernel");
}

void OpenCl::finish() const {
  check(api_->finish(queue_), "clFinish");
}

OpenClMemory::OpenClMemory(const OpenCl &opencl, std::size_t bytes) : opencl_(&opencl), memory_(nullptr) {
  if (!opencl.is_available())
    return;
  int status = 0;
  memory_ = opencl.api_->create_buffer(opencl.context_, memory_read_write, bytes, nullptr, &status);
  OpenCl::check(status, "clCreateBuffer");
}

OpenClMemory::~OpenClMemory() {
  if (memory_)
    opencl_->api_->release_buffer(memory_);
}

void OpenClMemory::write(const void *host, std::size_t bytes) const {
  if (memory_)
    OpenCl::check(
        opencl_->api_->write_buffer(opencl_->queue_, memory_, blocking, 0, bytes, host, 0, nullptr, nullptr),
        "clEnqueueWriteBuffer");
}

void OpenClMemory::read(void *host, std::size_t bytes) const {
  if (memory_)
    OpenCl::check(
        opencl_->api_->read_buffer(opencl_->queue_, memory_, blocking, 0, bytes, host, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
}

} // namespace bench
