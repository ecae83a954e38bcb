// Features that printf does not have in a kernel.
// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc %s --emit=obj -o %t.o
#include <cstdarg>
#include <cstdio>
#include <kcc/device.h>

[[kcc::kernel]] void choose(const char *text, bool loud) {
  const char *format = loud ? "%s!\n" : "%s\n";
  std::printf(format, text);
  // ERROR@-1:3: error: kernel 'choose' calls printf with a pointer and a format that is not a string literal, and only a literal tells whether the pointer is a string to be sent; write the literal in the call, or use kcc::print
}

[[kcc::kernel]] void measure(int value) {
  int written;
  std::printf("%d%n\n", value, &written);
  // ERROR@-1:3: error: kernel 'measure' calls printf with the conversion 'n', which would write to memory while the host prints; remove it
}

void forward(const char *format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  std::vprintf(format, arguments);
  // ERROR@-1:3: error: kernel 'pass' calls vprintf, whose argument list the host cannot read; call printf with the arguments themselves, or use kcc::print
  va_end(arguments);
}
[[kcc::kernel]] void pass(int value) { forward("%d\n", value); }
// ERROR@-1:40: note: called by 'pass' here

[[kcc::kernel]] void to_file(int value) { std::fprintf(nullptr, "%d\n", value); }
// ERROR@-1:56: warning: null passed to a callee that requires a non-null argument [-Wnonnull]
// ERROR@-2:43: error: kernel 'to_file' reaches 'fprintf', which is a function of the host; call printf, or kcc::print of <kcc/print.h>; kernels have no files
