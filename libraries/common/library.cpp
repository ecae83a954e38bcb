#include "library.h"

#include "cuda/driver.h"
#include "descriptions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <variant>
#include <vector>

namespace kcc::libraries {

namespace {

namespace fs = std::filesystem;

/// One of the libraries, as far as this process has got.
struct Slot {
  std::mutex mutex;
  std::string chosen; ///< by use_library
  void *handle = nullptr;
};

Slot &slot(Library library) {
  static auto &slots = *new std::array<Slot, descriptions.size()>; // used by static objects' destructors
  return slots[static_cast<std::size_t>(library)];
}

/// The folders that the dynamic linker does not search but libraries are often in.
std::vector<fs::path> folders() {
  std::vector<fs::path> found;
  const auto add = [&](const char *variable, const char *below) {
    if (const char *value = std::getenv(variable); value && *value)
      found.push_back(fs::path(value) / below);
  };
  add("CUDA_PATH", "lib64");
  add("CUDA_HOME", "lib64");
  found.emplace_back("/usr/local/cuda/lib64");
  add("CONDA_PREFIX", "lib");
  // NVIDIA's Python packages: lib/python3.12/site-packages/nvidia/cublas/lib
  const auto subfolders = [](const fs::path &folder) {
    std::vector<fs::path> paths;
    std::error_code ignored;
    for (const auto &entry : fs::directory_iterator(folder, ignored))
      paths.push_back(entry.path());
    std::ranges::sort(paths);
    return paths;
  };
  for (const char *variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const char *value = std::getenv(variable); value && *value)
      for (const fs::path &python : subfolders(fs::path(value) / "lib"))
        if (python.filename().string().starts_with("python"))
          for (const fs::path &package : subfolders(python / "site-packages" / "nvidia"))
            found.push_back(package / "lib");
  return found;
}

/// What was tried, for the error.
class Search {
public:
  explicit Search(const LibraryDescription &description) : description_(description) {}

  void *run(const std::string &chosen) {
    if (!chosen.empty())
      return attempt(chosen);
    std::vector<std::string> names;
    const int driver = driver_major();
    for (const LibraryVersion &version : description_.versions) {
      const std::string name = description_.file + ("." + std::to_string(version.number));
      if (driver != 0 && version.cuda_major > driver)
        note(name + " needs a driver for CUDA " + std::to_string(version.cuda_major) + ", this one is for " +
             std::to_string(driver));
      else
        names.push_back(name);
    }
    for (const std::string &name : names)
      if (void *handle = attempt(name))
        return handle;
    for (const fs::path &folder : folders())
      for (const std::string &name : names) {
        const fs::path file = folder / name;
        std::error_code ignored;
        if (fs::exists(file, ignored))
          if (void *handle = attempt(file.string()))
            return handle;
      }
    return nullptr;
  }

  [[noreturn]] void fail() const {
    const std::string title = description_.title;
    kcc::detail::fail(ErrorCategory::driver, "loading " + title, "it cannot be opened: " + tried_,
                      std::string(description_.install) + "; or name its file by " + description_.variable +
                          " or kcc::use_library(kcc::Library::" + description_.enumerator +
                          ", file). On kcc::Device::cpu() it is not needed");
  }

private:
  static int driver_major() {
    const auto driver = cuda::driver();
    const auto *loaded = std::get_if<const cuda::Driver *>(&driver);
    return loaded ? (*loaded)->version / 1000 : 0;
  }
  void note(const std::string &text) { tried_ += (tried_.empty() ? "" : "; ") + text; }
  void *attempt(const std::string &name) {
    const core::SharedLibrary library = core::open_shared_library(name);
    // The dynamic linker's message usually begins with the name.
    if (!library.handle)
      note(library.problem.find(name) != std::string::npos ? library.problem : name + ": " + library.problem);
    return library.handle;
  }

  const LibraryDescription &description_;
  std::string tried_;
};

std::string chosen_file(const LibraryDescription &description, const Slot &slot) {
  if (!slot.chosen.empty())
    return slot.chosen;
  const char *variable = std::getenv(description.variable);
  return variable ? variable : "";
}

} // namespace

const LibraryDescription &describe(Library library) {
  return descriptions[static_cast<std::size_t>(library)];
}

void *open(Library library) {
  Slot &mine = slot(library);
  const std::lock_guard lock(mine.mutex);
  if (!mine.handle) {
    Search search(describe(library));
    mine.handle = search.run(chosen_file(describe(library), mine));
    if (!mine.handle)
      search.fail();
  }
  return mine.handle;
}

void require_complete(Library library, const core::FunctionFinder &finder) {
  const LibraryDescription &description = describe(library);
  if (!finder.missing().empty())
    kcc::detail::fail(ErrorCategory::driver, std::string("loading ") + description.title,
                      "`" + core::path_of(open(library)) + "` is another library or too old: it lacks " +
                          finder.missing(),
                      description.install);
}

Error status_error(Library library, int status, const char *call, std::string operation, const char *more) {
  const LibraryDescription &description = describe(library);
  const auto row = std::ranges::find(description.statuses, status, &StatusRow::status);
  const bool known = row != description.statuses.end();
  return Error({.operation = std::move(operation),
                .code = status,
                .code_name = known ? row->name : std::string(description.title) + " status",
                .text = std::string(known ? row->text : "kcc has no text for it") + " (" + call + ")" +
                        (more && *more ? std::string(": ") + more : ""),
                .log = {},
                .hint = known ? row->hint : "",
                .category = known ? row->category : ErrorCategory::internal});
}

} // namespace kcc::libraries

void kcc::use_library(Library library, const std::filesystem::path &file) {
  libraries::Slot &mine = libraries::slot(library);
  const std::lock_guard lock(mine.mutex);
  const libraries::LibraryDescription &description = libraries::describe(library);
  if (mine.handle)
    detail::fail(ErrorCategory::invalid_state,
                 std::string("choosing the ") + description.title + " library `" + file.string() + "`",
                 "it is open already: `" + core::path_of(mine.handle) + "`",
                 "Call kcc::use_library at the start of main");
  mine.chosen = file.string();
}

std::filesystem::path kcc::library_file(Library library) {
  return core::path_of(libraries::open(library));
}
