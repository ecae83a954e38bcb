// What the attributes of a kernel say together.
#ifndef KCC_COMPILATION_KERNELATTRIBUTES_H
#define KCC_COMPILATION_KERNELATTRIBUTES_H

namespace kcc::compiler {

struct Kernel;
class ParsedSource;

/// Checks what is known only when the whole file has been parsed: that attributes of \p K whose values depend
/// on a template's arguments have good ones, and that no two attributes, of one declaration or of several,
/// contradict each other.
bool checkAttributes(ParsedSource &Source, const Kernel &K);

} // namespace kcc::compiler

#endif
