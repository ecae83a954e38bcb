// What the kernels and the program that launches them share.
#ifndef MATH_LAYOUT_H
#define MATH_LAYOUT_H

namespace math {

/// The largest number of arguments of a function, and the number of independent calls in an iteration.
inline constexpr int arguments = 4, calls = 4;

/// For each argument the ends of its range, and its change from one iteration to the next.
template <class T> struct Ranges {
  T low[arguments], high[arguments], step[arguments];
};

} // namespace math

#endif
