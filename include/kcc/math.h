// Math functions beyond <cmath>, whose functions kernels call by their std:: names: more functions, and fast
// ones with less accuracy. See docs/math.md.
#ifndef KCC_MATH_H
#define KCC_MATH_H

#include <kcc/math/extra.h>
#include <kcc/math/fast.h>
#include <kcc/math/rounding.h>

#endif
