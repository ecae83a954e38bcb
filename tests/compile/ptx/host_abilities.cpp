// Host-only features parse for a GPU too, with the host's sizes, as long as no kernel reaches them: system headers
// declare thread-local variables, `long double`, from glibc 2.40 on `__float128` and its complex type, and contain
// assembly and intrinsics for the processor.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <cfloat>
#include <cpuid.h>
#include <future>
#include <immintrin.h>
#include <kcc/device.h>
#include <limits>
#include <mutex>
#include <sys/io.h>

struct Padded {
  char c;
  long double wide;
};
static_assert(sizeof(long double) == 16 && __SIZEOF_LONG_DOUBLE__ == 16 && sizeof(Padded) == 32);
static_assert(std::numeric_limits<long double>::digits == 64 && LDBL_MANT_DIG == 64);

struct Quad {
  char c;
  __float128 wide;
};
typedef _Complex float ComplexQuad __attribute__((__mode__(__TC__)));
static_assert(sizeof(__float128) == 16 && sizeof(Quad) == 32 && sizeof(ComplexQuad) == 32);
extern __float128 fabsq(__float128);
inline __float128 difference(__float128 a, __float128 b) { return fabsq(a - b); }

thread_local int unreached = 1;

inline int variable_length(int length) {
  int values[length];
  values[0] = length;
  return values[0];
}

[[kcc::kernel]] void one(int *value) { *value = 1; }

// CHECK: .visible .entry _Z3onePi(
