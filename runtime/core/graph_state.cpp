#include "graph_state.h"

#include <cstring>
#include <iterator>

namespace kcc::core {

namespace {

struct HostFunction {
  std::function<void()> function;
  std::shared_ptr<GraphExceptions> exceptions;

  static void run(void *data) noexcept {
    HostFunction &self = *static_cast<HostFunction *>(data);
    const InHostCall scope;
    try {
      self.function();
    } catch (...) {
      self.exceptions->add(std::current_exception());
    }
  }
};

struct DeviceBytes {
  BackendDevice &device;
  void *memory;
  DeviceBytes(BackendDevice &device, void *memory) : device(device), memory(memory) {}
  DeviceBytes(const DeviceBytes &) = delete;
  DeviceBytes &operator=(const DeviceBytes &) = delete;
  ~DeviceBytes() { device.release(memory); }
};

} // namespace

void Capture::add_host_call(BackendDevice &device, StreamHandle *stream, std::function<void()> function,
                            Operation operation) {
  auto exceptions = std::make_shared<GraphExceptions>();
  auto call = std::make_shared<HostFunction>(HostFunction{std::move(function), exceptions});
  needs.objects.push_back(call);
  needs.exceptions.push_back(std::move(exceptions));
  device.call_host(stream, &HostFunction::run, call.get(), operation);
}

void *Capture::add_memory(BackendDevice &device, std::size_t bytes, Operation operation) {
  auto memory = std::make_shared<DeviceBytes>(device, device.allocate(bytes, operation));
  needs.objects.push_back(memory);
  return memory->memory;
}

const void *Capture::add_bytes(const void *host, std::size_t bytes) {
  const std::shared_ptr<std::byte[]> copy(new std::byte[bytes]);
  std::memcpy(copy.get(), host, bytes);
  needs.objects.push_back(copy);
  return copy.get();
}

GraphBackend &graphs_of(BackendDevice &device, const Operation &operation) {
  if (GraphBackend *const graphs = device.graphs())
    return *graphs;
  detail::fail(
      ErrorCategory::not_supported, operation.text(), "the device has no graphs",
      device.info().backend == Backend::cuda
          ? "Graphs need a driver for CUDA 12.0 or newer"
          : "Launch the kernels in a stream one by one; CUDA devices and the CPU device have graphs");
}

GraphState::GraphState(const Device &device) : device_(device) {
  BackendDevice &backend_device = device.backend_device();
  const auto operation = [&] { return "creating a graph on " + backend_device.info().label; };
  handle_ = graphs_of(backend_device, operation).create_graph(operation);
}

GraphState::GraphState(const Device &device, GraphHandle *handle, GraphNeeds needs) noexcept
    : device_(device), needs_(std::move(needs)), handle_(handle) {}

std::shared_ptr<GraphState> GraphState::body(const Device &device, GraphHandle *handle) {
  auto state = std::make_shared<GraphState>(device, handle, GraphNeeds());
  state->is_owner_ = false;
  return state;
}

GraphState::~GraphState() {
  if (is_owner_)
    backend().destroy_graph(handle_);
}

void GraphState::check_whole(const Operation &operation) const {
  if (is_broken_)
    detail::fail(ErrorCategory::invalid_state, operation.text(),
                 "adding a conditional node to it failed, and a part of that node remains",
                 "Make the graph anew");
}

Stream &GraphState::own_stream() {
  if (!own_stream_)
    own_stream_.emplace(device_);
  return *own_stream_;
}

GraphExecState::GraphExecState(std::shared_ptr<GraphState> graph)
    : graph_(std::move(graph)), needs_{{nullptr, graph_->needs()}} {
  const auto operation = [&] { return "instantiating a graph on " + graph_->device().info().label; };
  graph_->check_whole(operation);
  handle_ = graph_->backend().instantiate(graph_->handle(), operation);
}

GraphExecState::~GraphExecState() {
  if (launched_)
    graph_->device().wait_quietly();
  graph_->backend().destroy_exec(handle_);
}

void GraphExecState::launch(StreamHandle *stream, Operation operation) {
  graph_->backend().launch(stream, handle_, operation);
  launched_ = true;
}

template <class F> bool GraphExecState::update_with(GraphNodeHandle *node, GraphState &from, F &&update) {
  const auto operation = [&] { return "updating a graph on " + graph_->device().info().label; };
  if (!(from.public_device() == public_device()))
    detail::fail(operation(), "the other graph is of " + from.device().info().label,
                 "Make it with the same device");
  from.check_whole(operation);
  constexpr std::size_t most_replaced = 64;
  if (replaced_.size() >= most_replaced) {
    graph_->device().synchronize(operation);
    launched_ = false;
    replaced_.clear();
  }
  GraphNeeds added = from.needs();
  replaced_.reserve(replaced_.size() + needs_.size() + 1);
  auto place = needs_.try_emplace(node).first;
  if (!update(operation))
    return false;
  replaced_.push_back(std::exchange(place->second, std::move(added)));
  if (node == nullptr) // nothing is left of the nodes' own
    for (auto next = std::next(place); next != needs_.end(); next = needs_.erase(next))
      replaced_.push_back(std::move(next->second));
  return true;
}

bool GraphExecState::update(GraphState &from) {
  return update_with(nullptr, from, [&](Operation operation) {
    return graph_->backend().update(handle_, from.handle(), operation);
  });
}

bool GraphExecState::update(GraphNodeHandle &node, GraphState &child) {
  return update_with(&node, child, [&](Operation operation) {
    return graph_->backend().update_child(handle_, &node, child.handle(), operation);
  });
}

} // namespace kcc::core
