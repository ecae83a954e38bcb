// Code objects that kcc has compiled: files, and an image of a program.
#include "hip_test.h"

#include "core/read_file.h"
#include "hip/code_object.h"

#include "amd_kernels.h"

#include <kcc/abi/print_ring.h>

#include <cstring>
#include <string>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::Device;
using kcc::Module;
using kcc::Stream;

const std::string gfx90a = KCC_AMD_KERNELS_FOLDER "/amd_kernels.gfx90a.hsaco";
const std::string gfx1100 = KCC_AMD_KERNELS_FOLDER "/amd_kernels.gfx1100.hsaco";

class HipCodeObjects : public Hip {
protected:
  Stream stream_{gpu_};
};

TEST_F(HipCodeObjects, AFileHasItsManifest) {
  const Module module = Module::load_file(gpu_, gfx90a);
  EXPECT_EQ(module.kernel_names(), (std::vector<std::string>{"scaled", "prints"}));
  Buffer<float> numbers(gpu_, 5);
  stream_.launch(module.kernel(amd_kernels::scaled), kcc::cover(5, 64), numbers, 0.5f, true);
  ASSERT_EQ(fake_.launches.size(), 1u);
  const fake_hip::Launch launch = fake_.launches[0];
  EXPECT_EQ(launch.entry, module.kernel("scaled").entry());
  EXPECT_EQ(launch.parameter<float *>(0), numbers.data());
  EXPECT_EQ(launch.parameter<std::size_t>(8), 5u);
  EXPECT_EQ(launch.parameter<float>(16), 0.5f);
  EXPECT_TRUE(launch.parameter<bool>(20));
  stream_.launch(module.kernel("scaled"), kcc::cover(5, 64), numbers, 0.5f, true); // by its name
  EXPECT_EQ(fake_.launches[1].parameters, launch.parameters);
}

TEST_F(HipCodeObjects, LaunchesAreCheckedAgainstTheManifest) {
  const Module module = Module::load_file(gpu_, gfx90a);
  Buffer<double> wrong(gpu_, 5);
  EXPECT_ERROR(stream_.launch(module.kernel("scaled"), kcc::cover(5, 64), wrong, 0.5f, true),
               "launching kernel `scaled` of module `amd_kernels.gfx90a.hsaco` on HIP device 1",
               "argument 1");
  EXPECT_ERROR(module.kernel("sclaed"), "there is no such kernel; there are: `scaled`, `prints`");
  EXPECT_ERROR(stream_.launch(module.kernel("prints"), {{}, kcc::Threads(65)}, 1),
               "the kernel's limit of 64");
  EXPECT_TRUE(fake_.launches.empty());
}

TEST_F(HipCodeObjects, VariablesAreThere) {
  const Module module = Module::load_file(gpu_, gfx90a);
  const auto offset = module.global(amd_kernels::offset);
  stream_.write(offset, 2.5);
  EXPECT_EQ(stream_.read(offset), 2.5);
  EXPECT_TRUE(fake_.variables.contains(kcc::abi::print_variable)); // which loading has written
}

TEST_F(HipCodeObjects, AnImageHasCodeForBothArchitectures) {
  Buffer<float> numbers(gpu_, 5);
  stream_.launch(amd_kernels::scaled, kcc::cover(5, 64), numbers, 2.0f, false);
  const Device other = Device::hip(0);
  Stream there(other);
  Buffer<float> more(other, 5);
  there.launch(amd_kernels::scaled, kcc::cover(5, 64), more, 2.0f, false);
  EXPECT_EQ(fake_.launches.size(), 2u);
}

TEST_F(HipCodeObjects, FilesForOtherDevicesAreRefused) {
  EXPECT_ERROR(Module::load_file(gpu_, gfx1100), "the code object is for gfx1100, the device is gfx90a",
               "--arch=gfx90a");
  EXPECT_ERROR(Module::load_file(Device::cpu(), gfx90a), "needs a HIP device", "kcc::Device::hip()");
  EXPECT_EQ(fake_.count("hipModuleLoadData"), 0);
}

TEST_F(HipCodeObjects, AManifestMayBeMissing) {
  std::string code = kcc::core::read_file(gfx90a, "module");
  const std::string manifest(kcc::hip::manifest_of_code(code));
  EXPECT_EQ(manifest.front(), '{');
  code.replace(code.find("\0.kcc-manifest", 0, 14) + 1, 13, "other-section");
  EXPECT_EQ(kcc::hip::manifest_of_code(code), "");
  const auto bytes = std::as_bytes(std::span(code));
  EXPECT_ERROR(Module::load_data(gpu_, bytes), "contains no manifest, and HIP cannot tell its kernels",
               "ModuleOptions::manifest_file");
  kcc::ModuleOptions options;
  options.manifest = manifest;
  EXPECT_EQ(Module::load_data(gpu_, bytes, options).kernel_names().size(), 2u);
  gpu_.synchronize(); // unloads what the refused load has left
}

TEST_F(HipCodeObjects, DamagedFilesHaveNoManifest) {
  const std::string code = kcc::core::read_file(gfx90a, "module");
  EXPECT_EQ(kcc::hip::arch_of_code(code), "gfx90a");
  EXPECT_EQ(kcc::hip::arch_of_code(code.substr(0, 40)), "");
  for (std::size_t bytes = 0; bytes < code.size(); ++bytes)
    EXPECT_EQ(kcc::hip::manifest_of_code(std::string_view(code).substr(0, bytes)), "") << bytes;
  for (std::size_t at = 0; at < 64; ++at) { // the header; the section headers are at the end
    std::string damaged = code;
    damaged[at] = '\xff';
    (void)kcc::hip::manifest_of_code(damaged);
    damaged = code;
    for (std::size_t place = code.size() - 640 + at * 10; place < code.size(); place += 64)
      damaged[place] = '\xff';
    (void)kcc::hip::manifest_of_code(damaged);
  }
}

} // namespace
