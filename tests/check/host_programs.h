// For programs of planted bugs of the host: each function with an error has a twin that differs by the fix.
//
//   //! host-access
//   PROGRAM(name) {
//     if constexpr (fixed)
//       ...
//     return buffer.data()[0]; // here
//   }
//
// `//! race between streams 1 and 2`: the report says so. `//! host-access aborts` ends by an exception that
// nobody catches. Reports of it must be in its lines that end in `// here`, or in such lines before the first
// PROGRAM or in another source that run_host gets. A program without `//!` has no error in either version.
// The result only keeps the optimizer from leaving things out.
#ifndef KCC_TESTS_CHECK_HOST_PROGRAMS_H
#define KCC_TESTS_CHECK_HOST_PROGRAMS_H

#include <kcc/runtime.h>

#include <cstdio>
#include <map>
#include <string>

#define PROGRAM(name)                                                                                        \
  template <bool fixed> static int name();                                                                   \
  static const bool name##_is_known = add_program(#name, name<false>, name<true>);                           \
  template <bool fixed> static int name()

using Program = int (*)();

inline std::map<std::string, Program> &programs() {
  static std::map<std::string, Program> all;
  return all;
}

inline bool add_program(const std::string &name, Program wrong, Program fixed) {
  programs()[name + "<false>"] = wrong;
  programs()[name + "<true>"] = fixed;
  return true;
}

/// Runs the program of the given name.
int main(int, char **arguments) {
  std::printf("%d\n", programs().at(arguments[1])());
}

#endif
