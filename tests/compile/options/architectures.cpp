// Every architecture in the table, each with a PTX version that supports it, in one run.
// RUN: %kcc --arch=sm_50,sm_52,sm_53,sm_60,sm_61,sm_62,sm_70,sm_72,sm_75,sm_80,sm_86,sm_87,sm_88,sm_89,sm_90,sm_90a \
// RUN:   --arch=sm_100,sm_100a,sm_100f,sm_101,sm_101a,sm_101f,sm_103,sm_103a,sm_103f,sm_110,sm_110a,sm_110f \
// RUN:   --arch=sm_120,sm_120a,sm_120f,sm_121,sm_121a,sm_121f %s -o %T/all/
// RUN: cd %T/all && test $(ls | wc -l) = 34
// RUN: cd %T/all && for f in *.ptx; do arch=${f#*.}; arch=${arch%.ptx}; grep -q "^.target $arch$" $f || exit 1; done
// With only one architecture, the file has just the source's name.
// RUN: %kcc --arch=sm_90a -o %T/one/ %s && test -f %T/one/architectures.ptx
// RUN: %check < %T/one/architectures.ptx
#include <kcc/device.h>

[[kcc::kernel]] void fill(std::span<float> values) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] = static_cast<float>(i);
}

// CHECK: .version 8.0
// CHECK: .target sm_90a
