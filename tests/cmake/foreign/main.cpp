#include "kernels.h"
#include "single.h"

#include <cstring>
#include <iostream>

void print(const kcc::abi::Image &image) {
  std::cout << image.name << " " << image.abi_version - kcc::abi::version;
  for (std::uint32_t i = 0; i < image.code_count; ++i) {
    const kcc::abi::Code &code = image.codes[i];
    const char *text = static_cast<const char *>(code.bytes);
    const bool is_whole = std::strlen(text) == code.size && std::strstr(text, ".visible .entry");
    std::cout << " " << code.arch << " " << (is_whole && code.manifest[0] == '{' ? "whole" : "damaged");
  }
  std::cout << "\n";
}

int main() {
  print(*kernels::scale.image);
  print(*single::scale.image);
}
