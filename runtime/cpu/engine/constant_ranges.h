// Where the constant variables of loaded module files are.
#ifndef KCC_RUNTIME_CPU_ENGINE_CONSTANT_RANGES_H
#define KCC_RUNTIME_CPU_ENGINE_CONSTANT_RANGES_H

#include <cstddef>

namespace kcc::cpu {

/// A range of addresses for which kcc_cpu_is_constant() is true as long as the object lives.
class ConstantRange {
public:
  ConstantRange(const std::byte *begin, const std::byte *end);
  ~ConstantRange();
  ConstantRange(const ConstantRange &) = delete;
  ConstantRange &operator=(const ConstantRange &) = delete;

  /// Whether some range contains this address. May be called from any thread.
  static bool any_has(const void *place) noexcept;

private:
  const std::byte *begin_;
};

} // namespace kcc::cpu

#endif
