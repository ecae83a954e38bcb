// Finds source lines of instructions.
#ifndef KCC_RUNTIME_CPU_ENGINE_SOURCE_PLACE_H
#define KCC_RUNTIME_CPU_ENGINE_SOURCE_PLACE_H

#include "../../check/report.h"

#include <string>
#include <vector>

namespace kcc::cpu {

/// The source line of an instruction, from the debug information of the program or shared library that
/// contains it: "at kernel.cpp:7", or "at span:281, inlined at kernel.cpp:7" with the lines of inlined calls.
/// For a system library, the function: "in `memcpy` of libc.so.6". Empty if nothing is known. Reads files and
/// allocates, so signal handlers must not call it. May be called from any thread.
std::string source_place(const void *instruction);

/// The same as lines: that of the instruction, then those of the calls through which it was inlined. Empty if
/// they are not known.
std::vector<kcc::check::Place> source_places(const void *instruction);

} // namespace kcc::cpu

#endif
