// What all examples share: the choice of the device, and a result that scripts can read.
#ifndef KCC_EXAMPLES_COMMON_EXAMPLE_H
#define KCC_EXAMPLES_COMMON_EXAMPLE_H

#include <kcc/runtime.h>

#include <charconv>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace example {

/// A result that differs from what is right.
class Mismatch : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The machine lacks what the example shows; the text says what.
class Skip : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Prints what was checked, or throws Mismatch if it does not hold.
inline void expect(bool holds, const std::string &what) {
  if (!holds)
    throw Mismatch("not so: " + what);
  std::cout << "checked: " << what << "\n";
}

/// The names that choose_device() takes.
inline constexpr char device_names[] = "cpu, cuda, cuda:N, hip, hip:N, vulkan, vulkan:N, opencl or opencl:N";

inline bool is_device_name(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view backend = text.substr(0, colon);
  if (colon == text.npos)
    return backend == "cpu" || backend == "cuda" || backend == "hip" || backend == "vulkan" ||
           backend == "opencl";
  const std::string_view number = text.substr(colon + 1);
  return backend != "cpu" && is_device_name(backend) && !number.empty() && number.size() < 10 &&
         number.find_first_not_of("0123456789") == number.npos;
}

/// The device of this name; for an empty one Device::pick(). Throws kcc::Error if there is none.
inline kcc::Device choose_device(std::string_view name) {
  if (name.empty())
    return kcc::Device::pick();
  if (name == "cpu")
    return kcc::Device::cpu();
  int ordinal = 0;
  if (const std::size_t colon = name.find(':'); colon != name.npos)
    std::from_chars(name.data() + colon + 1, name.data() + name.size(), ordinal);
  if (name.starts_with("hip"))
    return kcc::Device::hip(ordinal);
  if (name.starts_with("opencl"))
    return kcc::Device::opencl(ordinal);
  return name.starts_with("vulkan") ? kcc::Device::vulkan(ordinal) : kcc::Device::cuda(ordinal);
}

inline const char *backend_name(const kcc::Device &device) {
  switch (device.backend()) {
  case kcc::Backend::cuda:
    return "cuda";
  case kcc::Backend::hip:
    return "hip";
  case kcc::Backend::vulkan:
    return "vulkan";
  case kcc::Backend::opencl:
    return "opencl";
  default:
    return "cpu";
  }
}

/// Calls `body()` and determines the exit status: 0 after a last line PASSED, 1 after one that starts with
/// FAILED, 77 after one that starts with SKIPPED.
template <class Body> int report(Body body) {
  try {
    body();
  } catch (const Skip &reason) {
    std::cout << "SKIPPED: " << reason.what() << std::endl;
    return 77;
  } catch (const std::exception &error) {
    std::cout << "FAILED: " << error.what() << std::endl;
    return 1;
  }
  std::cout << "PASSED" << std::endl;
  return 0;
}

/// The main function of an example whose only option is --device: calls `body(device)` and reports.
template <class Body> int run(int argc, char **argv, Body body) {
  std::string_view name;
  if (argc == 3 && std::string_view(argv[1]) == "--device")
    name = argv[2];
  if (argc != 1 && !is_device_name(name)) {
    std::cerr << "usage: " << argv[0] << " [--device DEVICE]   (" << device_names
              << "; default: KCC_DEVICE, else the best GPU, else the CPU)\n";
    return 2;
  }
  return report([&] {
    const kcc::Device device = choose_device(name);
    std::cout << "device:  " << device.name() << "\n";
    body(device);
  });
}

} // namespace example

#endif
