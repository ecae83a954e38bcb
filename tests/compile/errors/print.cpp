// Formats that kcc::print and KCC_ASSERT refuse.
// FAIL: %kcc %s -o %t.ptx
#include <kcc/assert.h>
#include <kcc/device.h>
#include <kcc/print.h>

enum class Color { red };

[[kcc::kernel]] void show(int i, float x, const int *p, const char *format) {
  kcc::print("{}}\n", i);
  kcc::print("{", i);
  kcc::print("{:5\n", i);
  kcc::print("{} {}\n", i);
  kcc::print("{0} {}\n", i, i);
  kcc::print("{:9999999}\n", i);
  kcc::print("{:00}\n", i);
  kcc::print("{:L}\n", i);
  kcc::print("{:.f}\n", x);
  kcc::print("{:y}\n", i);
  kcc::print("{:f}\n", i);
  kcc::print("{:d}\n", x);
  kcc::print("{:+}\n", "text");
  kcc::print("{:#}\n", 'c');
  kcc::print("{:05}\n", true);
  kcc::print("{:.3}\n", i);
  kcc::print("{:{}}\n", i, x);
  kcc::print("{:}>5}\n", i);
  kcc::print(format, i);
  kcc::print("{}\n", Color::red);
  kcc::print("{}\n", p);
  KCC_ASSERT(i > 0, "i is {:f}", i);
}

// ERROR: %s:10:24: error: a '}' in the format closes nothing; write '}}' for the character
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<int>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:11:20: error: a '{' in the format is not closed by '}'; write '{{' for the character
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<int>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:12:24: error: a field's type is none of aAbBcdeEfFgGopsxX, or something follows it in front of '}'
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<int>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:13:26: error: the format has a field for an argument that is not there; pass one for each field
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<int>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:14:30: error: the format mixes '{}' and '{0}'; number all fields or none
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<int, int>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:15:31: error: a number in the format has more than five digits
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<int>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:16:26: error: the width of a field is 0; leave it out
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<int>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:17:25: error: the format asks for a locale, which kernels do not have; remove the 'L'
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<int>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:18:26: error: digits or '{}' must follow the '.' of a precision
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<float>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:19:25: error: a field's type is none of aAbBcdeEfFgGopsxX, or something follows it in front of '}'
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<int>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:20:25: error: a field's type is not one for its argument; '{}' suits every argument
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<int>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:21:25: error: a field's type is not one for its argument; '{}' suits every argument
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<float>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:22:30: error: a field has a sign ('+', '-' or a blank), and its argument is not shown as a number
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<char[5]>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:23:27: error: a field has a '#', and its argument is not shown as a number
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<char>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:24:29: error: a field has a '0' in front of its width, and its argument is not shown as a number
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<bool>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:25:26: error: a field has a precision, and its argument is neither floating-point nor a string
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<int>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:26:29: error: an argument that gives a width or a precision is not an integer
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<int, float>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:27:27: error: a brace cannot be the character to fill with
// ERROR: <print.h>: note: from 'diagnose_if' attribute on 'print<int>':
// ERROR: <print.h>: note: expanded from macro 'KCC_CHECK_FORMAT'
// ERROR: <format_spec.h>: note: expanded from macro 'KCC_FORMAT_ERRORS'
// ERROR: <print.h>: note: expanded from macro 'KCC_FORMAT_ERROR'
// ERROR: %s:28:3: error: call to deleted function 'print': the format of kcc::print is a string literal; print a text with kcc::print("{}", text)
// ERROR: <print.h>: note: candidate function [with T = const char *, A = <int>] has been explicitly deleted
// ERROR: <print.h>: note: candidate function [with A = <int>] not viable: no known conversion from 'const char *' to 'detail::PrintFormat<std::type_identity_t<int>>' (aka 'detail::PrintFormat<int>') for 1st argument
// ERROR: <print.h>: note: candidate template ignored: constraints not satisfied [with A = <int>]
// ERROR: <print.h>: note: because '!detail::Printable<int>' evaluated to false
// ERROR: fatal error: too many errors emitted, stopping now [-ferror-limit=]
