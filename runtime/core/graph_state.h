// The state of graphs, and what they keep alive.
#ifndef KCC_RUNTIME_CORE_GRAPH_STATE_H
#define KCC_RUNTIME_CORE_GRAPH_STATE_H

#include "graph_backend.h"
#include "host_calls.h"

#include <kcc/runtime/stream.h>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace kcc::core {

/// What the work of a graph refers to: code, functions, memory that is no buffer of the program.
struct GraphNeeds {
  std::vector<std::shared_ptr<const void>> objects;
  std::vector<std::shared_ptr<GraphExceptions>> exceptions; ///< of its functions on the host

  bool empty() const { return objects.empty(); }
  void add(const GraphNeeds &other) {
    objects.insert(objects.end(), other.objects.begin(), other.objects.end());
    exceptions.insert(exceptions.end(), other.exceptions.begin(), other.exceptions.end());
  }
};

/// One capture, shared by the streams that take part.
struct Capture {
  std::atomic<bool> active = true;
  GraphNeeds needs; ///< until it ends

  /// Enqueues a call of the function in the stream, each time the graph runs.
  void add_host_call(BackendDevice &device, StreamHandle *stream, std::function<void()> function, Operation);
  /// Memory of the device that the graph owns.
  void *add_memory(BackendDevice &device, std::size_t bytes, Operation);
  /// A copy of the host's memory that the graph owns.
  const void *add_bytes(const void *host, std::size_t bytes);
};

/// The device's graphs; throws Error if it has none.
GraphBackend &graphs_of(BackendDevice &device, const Operation &operation);

class GraphState {
public:
  explicit GraphState(const Device &device);
  GraphState(const Device &device, GraphHandle *handle, GraphNeeds needs) noexcept;
  /// A body of a conditional node, which belongs to that.
  static std::shared_ptr<GraphState> body(const Device &device, GraphHandle *handle);
  ~GraphState();
  GraphState(const GraphState &) = delete;
  GraphState &operator=(const GraphState &) = delete;

  const Device &public_device() const noexcept { return device_; }
  BackendDevice &device() const noexcept { return device_.backend_device(); }
  GraphBackend &backend() const noexcept { return *device().graphs(); }
  GraphHandle *handle() const noexcept { return handle_; }
  GraphNeeds &needs() noexcept { return needs_; }
  bool has_conditionals() const noexcept { return has_conditionals_; }
  void set_has_conditionals() noexcept { has_conditionals_ = true; }
  /// Throws Error if adding a node has failed halfway.
  void check_whole(const Operation &) const;
  void set_broken() noexcept { is_broken_ = true; }
  Stream &own_stream();

private:
  Device device_;
  GraphNeeds needs_;
  std::optional<Stream> own_stream_;
  GraphHandle *handle_ = nullptr;
  bool is_owner_ = true; ///< of the handle
  bool has_conditionals_ = false;
  bool is_broken_ = false;
};

class GraphExecState {
public:
  explicit GraphExecState(std::shared_ptr<GraphState> graph);
  ~GraphExecState();
  GraphExecState(const GraphExecState &) = delete;
  GraphExecState &operator=(const GraphExecState &) = delete;

  const Device &public_device() const noexcept { return graph_->public_device(); }
  GraphState &graph() const noexcept { return *graph_; }
  /// Calls `f` for each GraphExceptions of its functions on the host.
  template <class F> void for_each_exceptions(F &&f) const {
    for (const auto &[node, needs] : needs_)
      for (const auto &exceptions : needs.exceptions)
        f(exceptions);
  }

  void launch(StreamHandle *stream, Operation);
  bool update(GraphState &from);
  bool update(GraphNodeHandle &node, GraphState &child);

private:
  template <class F> bool update_with(GraphNodeHandle *node, GraphState &from, F &&update);

  std::shared_ptr<GraphState> graph_; ///< whose nodes update() takes
  /// Of the graph as a whole (null), and of nodes that were updated since.
  std::map<GraphNodeHandle *, GraphNeeds> needs_;
  std::vector<GraphNeeds> replaced_; ///< a launch that is not done yet may still use them
  GraphExecHandle *handle_ = nullptr;
  bool launched_ = false; ///< since the device was last waited for
};

} // namespace kcc::core

#endif
