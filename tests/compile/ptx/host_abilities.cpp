// Headers that declare thread-local variables and long double parse for a GPU with the host's sizes.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <cfloat>
#include <future>
#include <kcc/device.h>
#include <limits>
#include <mutex>

struct Padded {
  char c;
  long double wide;
};
static_assert(sizeof(long double) == 16 && __SIZEOF_LONG_DOUBLE__ == 16 && sizeof(Padded) == 32);
static_assert(std::numeric_limits<long double>::digits == 64 && LDBL_MANT_DIG == 64);

thread_local int unreached = 1;

[[kcc::kernel]] void one(int *value) { *value = 1; }

// CHECK: .visible .entry _Z3onePi(
