#include "programs.h"

#include "../core/hash.h"
#include "../core/jit_cache_folder.h"
#include "../core/jit_cache_settings.h"
#include "requirements.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kcc::opencl {

namespace {

/// A program that is released unless it is taken.
class Program {
public:
  Program(const Context &gpu, ProgramRef program) : gpu_(gpu), program_(program) {}
  ~Program() {
    if (program_)
      gpu_.api.release_program(program_);
  }
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  explicit operator bool() const noexcept { return program_ != nullptr; }
  ProgramRef get() const noexcept { return program_; }
  ProgramRef take() noexcept { return std::exchange(program_, nullptr); }

private:
  const Context &gpu_;
  ProgramRef program_;
};

/// Without the option, quotients of float may be wrong in the last places. Square roots do not depend on it:
/// the code rounds them itself.
const char *build_options(const Context &gpu) {
  return gpu.facts.rounds_quotients ? "-cl-fp32-correctly-rounded-divide-sqrt" : "";
}

Status compile(const Context &gpu, ProgramRef program) {
  return gpu.api.build_program(program, 1, &gpu.facts.device, build_options(gpu), nullptr, nullptr);
}

std::string build_log(const Context &gpu, ProgramRef program) {
  std::size_t bytes = 0;
  const auto &ask = gpu.api.get_build_info;
  if (ask(program, gpu.facts.device, program_build_log, 0, nullptr, &bytes) != success || bytes == 0)
    return {};
  std::string log(bytes, '\0');
  if (ask(program, gpu.facts.device, program_build_log, bytes, log.data(), nullptr) != success)
    return {};
  return log.c_str(); // without the NUL at the end
}

ProgramRef from_binary(const Context &gpu, const std::string &binary) {
  const auto *const bytes = reinterpret_cast<const unsigned char *>(binary.data());
  const std::size_t size = binary.size();
  const unsigned char *pointer = bytes;
  Status of_binary = success, status = success;
  Program program(gpu, gpu.api.create_program_of_binary(gpu.context, 1, &gpu.facts.device, &size, &pointer,
                                                        &of_binary, &status));
  if (!program || status != success || of_binary != success || compile(gpu, program.get()) != success)
    return nullptr;
  return program.take();
}

std::vector<std::byte> binary_of(const Context &gpu, ProgramRef program) {
  std::size_t bytes = 0;
  if (gpu.api.get_program_info(program, program_binary_sizes, sizeof bytes, &bytes, nullptr) != success)
    return {};
  std::vector<std::byte> binary(bytes);
  std::byte *to = binary.data();
  if (bytes == 0 || gpu.api.get_program_info(program, program_binaries, sizeof to, static_cast<void *>(&to),
                                             nullptr) != success)
    return {};
  return binary;
}

std::string cache_key(const Context &gpu, std::string_view code) {
  const DeviceFacts &device = gpu.facts;
  return "opencl " +
         core::hash_text(device.platform_name + "\n" + device.name + "\n" + device.version + "\n" +
                         device.driver_version) +
         " " + core::hash_text(code) + " " + build_options(gpu);
}

} // namespace

BuiltProgram build_program(const Context &gpu, const spirv::Module &module,
                           const core::Operation &operation) {
  check_requirements(module, gpu.facts, operation);
  const std::string_view code(reinterpret_cast<const char *>(module.words.data()),
                              module.words.size() * sizeof(std::uint32_t));
  const JitCache settings = core::jit_cache_in_use();
  const core::JitCacheFolder folder(settings.folder, settings.limit);
  const std::string key = settings.enabled ? cache_key(gpu, code) : "";
  if (const std::optional<std::string> found = settings.enabled ? folder.find(key) : std::nullopt) {
    if (ProgramRef program = from_binary(gpu, *found))
      return {program, {}};
    folder.remove(key);
  }
  Status status = success;
  Program program(gpu, gpu.api.create_program(gpu.context, code.data(), code.size(), &status));
  check(status, gpu.api.create_program.name, operation);
  status = compile(gpu, program.get());
  std::string log = build_log(gpu, program.get());
  if (status != success)
    throw opencl_error(status, gpu.api.build_program.name, operation.text(), std::move(log));
  if (settings.enabled)
    if (const std::vector<std::byte> binary = binary_of(gpu, program.get()); !binary.empty())
      folder.store(key, binary);
  return {program.take(), std::move(log)};
}

} // namespace kcc::opencl
