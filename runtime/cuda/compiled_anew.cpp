#include "compiled_anew.h"

#include <atomic>
#include <chrono>
#include <unistd.h>

namespace kcc::cuda {

std::string compiled_anew(std::string_view ptx) {
  static std::atomic<unsigned> number = 0;
  std::string text(ptx);
  text += "\n// compiled for its log: ";
  text += std::to_string(std::chrono::system_clock::now().time_since_epoch().count()) + " " +
          std::to_string(getpid()) + " " + std::to_string(number++) + "\n";
  return text;
}

} // namespace kcc::cuda
