// Graphs of work. Backends that have them return this from BackendDevice::graphs().
#ifndef KCC_RUNTIME_CORE_GRAPH_BACKEND_H
#define KCC_RUNTIME_CORE_GRAPH_BACKEND_H

#include "backend.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kcc::core {

// Opaque to the core; each backend defines its handles.
struct GraphHandle;
struct GraphNodeHandle; ///< belongs to its graph
struct GraphExecHandle;

/// A node that looks at a number in device memory when the graph gets there.
struct Conditional {
  enum class Kind {
    once,     ///< runs the first body if the number is not 0, else the second, if there is one
    repeated, ///< runs the body as long as the number is not 0
    choice    ///< runs the body of that number, from 0; none if there are fewer
  };
  explicit Conditional(Kind kind) : kind(kind) {}
  Kind kind;
  const std::uint32_t *number = nullptr; ///< in device memory
  std::size_t body_count = 0;
  // By the backend:
  GraphNodeHandle *node = nullptr;
  std::vector<GraphHandle *> bodies; ///< belong to the node
  std::uint64_t data = 0;            ///< not 0
};

/// All functions may be called from any thread, and throw Error unless noexcept. A graph is used by one
/// thread at a time.
class GraphBackend {
public:
  using Nodes = std::span<GraphNodeHandle *const>;

  GraphBackend() = default;
  virtual ~GraphBackend() = default;
  GraphBackend(const GraphBackend &) = delete;
  GraphBackend &operator=(const GraphBackend &) = delete;

  /// From now on, work given to the stream, and to streams that wait for an event recorded in it, is not done
  /// but becomes nodes of a graph.
  virtual void begin_capture(StreamHandle *, Operation) = 0;
  /// Ends that, also if it throws: what was given cannot be a graph.
  virtual GraphHandle *end_capture(StreamHandle *, Operation) = 0;

  virtual GraphHandle *create_graph(Operation) = 0;
  virtual void destroy_graph(GraphHandle *) noexcept = 0;
  /// Adds a copy of `child` as one node, which runs after the others.
  virtual GraphNodeHandle *add_child(GraphHandle *, Nodes after, GraphHandle *child, Operation) = 0;
  // Adds a node. Between the two calls, its bodies, which are empty, are filled. If something fails after
  // `data` was set, the graph is useless: drivers cannot remove a conditional node.
  virtual void begin_conditional(GraphHandle *, Nodes after, Conditional &, Operation) = 0;
  virtual void end_conditional(GraphHandle *, const Conditional &, Operation) = 0;
  virtual std::size_t node_count(GraphHandle *, Operation) = 0;
  /// A picture in Graphviz's language.
  virtual std::string dot(GraphHandle *, Operation) = 0;

  virtual GraphExecHandle *instantiate(GraphHandle *, Operation) = 0;
  /// Its last launch is done.
  virtual void destroy_exec(GraphExecHandle *) noexcept = 0;
  virtual void launch(StreamHandle *, GraphExecHandle *, Operation) = 0;
  // For later launches. False, and nothing is changed, if the graph has other nodes or edges.
  virtual bool update(GraphExecHandle *, GraphHandle *, Operation) = 0;
  virtual bool update_child(GraphExecHandle *, GraphNodeHandle *, GraphHandle *child, Operation) = 0;
};

} // namespace kcc::core

#endif
