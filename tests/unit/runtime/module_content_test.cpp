#include "core/module_content.h"
#include "fake_cubin.h"

#include <gtest/gtest.h>

namespace {

using kcc::core::content_kind;
using kcc::core::ContentKind;

TEST(ModuleContent, IsToldByItsFirstBytes) {
  const auto kind = [](const std::string &text) { return content_kind(bytes_of(text)); };
  EXPECT_EQ(kind(".version 8.0\n.target sm_90\n"), ContentKind::ptx);
  EXPECT_EQ(kind("junk"), ContentKind::ptx);
  EXPECT_EQ(kind("// \xc3\xa4\n.version 8.0"), ContentKind::ptx);
  EXPECT_EQ(kind(elf_file(ET_EXEC, EM_CUDA)), ContentKind::cubin);
  EXPECT_EQ(kind(elf_file(ET_REL, EM_CUDA)), ContentKind::relocatable_cubin);
  EXPECT_EQ(kind(elf_file(ET_DYN, EM_X86_64)), ContentKind::host_library);
  EXPECT_EQ(kind(elf_file(ET_DYN, 224)), ContentKind::amdgpu); // EM_AMDGPU
  EXPECT_EQ(kind(elf_file(ET_REL, EM_X86_64)), ContentKind::host_object);
  EXPECT_EQ(kind(elf_file(ET_EXEC, EM_X86_64)), ContentKind::unknown);
  EXPECT_EQ(kind(std::string("\x50\xed\x55\xba\1\0\20\0", 8)), ContentKind::fatbin);
  EXPECT_EQ(kind(std::string("\xed\x43\x4e\x7f\0\0", 6)), ContentKind::lto_ir);
  EXPECT_EQ(kind(std::string("\x03\x02\x23\x07\0\5\1\0", 8)), ContentKind::spirv);
  EXPECT_EQ(kind("!<arch>\nlib.o/"), ContentKind::archive);
  EXPECT_EQ(kind(""), ContentKind::unknown);
  EXPECT_EQ(kind("\1\2\3"), ContentKind::unknown);
  EXPECT_EQ(kind(std::string(".version 8.0\0.target", 20)), ContentKind::unknown);
  EXPECT_EQ(kind("\x7f"
                 "ELF"),
            ContentKind::unknown);
}

} // namespace
