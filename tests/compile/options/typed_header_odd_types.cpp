// The typed header supports unusual C++ types and names, with the layout with which the kernel was compiled.
// RUN: cp %S/typed_header_odd_types.h %T/ && %kcc --emit=header,obj,ptx %s -o %T/
// RUN: echo '#include "typed_header_odd_types.kernels.h"' > %T/user.cpp
// RUN: echo 'template <auto &kernel> inline constexpr bool found = std::is_same_v<decltype(kernel), const kcc::Kernel<int *> &>;' >> %T/user.cpp
// RUN: echo 'namespace h = typed_header_odd_types; static_assert(found<h::tv<34>> == false && found<h::tv<(char)34>>);' >> %T/user.cpp
// RUN: echo "static_assert(found<h::tv<U'x'>> && found<h::tv<short(-7)>> && found<h::tv<7ll>> && found<h::tv<7l>> && found<h::tv<7u>>);" >> %T/user.cpp
// RUN: echo 'static_assert(found<h::tv<-9223372036854775807ll - 1>> && found<h::tv<-2147483647 - 1>> && found<h::tv<Wide::all>>);' >> %T/user.cpp
// RUN: echo 'static_assert(kcc::signature<std::nullptr_t>() == "ptr<void>");' >> %T/user.cpp
// RUN: %cxx -std=c++20 -Wall -Wextra -Werror -I %root/include -I %T -fsyntax-only %T/user.cpp
// RUN: /usr/bin/clang++-22 -std=c++20 -Wall -Wextra -Werror -I %root/include -I %T -fsyntax-only %T/user.cpp
#include "typed_header_odd_types.h"
#include <kcc/device.h>
struct LocalPacked { char c; int i; } __attribute__((packed));
struct __attribute__((packed, aligned(2))) LocalPackedOver { char c; int i; alignas(8) __attribute__((packed)) short s; };
#pragma pack(push, 2)
struct LocalPragma { char c; int i; double d; };
#pragma pack(pop)
struct alignas(32) LocalOver { int x; alignas(16) char c; };
struct LocalBits { int a : 3; int : 0; unsigned b : 7; };
struct LocalDerived : LocalOver, Base1 { int z; };
typedef struct { int a; union { float f; int i; }; struct { int p, q; }; } LocalC;
enum LocalOld { lo_a = -5, lo_b };
enum class LocalBool : bool { f, t };
enum class LocalU64 : unsigned long long { big = 0xffffffffffffffffull };
typedef int AlignedInt __attribute__((aligned(16)));
typedef double UnalignedDouble __attribute__((aligned(2)));
struct LocalTypedefs { char c; AlignedInt i; char d; UnalignedDouble u; };
struct LocalMember { LocalTypedefs Base1::*object; };
struct LocalFlexible { int n; short values[]; };
struct LocalWithRef { int &r; char c; };
struct LocalInPadding : LocalWithRef { char d; };
struct LocalArr { std::array<bool, 3> flags; const float weights[2]; int *const p; volatile int vi; };

[[kcc::kernel]] void k1(Tiny a, Wide b, Low c, Old d, CStyle e, Empty f, Packed g, Over h, WithBits i, Reuse j, int *out) { *out = e.a + g.i + h.c + i.a + j.d + (int)a+(int)b+(int)c+d; }
[[kcc::kernel]] void k2(Refs *a, Members b, Nest c, std::span<Priv> d, Tmpl<float, 3> e, Ch<'"'> f, Ch<'\\'> g, v::InInline h, NoAddr i, Ptrs j, größe k, int *out) { *out = a->r + b.vol[0] + c.u + d[0].pub + (int)e.t[0] + f.i + g.i + h.x + i.i + (int)k.länge + (j.fwd != nullptr); }
[[kcc::kernel]] void k3(LocalPacked a, LocalPragma b, LocalOver c, LocalBits d, LocalDerived e, LocalC f, LocalOld g, LocalBool h, LocalU64 i, LocalArr *j, int *out) { *out = a.i + b.i + c.x + d.b + e.z + f.a + g + (int)h + (int)i + j->vi; }
[[kcc::kernel]] void k4(std::complex<float> a, std::span<std::optional<int>> b, std::span<const std::tuple<int, Packed>> d, std::array<bool, 5> e, std::variant<int, float> *f, __int128 g, _Float16 h, std::nullptr_t i, std::span<float, 4> j, bool k, char8_t l, wchar_t m, int *out) { *out = (int)a.real() + b[0].value_or(3) + std::get<0>(d[0]) + e[0] + f->index() + (int)g + (int)h + (i == nullptr) + (int)j[0] + k + l + m; }
[[kcc::kernel]] void k5(LocalTypedefs a, LocalFlexible *b, Flexible *c, LocalPackedOver d, LocalMember *e, int *out) { *out = d.i + (e->object != nullptr) + a.i + (int)a.u + b->values[1] + c->rows[1][2]; }
template <auto v> [[kcc::kernel]] void tv(int *out) { *out = (int)v; }
template void tv<'"'>(int *);
template void tv<Wide::all>(int *);
template void tv<-9223372036854775807ll - 1>(int *);
template void tv<true>(int *);
template void tv<-2147483647 - 1>(int *);
template void tv<U'x'>(int *);
template void tv<short(-7)>(int *);
template void tv<7ll>(int *);
template void tv<7l>(int *);
template void tv<7u>(int *);
namespace a { [[kcc::kernel]] void same(int *o) { *o = 1; } }
namespace b { [[kcc::kernel]] void same(float *o) { *o = 1; } }
Packed packed_global;
Nest nest_global[2];
[[kcc::kernel]] void g1(int *out) { *out = packed_global.i + nest_global[0].u; }
[[kcc::kernel]] void k6(LocalInPadding *a, int *out) { *out = a->r + a->d; }
[[kcc::kernel]] void k7(ConstructedBits a, QualifiedBits *b, BitsAndRef *c, BitsAndRefs *d, int *out) { *out = a.a + b->v + c->r + d->refs.r; }
LocalFlexible flexible_global = {2, {3, 4}}; // longer than its type, so the host cannot copy it
[[kcc::kernel]] void g4(int *out) { *out = flexible_global.values[*out]; }
auto twice = [](int i) { return 2 * i; }; // of a type that the host cannot name
[[kcc::kernel]] void g2(int *out) { *out = twice(*out); }
static struct { struct { int x; } inner[2]; } state; // static variables need no type that the host can name
class Private { int x = 1; public: int next() { return x++; } };
static Private counter;
[[kcc::kernel]] void g3(int *out) { *out = state.inner[1].x++ + counter.next(); }
