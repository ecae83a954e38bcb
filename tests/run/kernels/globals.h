// The types of the variables in kernels/globals.cpp.
#ifndef KCC_TESTS_RUN_GLOBALS_H
#define KCC_TESTS_RUN_GLOBALS_H

namespace globals {

struct Config {
  float scale;
  int shift[2];
  friend bool operator==(const Config &, const Config &) = default;
};

} // namespace globals

#endif
