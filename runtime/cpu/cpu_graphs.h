// Graphs of the CPU device.
#ifndef KCC_RUNTIME_CPU_CPU_GRAPHS_H
#define KCC_RUNTIME_CPU_CPU_GRAPHS_H

#include "../core/graph_backend.h"
#include "queue.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace kcc::cpu {

struct StreamData;

/// One piece of work, after others of its graph. A child is one node, whose work is that of all its nodes.
struct GraphWork {
  std::shared_ptr<Work> work;
  std::vector<std::size_t> after; ///< indices of earlier nodes, in ascending order
};

using GraphWorks = std::vector<GraphWork>;

/// A capture of several streams. Used by one thread at a time, like the streams.
class StreamCapture {
public:
  /// Adds a node behind what the stream was given last.
  void add(StreamData &stream, std::shared_ptr<Work> work);
  void join(StreamData &stream, const std::vector<std::size_t> &after);
  /// When the stream is destroyed.
  void leave(StreamData &stream) noexcept;

  const GraphWorks &works() const noexcept { return works_; }
  /// Whether all nodes come before those.
  bool is_joined_in(const std::vector<std::size_t> &last) const;
  /// The streams do their work again.
  void release_streams() noexcept;

private:
  GraphWorks works_;
  std::vector<StreamData *> streams_;
};

class CpuGraphs final : public core::GraphBackend {
public:
  void begin_capture(core::StreamHandle *, core::Operation) override;
  core::GraphHandle *end_capture(core::StreamHandle *, core::Operation) override;
  core::GraphHandle *create_graph(core::Operation) override;
  void destroy_graph(core::GraphHandle *) noexcept override;
  core::GraphNodeHandle *add_child(core::GraphHandle *, Nodes after, core::GraphHandle *child,
                                   core::Operation) override;
  void begin_conditional(core::GraphHandle *, Nodes after, core::Conditional &, core::Operation) override;
  void end_conditional(core::GraphHandle *, const core::Conditional &, core::Operation) override {}
  std::size_t node_count(core::GraphHandle *, core::Operation) override;
  std::string dot(core::GraphHandle *, core::Operation) override;
  core::GraphExecHandle *instantiate(core::GraphHandle *, core::Operation) override;
  void destroy_exec(core::GraphExecHandle *) noexcept override;
  void launch(core::StreamHandle *, core::GraphExecHandle *, core::Operation) override;
  bool update(core::GraphExecHandle *, core::GraphHandle *, core::Operation) override;
  bool update_child(core::GraphExecHandle *, core::GraphNodeHandle *, core::GraphHandle *child,
                    core::Operation) override;
};

} // namespace kcc::cpu

#endif
