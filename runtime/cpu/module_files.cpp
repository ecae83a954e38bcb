#include "module_files.h"

#include "check/modules.h"
#include "engine/constant_ranges.h"
#include "handles.h"
#include "module_imports.h"

#include <kcc/abi/cpu_module.h>

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace kcc::cpu {

namespace {

/// Whether the file contains all that the dynamic linker is going to map. The linker does not check that:
/// with a file whose end is missing, a signal would end the process.
bool is_whole(const core::Content &content) {
  const auto *const bytes = static_cast<const char *>(content.bytes);
  ElfW(Ehdr) header;
  if (content.size < sizeof header)
    return false;
  std::memcpy(&header, bytes, sizeof header);
  ElfW(Phdr) part;
  if (header.e_phentsize != sizeof part || header.e_phoff > content.size ||
      (content.size - header.e_phoff) / sizeof part < header.e_phnum)
    return false;
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    std::memcpy(&part, bytes + header.e_phoff + i * sizeof part, sizeof part);
    if (part.p_offset > content.size || part.p_filesz > content.size - part.p_offset)
      return false;
  }
  return true;
}

/// A shared object of which this process has no other copy, so that its variables are the module's own.
class OpenFile {
public:
  OpenFile(const core::Content &content, const core::Operation &operation) {
    // The dynamic linker gives the same copy to everybody who opens a file, so the second module of a file
    // is opened from a copy in memory. The first is opened from the file itself, which debuggers read.
    static std::mutex &opening = *new std::mutex;
    const std::lock_guard lock(opening);
    if (!content.path.empty() && !is_open(content.path)) {
      handle_ = dlopen(content.path.c_str(), RTLD_NOW | RTLD_LOCAL);
    } else {
      descriptor_ = memfd_create("kcc module", MFD_CLOEXEC);
      if (descriptor_ < 0 || !write_all(content))
        fail(operation, std::string("a file in memory cannot be made: ") + std::strerror(errno));
      // The name is unique as long as the descriptor is open.
      handle_ = dlopen(("/proc/self/fd/" + std::to_string(descriptor_)).c_str(), RTLD_NOW | RTLD_LOCAL);
    }
    if (!handle_) {
      const char *const reason = dlerror();
      fail(operation, std::string("the dynamic linker refuses it: ") + (reason ? reason : "no reason given"));
    }
  }
  ~OpenFile() { close_all(); }
  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;

  const void *symbol(const char *name) const { return dlsym(handle_, name); }

private:
  static bool is_open(const std::string &path) {
    void *const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    return handle && dlclose(handle) == 0;
  }
  bool write_all(const core::Content &content) const {
    const auto *bytes = static_cast<const char *>(content.bytes);
    for (std::size_t done = 0; done < content.size;) {
      const ssize_t put = write(descriptor_, bytes + done, content.size - done);
      if (put <= 0)
        return false;
      done += static_cast<std::size_t>(put);
    }
    return true;
  }
  [[noreturn]] void fail(const core::Operation &operation, const std::string &text) {
    close_all();
    detail::fail(ErrorCategory::system, operation.text(), text);
  }
  void close_all() {
    if (handle_) {
      if (const void *const module = symbol(abi::cpu_module_symbol))
        check::forget_modules(module);
      dlclose(handle_);
    }
    if (descriptor_ >= 0)
      close(descriptor_);
  }

  void *handle_ = nullptr;
  int descriptor_ = -1;
};

/// What a loaded module keeps.
struct Loaded {
  OpenFile file;
  std::optional<ConstantRange> constants;

  Loaded(const core::Content &content, const core::Operation &operation) : file(content, operation) {}
};

/// The code of the file's image.
const abi::Code &connect(Loaded &loaded, const core::Operation &operation) {
  const auto refuse = [&](const std::string &text) {
    detail::fail(ErrorCategory::invalid_code, operation.text(), text,
                 "Make it again with the kcc that belongs to this runtime (kcc --emit=so)");
  };
  const auto *const module = static_cast<const abi::CpuModule *>(loaded.file.symbol(abi::cpu_module_symbol));
  if (!module)
    refuse("it is no module of kcc");
  if (module->abi_version != abi::version)
    refuse("it has version " + std::to_string(module->abi_version) + ", this runtime reads version " +
           std::to_string(abi::version));
  for (const abi::CpuImport &import : std::span(module->imports, module->import_count)) {
    void *const address = find_import(import.name);
    if (!address)
      refuse("it calls `" + std::string(import.name) + "`, which this runtime does not have");
    *import.address = address;
  }
  loaded.constants.emplace(module->constants_begin, module->constants_end);
  return *module->image->codes;
}

} // namespace

core::LoadedCode ModuleFiles::load(const core::Content &content, const JitOptions &,
                                   core::Operation operation) {
  if (content.kind != core::ContentKind::host_library)
    detail::fail(ErrorCategory::invalid_code, operation.text(),
                 "it is " + std::string(content_text(content.kind)),
                 "Make a module of the CPU device with kcc --emit=so");
  // Looked for before the file is opened, which would run its constructors.
  const std::string_view bytes(static_cast<const char *>(content.bytes), content.size);
  if (bytes.find(abi::cpu_module_symbol) == std::string_view::npos)
    detail::fail(ErrorCategory::invalid_code, operation.text(), "it is a shared object, but no module of kcc",
                 "Make one with kcc --emit=so");
  if (!is_whole(content))
    detail::fail(ErrorCategory::invalid_code, operation.text(), "the end of the file is missing",
                 "Copy it again, or make it again with kcc --emit=so");
  const auto loaded = std::make_shared<Loaded>(content, operation);
  const abi::Code &code = connect(*loaded, operation);
  core::LoadedCode result;
  result.manifest = code.manifest;
  result.module = reinterpret_cast<core::ModuleHandle *>(
      new ModuleData{static_cast<const abi::CpuCode *>(code.bytes), loaded});
  return result;
}

core::LinkedCode ModuleFiles::link(std::span<const core::LinkInput>, const LinkerOptions &,
                                   core::Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "only GPU code is linked at run time");
}

} // namespace kcc::cpu
