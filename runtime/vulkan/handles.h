// What the core's opaque handles are on Vulkan.
#ifndef KCC_RUNTIME_VULKAN_HANDLES_H
#define KCC_RUNTIME_VULKAN_HANDLES_H

#include "../core/backend.h"
#include "../spirv/loaded_modules.h"
#include "stream.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace kcc::vulkan {

/// What a pipeline is made for.
struct PipelineShape {
  std::uint32_t block[3]; ///< threads
  std::uint32_t shared_words, local_words;

  friend auto operator<=>(const PipelineShape &, const PipelineShape &) = default;
};

struct ModuleData;

struct FunctionData {
  ModuleData &module;
  std::string entry;
  std::uint32_t local_words; ///< of a thread
  bool has_partial_barriers, needs_warps, has_pushed_parameters;
  std::mutex mutex; ///< guards the next
  std::map<PipelineShape, PipelineRef> pipelines;

  FunctionData(ModuleData &of, std::string name, const spirv::Module &parsed)
      : module(of), entry(std::move(name)), local_words(words_for_locals(parsed)),
        has_partial_barriers(parsed.with_partial_barriers.contains(entry)),
        needs_warps(parsed.with_warps.contains(entry)),
        has_pushed_parameters(parsed.with_pushed_parameters.contains(entry)) {}

private:
  std::uint32_t words_for_locals(const spirv::Module &parsed) const {
    const auto found = parsed.local_bytes.find(entry);
    return found == parsed.local_bytes.end() ? 1 : static_cast<std::uint32_t>(found->second / 4);
  }
};

struct ModuleData {
  Context &context;
  ShaderModuleRef shader = nullptr;
  std::string hash; ///< of the code
  void *variables = nullptr;
  spirv::Symbols symbols;
  std::map<std::string, FunctionData, std::less<>> functions; // all entries; addresses are stable

  explicit ModuleData(Context &of) : context(of) {}
};

inline ModuleData &data(core::ModuleHandle *handle) {
  return *reinterpret_cast<ModuleData *>(handle);
}
inline FunctionData &data(core::FunctionHandle *handle) {
  return *reinterpret_cast<FunctionData *>(handle);
}

} // namespace kcc::vulkan

#endif
