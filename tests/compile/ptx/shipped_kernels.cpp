// The kernels that ship, with the settings that people build with.
// RUN: %kcc -O0 %root/kernels/add.cpp -o %T/O0/
// RUN: %kcc -O1 -g %root/kernels/add.cpp %root/kernels/memcpy.cpp -o %T/O1/
// RUN: %kcc -O2 -lineinfo %root/kernels/memcpy.cpp %root/kernels/rgba2gray.cpp -o %T/O2/
// RUN: %kcc %root/kernels/add.cpp %root/kernels/memcpy.cpp %root/kernels/rgba2gray.cpp \
// RUN:   %root/kernels/bitonic_sort.cpp -o %T/O3/
// RUN: %check --check-prefix=ADD < %T/O3/add.ptx
// RUN: %check --check-prefix=MEMCPY < %T/O3/memcpy.ptx
// RUN: %check --check-prefix=GRAY < %T/O3/rgba2gray.ptx
// RUN: %check --check-prefix=SORT < %T/O3/bitonic_sort.ptx

// ADD: // kcc-manifest: {"version":14,"source":"add.cpp"
// ADD: .version 8.0
// ADD: .target sm_75
// ADD: .visible .entry _Z3addSt4spanIfLm18446744073709551615EES_IKfLm18446744073709551615EES2_(
// ADD: ld.global{{[.a-z]*}}.b32
// ADD: add.rn.f32
// ADD: st.global.b32

// MEMCPY: .visible .entry {{.*}}copy_bytes
// MEMCPY: ld.global{{.*}}.v
// MEMCPY: st.global.v

// GRAY: .visible .entry {{.*}}rgba2gray

// SORT: .shared .align {{.*}} .b8 {{.*}}storage
// SORT: .visible .entry {{.*}}sort_tile
// SORT: bar.sync 0
// SORT: .visible .entry {{.*}}merge_across
