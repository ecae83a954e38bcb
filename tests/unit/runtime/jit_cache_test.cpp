// The JIT cache: its folder, and what the CUDA backend does with it.
#include "core/hash.h"
#include "core/jit_cache_folder.h"
#include "core/jit_cache_settings.h"
#include "cuda_backend_test.h"
#include "expect_error.h"
#include "fake_cubin.h"
#include "temporary_folder.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using kcc::core::hash_text;
using kcc::core::JitCacheFolder;

TEST(Hash, DependsOnEveryByteAndOnTheLength) {
  std::set<std::string> hashes{hash_text("")};
  std::string text(40, '\0');
  for (std::size_t size = 1; size <= text.size(); ++size)
    EXPECT_TRUE(hashes.insert(hash_text(std::string_view(text).substr(0, size))).second) << size;
  for (char &c : text)
    for (const char bit : {1, 64}) {
      c ^= bit;
      EXPECT_TRUE(hashes.insert(hash_text(text)).second);
      c ^= bit;
    }
  EXPECT_EQ(hash_text(text).size(), 32u);
  EXPECT_EQ(hash_text("abc"), hash_text("abc"));
}

/// A folder of its own for each test.
class JitCacheTest : public CudaBackend {
protected:
  JitCacheTest() { kcc::set_jit_cache({.enabled = true, .folder = folder_, .limit = 1 << 20}); }
  ~JitCacheTest() override { kcc::set_jit_cache({}); }
  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    if (fs::exists(folder_))
      for (const auto &entry : fs::directory_iterator(folder_))
        found.push_back(entry.path());
    return found;
  }
  static void write(const fs::path &file, std::string_view text) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
  }
  static std::string read(const fs::path &file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  const TemporaryFolder parent_;
  const fs::path folder_ = parent_ / "kcc" / "jit";
  const JitCacheFolder cache_{folder_, 1 << 20};
};

TEST_F(JitCacheTest, FindsWhatWasStored) {
  EXPECT_FALSE(cache_.find("key"));
  cache_.store("key", bytes_of("first"));
  cache_.store("other", bytes_of(std::string(1000, '\0')));
  EXPECT_EQ(cache_.find("key"), "first");
  EXPECT_EQ(cache_.find("other"), std::string(1000, '\0'));
  cache_.store("key", bytes_of("second"));
  EXPECT_EQ(cache_.find("key"), "second");
  EXPECT_EQ(files().size(), 2u);
  cache_.remove("key");
  EXPECT_FALSE(cache_.find("key"));
  struct stat status{};
  ASSERT_EQ(stat(folder_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  ASSERT_EQ(stat(files().at(0).c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_F(JitCacheTest, DamagedEntriesAreMissesAndRemoved) {
  cache_.store("key", bytes_of("content"));
  const fs::path file = files().at(0);
  const std::string whole = read(file);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] ^= 1;
    write(file, damaged);
    EXPECT_FALSE(cache_.find("key")) << "byte " << i;
    EXPECT_FALSE(fs::exists(file));
    write(file, whole.substr(0, i));
    EXPECT_FALSE(cache_.find("key")) << i << " bytes";
  }
  write(file, whole + "x");
  EXPECT_FALSE(cache_.find("key"));
  fs::create_directory(file); // not even a file
  EXPECT_FALSE(cache_.find("key"));
}

TEST_F(JitCacheTest, FoldersThatOthersMayWriteToAreNotUsed) {
  cache_.store("key", bytes_of("content"));
  fs::permissions(folder_, fs::perms::group_write, fs::perm_options::add);
  EXPECT_FALSE(cache_.find("key"));
  cache_.store("more", bytes_of("content"));
  EXPECT_EQ(files().size(), 1u);
  fs::permissions(folder_, fs::perms::group_write, fs::perm_options::remove);
  EXPECT_EQ(cache_.find("key"), "content");
}

TEST_F(JitCacheTest, RemovesTheLeastRecentlyUsed) {
  const JitCacheFolder small(folder_, 10000);
  for (const char *key : {"a", "b", "c", "d"}) {
    small.store(key, bytes_of(std::string(2400, *key)));
    usleep(10000); // time stamps have the resolution of the kernel's clock
  }
  fs::create_directories(folder_);
  write(folder_ / "foreign", std::string(100000, 'x'));
  EXPECT_TRUE(small.find("a"));
  usleep(10000);
  small.store("e", bytes_of(std::string(2400, 'e')));
  EXPECT_TRUE(small.find("a"));
  EXPECT_FALSE(small.find("b"));
  EXPECT_TRUE(small.find("e"));
  EXPECT_TRUE(fs::exists(folder_ / "foreign"));
  small.store("large", bytes_of(std::string(6000, 'x'))); // more than half
  EXPECT_FALSE(small.find("large"));
  // What a killed process left goes with the rest.
  write(folder_ / (std::string(32, 'a') + ".cubin.1.0.tmp"), std::string(9000, 'x'));
  small.store("f", bytes_of(std::string(2400, 'f')));
  std::uintmax_t total = 0;
  for (const fs::path &file : files())
    if (file.filename() != "foreign")
      total += fs::file_size(file);
  EXPECT_LE(total, 10000u);
}

TEST_F(JitCacheTest, ManyProcessesShareAFolder) {
  const JitCacheFolder small(folder_, 40000);
  std::vector<pid_t> children;
  for (int child = 0; child < 8; ++child) {
    const pid_t pid = fork();
    if (pid == 0) {
      bool good = true;
      for (int i = 0; i < 200; ++i) {
        const std::string key = "key " + std::to_string((i * 7 + child) % 13);
        const std::string content = key + std::string(4000, 'x');
        if (const auto found = small.find(key))
          good = good && *found == content;
        else
          small.store(key, bytes_of(content));
      }
      _exit(good ? 0 : 1);
    }
    children.push_back(pid);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  for (const fs::path &file : files())
    EXPECT_EQ(file.extension(), ".cubin");
}

constexpr char ptx[] = ".version 8.0 .entry nothing_entry()";

TEST_F(JitCacheTest, TheSecondLoadDoesNotCompile) {
  fake_.jit_info_log = "compiled";
  EXPECT_EQ(kcc::Module::load_ptx(gpu_, ptx).log(), "compiled");
  EXPECT_EQ(fake_.linked.size(), 1u);
  {
    const kcc::Module module = kcc::Module::load_ptx(gpu_, ptx);
    kcc::Stream(gpu_).launch(module.kernel("nothing_entry"), {});
  }
  EXPECT_EQ(fake_.linked.size(), 1u);
  EXPECT_EQ(fake_.launches.size(), 1u);
  EXPECT_EQ(fake_.count("cuModuleLoadDataEx"), 2);
  // Everything on which the code depends makes another entry.
  kcc::Module::load_ptx(gpu_, std::string(ptx) + " ");
  kcc::Module::load_ptx(kcc::Device::cuda(0), ptx);
  kcc::Module::load_ptx(gpu_, ptx, {.jit = {.optimization_level = 4}});
  kcc::Module::load_ptx(gpu_, ptx, {.jit = {.max_registers = 32}});
  kcc::Module::load_ptx(gpu_, ptx, {.jit = {.line_info = true}});
  kcc::Module::load_ptx(gpu_, ptx, {.jit = {.debug_info = true}});
  kcc::Module::load_ptx(gpu_, ptx, {.jit = {.target = "sm_90a"}});
  kcc::Module::load_ptx(gpu_, ptx, {.jit = {.l1_cache = kcc::JitOptions::L1Cache::on}});
  EXPECT_EQ(fake_.linked.size(), 9u);
  EXPECT_EQ(files().size(), 9u);
  kcc::Module::load_ptx(gpu_, ptx, {.jit = {.verbose = true}}); // compiles, to have the log
  EXPECT_EQ(files().size(), 9u);
}

TEST_F(JitCacheTest, AnEntryThatDoesNotLoadIsCompiledAgain) {
  kcc::Module::load_ptx(gpu_, ptx);
  fake_.next_result["cuModuleLoadDataEx"] = 200; // invalid image
  kcc::Module::load_ptx(gpu_, ptx);
  EXPECT_EQ(fake_.linked.size(), 2u);
  fake_.next_result["cuModuleLoadDataEx"] = 2; // out of memory
  EXPECT_ERROR(kcc::Module::load_ptx(gpu_, ptx), "CUDA_ERROR_OUT_OF_MEMORY");
  EXPECT_EQ(fake_.linked.size(), 2u);
}

TEST_F(JitCacheTest, AFailureOfTheCacheIsNone) {
  for (const char *folder : {"/proc/kcc/jit", "/dev/null/jit", "/dev/null"}) {
    kcc::set_jit_cache({.enabled = true, .folder = folder});
    EXPECT_NO_THROW(kcc::Module::load_ptx(gpu_, ptx));
  }
  fake_.jit_error_log = "syntax error";
  fake_.next_result["cuLinkAddData"] = 218;
  if (const auto error = error_of([&] { kcc::Module::load_ptx(gpu_, ptx); }))
    EXPECT_EQ(error->log(), "syntax error");
}

/// Sets an environment variable for a scope.
class Variable {
public:
  Variable(const char *name, const char *value) : name_(name) {
    if (const char *const old = std::getenv(name))
      old_ = old;
    value ? setenv(name, value, 1) : unsetenv(name);
  }
  ~Variable() { old_ ? setenv(name_, old_->c_str(), 1) : unsetenv(name_); }

private:
  const char *name_;
  std::optional<std::string> old_;
};

TEST(JitCacheSettings, ComeFromTheEnvironment) {
  const Variable home("HOME", "/home/somebody"), no_xdg("XDG_CACHE_HOME", nullptr);
  using kcc::core::jit_cache_from_environment;
  {
    const Variable on("KCC_JIT_CACHE", "1"), folder("KCC_JIT_CACHE_DIR", "/folder"),
        limit("KCC_JIT_CACHE_LIMIT", "3");
    const kcc::JitCache cache = jit_cache_from_environment();
    EXPECT_TRUE(cache.enabled);
    EXPECT_EQ(cache.folder, "/folder");
    EXPECT_EQ(cache.limit, 3u << 20);
  }
  {
    const Variable on("KCC_JIT_CACHE", "1");
    kcc::set_jit_cache(jit_cache_from_environment());
    EXPECT_EQ(kcc::core::jit_cache_in_use().folder, "/home/somebody/.cache/kcc/jit");
    const Variable xdg("XDG_CACHE_HOME", "/xdg");
    EXPECT_EQ(kcc::core::jit_cache_in_use().folder, "/xdg/kcc/jit");
    const Variable relative("XDG_CACHE_HOME", "xdg"), homeless("HOME", nullptr);
    EXPECT_FALSE(kcc::core::jit_cache_in_use().enabled);
  }
  for (const char *wrong : {"", "x", "-1", "3x", "99999999999999999999"}) {
    const Variable limit("KCC_JIT_CACHE_LIMIT", wrong);
    EXPECT_EQ(jit_cache_from_environment().limit, kcc::JitCache().limit);
  }
  const Variable none("KCC_JIT_CACHE_LIMIT", "0"), on("KCC_JIT_CACHE", "1");
  kcc::set_jit_cache(jit_cache_from_environment());
  EXPECT_FALSE(kcc::core::jit_cache_in_use().enabled);
  kcc::set_jit_cache({});
  EXPECT_FALSE(kcc::jit_cache().enabled);
}

} // namespace
