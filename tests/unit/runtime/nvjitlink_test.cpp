// Linking by nvJitLink: by a fake one that fails on demand and, where a CUDA toolkit is found, by the real
// one, which needs no GPU. A process opens one, so each is a program of its own.
#include "expect_error.h"
#include "fake_cubin.h"
#include "fake_nvjitlink.h"

#include "core/module_content.h"

#include <kcc/runtime.h>

#include <cstdlib>
#include <optional>

namespace {

using kcc::Linker;
using testing::HasSubstr;

const std::string lto_ir("\xed\x43\x4e\x7f\1", 5);

kcc::Device gpu() {
  static const bool chosen = [] {
    kcc::use_cuda_driver_library(KCC_FAKE_CUDA_LIBRARY);
#ifdef KCC_FAKE_NVJITLINK_LIBRARY
    setenv("KCC_NVJITLINK_LIBRARY", KCC_FAKE_NVJITLINK_LIBRARY, 0); // each test may be a process of its own
#endif
    return true;
  }();
  (void)chosen;
  return kcc::Device::cuda(1);
}

#ifdef KCC_FAKE_NVJITLINK_LIBRARY

TEST(NvJitLink, SaysThatItIsMissingAndLooksAgain) {
  setenv("KCC_NVJITLINK_LIBRARY", "/nowhere/libnvJitLink.so", 1);
  Linker linker(gpu());
  linker.add_data(bytes_of(lto_ir), "a.ltoir");
  EXPECT_ERROR((void)linker.complete(), "linking `linked code` for device 1", "/nowhere/libnvJitLink.so",
               "Install libnvJitLink", "KCC_NVJITLINK_LIBRARY");
  setenv("KCC_NVJITLINK_LIBRARY", KCC_FAKE_CUDA_LIBRARY, 1);
  EXPECT_ERROR((void)linker.complete(), "lacks nvJitLinkCreate");
  setenv("KCC_NVJITLINK_LIBRARY", KCC_FAKE_NVJITLINK_LIBRARY, 1);
  EXPECT_FALSE(linker.complete().empty());
  EXPECT_ERROR(kcc::use_nvjitlink_library("/else"), "another file was opened");
}

TEST(NvJitLink, GetsTheOptionsAndTheInputs) {
  fake_nvjitlink::State &fake = fake_nvjitlink::state();
  fake = {};
  Linker linker(gpu(), {.jit = {.optimization_level = 2,
                                .max_registers = 32,
                                .line_info = true,
                                .debug_info = true,
                                .verbose = true,
                                .l1_cache = kcc::JitOptions::L1Cache::off}});
  linker.add_data(bytes_of(lto_ir), "a.ltoir").add_ptx(".entry first()", "b.ptx");
  linker.add_data(bytes_of(elf_file(ET_REL, EM_CUDA)), "c.cubin");
  linker.add_data(bytes_of("\x50\xed\x55\xba"), "d.fatbin").add_data(bytes_of("!<arch>\n"), "e.a");
  linker.add_data(bytes_of(elf_file(ET_REL, EM_X86_64)), "f.o");
  (void)linker.complete();
  EXPECT_THAT(fake.options, testing::ElementsAre("-arch=sm_90", "-lto", "-O3", "-maxrregcount=32",
                                                 "-lineinfo", "-g", "-verbose", "-Xptxas=-dlcm=cg"));
  EXPECT_THAT(fake.inputs,
              testing::ElementsAre("3 a.ltoir", "2 b.ptx", "1 c.cubin", "4 d.fatbin", "6 e.a", "5 f.o"));
  EXPECT_EQ(linker.log(), "info");
  fake = {};
  Linker other(gpu(), {.jit = {.target = "sm_100a"}, .engine = kcc::LinkEngine::nvjitlink});
  (void)other.add_ptx(".entry first()").complete();
  EXPECT_THAT(fake.options, testing::ElementsAre("-arch=sm_100a"));
}

TEST(NvJitLink, FindsOutWhetherAFatbinContainsLtoIr) {
  fake_nvjitlink::State &fake = fake_nvjitlink::state();
  fake = {};
  Linker linker(gpu(), {.engine = kcc::LinkEngine::nvjitlink});
  linker.add_data(bytes_of("\x50\xed\x55\xba"), "lto.fatbin");
  EXPECT_FALSE(linker.complete().empty());
  EXPECT_THAT(fake.options, testing::ElementsAre("-arch=sm_90", "-lto"));
  EXPECT_EQ(fake.alive, 0);
}

TEST(NvJitLink, EveryCallThatFailsIsAnErrorThatNamesIt) {
  fake_nvjitlink::State &fake = fake_nvjitlink::state();
  Linker linker(gpu());
  linker.add_data(bytes_of(lto_ir));
  for (int call = 0;; ++call) {
    fake = {};
    fake.fail_call = call;
    std::optional<kcc::Error> error;
    try {
      (void)linker.complete();
    } catch (const kcc::Error &thrown) {
      error = thrown;
    }
    EXPECT_EQ(fake.alive, 0) << fake.failed;
    if (fake.failed.empty())
      break;
    if (fake.failed.find("Log") != std::string::npos || fake.failed == "nvJitLinkDestroy")
      continue; // there is no log then
    ASSERT_TRUE(error) << fake.failed;
    EXPECT_THAT(error->what(), HasSubstr("(" + fake.failed + ")"));
    EXPECT_EQ(error->code_name(), "NVJITLINK_ERROR_INTERNAL");
    EXPECT_EQ(error->category(), kcc::ErrorCategory::internal);
    EXPECT_EQ(error->log(), "errorinfo");
  }
}

#else

TEST(RealNvJitLink, LinksPtxWithACubin) {
  kcc::use_nvjitlink_library(KCC_REAL_NVJITLINK_LIBRARY);
  constexpr char twice[] =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .func (.reg .u32 r) twice(.reg .u32 x)\n"
      "{ add.u32 r, x, x; ret; }\n";
  constexpr char apply[] =
      ".version 8.0\n.target sm_90\n.address_size 64\n.extern .func (.reg .u32 r) twice(.reg .u32 x);\n"
      ".visible .entry apply(.param .u64 p) {\n.reg .u64 %a; .reg .u32 %v;\nld.param.u64 %a, [p];\n"
      "ld.global.u32 %v, [%a];\ncall (%v), twice, (%v);\nst.global.u32 [%a], %v;\nret;\n}\n";
  Linker linker(gpu(), {.engine = kcc::LinkEngine::nvjitlink});
  linker.add_ptx(apply, "apply.ptx");
  if (const auto error = error_of([&] { (void)linker.complete(); })) {
    EXPECT_THAT(error->log(), HasSubstr("twice"));
    EXPECT_THAT(error->code_name(), HasSubstr("NVJITLINK_ERROR"));
  }
  linker.add_ptx(twice, "twice.ptx");
  const std::vector<std::byte> cubin = linker.complete();
  EXPECT_EQ(kcc::core::content_kind(cubin), kcc::core::ContentKind::cubin);
}

#endif

} // namespace
