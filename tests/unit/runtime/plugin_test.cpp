// A program that exports its symbols, and has kernels and the runtime linked in, like the plug-in that it
// loads.
#include "expect_error.h"
#include "test_image.h"

#include <dlfcn.h>
#include <thread>

extern "C" bool plugin_adds();
extern "C" void plugin_adds_on(kcc::Stream &stream);

namespace {

template <class F> F *function(const char *name) {
  void *const plugin = dlopen(KCC_TEST_PLUGIN, RTLD_NOW | RTLD_LOCAL);
  EXPECT_NE(plugin, nullptr) << dlerror();
  void *const found = plugin ? dlsym(plugin, name) : nullptr;
  EXPECT_NE(found, nullptr) << name;
  return reinterpret_cast<F *>(found);
}

bool program_adds() {
  kcc::Stream stream(kcc::Device::cpu());
  const kcc::Buffer a(stream.device(), std::vector<float>{1, 2});
  kcc::Buffer<float> sum(stream.device(), 2);
  stream.launch(test_image::add, kcc::cover(2, 2), sum, a, a);
  return sum.to_host(stream) == std::vector<float>{2, 4};
}

TEST(Plugin, HasARuntimeOfItsOwn) {
  EXPECT_TRUE(program_adds());
  auto *const adds = function<decltype(plugin_adds)>("plugin_adds");
  EXPECT_TRUE(adds());
  std::thread other([&] { EXPECT_TRUE(adds() && program_adds()); });
  EXPECT_TRUE(program_adds() && adds());
  other.join();
}

TEST(Plugin, RefusesTheProgramsCpuDevice) {
  kcc::Stream stream(kcc::Device::cpu());
  EXPECT_ERROR(function<decltype(plugin_adds_on)>("plugin_adds_on")(stream),
               "loading module `test_image.cpp`", "another copy of kcc's runtime", "kcc::Device::cpu()");
}

} // namespace
