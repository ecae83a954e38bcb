#include <kcc/device.h>

[[kcc::kernel]] void tell(std::span<int> answers) {
#ifdef NDEBUG
  answers[0] = 1;
#endif
#ifdef __OPTIMIZE__
  answers[1] = 1;
#endif
}
