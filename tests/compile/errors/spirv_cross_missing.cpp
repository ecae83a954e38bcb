// Metal's language without the library that makes it, or with another one of its name.
// RUN: mkdir %T/broken %T/other && printf x > %T/broken/libspirv-cross-c-shared.so.0
// RUN: printf 'int nothing;' | %cxx -x c++ -shared -fPIC -o %T/other/libspirv-cross-c-shared.so.0 -
// FAIL(1): LD_LIBRARY_PATH=%T/broken %kcc --emit=msl %s -o %t.metal
// ERROR(1): kcc: error: --emit=msl needs SPIRV-Cross, and %T/broken/libspirv-cross-c-shared.so.0: file too short; install version 1.3.239 or newer (on Debian libspirv-cross-c-shared0)
// FAIL(2): LD_LIBRARY_PATH=%T/other %kcc --emit=msl %s -o %t.metal
// ERROR(2): kcc: error: --emit=msl needs SPIRV-Cross, and libspirv-cross-c-shared.so.0 has no spvc_context_create; install version 1.3.239 or newer (on Debian libspirv-cross-c-shared0)
[[kcc::kernel]] void one(int *n) { *n = 1; }
