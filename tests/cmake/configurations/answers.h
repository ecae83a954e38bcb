#pragma once
#include <string>

/// How the kernels were compiled.
std::string answers();
