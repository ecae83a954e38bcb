// Modules from PTX, cubins and fatbins: what they are recognized by, their options, and what is known about
// their kernels.
#include "cuda_backend_test.h"
#include "expect_error.h"
#include "fake_cubin.h"

#include "cuda/driver_api.h"
#include "temporary_folder.h"

#include <filesystem>
#include <fstream>

namespace {

using kcc::Module;
using testing::ElementsAre;
using testing::HasSubstr;

/// The manifest of a kernel `k::scale` with the parameters (float *, int).
constexpr char scale_manifest[] =
    R"json({"version":14,"source":"k.cpp","kernels":[{"name":"k::scale","entry":"scale_entry","parameters":[)json"
    R"json({"name":"x","type":"float *","signature":"ptr<f32>","size":8,"align":8},)json"
    R"json({"name":"n","type":"int","signature":"i32","size":4,"align":4}],"max_threads":0,)json"
    R"json("static_shared_bytes":0,"uses_barrier":false,"uses_grid_sync":false}]})json";

class ModuleData : public CudaBackend {
protected:
  ModuleData() {
    fake_.parameter_bytes["scale_entry"] = {8, 4};
    fake_.parameter_bytes["empty_entry"] = {};
  }
  const std::string cubin_ = fake_cubin(".entry scale_entry() .entry empty_entry()");
};

TEST_F(ModuleData, CubinsNameTheirKernelsAndParameters) {
  const Module module = Module::load_data(gpu_, bytes_of(cubin_));
  EXPECT_THAT(module.kernel_names(), ElementsAre("empty_entry", "scale_entry"));
  kcc::Stream stream(gpu_);
  kcc::Buffer<float> x(gpu_, 3);
  const auto scale = module.kernel("scale_entry");
  stream.launch(scale, {}, x, 5);
  ASSERT_EQ(fake_.launches.size(), 1u);
  EXPECT_EQ(value_of<float *>(fake_.launches[0].arguments[0]), x.data());
  EXPECT_EQ(value_of<int>(fake_.launches[0].arguments[1]), 5);
  EXPECT_ERROR(stream.launch(scale, {}, x), "kernel `scale_entry` of module `a cubin`", "2");
  EXPECT_ERROR(stream.launch(scale, {}, x, 5.0), "argument 2", "has 4 bytes");
  EXPECT_ERROR(module.kernel("scale"), "there are: `empty_entry`, `scale_entry`");
  fake_.next_result["cuFuncGetParamInfo"] = 700;
  EXPECT_ERROR(Module::load_data(gpu_, bytes_of(cubin_)).kernel("scale_entry"), "looking up kernel",
               "(cuFuncGetParamInfo)");
}

TEST_F(ModuleData, FilesAreRecognizedByTheirContent) {
  const TemporaryFolder folder;
  const auto file = folder / "kernels.ptx"; // whatever it is called
  std::ofstream(file, std::ios::binary) << cubin_;
  const Module module = Module::load_file(gpu_, file);
  EXPECT_THAT(module.kernel_names(), ElementsAre("empty_entry", "scale_entry"));
  EXPECT_ERROR(module.kernel("add"), "module `kernels.ptx`");
}

TEST_F(ModuleData, TextsMayEndInNuls) {
  const std::string ptx(".version 7.0 .entry empty_entry()\0\0\0", 36);
  EXPECT_THAT(Module::load_data(gpu_, bytes_of(ptx)).kernel_names(), ElementsAre("empty_entry"));
  EXPECT_EQ(fake_.loaded.back(), ".version 7.0 .entry empty_entry()");
}

TEST_F(ModuleData, AManifestBesideTheCodeIsUsed) {
  const Module module = Module::load_data(gpu_, bytes_of(cubin_), {.manifest = scale_manifest});
  EXPECT_THAT(module.kernel_names(), ElementsAre("k::scale"));
  kcc::Stream stream(gpu_);
  kcc::Buffer<double> wrong(gpu_, 3);
  EXPECT_ERROR(stream.launch(module.kernel("k::scale"), {}, wrong, 5), "argument 1 (`x`)", "f64", "f32");

  const TemporaryFolder folder;
  const auto file = folder / "kernels.json";
  std::ofstream(file) << scale_manifest << '\n';
  EXPECT_THAT(Module::load_data(gpu_, bytes_of(cubin_), {.manifest_file = file}).kernel_names(),
              ElementsAre("k::scale"));
  EXPECT_ERROR(Module::load_data(gpu_, bytes_of(cubin_), {.manifest = scale_manifest, .manifest_file = file}),
               "both a manifest and a manifest_file");
  std::filesystem::remove(file);
  EXPECT_ERROR(Module::load_data(gpu_, bytes_of(cubin_), {.manifest_file = file}), "reading manifest",
               "kernels.json", "No such file");
  EXPECT_ERROR(Module::load_data(gpu_, bytes_of(cubin_), {.manifest = "{}", .name = "mine"}),
               "reading the manifest of module `mine`");
}

TEST_F(ModuleData, AManifestOfOtherCodeIsRefused) {
  fake_.parameter_bytes["scale_entry"] = {8, 8};
  const Module module = Module::load_data(gpu_, bytes_of(cubin_), {.manifest = scale_manifest});
  EXPECT_ERROR(module.kernel("k::scale"), "kernel `k::scale`",
               "in the manifest differ from those in the code");
}

TEST_F(ModuleData, OtherContentIsRefusedWithAReason) {
  const auto refused = [&](const std::string &bytes, const char *text, const char *hint) {
    EXPECT_ERROR(Module::load_data(gpu_, bytes_of(bytes), {.name = "it"}), "loading module `it` on device 1",
                 text, hint);
  };
  refused(elf_file(ET_REL, EM_CUDA), "a relocatable cubin", "Link");
  refused(elf_file(ET_REL, EM_X86_64), "an object file of the host", "Link");
  refused(elf_file(ET_DYN, EM_X86_64), "a shared object of the host", "kcc::Device::cpu()");
  refused("!<arch>\n", "a static library", "Link");
  refused("\xed\x43\x4e\x7f", "LTO-IR", "Link");
  refused("", "neither PTX, nor a cubin, nor a fatbin", "kcc --emit=ptx");
  EXPECT_EQ(fake_.count("cuModuleLoadDataEx"), 0);
  EXPECT_ERROR(Module::load_data(kcc::Device::cpu(), bytes_of(cubin_)), "a cubin needs a CUDA device");
}

TEST_F(ModuleData, OptionsReachTheCompiler) {
  using enum kcc::cuda::JitOption;
  using kcc::JitOptions;
  const auto given = [&](const JitOptions &options) {
    Module::load_ptx(gpu_, ".entry empty_entry()", {.jit = options});
    for (const auto log : {jit_info_log, jit_info_log_bytes, jit_error_log, jit_error_log_bytes})
      EXPECT_EQ(fake_.jit_options.erase(log), 1u);
    return std::vector<std::pair<unsigned, std::uintptr_t>>(fake_.jit_options.begin(),
                                                            fake_.jit_options.end());
  };
  const auto one = [](unsigned key, std::uintptr_t value) { return ElementsAre(std::pair(key, value)); };
  EXPECT_THAT(given({}), ElementsAre());
  EXPECT_THAT(given({.optimization_level = 0}), one(jit_optimization_level, 0));
  EXPECT_THAT(given({.max_registers = 32}), one(jit_max_registers, 32));
  EXPECT_THAT(given({.line_info = true}), one(jit_line_info, 1));
  EXPECT_THAT(given({.debug_info = true}), one(jit_debug_info, 1));
  EXPECT_THAT(given({.verbose = true}), one(jit_log_verbose, 1));
  EXPECT_THAT(given({.target = "sm_80"}), one(jit_target, 80));
  EXPECT_THAT(given({.target = "sm_90a"}), one(jit_target, 0x1005a));
  EXPECT_THAT(given({.target = "sm_100f"}), one(jit_target, 0x20064));
  EXPECT_THAT(given({.fallback = JitOptions::Fallback::compatible_binary}), one(jit_fallback_strategy, 1));
  EXPECT_THAT(given({.l1_cache = JitOptions::L1Cache::off}), one(jit_cache_mode, 1));
  EXPECT_THAT(given({.l1_cache = JitOptions::L1Cache::on}), one(jit_cache_mode, 2));
  EXPECT_ERROR(given({.optimization_level = 5}), "optimization_level is 5; there are 0 to 4");
  EXPECT_ERROR(given({.target = "compute_90"}), "target is `compute_90`", "sm_90");
}

TEST_F(ModuleData, TheLogIsKept) {
  EXPECT_EQ(Module::load_ptx(gpu_, ".entry empty_entry()").log(), "");
  fake_.jit_info_log = "ptxas info : 0 bytes spill stores";
  const Module module = Module::load_ptx(gpu_, ".entry empty_entry()", {.jit = {.verbose = true}});
  EXPECT_EQ(module.log(), fake_.jit_info_log);
  // What the driver has in its cache comes without a log, so it must not recognize the text.
  Module::load_ptx(gpu_, ".entry empty_entry()", {.jit = {.verbose = true}});
  ASSERT_EQ(fake_.loaded.size(), 3u);
  EXPECT_EQ(fake_.loaded[0], ".entry empty_entry()");
  EXPECT_THAT(fake_.loaded[1], testing::StartsWith(".entry empty_entry()\n// "));
  EXPECT_NE(fake_.loaded[1], fake_.loaded[2]);
}

} // namespace
