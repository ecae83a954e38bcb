#include "hardware_names.h"

#include <array>
#include <cstdio>

namespace kcc::core {

std::string uuid_text(std::span<const std::uint8_t, 16> bytes) {
  std::string text = "GPU-";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::array<char, 3> digits{};
    std::snprintf(digits.data(), digits.size(), "%02x", bytes[i]);
    text += digits.data();
    if (i == 3 || i == 5 || i == 7 || i == 9)
      text += '-';
  }
  return text;
}

std::string pci_address_text(std::uint32_t domain, std::uint32_t bus, std::uint32_t device,
                             std::uint32_t function) {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%04x:%02x:%02x.%x", domain, bus, device, function);
  return text.data();
}

} // namespace kcc::core
