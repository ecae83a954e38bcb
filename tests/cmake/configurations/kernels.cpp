#include <kcc/device.h>

[[kcc::kernel]] void tell(std::span<int> answers) {
#ifdef NDEBUG
  answers[0] = 1;
#endif
  // The optimizer knows the value; __OPTIMIZE__ is defined at every level.
  int one = 1;
  answers[1] = __builtin_constant_p(one);
}
