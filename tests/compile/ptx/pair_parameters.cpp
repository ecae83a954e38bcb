// A parameter's bytes are copied once: its type needs a trivial copy constructor and destructor, but no trivial assignment.
// RUN: %kcc %s -o %t.ptx && %kcc --emit=header,obj %s -o %T/
// RUN: echo '#include "pair_parameters.kernels.h"' > %T/user.cpp && %cxx -std=c++20 -Wall -Wextra -Werror -I %root/include -I %T -fsyntax-only %T/user.cpp
#include <kcc/device.h>
#include <tuple>
#include <utility>
struct Fixed {
  const int a;
  Fixed &operator=(const Fixed &) { return *this; }
};
[[kcc::kernel]] void k(std::pair<int, float> p, std::tuple<char, double, int> t, int *out) {
  *out = p.first + static_cast<int>(p.second) + std::get<0>(t) + std::get<2>(t);
}
