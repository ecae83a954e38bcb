#include <kcc/runtime/stream.h>

#include "argument_conversion.h"
#include "event_state.h"
#include "loaded_module.h"
#include "stream_state.h"

namespace kcc {

Stream::Stream(const Device &device, const StreamOptions &options)
    : state_(std::make_unique<core::StreamState>(device, options)) {}
Stream::Stream(std::unique_ptr<core::StreamState> state) noexcept : state_(std::move(state)) {}
Stream::Stream(Stream &&) noexcept = default;
Stream &Stream::operator=(Stream &&) noexcept = default;
Stream::~Stream() = default;

void Stream::synchronize() {
  state_->synchronize();
}
bool Stream::is_done() const {
  return state_->is_done();
}
void Stream::run_on_host(std::function<void()> function) {
  state_->run_on_host(std::move(function));
}
const Device &Stream::device() const noexcept {
  return state_->public_device();
}
const StreamOptions &Stream::options() const noexcept {
  return state_->options();
}

void Stream::record(Event &event) {
  const auto operation = [&] { return "recording an event on " + state_->description(); };
  if (!(event.device() == device()))
    detail::fail(operation(), "the event is of " + core::label(event.device()),
                 "Make it with the stream's device: kcc::Event event(stream.device())");
  event.state_->record(state_->handle(), state_->capture(), operation);
}

void Stream::wait(const Event &event) {
  const auto operation = [&] { return "waiting for an event on " + state_->description(); };
  if (event.device().backend() != device().backend())
    detail::fail(operation(), "the event is of " + core::label(event.device()),
                 "Wait on the host instead: event.synchronize()");
  if (!event.state_->recorded())
    return;
  std::shared_ptr<core::Capture> capture = event.state_->capture();
  if (capture && !capture->active)
    event.state_->refuse_capture(operation);
  if (capture && state_->capture() && state_->capture() != capture)
    detail::fail(ErrorCategory::invalid_state, operation(),
                 "stream and event take part in different captures",
                 "Let one capture end before the other begins");
  state_->device().wait_event(state_->handle(), event.state_->handle(), operation);
  if (capture)
    state_->join(std::move(capture));
}

void *Stream::scratch(std::size_t bytes) {
  return state_->scratch(bytes);
}

namespace {

/// Checks that a module's kernel is loaded on the stream's device.
core::LoadedKernel &loaded_here(core::LoadedKernel &kernel, const core::StreamState &stream) {
  if (&kernel.module->device() != &stream.device())
    detail::fail("launching " + kernel.label() + " on " + stream.description(),
                 "the module is loaded on " + kernel.module->device().info().label,
                 "Load it on the stream's device as well");
  return kernel;
}

} // namespace

core::LoadedKernel &Stream::load(const KernelCode &kernel) {
  if (kernel.loaded)
    return loaded_here(*kernel.loaded, *state_);
  return core::typed_kernel(state_->device(), *kernel.image, kernel.entry, *kernel.types);
}

void Stream::launch_checked(const KernelCode &kernel, const LaunchConfig &config,
                            const void *const *arguments) {
  state_->launch(load(kernel), config, arguments);
}

std::uint32_t Stream::max_blocks_of_typed(const KernelCode &kernel, const LaunchConfig &config) {
  return state_->max_cooperative_blocks(load(kernel), config);
}

std::uint32_t Stream::max_cooperative_blocks(const ModuleKernel &kernel, const LaunchConfig &config) {
  return state_->max_cooperative_blocks(loaded_here(*kernel.kernel_, *state_), config);
}

void Stream::launch_module(const ModuleKernel &kernel, const LaunchConfig &config,
                           std::span<detail::RuntimeArgument> arguments, const void **pointers) {
  core::LoadedKernel &loaded = loaded_here(*kernel.kernel_, *state_);
  const auto &parameters = loaded.info.parameters;
  if (arguments.size() != parameters.size())
    detail::fail("launching " + loaded.label() + " on " + state_->description(),
                 "it has " + std::to_string(parameters.size()) +
                     (parameters.size() == 1 ? " parameter, but " : " parameters, but ") +
                     std::to_string(arguments.size()) +
                     (arguments.size() == 1 ? " argument was passed" : " arguments were passed"),
                 "Pass one argument for each parameter after the LaunchConfig");
  for (std::size_t i = 0; i < arguments.size(); ++i)
    pointers[i] = core::convert_argument(loaded, i + 1, parameters[i], arguments[i], device());
  state_->launch(loaded, config, pointers);
}

Stream::Place Stream::find(const abi::Image &image, const char *symbol, const detail::ParameterType &type) {
  core::LoadedGlobal &global = core::image_module(state_->device(), image).resolve_global(symbol);
  core::check_global(global, type);
  return find(global);
}

Stream::Place Stream::find(core::LoadedGlobal &global) {
  if (&global.module->device() != &state_->device())
    detail::fail("reaching " + global.label() + " on " + state_->description(),
                 "the module is loaded on " + global.module->device().info().label,
                 "Load it on the stream's device as well");
  return {&global, global.memory.address};
}

void Stream::write_bytes(const Place &place, const void *host, std::size_t bytes) {
  const auto operation = [&] { return "writing " + place.global->label() + " on " + state_->description(); };
  if (bytes != place.global->memory.bytes)
    detail::fail(operation(),
                 "it has " + std::to_string(place.global->memory.bytes) + " bytes, the value has " +
                     std::to_string(bytes),
                 "Pass as many elements as the variable has");
  state_->write(place.address, host, bytes, operation);
}

void Stream::read_bytes(const Place &place, void *host) {
  const auto operation = [&] { return "reading " + place.global->label() + " on " + state_->description(); };
  state_->read(host, place.address, place.global->memory.bytes, operation);
}

void detail::copy_to_host(Stream &stream, void *host, const void *from, std::size_t bytes) {
  core::StreamState &state = stream.state();
  state.read(host, from, bytes, [&] { return "copying a result from " + state.description(); });
}

void detail::check_result(const Stream &stream, const Device &of_result, std::size_t size) {
  const auto operation = [&] { return "writing a result on " + stream.state().device().info().label; };
  if (!(of_result == stream.device()))
    fail(operation(), "the result's buffer is of " + core::label(of_result),
         "Make it with the stream's device: kcc::Buffer<T> result(stream.device(), 1)");
  if (size == 0)
    fail(operation(), "the result's buffer is empty", "Make it with one element");
}

} // namespace kcc
