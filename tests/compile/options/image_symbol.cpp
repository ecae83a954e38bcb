// The image's symbol is local to its library, the same for a header and an object from two calls, and different for
// other kernels of the same name: no program launches another one's kernel.
// RUN: mkdir %T/a %T/b && cp %s %T/a/k.cpp && sed 's/+ 1/+ 2/' %s > %T/b/k.cpp
// RUN: %kcc --emit=obj %T/a/k.cpp -o %T/a/ && %kcc --emit=header --arch=sm_90 %T/a/k.cpp -o %T/a/
// RUN: %kcc --emit=obj,header %T/b/k.cpp -o %T/b/ && %kcc --emit=obj --name=x %T/a/k.cpp -o %T/x.o
// RUN: readelf -sW %T/a/k.o | grep -q 'OBJECT *WEAK *HIDDEN .* kcc_image_k_'
// RUN: nm %T/a/k.o | grep -o 'kcc_image.*' > %T/a.txt && nm %T/b/k.o | grep -o 'kcc_image.*' > %T/b.txt
// RUN: test $(wc -l < %T/a.txt) = 1 && ! cmp -s %T/a.txt %T/b.txt && ! nm %T/x.o | grep -q -f %T/a.txt
// RUN: grep -q -f %T/a.txt %T/a/k.kernels.h && grep -q -f %T/b.txt %T/b/k.kernels.h
// RUN: %kcc --emit=header -DUNUSED %T/a/k.cpp -o %T/defined.h && ! grep -q -f %T/a.txt %T/defined.h
#include <kcc/device.h>

[[kcc::kernel]] void k(std::span<int> values) { values[0] = values[0] + 1; }
