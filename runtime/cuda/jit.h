// The options of the driver's compiler and linker.
#ifndef KCC_RUNTIME_CUDA_JIT_H
#define KCC_RUNTIME_CUDA_JIT_H

#include "../core/backend.h"
#include "driver_api.h"

#include <kcc/runtime/module_options.h>

#include <string>
#include <vector>

namespace kcc::cuda {

/// The arrays that cuModuleLoadDataEx and cuLinkCreate take, with the buffers that they fill. Must outlive
/// the module's loading, and the linker's state.
class JitCall {
public:
  enum class Use { load, link };

  /// Throws Error if an option has a value that it cannot have.
  JitCall(const JitOptions &, Use, const core::Operation &);
  JitCall(const JitCall &) = delete;
  JitCall &operator=(const JitCall &) = delete;

  unsigned count() const noexcept { return static_cast<unsigned>(keys_.size()); }
  JitOption *keys() noexcept { return keys_.data(); }
  void **values() noexcept { return values_.data(); }

  /// What has been said so far: errors, then everything else.
  std::string log() const;

private:
  /// Numbers are passed in place of the pointers.
  void add(JitOption key, std::size_t value) { add(key, reinterpret_cast<void *>(value)); }
  void add(JitOption key, void *value) {
    keys_.push_back(key);
    values_.push_back(value);
  }

  std::vector<JitOption> keys_;
  std::vector<void *> values_;
  std::string errors_, infos_;
};

} // namespace kcc::cuda

#endif
