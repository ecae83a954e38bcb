// Formats that kcc::print and KCC_ASSERT reject.
// FAIL: %kcc %s -o %t.ptx
#include <kcc/assert.h>
#include <kcc/device.h>
#include <kcc/print.h>

enum class Color { red };

[[kcc::kernel]] void show(int i, float x, const int *p, const char *format) {
  kcc::print("{}}\n", i);
  // ERROR@-1:24: error: a '}' in the format closes nothing; write '}}' for the character
  kcc::print("{", i);
  // ERROR@-1:20: error: a '{' in the format is not closed by '}'; write '{{' for the character
  kcc::print("{:5\n", i);
  // ERROR@-1:24: error: a field's type is none of aAbBcdeEfFgGopsxX, or something follows it in front of '}'
  kcc::print("{} {}\n", i);
  // ERROR@-1:26: error: the format has a field for an argument that is not there; pass one for each field
  kcc::print("{0} {}\n", i, i);
  // ERROR@-1:30: error: the format mixes '{}' and '{0}'; number all fields or none
  kcc::print("{:9999999}\n", i);
  // ERROR@-1:31: error: a number in the format has more than five digits
  kcc::print("{:00}\n", i);
  // ERROR@-1:26: error: the width of a field is 0; leave it out
  kcc::print("{:L}\n", i);
  // ERROR@-1:25: error: the format asks for a locale, which kernels do not have; remove the 'L'
  kcc::print("{:.f}\n", x);
  // ERROR@-1:26: error: digits or '{}' must follow the '.' of a precision
  kcc::print("{:y}\n", i);
  // ERROR@-1:25: error: a field's type is none of aAbBcdeEfFgGopsxX, or something follows it in front of '}'
  kcc::print("{:f}\n", i);
  // ERROR@-1:25: error: a field's type is not one for its argument; '{}' suits every argument
  kcc::print("{:d}\n", x);
  // ERROR@-1:25: error: a field's type is not one for its argument; '{}' suits every argument
  kcc::print("{:+}\n", "text");
  // ERROR@-1:30: error: a field has a sign ('+', '-' or a blank), and its argument is not shown as a number
  kcc::print("{:#}\n", 'c');
  // ERROR@-1:27: error: a field has a '#', and its argument is not shown as a number
  kcc::print("{:05}\n", true);
  // ERROR@-1:29: error: a field has a '0' in front of its width, and its argument is not shown as a number
  kcc::print("{:.3}\n", i);
  // ERROR@-1:26: error: a field has a precision, and its argument is neither floating-point nor a string
  kcc::print("{:{}}\n", i, x);
  // ERROR@-1:29: error: an argument that gives a width or a precision is not an integer
  kcc::print("{:}>5}\n", i);
  // ERROR@-1:27: error: a brace cannot be the character to fill with
  kcc::print(format, i);
  // ERROR@-1:3: error: call to deleted function 'print': the format of kcc::print is a string literal; print a text with kcc::print("{}", text)
  kcc::print("{}\n", Color::red);
  kcc::print("{}\n", p);
  KCC_ASSERT(i > 0, "i is {:f}", i);
}

// ERROR: kcc: fatal error: too many errors emitted, stopping now [-ferror-limit=]
