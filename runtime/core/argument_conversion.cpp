// A launch by name passes each argument with its type's signature, and the manifest has the signatures of the
// parameters. An ArgumentConverter compares the two and converts where no information is lost: a Buffer to a
// pointer or span, an integer to a type that can represent its value, float to double.
//
// For typed launches the compiler checks the types; the functions at the end of the file report what is known
// only at run time.
#include "argument_conversion.h"

#include "layout.h"
#include "same_signature.h"

namespace kcc::core {

namespace {

using detail::Int128;
using detail::RuntimeArgument;
using detail::UInt128;

std::string given(const RuntimeArgument &argument) {
  const std::string type(argument.signature);
  const std::string element = (argument.read_only ? "const " : "") + type;
  switch (argument.kind) {
  case RuntimeArgument::Kind::buffer:
    return "a kcc::Buffer of " + element;
  case RuntimeArgument::Kind::span:
    return "span<" + element + ">";
  case RuntimeArgument::Kind::pointer:
    return "ptr<" + element + ">";
  default:
    return type;
  }
}

class ArgumentConverter {
public:
  ArgumentConverter(const LoadedKernel &kernel, std::size_t number, const ParameterInfo &parameter,
                    RuntimeArgument &argument, const Device &device)
      : kernel_(kernel), number_(number), parameter_(parameter), form_(kernel.forms[number - 1]),
        argument_(argument), device_(device) {}

  const void *convert() {
    if (argument_.device && !(argument_.of_all_devices ? argument_.device->backend() == device_.backend()
                                                       : *argument_.device == device_))
      fail("is a buffer of " + core::label(*argument_.device), "Allocate it on the stream's device");
    if (parameter_.signature.empty())
      return convert_size();
    if (form_.memory)
      return convert_memory(*form_.memory);
    if (argument_.kind == RuntimeArgument::Kind::integer && form_.integer_bits != 0)
      return convert_integer();
    if (argument_.kind == RuntimeArgument::Kind::floating && argument_.signature == "f32" &&
        parameter_.signature == "f64")
      return widen_float();
    if (!is_memory() && same_signature(argument_.signature, parameter_.signature)) {
      if (argument_.size != parameter_.size)
        fail("has " + std::to_string(argument_.size) + " bytes, the kernel's parameter " +
                 std::to_string(parameter_.size),
             "Declare the type the same way in the program and in the kernel");
      return argument_.value;
    }
    fail_type();
  }

  /// Fails if classes with the same signature have different layouts.
  void compare_layouts() {
    if (argument_.layout == nullptr || parameter_.layout == no_layout)
      return;
    std::atomic<detail::LayoutFunction> &compared = kernel_.compared_layouts[number_ - 1];
    if (compared.load(std::memory_order_relaxed) == argument_.layout)
      return;
    if (const std::string difference =
            layout_difference(kernel_.module->types(), parameter_.layout, argument_.layout());
        !difference.empty())
      fail("has another layout: " + difference,
           "Declare the type the same way in the program and in the kernel");
    compared.store(argument_.layout, std::memory_order_relaxed);
  }

private:
  bool is_memory() const {
    return argument_.kind == RuntimeArgument::Kind::buffer || argument_.kind == RuntimeArgument::Kind::span ||
           argument_.kind == RuntimeArgument::Kind::pointer;
  }

  /// Only the size is known: PTX without a manifest.
  const void *convert_size() {
    // The slot holds a span as pointer and extent; its first half is also the pointer.
    const bool has_slot =
        argument_.kind == RuntimeArgument::Kind::buffer || argument_.kind == RuntimeArgument::Kind::span;
    if (has_slot && (parameter_.size == sizeof(void *) || parameter_.size == 2 * sizeof(void *)))
      return argument_.slot.data();
    if (argument_.kind != RuntimeArgument::Kind::buffer && argument_.size == parameter_.size)
      return argument_.value;
    fail("is " + given(argument_) + ", but the kernel's parameter has " + std::to_string(parameter_.size) +
             " bytes",
         "The PTX has no manifest, so pass a type of exactly that size, or a Buffer for a pointer (8 bytes) "
         "or span (16 bytes)");
  }

  const void *convert_memory(const ParameterForm::Memory &memory) {
    if (!is_memory() || (argument_.kind == RuntimeArgument::Kind::pointer && memory.is_span) ||
        (argument_.kind == RuntimeArgument::Kind::span && !memory.is_span))
      fail_type();
    if (!same_signature(argument_.signature, memory.element))
      fail_type();
    if (argument_.read_only && !memory.read_only)
      fail("is read-only (" + given(argument_) + "), but the kernel may write through " +
               parameter_.signature,
           "Pass one that is not const");
    if (argument_.kind == RuntimeArgument::Kind::pointer)
      return argument_.value;
    if (memory.extent && *memory.extent != argument_.count)
      fail("has " + std::to_string(argument_.count) + " elements, the kernel takes " + parameter_.signature,
           "Pass exactly " + std::to_string(*memory.extent) + " elements");
    return argument_.slot.data();
  }

  const void *convert_integer() {
    const unsigned bits = form_.integer_bits;
    const bool is_signed = parameter_.signature[0] == 'i';
    UInt128 value = 0; // two's complement
    std::memcpy(&value, argument_.value, argument_.size);
    if (argument_.negative && argument_.size < sizeof value)
      value |= ~UInt128{0} << (argument_.size * 8);
    const UInt128 greatest = ~UInt128{0} >> (128 - bits + (is_signed ? 1 : 0));
    const bool fits = argument_.negative ? is_signed && ~value <= greatest : value <= greatest;
    if (!fits)
      detail::fail_integer(
          {device_, kernel_.info.name.c_str(), kernel_.module->name().c_str()}, number_, argument_.negative,
          static_cast<unsigned long long>(argument_.negative ? 0 - value : value), parameter_.signature);
    std::memcpy(argument_.slot.data(), &value, argument_.slot.size()); // little endian, like every CUDA host
    return argument_.slot.data();
  }

  const void *widen_float() {
    float narrow;
    std::memcpy(&narrow, argument_.value, sizeof narrow);
    const double wide = narrow;
    std::memcpy(argument_.slot.data(), &wide, sizeof wide);
    return argument_.slot.data();
  }

  [[noreturn]] void fail_type() {
    fail("is " + given(argument_) + ", but the kernel takes " + parameter_.type + " (" +
             parameter_.signature + ")",
         form_.memory ? "Pass a kcc::Buffer of exactly that element type"
                      : "Pass exactly that type, with a cast if need be");
  }

  [[noreturn]] void fail(const std::string &text, std::string hint) {
    detail::fail("launching " + kernel_.label() + " on " + core::label(device_),
                 "argument " + std::to_string(number_) + " (`" + parameter_.name + "`) " + text,
                 std::move(hint));
  }

  const LoadedKernel &kernel_;
  std::size_t number_;
  const ParameterInfo &parameter_;
  const ParameterForm &form_;
  RuntimeArgument &argument_;
  const Device &device_;
};

} // namespace

const void *convert_argument(const LoadedKernel &kernel, std::size_t number, const ParameterInfo &parameter,
                             RuntimeArgument &argument, const Device &device) {
  ArgumentConverter converter(kernel, number, parameter, argument, device);
  const void *value = converter.convert();
  converter.compare_layouts();
  return value;
}

} // namespace kcc::core

namespace kcc::detail {

namespace {

std::string launching(const LaunchSite &site) {
  return "launching kernel `" + std::string(site.kernel) + "` of module `" + site.module + "` on " +
         core::label(site.device);
}

} // namespace

void fail_integer(const LaunchSite &site, std::size_t number, bool negative, unsigned long long magnitude,
                  std::string_view parameter) {
  fail(launching(site),
       "argument " + std::to_string(number) + " is " + (negative ? "-" : "") + std::to_string(magnitude) +
           ", which does not fit the kernel's parameter of type " + std::string(parameter),
       "Pass a value in the parameter's range, or let the kernel take a wider type");
}

void fail_value(bool negative, unsigned long long magnitude, std::string_view type) {
  fail("kcc::Stream::write",
       (negative ? "-" : "") + std::to_string(magnitude) + " does not fit the variable of type " +
           std::string(type),
       "Write a value in the variable's range, or let the kernels have a wider variable");
}

void fail_extent(const LaunchSite &site, std::size_t number, std::size_t parameter, std::size_t given) {
  fail(launching(site),
       "argument " + std::to_string(number) + " has " + std::to_string(given) +
           " elements, the kernel takes a span of " + std::to_string(parameter),
       "Pass exactly " + std::to_string(parameter) + " elements");
}

void fail_other_device(const LaunchSite &site, std::size_t number, const Device &given) {
  fail(launching(site), "argument " + std::to_string(number) + " is a buffer of " + core::label(given),
       "Allocate it on the stream's device: kcc::Buffer buffer(stream.device(), …)");
}

} // namespace kcc::detail
