// The manifest is valid JSON, whatever names the source uses, and the same everywhere.
// REQUIRES: python3
// RUN: %kcc --emit=manifest %s -o %t.json && python3 -m json.tool %t.json > /dev/null
// RUN: %kcc %s -o %t.ptx && sed -n 's@^// kcc-manifest: @@p' %t.ptx | cmp - %t.json
// All its characters are ASCII, and a reader gets the original names.
// RUN: ! grep -qP '[^\x00-\x7f]' %t.json && python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["kernels"][0]["name"])' %t.json | grep -q '^données::écrire<.*>$'
// RUN: cp %s '%T/quote"back\slash.cpp' && %kcc --emit=manifest '%T/quote"back\slash.cpp' -o - | python3 -m json.tool | grep -F 'quote\"back\\slash.cpp' > /dev/null
#include <kcc/device.h>

struct Größe {
  float länge;
};
namespace données {
template <char c, auto value> [[kcc::kernel]] void écrire(std::span<Größe> größen, char zeichen) { größen[0].länge = c + value + zeichen; }
template void écrire<'"', 1>(std::span<Größe>, char);
template void écrire<'\\', 2u>(std::span<Größe>, char);
template void écrire<'\n', true>(std::span<Größe>, char);
}
