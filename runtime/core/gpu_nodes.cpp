#include "gpu_nodes.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ios>
#include <string_view>
#include <system_error>

namespace kcc::core {

bool may_have_gpus(const Vendors &served) {
  std::error_code ignored;
  if (std::filesystem::exists("/dev/dxg", ignored) || // Windows' GPUs, in its Linux
      (!served.contains(nvidia_vendor) && std::filesystem::exists("/dev/nvidiactl", ignored)))
    return true;
  std::filesystem::directory_iterator nodes("/sys/class/drm", ignored);
  return std::ranges::any_of(begin(nodes), end(nodes), [&](const std::filesystem::directory_entry &node) {
    if (!std::string_view(node.path().filename().native()).starts_with("renderD"))
      return false;
    std::uint32_t vendor = 0;
    std::ifstream(node.path() / "device/vendor") >> std::hex >> vendor;
    return !served.contains(vendor);
  });
}

} // namespace kcc::core
