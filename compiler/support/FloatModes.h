// How exact arithmetic in single precision is on GPUs.
#ifndef KCC_SUPPORT_FLOATMODES_H
#define KCC_SUPPORT_FLOATMODES_H

namespace kcc::compiler {

struct FloatModes {
  bool FastFunctions = false;   ///< functions of <cmath>, division and roots by approximate instructions
  bool PreciseDivision = true;  ///< correctly rounded
  bool PreciseRoots = true;     ///< correctly rounded
  bool FlushSubnormals = false; ///< subnormal numbers are zeros

  /// `--use_fast_math`
  static constexpr FloatModes fast() { return {true, false, false, true}; }
  bool isDefault() const { return !FastFunctions && PreciseDivision && PreciseRoots && !FlushSubnormals; }
};

} // namespace kcc::compiler

#endif
