// The embedded headers as Clang sees them.
#include "frontend/EmbeddedHeaders.h"
#include "frontend/Invocation.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace kcc::compiler;

static std::string statusOf(const std::string &Path) {
  auto Status = withEmbeddedHeaders(llvm::vfs::getRealFileSystem())->status(Path);
  return !Status ? "missing" : Status->isDirectory() ? "folder" : "file";
}

TEST(MemoryFiles, AreSorted) {
  std::vector<MemoryFile> Headers = embeddedHeaders();
  EXPECT_THAT(Headers.size(), testing::Gt(100u));
  EXPECT_TRUE(llvm::is_sorted(Headers, [](auto &A, auto &B) { return A.Path < B.Path; }));
}

TEST(MemoryFiles, HaveFolders) {
  EXPECT_EQ(statusOf("/__kcc__"), "folder");
  EXPECT_EQ(statusOf("/__kcc__/"), "folder");
  EXPECT_EQ(statusOf("/__kcc__/include/kcc/device"), "folder");
  EXPECT_EQ(statusOf("/__kcc__/include/kcc/dev"), "missing");
  EXPECT_EQ(statusOf("/__kcc__/include/kcc/device.h"), "file");
  EXPECT_EQ(statusOf("/__kcc__/include/kcc/device.h/x"), "missing");
  EXPECT_EQ(statusOf("/__kcc__/include/kcc/block/./../device.h"), "file");
  EXPECT_EQ(statusOf("/__kcc__x/include"), "missing");
  EXPECT_EQ(statusOf("/usr"), "folder"); // the machine's
  EXPECT_EQ(statusOf("/__kcc__/../include"), "missing");
}

TEST(MemoryFiles, AreRead) {
  auto Files = withEmbeddedHeaders(llvm::vfs::getRealFileSystem());
  auto Text = Files->getBufferForFile("/__kcc__/include/kcc/device.h");
  ASSERT_TRUE(Text);
  EXPECT_THAT((*Text)->getBuffer().str(), testing::HasSubstr("#include <span>"));
  EXPECT_FALSE(Files->getBufferForFile("/__kcc__/include/kcc"));
}
