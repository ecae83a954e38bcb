#include "cuda_graphs.h"

#include "current.h"
#include "handles.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <unistd.h>
#include <vector>

namespace kcc::cuda {

namespace {

GraphRef raw(core::GraphHandle *handle) {
  return reinterpret_cast<GraphRef>(handle);
}
GraphNodeRef raw(core::GraphNodeHandle *handle) {
  return reinterpret_cast<GraphNodeRef>(handle);
}
GraphExecRef raw(core::GraphExecHandle *handle) {
  return reinterpret_cast<GraphExecRef>(handle);
}

/// An empty file that is removed at the end.
class TemporaryFile {
public:
  explicit TemporaryFile(const core::Operation &operation) {
    const char *const folder = std::getenv("TMPDIR");
    path_ = std::string(folder && *folder ? folder : "/tmp") + "/kcc-graph-XXXXXX"; // for mkstemp()
    const int file = mkstemp(path_.data());
    if (file < 0)
      detail::fail(ErrorCategory::system, operation.text(),
                   "the temporary file `" + path_ + "` cannot be made: " + std::strerror(errno),
                   "Set TMPDIR to a directory with space");
    close(file);
  }
  ~TemporaryFile() { unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  const std::string &path() const noexcept { return path_; }

private:
  std::string path_;
};

} // namespace

bool CudaGraphs::are_in(const DriverApi &api) noexcept {
  return api.stream_begin_capture.function && api.stream_end_capture.function && api.graph_create.function &&
         api.graph_destroy.function && api.graph_add_child_graph_node.function &&
         api.graph_get_nodes.function && api.graph_debug_dot_print.function &&
         api.graph_instantiate.function && api.graph_exec_destroy.function && api.graph_launch.function &&
         api.graph_exec_update.function && api.graph_exec_child_graph_node_set_params.function;
}

// Relaxed: a kernel's code may be loaded and memory allocated meanwhile, by this thread and others, which the
// other modes forbid. What would wait for the captured stream is refused by the core.
void CudaGraphs::begin_capture(core::StreamHandle *stream, core::Operation operation) {
  const Current current(device_, operation);
  device_.call(operation, device_.api().stream_begin_capture, raw(stream), capture_relaxed);
  device_.checks().begin_capture();
}

core::GraphHandle *CudaGraphs::end_capture(core::StreamHandle *stream, core::Operation operation) {
  GraphRef graph = nullptr;
  device_.checks().end_capture();
  std::optional<Current> current;
  try {
    current.emplace(device_, operation);
  } catch (const Error &) { // otherwise the stream could not be used any more
    if (device_.api().stream_end_capture(raw(stream), &graph) == success)
      device_.api().graph_destroy(graph);
    throw;
  }
  device_.call(operation, device_.api().stream_end_capture, raw(stream), &graph);
  return reinterpret_cast<core::GraphHandle *>(graph);
}

core::GraphHandle *CudaGraphs::create_graph(core::Operation operation) {
  const Current current(device_, operation);
  GraphRef graph = nullptr;
  device_.call(operation, device_.api().graph_create, &graph, 0u);
  return reinterpret_cast<core::GraphHandle *>(graph);
}

void CudaGraphs::destroy_graph(core::GraphHandle *graph) noexcept {
  without_throwing([&](core::Operation operation) {
    const Current current(device_, operation);
    device_.api().graph_destroy(raw(graph));
  });
}

core::GraphNodeHandle *CudaGraphs::add_child(core::GraphHandle *graph, Nodes after, core::GraphHandle *child,
                                             core::Operation operation) {
  const Current current(device_, operation);
  GraphNodeRef node = nullptr;
  device_.call(operation, device_.api().graph_add_child_graph_node, &node, raw(graph),
               reinterpret_cast<const GraphNodeRef *>(after.data()), after.size(), raw(child));
  return reinterpret_cast<core::GraphNodeHandle *>(node);
}

namespace {

/// Kernels set the conditions of nodes by a function that the driver adds when it loads code that calls it.
/// NVIDIA documents it for CUDA C++ only ("Conditional Graph Nodes"); this is how nvcc calls it.
constexpr const char *condition_setter_ptx = R"(.version 6.0
.target sm_50
.address_size 64
.extern .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value);
.visible .entry kcc_set_condition(.param .u64 handle, .param .u64 number) {
  .reg .b64 %rd<3>;
  .reg .b32 %value;
  .param .b64 to;
  .param .b32 what;
  ld.param.u64 %rd1, [handle];
  ld.param.u64 %rd2, [number];
  ld.global.u32 %value, [%rd2];
  st.param.b64 [to], %rd1;
  st.param.b32 [what], %value;
  call.uni cudaGraphSetConditional, (to, what);
  ret;
}
)";

} // namespace

FunctionRef CudaGraphs::condition_setter(const core::Operation &operation) {
  const DriverApi &api = device_.api();
  if (!api.graph_conditional_handle_create.function || !api.graph_add_node.function)
    detail::fail(ErrorCategory::not_supported, operation.text(), "the driver has no conditional nodes",
                 "They need a driver for CUDA 12.4 or newer");
  const std::lock_guard lock(loading_);
  if (!module_)
    device_.call(operation, api.module_load_data_ex, &module_,
                 static_cast<const void *>(condition_setter_ptx), 0u, static_cast<JitOption *>(nullptr),
                 static_cast<void **>(nullptr));
  if (!condition_setter_)
    device_.call(operation, api.module_get_function, &condition_setter_, module_, "kcc_set_condition");
  return condition_setter_;
}

/// Adds the kernel that tells the conditional node what its number is now.
GraphNodeRef CudaGraphs::add_condition_setter(GraphRef graph, std::span<const GraphNodeRef> after,
                                              const core::Conditional &conditional,
                                              const core::Operation &operation) {
  ConditionalHandle handle = conditional.data;
  const std::uint32_t *number = conditional.number;
  void *arguments[] = {&handle, &number};
  GraphNodeDescription description{};
  description.kind = graph_node_kernel;
  description.kernel = {.function = condition_setter(operation),
                        .grid_x = 1,
                        .grid_y = 1,
                        .grid_z = 1,
                        .block_x = 1,
                        .block_y = 1,
                        .block_z = 1,
                        .shared_bytes = 0,
                        .arguments = arguments};
  GraphNodeRef node = nullptr;
  device_.call(operation, device_.api().graph_add_node, &node, graph, after.data(),
               static_cast<const GraphEdge *>(nullptr), after.size(), &description);
  return node;
}

void CudaGraphs::begin_conditional(core::GraphHandle *graph, Nodes after, core::Conditional &conditional,
                                   core::Operation operation) {
  using Kind = core::Conditional::Kind;
  const Current current(device_, operation);
  const DriverApi &api = device_.api();
  condition_setter(operation);
  if ((conditional.kind == Kind::choice || conditional.body_count == 2) &&
      device_.driver().version < 12080) // it would answer invalid_value
    detail::fail(ErrorCategory::not_supported, operation.text(),
                 "the driver has only conditional nodes with one body",
                 "Others need one for CUDA 12.8 or newer");
  GraphNodeDescription description{};
  description.kind = graph_node_conditional;
  ConditionalHandle handle = 0;
  device_.call(operation, api.graph_conditional_handle_create, &handle, raw(graph),
               device_.context(operation), 0u, 0u);
  conditional.data = handle;
  const GraphNodeRef setter =
      add_condition_setter(raw(graph), {reinterpret_cast<const GraphNodeRef *>(after.data()), after.size()},
                           conditional, operation);
  description.conditional = {.handle = handle,
                             .kind = conditional.kind == Kind::once       ? conditional_if
                                     : conditional.kind == Kind::repeated ? conditional_while
                                                                          : conditional_switch,
                             .body_count = static_cast<unsigned>(conditional.body_count),
                             .bodies = nullptr,
                             .context = device_.context(operation)};
  GraphNodeRef node = nullptr;
  device_.call(operation, api.graph_add_node, &node, raw(graph), static_cast<const GraphNodeRef *>(&setter),
               static_cast<const GraphEdge *>(nullptr), std::size_t{1}, &description);
  conditional.node = reinterpret_cast<core::GraphNodeHandle *>(node);
  for (std::size_t i = 0; i < conditional.body_count; ++i)
    conditional.bodies.push_back(reinterpret_cast<core::GraphHandle *>(description.conditional.bodies[i]));
}

void CudaGraphs::end_conditional(core::GraphHandle *, const core::Conditional &conditional,
                                 core::Operation operation) {
  if (conditional.kind != core::Conditional::Kind::repeated)
    return;
  const Current current(device_, operation);
  GraphRef body = raw(conditional.bodies[0]);
  std::size_t count = 0;
  device_.call(operation, device_.api().graph_get_nodes, body, static_cast<GraphNodeRef *>(nullptr), &count);
  std::vector<GraphNodeRef> nodes(count);
  device_.call(operation, device_.api().graph_get_nodes, body, nodes.data(), &count);
  add_condition_setter(body, nodes, conditional, operation); // after each round
}

std::size_t CudaGraphs::node_count(core::GraphHandle *graph, core::Operation operation) {
  const Current current(device_, operation);
  std::size_t count = 0;
  device_.call(operation, device_.api().graph_get_nodes, raw(graph), static_cast<GraphNodeRef *>(nullptr),
               &count);
  return count;
}

std::string CudaGraphs::dot(core::GraphHandle *graph, core::Operation operation) {
  const TemporaryFile file(operation); // the driver only writes to files
  const Current current(device_, operation);
  device_.call(operation, device_.api().graph_debug_dot_print, raw(graph), file.path().c_str(), 0u);
  std::ifstream in(file.path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

core::GraphExecHandle *CudaGraphs::instantiate(core::GraphHandle *graph, core::Operation operation) {
  const Current current(device_, operation);
  GraphExecRef exec = nullptr;
  device_.call(operation, device_.api().graph_instantiate, &exec, raw(graph), 0ull);
  return reinterpret_cast<core::GraphExecHandle *>(exec);
}

void CudaGraphs::destroy_exec(core::GraphExecHandle *exec) noexcept {
  without_throwing([&](core::Operation operation) {
    const Current current(device_, operation);
    device_.api().graph_exec_destroy(raw(exec));
  });
}

void CudaGraphs::launch(core::StreamHandle *stream, core::GraphExecHandle *exec, core::Operation operation) {
  const Current current(device_, operation);
  device_.checks().prepare(operation);
  device_.call(operation, device_.api().graph_launch, raw(exec), raw(stream));
}

bool CudaGraphs::update(core::GraphExecHandle *exec, core::GraphHandle *graph, core::Operation operation) {
  const Current current(device_, operation);
  GraphUpdateResult problem{};
  const Result result = device_.api().graph_exec_update(raw(exec), raw(graph), &problem);
  if (result != success && result != error_graph_update_failure)
    throw device_.failed(result, device_.api().graph_exec_update.name, operation);
  return result == success;
}

bool CudaGraphs::update_child(core::GraphExecHandle *exec, core::GraphNodeHandle *node,
                              core::GraphHandle *child, core::Operation operation) {
  const Current current(device_, operation);
  const Result result =
      device_.api().graph_exec_child_graph_node_set_params(raw(exec), raw(node), raw(child));
  constexpr Result invalid_value = 1; // what the driver says here of other nodes or edges
  if (result != success && result != error_graph_update_failure && result != invalid_value)
    throw device_.failed(result, device_.api().graph_exec_child_graph_node_set_params.name, operation);
  return result == success;
}

} // namespace kcc::cuda
