// Linking by the driver, or by nvJitLink.
#include "compiled_anew.h"
#include "cuda_modules.h"
#include "current.h"
#include "jit.h"
#include "nvjitlink.h"

#include <algorithm>

namespace kcc::cuda {

namespace {

JitInput input_type(core::ContentKind kind) {
  switch (kind) {
  case core::ContentKind::ptx:
    return jit_input_ptx;
  case core::ContentKind::fatbin:
    return jit_input_fatbin;
  case core::ContentKind::host_object:
    return jit_input_object;
  case core::ContentKind::archive:
    return jit_input_library;
  default:
    return jit_input_cubin;
  }
}

/// The driver's linker with its log.
class DriverLink {
public:
  DriverLink(CudaDevice &device, const JitOptions &options, core::Operation operation)
      : device_(device), current_(device, operation), verbose_(options.verbose),
        options_(options, JitCall::Use::link, operation) {
    const DriverApi &api = device.api();
    if (const Result result = api.link_create(options_.count(), options_.keys(), options_.values(), &state_);
        result != success)
      throw device.failed(result, api.link_create.name, operation, options_.log());
  }
  ~DriverLink() { device_.api().link_destroy(state_); }
  DriverLink(const DriverLink &) = delete;
  DriverLink &operator=(const DriverLink &) = delete;

  void add(const core::LinkInput &input, core::Operation operation) {
    const DriverApi &api = device_.api();
    const bool is_text = input.kind == core::ContentKind::ptx; // which is passed with its NUL
    const std::string anew = is_text && verbose_ ? compiled_anew(input.bytes) : "";
    const std::string &bytes = anew.empty() ? input.bytes : anew;
    const Result result = api.link_add_data(state_, input_type(input.kind), const_cast<char *>(bytes.c_str()),
                                            bytes.size() + is_text, input.name.c_str(), 0u, nullptr, nullptr);
    if (result != success)
      throw device_.failed(
          result, api.link_add_data.name, [&] { return operation.text() + ": adding `" + input.name + "`"; },
          options_.log());
  }

  core::LinkedCode complete(core::Operation operation) {
    const DriverApi &api = device_.api();
    void *cubin = nullptr; // the state's memory
    std::size_t bytes = 0;
    if (const Result result = api.link_complete(state_, &cubin, &bytes); result != success)
      throw device_.failed(result, api.link_complete.name, operation, options_.log());
    const auto *begin = static_cast<const std::byte *>(cubin);
    return {{begin, begin + bytes}, options_.log()};
  }

private:
  CudaDevice &device_;
  const Current current_;
  bool verbose_;
  JitCall options_; // the state writes to its buffers
  LinkRef state_ = nullptr;
};

} // namespace

core::LinkedCode CudaModules::link(std::span<const core::LinkInput> inputs, const LinkerOptions &options,
                                   core::Operation operation) {
  const bool has_lto_ir =
      std::ranges::find(inputs, core::ContentKind::lto_ir, &core::LinkInput::kind) != inputs.end();
  if (has_lto_ir && options.engine == LinkEngine::driver)
    detail::fail(ErrorCategory::not_supported, operation.text(), "the driver does not link LTO-IR",
                 "Take LinkEngine::automatic or nvjitlink");
  if (has_lto_ir || options.engine == LinkEngine::nvjitlink)
    return nvjitlink(inputs, options.jit, device_.info().arch, has_lto_ir, operation);
  return link_by_driver(inputs, options.jit, operation);
}

core::LinkedCode CudaModules::link_by_driver(std::span<const core::LinkInput> inputs,
                                             const JitOptions &options, const core::Operation &operation) {
  DriverLink link(device_, options, operation);
  for (const core::LinkInput &input : inputs)
    link.add(input, operation);
  return link.complete(operation);
}

} // namespace kcc::cuda
