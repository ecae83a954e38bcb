// Linking by the fake driver.
#include "cuda_backend_test.h"
#include "expect_error.h"
#include "fake_cubin.h"

#include "cuda/driver_api.h"
#include "temporary_folder.h"

#include <filesystem>
#include <fstream>

namespace {

using kcc::LinkEngine;
using kcc::Linker;
using namespace kcc::cuda;
using testing::ElementsAre;
using testing::HasSubstr;

class LinkerTest : public CudaBackend {
protected:
  const std::string ptx_ = ".version 8.0 .entry first()",
                    cubin_ = elf_file(ET_REL, EM_CUDA, ".entry second()");
};

/// A manifest of one kernel with one parameter of a class, whose layout is `types`' only entry.
std::string manifest(const std::string &name, const std::string &field) {
  return R"json(// kcc-manifest: {"version":14,"source":"k.cpp","kernels":[{"name":"k::)json" + name +
         R"json(","entry":")json" + name + R"json(_entry","parameters":[{"name":"x","type":"P",)json" +
         R"json("signature":"struct(P:4:4)","size":4,"align":4,"layout":0}],"max_threads":0,"static_shared_bytes":0,)json" +
         R"json("uses_barrier":false,"uses_grid_sync":false}],"types":[{"type":"P","signature":"struct(P:4:4)",)json" +
         R"json("size":4,"align":4,"fields":[{"name":")json" + field +
         R"json(","offset":0,"type":"int","signature":"i32","size":4}]}]})json" + "\n.entry " + name +
         "_entry()";
}

TEST_F(LinkerTest, PassesEachInputAsWhatItIs) {
  Linker linker(gpu_);
  linker.add_ptx(ptx_, "a.ptx")
      .add_data(bytes_of(cubin_))
      .add_data(bytes_of(fake_cubin("")), "whole")
      .add_data(bytes_of("\x50\xed\x55\xba"), "b.fatbin")
      .add_data(bytes_of(elf_file(ET_REL, EM_X86_64)), "c.o")
      .add_data(bytes_of("!<arch>\n"), "d.a");
  const TemporaryFolder folder;
  const auto file = folder / "e.ptx";
  std::ofstream(file) << ".entry third()";
  linker.add_file(file);
  const std::vector<std::byte> cubin = linker.complete();
  std::vector<unsigned> types;
  std::vector<std::string> names;
  for (const auto &[type, bytes, name] : fake_.linked) {
    types.push_back(type);
    names.push_back(name);
  }
  EXPECT_THAT(types, ElementsAre(jit_input_ptx, jit_input_cubin, jit_input_cubin, jit_input_fatbin,
                                 jit_input_object, jit_input_library, jit_input_ptx));
  EXPECT_THAT(names, ElementsAre("a.ptx", "input 2", "whole", "b.fatbin", "c.o", "d.a", "e.ptx"));
  EXPECT_EQ(fake_.linked[0].bytes, ptx_ + '\0');
  EXPECT_EQ(fake_.linked[1].bytes, cubin_);
  EXPECT_THAT(kcc::Module::load_data(gpu_, cubin).kernel_names(), ElementsAre("first", "second", "third"));
}

TEST_F(LinkerTest, LoadsWithTheManifestsOfItsInputs) {
  fake_.parameter_bytes["second"] = {8};
  Linker linker(gpu_, {.name = "both"});
  linker.add_ptx(manifest("one", "a")).add_ptx(manifest("two", "b")).add_data(bytes_of(cubin_));
  const kcc::Module module = linker.load();
  EXPECT_THAT(module.kernel_names(), ElementsAre("k::one", "k::two", "second"));
  EXPECT_ERROR(module.kernel("three"), "module `both`");
  kcc::Stream stream(gpu_);
  kcc::Buffer<int> x(gpu_, 1);
  stream.launch(module.kernel("second"), {}, x);
  EXPECT_ERROR(stream.launch(module.kernel("k::two"), {}, 1), "struct(P:4:4)");
}

TEST_F(LinkerTest, GivesTheLog) {
  Linker linker(gpu_, {.jit = {.verbose = true}});
  linker.add_ptx(ptx_, "a.ptx");
  fake_.jit_info_log = "5 registers";
  (void)linker.complete();
  EXPECT_EQ(linker.log(), "5 registers");
  EXPECT_EQ(fake_.jit_options[jit_log_verbose], 1u);
  fake_.jit_error_log = "error: Undefined reference to 'twice'";
  for (const char *call : {"cuLinkAddData", "cuLinkComplete"}) {
    fake_.next_result[call] = 218;
    if (const auto error = error_of([&] { (void)linker.complete(); })) {
      EXPECT_EQ(error->log(), fake_.jit_error_log);
      EXPECT_EQ(error->category(), kcc::ErrorCategory::invalid_code);
      EXPECT_THAT(error->operation(), HasSubstr("linking `linked code` for device 1"));
      EXPECT_EQ(error->operation().find("`a.ptx`") != std::string::npos,
                call == std::string("cuLinkAddData"));
    }
  }
}

TEST_F(LinkerTest, RefusesWhatCannotBeLinked) {
  Linker linker(gpu_);
  EXPECT_ERROR(linker.add_data(bytes_of("\1\2"), "junk"), "`junk` is neither PTX");
  EXPECT_ERROR(linker.add_data(bytes_of(elf_file(ET_DYN, EM_X86_64))), "`input 1` is a shared object");
  EXPECT_ERROR(linker.add_file("/nowhere/a.o"), "reading input of the linker `/nowhere/a.o`", "No such file");
  EXPECT_ERROR(Linker(kcc::Device::cpu()), "only GPU code is linked");
  Linker lto(gpu_, {.engine = LinkEngine::driver});
  lto.add_data(bytes_of("\xed\x43\x4e\x7f"));
  EXPECT_ERROR((void)lto.complete(), "the driver does not link LTO-IR", "nvjitlink");
}

} // namespace
