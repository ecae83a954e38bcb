// How exact floating-point arithmetic is: what the command line asks for, and what attributes of a kernel
// change.
#ifndef KCC_SUPPORT_FLOATMODES_H
#define KCC_SUPPORT_FLOATMODES_H

#include <array>
#include <cstddef>
#include <optional>

namespace kcc::compiler {

/// All but `Fuse` are about GPUs.
struct FloatModes {
  bool Reproducible = false;    ///< math functions have the CPU device's bits
  bool FastFunctions = false;   ///< functions of <cmath>, division and roots by approximate instructions
  bool PreciseDivision = true;  ///< correctly rounded
  bool PreciseRoots = true;     ///< correctly rounded
  bool FlushSubnormals = false; ///< subnormal numbers are zeros
  /// Whether products and sums are fused; none: as the compiled source says, operation by operation.
  std::optional<bool> Fuse;

  /// `--use_fast_math`; contraction is Clang's option.
  void useFastMath(bool Yes) {
    FastFunctions = FlushSubnormals = Yes;
    PreciseDivision = PreciseRoots = !Yes;
  }
  /// Whether GPUs compute divisions, roots and sums with the CPU device's bits.
  bool isPrecise() const { return !FastFunctions && PreciseDivision && PreciseRoots && !FlushSubnormals; }
  bool operator==(const FloatModes &) const = default;
};

/// The attributes of a kernel about floating-point arithmetic, in the order in which they apply.
enum class FloatAttribute { Math, UseFastMath, Ftz, PrecDiv, PrecSqrt, Fmad };
inline constexpr std::size_t FloatAttributeCount = 6;
/// Their names, which are those of the options.
inline constexpr const char *FloatAttributeNames[FloatAttributeCount] = {"math",     "use_fast_math", "ftz",
                                                                         "prec_div", "prec_sqrt",     "fmad"};

/// The values that a kernel gives; for `math`, true is "reproducible".
class FloatAttributes {
public:
  std::optional<bool> &operator[](FloatAttribute A) { return Values[static_cast<std::size_t>(A)]; }
  const std::optional<bool> &operator[](FloatAttribute A) const {
    return Values[static_cast<std::size_t>(A)];
  }

  /// The modes of a kernel with these attributes, where \p Modes are those of the command line.
  FloatModes applied(FloatModes Modes) const {
    auto Take = [&](FloatAttribute A, auto Set) {
      if (const std::optional<bool> &Value = (*this)[A])
        Set(*Value);
    };
    Take(FloatAttribute::Math, [&](bool Reproducible) {
      Modes.Reproducible = Reproducible;
      if (Reproducible)
        Modes.useFastMath(false);
    });
    Take(FloatAttribute::UseFastMath, [&](bool Yes) {
      Modes.useFastMath(Yes);
      if (Yes) {
        Modes.Reproducible = false;
        Modes.Fuse = true;
      }
    });
    Take(FloatAttribute::Ftz, [&](bool Yes) { Modes.FlushSubnormals = Yes; });
    Take(FloatAttribute::PrecDiv, [&](bool Yes) { Modes.PreciseDivision = Yes; });
    Take(FloatAttribute::PrecSqrt, [&](bool Yes) { Modes.PreciseRoots = Yes; });
    Take(FloatAttribute::Fmad, [&](bool Yes) { Modes.Fuse = Yes; });
    return Modes;
  }

  /// The attribute that makes math("reproducible") untrue, if a kernel has both.
  std::optional<FloatAttribute> contradictionToReproducible() const {
    if ((*this)[FloatAttribute::Math] != true)
      return std::nullopt;
    for (FloatAttribute A : {FloatAttribute::UseFastMath, FloatAttribute::Ftz})
      if ((*this)[A] == true)
        return A;
    for (FloatAttribute A : {FloatAttribute::PrecDiv, FloatAttribute::PrecSqrt})
      if ((*this)[A] == false)
        return A;
    return std::nullopt;
  }

private:
  std::array<std::optional<bool>, FloatAttributeCount> Values;
};

} // namespace kcc::compiler

#endif
