#include "device_facts.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace kcc::opencl {

namespace {

/// Calls `get(size, value, &needed)` as OpenCL's functions that answer questions are called.
template <class F> std::string text_from(F &&get) {
  std::size_t bytes = 0;
  if (get(std::size_t{0}, nullptr, &bytes) != success)
    return {};
  std::string text(bytes, '\0');
  if (bytes == 0 || get(bytes, text.data(), nullptr) != success)
    return {};
  return text.c_str(); // without the NUL at the end
}

/// "OpenCL 3.0 PoCL" is at least 2.1.
bool has_version_2_1(std::string_view text) {
  constexpr std::string_view prefix = "OpenCL ";
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  int major = 0, minor = 0;
  const char *const end = text.data() + text.size();
  const auto [dot, error] = std::from_chars(text.data(), end, major);
  if (error == std::errc() && dot != end)
    std::from_chars(dot + 1, end, minor);
  return std::pair(major, minor) >= std::pair(2, 1);
}

/// Whether a list with spaces between its words has the word.
bool lists(std::string_view list, std::string_view word) {
  for (std::size_t at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' '))
      return true;
  }
  return false;
}

} // namespace

DeviceFacts::DeviceFacts(const Api &from, PlatformRef of, DeviceRef listed)
    : api(from), platform(of), device(listed) {
  const auto platform_text = [&](Uint what) {
    return text_from([&](std::size_t bytes, char *to, std::size_t *needed) {
      return api.get_platform_info(platform, what, bytes, to, needed);
    });
  };
  const auto text = [&](Uint what) {
    return text_from([&](std::size_t bytes, char *to, std::size_t *needed) {
      return api.get_device_info(device, what, bytes, to, needed);
    });
  };
  const auto ask = [&](Uint what, auto &value) {
    auto answer = value;
    if (api.get_device_info(device, what, sizeof answer, &answer, nullptr) == success)
      value = answer;
  };
  platform_name = platform_text(opencl::platform_name);
  platform_extensions_ = platform_text(opencl::platform_extensions);
  name = text(device_name);
  version = text(device_version);
  driver_version = text(opencl::driver_version);
  extensions_ = text(device_extensions);
  il_version = text(device_il_version);
  ask(device_type, type);
  ask(device_svm_capabilities, svm);
  if (!is_processor())
    ask(device_vendor_id, vendor);
  ask(device_address_bits, address_bits);
  ask(device_max_compute_units, compute_units);
  ask(device_max_work_group_size, max_threads_per_block);
  ask(device_max_work_item_sizes, max_block);
  ask(device_global_memory, memory_bytes);
  ask(device_max_allocation, max_allocation_bytes);
  ask(device_local_memory, shared_bytes);
  Bits single_config = 0, double_config = 0;
  ask(device_single_fp_config, single_config);
  ask(device_double_fp_config, double_config);
  rounds_quotients = (single_config & fp_correctly_rounded_divide_sqrt) != 0;
  keeps_subnormals = (single_config & fp_denorm) != 0;
  has_double = double_config != 0;
  Bool available = 0, unified = 0;
  ask(device_available, available);
  ask(device_host_unified_memory, unified);
  is_available = available != 0;
  is_unified = unified != 0;
  if (std::size_t bytes = 0;
      api.get_device_info(device, device_sub_group_sizes, 0, nullptr, &bytes) == success && bytes != 0) {
    sub_group_sizes.resize(bytes / sizeof(std::size_t));
    if (api.get_device_info(device, device_sub_group_sizes, bytes, sub_group_sizes.data(), nullptr) !=
        success)
      sub_group_sizes.clear();
  }
}

std::string DeviceFacts::problem() const {
  if (!is_available)
    return "its driver says that it is not available";
  if (il_version.find("SPIR-V") == std::string::npos)
    return "its driver (" + platform_name + " " + driver_version + ") takes no SPIR-V, which kcc's code is";
  if (!has_version_2_1(version))
    return "its driver has only " + version + ", and kcc needs OpenCL 2.1";
  if (address_bits != 64)
    return "its addresses have " + std::to_string(address_bits) + " bits, and kcc's code needs 64";
  if ((svm & svm_coarse_grain_buffer) == 0)
    return "it has no shared virtual memory, with which kcc's code reaches buffers by their addresses";
  return {};
}

std::string DeviceFacts::why_no_warps() const {
  if (platform_name == "Portable Computing Language") // PoCL 6 cannot link some of them either
    return "PoCL computes wrong results in blocks that do not fill their sub-groups";
  if (std::ranges::find(sub_group_sizes, std::size_t{32}) == sub_group_sizes.end())
    return "the device has no sub-groups of 32 threads, or its driver does not say so "
           "(CL_DEVICE_SUB_GROUP_SIZES_INTEL)";
  return {};
}

bool DeviceFacts::has_extension(std::string_view extension) const noexcept {
  return lists(extensions_, extension);
}

bool DeviceFacts::has_priorities() const noexcept {
  constexpr std::string_view extension = "cl_khr_priority_hints";
  return has_extension(extension) || lists(platform_extensions_, extension);
}

std::optional<std::array<std::uint8_t, uuid_bytes>> DeviceFacts::uuid() const {
  std::array<std::uint8_t, uuid_bytes> bytes{};
  if (api.get_device_info(device, device_uuid, bytes.size(), bytes.data(), nullptr) != success)
    return std::nullopt;
  return bytes;
}

std::optional<PciBusInfo> DeviceFacts::place() const {
  PciBusInfo info{};
  if (api.get_device_info(device, device_pci_bus_info, sizeof info, &info, nullptr) != success)
    return std::nullopt;
  return info;
}

} // namespace kcc::opencl
