// Modules in every form: PTX, cubins and linked code on a GPU, and what there is on every device.
#include "devices.h"
#include "kernels/memory.h"
#include "module_files.h"
#include "modules_kernels.h"
#include "temporary_folder.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::Linker;
using kcc::Module;
using kcc::Stream;
using testing::ElementsAre;
using testing::HasSubstr;

class Modules : public kcc::testing::DeviceTest {
protected:
  /// Launches `scale` of the module, by its name or entry.
  void expect_scale(const Module &module, std::string_view name) {
    Stream stream(device_);
    Buffer<float> values(device_, std::vector<float>{1, 2, 3});
    stream.launch(module.kernel(name), kcc::cover(3, 32), values, 10.0f);
    EXPECT_THAT(values.to_host(stream), ElementsAre(15, 25, 35));
  }
};
KCC_FOR_EVERY_DEVICE(Modules);

TEST_P(Modules, LoadAheadOfTheFirstLaunch) {
  kcc::load(device_, modules_kernels::modules::scale);
  kcc::load(device_, *modules_kernels::modules::scale.image);
  const Module module = Module::load(device_, *modules_kernels::modules::scale.image);
  module.load_kernels();
  expect_scale(module, "modules::scale");
}

/// A module file for the CPU device.
class ModuleFiles : public testing::Test {
protected:
  static std::string path(const char *name) { return std::string(KCC_TEST_MODULES) + name + ".so"; }
  const kcc::Device device_ = kcc::Device::cpu();
  const Module module_ = Module::load_file(device_, path("modules"));
};

TEST_F(ModuleFiles, AreLaunchedByName) {
  EXPECT_THAT(module_.kernel_names(), ElementsAre("modules::scale", "modules::greet"));
  Stream stream(device_);
  Buffer<float> values(device_, std::vector<float>{1, 2, 3});
  stream.launch(module_.kernel("modules::scale"), kcc::cover(3, 32), values, 10.0f);
  EXPECT_THAT(values.to_host(stream), ElementsAre(15, 25, 35));
  stream.launch(module_.kernel(module_files::modules::scale), kcc::cover(3, 32), values, 1.0f);
  EXPECT_THAT(values.to_host(stream), ElementsAre(20, 30, 40));
  Buffer<double> wrong(device_, 1);
  EXPECT_THROW(stream.launch(module_.kernel("modules::scale"), {}, wrong, 1.0f), kcc::Error);
}

TEST_F(ModuleFiles, HaveVariablesOfTheirOwn) {
  const Module other = Module::load_file(device_, path("modules"));
  std::ifstream in(path("modules"), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const Module third = Module::load_data(device_, std::as_bytes(std::span(bytes)));
  Stream stream(device_);
  const auto offset = [](const Module &module) { return module.global<int>("modules::offset"); };
  stream.write(offset(other), 6);
  stream.write(offset(third), 7);
  EXPECT_EQ(stream.read(offset(module_)), 5);
  EXPECT_EQ(stream.read(offset(other)), 6);
  EXPECT_EQ(stream.read(offset(third)), 7);
}

TEST_F(ModuleFiles, StayLoadedWhileTheyRun) {
  Stream stream(device_);
  Buffer<float> values(device_, std::vector<float>(100000, 1));
  for (int i = 0; i < 20; ++i) {
    const Module module = Module::load_file(device_, path("modules"));
    stream.launch(module.kernel("modules::scale"), kcc::cover(values.size(), 256), values, 0.0f);
  }
  EXPECT_EQ(values.to_host(stream)[99999], 5.0f);
}

TEST_F(ModuleFiles, Print) {
  std::string text;
  device_.on_output([&](const kcc::Output &output) { text += output.text; });
  {
    const Module module = Module::load_file(device_, path("modules"));
    Stream stream(device_);
    stream.launch(module.kernel("modules::greet"), {}, 42);
  }
  device_.synchronize();
  device_.on_output({});
  EXPECT_EQ(text, "number 42\n");
}

TEST_F(ModuleFiles, UseTheProgramsThreadsAndMemory) {
  const Module module = Module::load_file(device_, path("memory"));
  constexpr std::size_t threads = 64;
  Stream stream(device_);
  Buffer<unsigned> out(device_, threads * 9);
  for (const auto &kernel : {module_files::memory::spaces<0>, module_files::memory::spaces<1>}) {
    stream.launch(module.kernel(kernel), kcc::LaunchConfig{kcc::Blocks(2), kcc::Threads(32), 64}, out, 1u);
    const std::vector<unsigned> seen = out.to_host(stream);
    using enum memory::Space;
    for (std::size_t i = 0; i < threads * 9; i += 9)
      EXPECT_EQ(std::vector(seen.data() + i, seen.data() + i + 7),
                (std::vector<unsigned>{global, constant, constant, shared, local, global, shared}));
  }
}

TEST_F(ModuleFiles, FaultsNameTheSourceLine) {
  Buffer<int> values(device_, std::vector<int>(64, 7));
  const Module first = Module::load_file(device_, path("faults")),
               second = Module::load_file(device_, path("faults"));
  for (const Module *module : {&first, &second}) { // from the file, and from memory
    Stream stream(device_);
    stream.launch(module->kernel("faults::divide"), {kcc::Blocks(2), kcc::Threads(32)}, values, 0, 37u, true);
    try {
      stream.synchronize();
      ADD_FAILURE() << "no error";
    } catch (const kcc::Error &error) {
      EXPECT_THAT(error.what(), HasSubstr("kernel `faults::divide` of module `faults.so`"));
      EXPECT_THAT(error.what(), HasSubstr("faults.cpp:27"));
    }
  }
}

TEST_F(ModuleFiles, OtherFilesAreRefused) {
  const auto problem = [&](std::string_view bytes) {
    try {
      Module::load_data(device_, std::as_bytes(std::span(bytes)), {.name = "it"});
    } catch (const kcc::Error &error) {
      return std::string(error.what());
    }
    return std::string();
  };
  std::ifstream in(path("modules"), std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  EXPECT_THAT(problem(bytes.substr(0, 200)), HasSubstr("loading module `it` on the CPU device"));
  EXPECT_THAT(problem(bytes.substr(0, 4096)), HasSubstr("the end of the file is missing"));
  std::string renamed = bytes;
  for (std::size_t at = 0; (at = renamed.find("kcc_module", at)) != std::string::npos;)
    renamed[at] = 'x';
  EXPECT_THAT(problem(renamed), HasSubstr("no module of kcc"));
  std::string newer = bytes;
  for (std::size_t at = 0; (at = newer.find("kcc_cpu_print_begin", at)) != std::string::npos; ++at)
    newer[at + 8] = 'P';
  EXPECT_THAT(problem(newer), HasSubstr("it calls `kcc_cpu_Print_begin`, which this runtime does not have"));
  EXPECT_THAT(problem("\x7f"
                      "ELF"),
              HasSubstr("neither PTX"));
}

/// A GPU, and the PTX of the kernels.
class GpuModules : public Modules {
protected:
  GpuModules() {
    for (const kcc::abi::Code &code : std::span(image_.codes, image_.code_count))
      if (code.kind == kcc::abi::CodeKind::ptx) {
        ptx_ = static_cast<const char *>(code.bytes);
        manifest_ = code.manifest;
        break;
      }
  }
  const kcc::abi::Image &image_ = *modules_kernels::modules::scale.image;
  std::string ptx_, manifest_;
};
INSTANTIATE_TEST_SUITE_P(Devices, GpuModules, ::testing::Values(kcc::Backend::cuda),
                         [](const auto &) { return std::string("cuda"); });

TEST_P(GpuModules, PtxWithAndWithoutAManifest) {
  expect_scale(Module::load_ptx(device_, ptx_, {.manifest = manifest_}), "modules::scale");
  const Module bare = Module::load_ptx(device_, ptx_);
  for (const std::string &name : bare.kernel_names())
    if (name.find("scale") != std::string::npos)
      expect_scale(bare, name);
}

TEST_P(GpuModules, OptionsOfTheCompiler) {
  const auto log = [&](const kcc::JitOptions &options) {
    const Module module = Module::load_ptx(device_, ptx_, {.jit = options, .manifest = manifest_});
    expect_scale(module, "modules::scale");
    return module.log();
  };
  EXPECT_EQ(log({}), "");
  EXPECT_THAT(log({.verbose = true}), HasSubstr("registers"));
  EXPECT_THAT(log({.verbose = true}), HasSubstr("registers")); // although the driver has the code by now
  EXPECT_THAT(log({.max_registers = 24, .verbose = true}), HasSubstr("registers"));
  for (const int level : {0, 1, 2, 3, 4})
    log({.optimization_level = level});
  log({.line_info = true});
  log({.debug_info = true});
  log({.target = device_.arch()});
  log({.fallback = kcc::JitOptions::Fallback::compatible_binary});
  log({.l1_cache = kcc::JitOptions::L1Cache::off});
  log({.l1_cache = kcc::JitOptions::L1Cache::on});
}

TEST_P(GpuModules, Cubins) {
  Linker linker(device_);
  const std::vector<std::byte> cubin = linker.add_ptx(ptx_).complete();
  const Module bare = Module::load_data(device_, cubin);
  const std::vector<std::string> names = bare.kernel_names();
  ASSERT_EQ(names.size(), 2u);
  for (const std::string &name : names)
    if (name.find("scale") != std::string::npos) {
      expect_scale(bare, name);
      Stream stream(device_);
      Buffer<float> values(device_, 3);
      EXPECT_THROW(stream.launch(bare.kernel(name), {}, values), kcc::Error);
      EXPECT_THROW(stream.launch(bare.kernel(name), {}, values, 1.0), kcc::Error);
    }
  const Module full = Module::load_data(device_, cubin, {.manifest = manifest_});
  expect_scale(full, "modules::scale");
  Stream stream(device_);
  stream.write(full.global<int>("modules::offset"), 0);
  Buffer<float> values(device_, std::vector<float>{1});
  stream.launch(full.kernel("modules::scale"), {}, values, 10.0f);
  EXPECT_THAT(values.to_host(stream), ElementsAre(10));
}

TEST_P(GpuModules, CubinsPrint) {
  std::string text;
  device_.on_output([&](const kcc::Output &output) { text += output.text; });
  Linker linker(device_);
  const std::vector<std::byte> cubin = linker.add_ptx(ptx_).complete();
  const Module module = Module::load_data(device_, cubin, {.manifest = manifest_});
  Stream stream(device_);
  stream.launch(module.kernel("modules::greet"), {}, 42);
  stream.synchronize();
  device_.on_output({});
  EXPECT_EQ(text, "number 42\n");
}

constexpr char twice_ptx[] = R"ptx(.version 7.0
.target sm_75
.address_size 64
.visible .func (.reg .u32 r) twice(.reg .u32 x)
{
  add.u32 r, x, x;
  ret;
}
)ptx";
constexpr char apply_ptx[] = R"ptx(.version 7.0
.target sm_75
.address_size 64
.extern .func (.reg .u32 r) twice(.reg .u32 x);
.visible .entry apply(.param .u64 place) {
  .reg .u64 %a;
  .reg .u32 %v;
  ld.param.u64 %a, [place];
  ld.global.u32 %v, [%a];
  call (%v), twice, (%v);
  st.global.u32 [%a], %v;
  ret;
}
)ptx";

TEST_P(GpuModules, LinkedCode) {
  Linker linker(device_, {.jit = {.verbose = true}, .name = "twice applied"});
  linker.add_ptx(apply_ptx, "apply.ptx");
  try {
    (void)linker.complete();
    ADD_FAILURE() << "a function is missing";
  } catch (const kcc::Error &error) {
    EXPECT_THAT(error.log(), HasSubstr("twice"));
    EXPECT_EQ(error.category(), kcc::ErrorCategory::invalid_code);
  }
  linker.add_ptx(twice_ptx, "twice.ptx")
      .add_ptx("// kcc-manifest: " + manifest_ + "\n" + ptx_, "modules.ptx");
  const Module module = linker.load();
  EXPECT_THAT(linker.log(), HasSubstr("registers"));
  Stream stream(device_);
  Buffer<unsigned> value(device_, std::vector<unsigned>{21});
  stream.launch(module.kernel("apply"), {}, value);
  EXPECT_THAT(value.to_host(stream), ElementsAre(42));
  expect_scale(module, "modules::scale");
  Buffer<double> wrong(device_, 1);
  EXPECT_THROW(stream.launch(module.kernel("modules::scale"), {}, wrong, 1.0f), kcc::Error);
}

TEST_P(GpuModules, CompiledPtxIsKept) {
  namespace fs = std::filesystem;
  const TemporaryFolder temporary;
  const fs::path folder = temporary / "cache";
  kcc::set_jit_cache({.enabled = true, .folder = folder});
  for (int round = 0; round < 2; ++round) {
    expect_scale(Module::load_ptx(device_, ptx_, {.manifest = manifest_}), "modules::scale");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
  }
  kcc::set_jit_cache({});
}

TEST_P(GpuModules, CodeForOtherGpusIsRefused) {
  Linker linker(device_, {.jit = {.target = "sm_80"}});
  const std::vector<std::byte> cubin = linker.add_ptx(apply_ptx).add_ptx(twice_ptx).complete();
  if (device_.arch() == "sm_80")
    GTEST_SKIP() << "it is for this one";
  try {
    Module::load_data(device_, cubin);
    ADD_FAILURE() << "code for sm_80 was loaded";
  } catch (const kcc::Error &error) {
    EXPECT_EQ(error.category(), kcc::ErrorCategory::invalid_code) << error.what();
  }
}

} // namespace
