// An nvJitLink for tests, which fails on demand.
#ifndef KCC_TESTS_FAKE_NVJITLINK_H
#define KCC_TESTS_FAKE_NVJITLINK_H

#include <string>
#include <vector>

namespace fake_nvjitlink {

struct State {
  int fail_call = -1;                       ///< index, from 0, of the call that fails
  std::string failed;                       ///< its name
  int alive = 0;                            ///< handles
  std::vector<std::string> options, inputs; ///< inputs as "2 b.ptx"
};

State &state();

} // namespace fake_nvjitlink

#endif
