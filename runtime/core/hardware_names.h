// How devices are named: as nvidia-smi and lspci print it.
#ifndef KCC_RUNTIME_CORE_HARDWARE_NAMES_H
#define KCC_RUNTIME_CORE_HARDWARE_NAMES_H

#include <cstdint>
#include <span>
#include <string>

namespace kcc::core {

/// "GPU-5a3c0d5e-…" of 16 bytes.
std::string uuid_text(std::span<const std::uint8_t, 16> bytes);

/// "0000:3b:00.0"
std::string pci_address_text(std::uint32_t domain, std::uint32_t bus, std::uint32_t device,
                             std::uint32_t function);

} // namespace kcc::core

#endif
