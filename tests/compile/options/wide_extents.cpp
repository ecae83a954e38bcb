// 128-bit integers are no extents: in GNU mode, where the library takes them for integers, they lost their upper half.
// RUN: %kcc -std=gnu++23 %s -o %T/gnu.ptx && %kcc -std=c++23 %s -o %T/strict.ptx
// RUN: %cxx -std=gnu++20 -fsyntax-only -I %root/include %s && %cxx -std=c++20 -fsyntax-only -I %root/include %s
#ifdef __KCC__
#include <kcc/device.h>
#else
#include <kcc/runtime.h>
#endif

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;
enum Large : unsigned long long { large };

#ifdef __KCC__
template <class T> concept is_extent = requires(T n) { kcc::grid_stride(n); };
[[kcc::kernel]] void k(int *v) { *v = 1; }
#else
template <class T> concept is_extent = requires(T n) { kcc::Dim3(1, n); };
#endif
static_assert(!is_extent<Wide> && !is_extent<UnsignedWide>);
static_assert(is_extent<int> && is_extent<unsigned long long> && is_extent<Large> && is_extent<char>);
