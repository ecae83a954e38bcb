// Loading modules and images onto the GPUs of the fake driver, and unloading them.
#include "cuda_backend_test.h"
#include "expect_error.h"
#include "fake_cubin.h"
#include "temporary_folder.h"

#include <array>
#include <bit>
#include <fstream>
#include <thread>

namespace {

using kcc::Buffer;
using kcc::Device;
using kcc::Stream;

class CudaModules : public CudaBackend {};

TEST_F(CudaModules, LoadsAnImageOnceForAllThreads) {
  // A separate image, which no other test has loaded.
  static const kcc::abi::Image image = test_image::image;
  static constexpr kcc::Kernel<> nothing{&image, "test_image::nothing", "nothing_entry"};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      Stream stream(gpu_);
      stream.launch(nothing, {});
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(fake_.count("cuModuleLoadDataEx"), 1);
  EXPECT_EQ(fake_.launches.size(), 8u);
  Stream other(Device::cuda(0));
  other.launch(nothing, {});
  EXPECT_EQ(fake_.count("cuModuleLoadDataEx"), 2);
}

TEST_F(CudaModules, TriesAFailedImageAgain) {
  static const kcc::abi::Image image = test_image::image;
  static constexpr kcc::Kernel<> nothing{&image, "test_image::nothing", "nothing_entry"};
  Stream stream(gpu_);
  fake_.next_result["cuModuleLoadDataEx"] = 2;
  EXPECT_ERROR(stream.launch(nothing, {}), "loading module `test_image.cpp` on device 1 (Fake H200)",
               "CUDA_ERROR_OUT_OF_MEMORY");
  stream.launch(nothing, {});
  EXPECT_EQ(fake_.launches.size(), 1u);
}

TEST_F(CudaModules, LoadsThePtxThatFitsTheDevice) {
  {
    kcc::Module::load(Device::cuda(0), test_image::image);
  }
  {
    kcc::Module::load(gpu_, test_image::image);
  }
  ASSERT_EQ(fake_.loaded.size(), 2u);
  EXPECT_THAT(fake_.loaded[0], testing::StartsWith("// sm_75 "));
  EXPECT_THAT(fake_.loaded[1], testing::StartsWith("// sm_90a "));
  EXPECT_EQ(fake_.count("cuModuleUnload"), 2);

  static constexpr kcc::abi::Code only_new[] = {{kcc::abi::CodeKind::ptx, "sm_80", "", "", 0},
                                                {kcc::abi::CodeKind::ptx, "sm_90a", "", "", 0}};
  kcc::abi::Image image = test_image::image;
  image.codes = only_new;
  image.code_count = 2;
  EXPECT_ERROR(kcc::Module::load(Device::cuda(0), image), "module `test_image.cpp` on device 0 (Fake T4)",
               "runs on sm_75; it has PTX for sm_80, sm_90a");
  image.code_count = 0;
  EXPECT_ERROR(kcc::Module::load(gpu_, image), "it has PTX for no architecture");
}

TEST_F(CudaModules, LoadsTheCubinOfAnImage) {
  const std::string cubin = fake_cubin(".entry nothing_entry()");
  const char *const manifest = test_image::image.codes->manifest;
  const kcc::abi::Code codes[] = {{kcc::abi::CodeKind::ptx, "sm_90", manifest, ".entry nothing_entry()", 22},
                                  {kcc::abi::CodeKind::cubin, "sm_90", manifest, cubin.data(), cubin.size()}};
  kcc::abi::Image image = test_image::image;
  image.codes = codes;
  image.code_count = 2;
  (void)kcc::Module::load(gpu_, image).kernel("test_image::nothing");
  EXPECT_EQ(fake_.loaded.back(), ".entry nothing_entry()");
  EXPECT_EQ(fake_.cubins_loaded, 1);
  EXPECT_ERROR(kcc::Module::load(Device::cuda(0), image), "it has PTX for sm_90, sm_90 (cubin)");
}

TEST_F(CudaModules, RefusesClassesOfAnotherCppLibrary) {
  const auto ptx = [](std::string_view library) {
    return R"ptx(// kcc-manifest: {"version":14,"source":"k.cpp","kernels":[{"name":"f","entry":"nothing_entry","parameters":[)ptx"
           R"ptx({"name":"x","type":"Pair","signature":"struct(Pair:8:4)","size":8,"align":4,"layout":0}],"max_threads":0,)ptx"
           R"ptx("static_shared_bytes":0,"uses_barrier":false,"uses_grid_sync":false}],"types":[{"type":"Pair",)ptx"
           R"ptx("signature":"struct(Pair:8:4)","size":8,"align":4,"fields":[{"name":"both","offset":0,"type":"std::tuple<int, float>",)ptx"
           R"ptx("signature":"struct(std::tuple:8:4)","size":8,"layout":1}]},{"type":"std::tuple<int, float>",)ptx"
           R"ptx("signature":"struct(std::tuple:8:4)","size":8,"align":4,"library":")ptx" +
           std::string(library) + "\"}]}\n.entry nothing_entry()";
  };
  const std::string_view other = kcc::detail::cpp_library == "libc++" ? "libstdc++" : "libc++";
  (void)kcc::Module::load_ptx(gpu_, ptx(kcc::detail::cpp_library)).kernel("f");
  const auto module = kcc::Module::load_ptx(gpu_, ptx(other));
  EXPECT_ERROR(module.kernel("f"), "looking up kernel `f`", "`x`: `std::tuple<int, float>` is lib",
               "'s in the kernel", "-stdlib=");
}

TEST_F(CudaModules, GivesKernelsOfUnknownDepthALargerStack) {
  const auto ptx = [](const char *stack) {
    return std::string(
               R"ptx(// kcc-manifest: {"version":14,"source":"k.cpp","kernels":[{"name":"deep","entry":"nothing_entry",)ptx"
               R"ptx("parameters":[],"max_threads":0,"static_shared_bytes":0,"uses_barrier":false,"uses_grid_sync":false)ptx") +
           stack + "}]}\n.entry nothing_entry()";
  };
  kcc::Module::load_ptx(gpu_, ptx("")).kernel("deep");
  EXPECT_EQ(fake_.stack_bytes, 1024u);
  kcc::Module::load_ptx(gpu_, ptx(",\"dynamic_stack\":true")).kernel("deep");
  EXPECT_EQ(fake_.stack_bytes, 8192u);
  fake_.stack_bytes = 100000; // set by the program itself
  kcc::Module::load_ptx(gpu_, ptx(",\"dynamic_stack\":true")).kernel("deep");
  EXPECT_EQ(fake_.stack_bytes, 100000u);
  fake_.next_result["cuCtxSetLimit"] = 2;
  fake_.stack_bytes = 1024;
  const auto module = kcc::Module::load_ptx(gpu_, ptx(",\"dynamic_stack\":true"));
  EXPECT_ERROR(module.kernel("deep"), "reserving stacks for kernel `deep`", "CUDA_ERROR_OUT_OF_MEMORY");
}

TEST_F(CudaModules, GivesTheCompilersLog) {
  fake_.jit_error_log = "ptxas application ptx input, line 3; fatal: Parsing error";
  fake_.next_result["cuModuleLoadDataEx"] = 218;
  if (const auto error = error_of([&] { kcc::Module::load_ptx(gpu_, "junk"); })) {
    EXPECT_EQ(error->log(), fake_.jit_error_log);
    EXPECT_EQ(error->code_name(), "CUDA_ERROR_INVALID_PTX");
    EXPECT_THAT(error->what(), testing::HasSubstr("log:\n" + fake_.jit_error_log));
  }
}

TEST_F(CudaModules, ReachesVariablesOfPtxWithoutAManifest) {
  const kcc::Module module = kcc::Module::load_ptx(gpu_, ".version 7.0 .global total");
  Stream stream(gpu_);
  stream.write(module.global<std::uint64_t>("total"), std::uint64_t{3});
  EXPECT_EQ(stream.read(module.global<double[1]>("total")),
            std::array{std::bit_cast<double>(std::uint64_t{3})});
  EXPECT_ERROR(module.global<int>("total"), "has 8 bytes in the kernel and 4 in the declaration");
  EXPECT_ERROR(module.global<int>("sum"), "variable `sum`", "500");
}

TEST_F(CudaModules, KeepsAModuleWhileItMayRun) {
  const std::size_t before = fake_.modules.size();
  Stream stream(gpu_);
  {
    const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
    stream.launch(module.kernel("test_image::nothing"), {});
  }
  EXPECT_EQ(fake_.modules.size(), before + 1);
  stream.synchronize(); // for this stream: other streams may still run it
  gpu_.synchronize();
  EXPECT_EQ(fake_.modules.size(), before);
}

TEST_F(CudaModules, LaunchesAndPollsWithoutWaitingForModulesThatWereDropped) {
  const std::size_t before = fake_.modules.size();
  Stream stream(gpu_);
  for (int i = 0; i < 5; ++i) {
    const kcc::Module module = kcc::Module::load(gpu_, test_image::image);
    stream.launch(module.kernel("test_image::nothing"), {});
  }
  EXPECT_EQ(fake_.count("cuCtxSynchronize"), 0);
  EXPECT_TRUE(stream.is_done());
  EXPECT_EQ(fake_.count("cuCtxSynchronize"), 0);
  {
    Stream other = std::move(stream);
    const kcc::Module module = kcc::Module::load(gpu_, test_image::image); // unloads the others
    EXPECT_EQ(fake_.modules.size(), before + 1);
    other.launch(module.kernel("test_image::nothing"), {});
    fake_.calls.clear();
    stream = std::move(other);
  }
  EXPECT_EQ(fake_.modules.size(), before + 1); // the stream may still run it
  {
    Stream gone = std::move(stream);
  }
  EXPECT_EQ(fake_.count("cuCtxSynchronize"), 0);
  gpu_.synchronize();
  EXPECT_EQ(fake_.modules.size(), before);
}

TEST_F(CudaModules, UnloadsAModuleThatAnotherReplaces) {
  const std::size_t before = fake_.modules.size();
  kcc::Module module = kcc::Module::load(gpu_, test_image::image);
  module = kcc::Module::load(gpu_, test_image::image);
  EXPECT_EQ(fake_.modules.size(), before + 1);
  kcc::Module &same = module;
  module = std::move(same);
  EXPECT_EQ(module.kernel_names().size(), 7u);
}

TEST_F(CudaModules, LoadsPtxFilesWithoutManifest) {
  const TemporaryFolder folder;
  const auto file = folder / "bare.ptx";
  std::ofstream(file) << ".version 7.0\n.target sm_75\n.visible .entry bare(.param .u64 p, "
                         ".param .align 8 .b8 s[16], .param .f32 f) { ret; }\n";
  const kcc::Module module = kcc::Module::load_file(gpu_, file);
  EXPECT_EQ(module.kernel_names(), std::vector<std::string>{"bare"});
  Stream stream(gpu_);
  Buffer<float> buffer(gpu_, 3);
  const auto bare = module.kernel("bare");
  stream.launch(bare, {}, buffer, buffer, 1.5f);
  const auto &arguments = fake_.launches.back().arguments;
  EXPECT_EQ(value_of<float *>(arguments[0]), buffer.data());
  EXPECT_EQ(value_of<std::span<float>>(arguments[1]).size(), 3u);
  EXPECT_EQ(value_of<float>(arguments[2]), 1.5f);
  EXPECT_ERROR(stream.launch(bare, {}, buffer, buffer), "module `bare.ptx`", "3 parameters, but 2 arguments");
  EXPECT_ERROR(stream.launch(bare, {}, buffer, buffer, 1.5), "argument 3 (`f`) is f64", "has 4 bytes");
  EXPECT_ERROR(stream.launch(bare, {}, 1, buffer, 1.5f), "argument 1 (`p`) is i32", "has 8 bytes");
  EXPECT_ERROR(stream.launch(bare, {}, buffer, buffer, buffer), "argument 3 (`f`)", "has 4 bytes");
}

TEST_F(CudaModules, SaysWhyAFileCannotBeLoaded) {
  EXPECT_ERROR(kcc::Module::load_file(gpu_, "/nowhere/k.ptx"), "reading module `/nowhere/k.ptx`",
               "No such file or directory");
  EXPECT_ERROR(kcc::Module::load_file(gpu_, TemporaryFolder().path()), "reading module");
  EXPECT_ERROR(kcc::Module::load_ptx(gpu_, "\x7f"
                                           "ELF..."),
               "neither PTX, nor a cubin");
}

TEST_F(CudaModules, LoadsAheadOfTheFirstLaunch) {
  static const kcc::abi::Image image = test_image::image;
  static constexpr kcc::Kernel<> nothing{&image, "test_image::nothing", "nothing_entry"},
      meet{&image, "test_image::meet", "meet_entry"};
  kcc::load(gpu_, nothing, meet);
  EXPECT_EQ(fake_.count("cuModuleLoadDataEx"), 1);
  EXPECT_THAT(fake_.functions_loaded, testing::ElementsAre("nothing_entry", "meet_entry"));
  fake_.calls.clear();
  Stream(gpu_).launch(nothing, {});
  EXPECT_EQ(fake_.count("cuModuleGetFunction") + fake_.count("cuModuleLoadDataEx"), 0);
  kcc::load(gpu_, image);
  EXPECT_EQ(fake_.functions_loaded.size(), 2u + 7u);
  fake_.functions_loaded.clear();
  kcc::Module::load(gpu_, image).load_kernels();
  EXPECT_EQ(fake_.functions_loaded.size(), 7u);
  static constexpr kcc::Kernel<int> wrong{&image, "test_image::nothing", "nothing_entry"};
  EXPECT_ERROR(kcc::load(gpu_, wrong), "the kernel has 0 parameters, the declaration 1");
  fake_.next_result["cuFuncLoad"] = 2;
  EXPECT_ERROR(kcc::load(gpu_, nothing), "loading kernel `test_image::nothing`", "(cuFuncLoad)");
  EXPECT_NO_THROW(kcc::load(kcc::Device::cpu(), test_image::nothing));
}

} // namespace
