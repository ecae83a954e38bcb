// The manifest is JSON, whatever names the source uses, and the same in every place.
// REQUIRES: python3
// RUN: %kcc --emit=manifest %s -o %t.json && python3 -m json.tool %t.json > /dev/null
// RUN: %kcc %s -o %t.ptx && sed -n 's@^// kcc-manifest: @@p' %t.ptx | cmp - %t.json
// RUN: cp %s '%T/quote"back\slash.cpp' && %kcc --emit=manifest '%T/quote"back\slash.cpp' -o - | python3 -m json.tool | grep -qF 'quote\"back\\slash.cpp'
#include <kcc/device.h>

struct Größe {
  float länge;
};
namespace données {
template <char c, auto value> [[kcc::kernel]] void écrire(std::span<Größe> größen, char zeichen) { größen[0].länge = c + value; }
template void écrire<'"', 1>(std::span<Größe>, char);
template void écrire<'\\', 2u>(std::span<Größe>, char);
template void écrire<'\n', true>(std::span<Größe>, char);
}
