#ifndef KCC_TESTS_FAKE_NVTX_H
#define KCC_TESTS_FAKE_NVTX_H

#include <string>

/// What the tool has been told since the last call: "+outer+inner--".
std::string take_nvtx_log();

#endif
