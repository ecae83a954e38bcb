// The headers of libc++ are not on this machine: the tool looks in a folder `sysroot` beside it.
// RUN: mkdir -p %T/tool/sysroot && { ln %tool %T/tool/kcc 2>/dev/null || cp %tool %T/tool/kcc; }
// FAIL(missing): %T/tool/kcc --no-cache -stdlib=libc++ %s -o %t.ptx
// ERROR(missing): kcc: error: -stdlib=libc++: the headers of libc++ are not where clang looks for them, %T/tool/sysroot/usr/include/c++/v1; install them (on Debian libc++-22-dev), or leave the option out for libstdc++
// FAIL(other): %kcc -stdlib=libfoo %s -o %t.ptx
// ERROR(other): kcc: error: invalid library name in argument '-stdlib=libfoo'
// FAIL(gcc): %kcc --gcc-install-dir=%T/none %s -o %t.ptx
// ERROR(gcc): kcc: error: '%T/none' does not contain a GCC installation
// RUN: %kcc -stdlib=libc++ --stdlib=libstdc++ %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void k(int *out) { *out = 1; }
