#pragma once
#include <array>
#include <complex>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <variant>
#include <cstdint>
enum class Tiny : bool { no, yes };
enum class Wide : unsigned long long { none, all = ~0ull };
enum class Low : long long { least = (-9223372036854775807ll - 1) };
enum Old { old_a = -1, old_b };
typedef struct { int a; float b; } CStyle;
struct Empty {};
struct __attribute__((packed)) Packed { char c; int i; };
struct alignas(64) Over { char c; };
struct WithBits { int a : 3; int : 5; unsigned b : 7; bool ok : 1; Wide w : 64; };
struct ConstructedBits { explicit ConstructedBits(int x) : a(x) {} int a : 3; };
struct QualifiedBits { int a : 3; volatile int v : 4; const unsigned c : 9; bool ok : 1; };
struct BitsAndRef { unsigned a : 3; int &r; };
struct BitsAndRefs { unsigned a : 3; BitsAndRef refs; };
struct Base1 { int a; char c; };
struct Reuse : Base1 { char d; };
struct Refs { int &r; const int &cr; int (&array)[2]; const float (&&matrix)[2][3]; void (&function)(int); };
struct Members { int Base1::*m; char (Over::*array)[4]; Over Base1::*object; int (*(*returns)(int (&)[2]))[3]; int (*fn)(float, Base1 *); void *v; volatile int *vol; int *__restrict rp; int (*arr)[4]; std::nullptr_t n; };
struct Nest { struct Inner { int x; enum E { e1, e2 } e; } inner; union { int u; float f; }; struct { int p, q; }; struct Inner arr[2][3]; };
class Priv { int a; enum P { p } pe; struct In { int i; } in; public: int pub; Priv() = default; int get() const { return a + in.i + pe; } };
template <class T, int N> struct Tmpl { T t[N]; struct Deep { T x; } deep; };
template <char c> struct Ch { int i; };
namespace v { inline namespace one { struct InInline { int x; }; } }
struct NoAddr { [[no_unique_address]] Empty e; int i; };
struct Flexible { int n; float rows[][3]; };
struct Ptrs { struct Fwd *fwd; struct std_like *s; };
struct größe { float länge; };
