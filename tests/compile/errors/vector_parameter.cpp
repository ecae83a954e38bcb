// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <memory>
#include <string>
#include <vector>

[[kcc::kernel]] void scale(std::vector<float> values, float factor) {
  for (float &value : values)
    value *= factor;
}

[[kcc::kernel]] void name(std::string text, std::span<char> out) { out[0] = text[0]; }

[[kcc::kernel]] void own(std::unique_ptr<int> value) { *value = 1; }

// ERROR: %s:7:47: error: parameter 'values' of kernel 'scale' has type 'std::vector<float>', which takes code to copy or destroy, so its bytes cannot be sent to a device; pass a 'std::span' of its elements or a plain struct
// ERROR: %s:12:39: error: parameter 'text' of kernel 'name' has type 'std::string' (aka 'basic_string<char>'), which takes code to copy or destroy, so its bytes cannot be sent to a device; pass a 'std::span' of its elements or a plain struct
// ERROR: %s:14:47: error: parameter 'value' of kernel 'own' has type 'std::unique_ptr<int>', which takes code to copy or destroy, so its bytes cannot be sent to a device; pass a 'std::span' of its elements or a plain struct
