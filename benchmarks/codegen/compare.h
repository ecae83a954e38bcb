// Whether two compilers' results agree.
#ifndef CODEGEN_COMPARE_H
#define CODEGEN_COMPARE_H

#include "table.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace codegen {

/// The contents of the buffers that a kernel writes, in the order of the parameters.
using Results = std::vector<std::vector<std::byte>>;

/// What differs, for a message; empty if the results agree.
std::string difference(const Row &row, const Results &one, const Results &other);

} // namespace codegen

#endif
