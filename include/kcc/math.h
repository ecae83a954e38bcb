// Math beside <cmath>, whose functions kernels call by their std:: names: more functions, and faster ones of
// less accuracy. docs/math.md is the guide.
#ifndef KCC_MATH_H
#define KCC_MATH_H

#include <kcc/math/extra.h>
#include <kcc/math/fast.h>
#include <kcc/math/rounding.h>

#endif
