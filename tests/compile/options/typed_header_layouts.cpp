// Everything that a parameter or variable reaches has the same layout on both sides: the typed header checks every type
// that spans, pointers, arrays and members lead to against the program's.
// RUN: cp %S/typed_header_layouts.h %T/ && %kcc --emit=header,obj -I%T %s -o %T/
// RUN: echo '#include "typed_header_layouts.kernels.h"' > %T/user.cpp
// RUN: %cxx -std=c++20 -Wall -Wextra -Wconversion -Werror -I %root/include -I %T -fsyntax-only %T/user.cpp
// RUN: /usr/bin/clang++-22 -std=c++20 -Wall -Wextra -Wconversion -Werror -I %root/include -I %T -fsyntax-only %T/user.cpp
//
// A program that declares one of them differently does not compile, and the message names the member.
// RUN: echo SWAPPED FLOAT LONGER NODE BASE BITS BIT_ORDER ENUM UNDERLYING UNION ELEMENT VARIABLE MATRIX > %T/changes
// RUN: for change in $(cat %T/changes); do for cxx in %cxx /usr/bin/clang++-22; do $cxx -std=c++20 -D$change -I %root/include -I %T -fsyntax-only %T/user.cpp > %T/log 2>&1 && { echo "$cxx accepts -D$change"; exit 1; }; grep -qE 'compiled with|designator' %T/log || { cat %T/log; exit 1; }; done; done; true
#include "typed_header_layouts.h"
#include <kcc/device.h>

[[kcc::kernel]] void mixed(std::span<Mixed> values) { values[0].first = values[0].second; }
[[kcc::kernel]] void list(const Node *first, int *out) { *out = first->next->value; }
[[kcc::kernel]] void derived(Derived d, Flags *flags, const Color *color, float *out) {
  *out = d.f + static_cast<float>(d.b) + static_cast<float>(flags->low) + static_cast<float>(*color);
}
[[kcc::kernel]] void nested(std::span<const std::pair<Element, int>> pairs, std::array<Variant, 2> variants, Padded *padded,
                            const Row *const *rows, int *out) {
  *out = pairs[0].first.x + variants[0].i + padded->c + rows[0][0].cells[0].x;
}
Setting settings[4];
[[kcc::kernel]] void variable(float *out) { *out = settings[1].scale; }
