// Graphs: work that is given to a device once and then launched as a whole, any number of times.
#ifndef KCC_RUNTIME_GRAPH_H
#define KCC_RUNTIME_GRAPH_H

#include <kcc/runtime/device.h>
#include <kcc/runtime/stream.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kcc {

namespace core {
class GraphState;
class GraphExecState;
struct Conditional;
struct GraphNodeHandle;
} // namespace core

namespace detail {

/// Captures what a stream is given during its lifetime.
class Capturing {
public:
  explicit Capturing(Stream &stream);
  Capturing(const Capturing &) = delete;
  Capturing &operator=(const Capturing &) = delete;
  ~Capturing(); ///< throws the captured work away unless end() was called
  std::shared_ptr<core::GraphState> end();

private:
  Stream &stream_;
  bool ended_ = false;
};

} // namespace detail

/// A node of a Graph: an order among others to refer to, and something to update in a GraphExec. Copyable;
/// valid as long as its graph.
class GraphNode {
private:
  friend class Graph;
  friend class GraphExec;
  GraphNode(const core::GraphState &graph, core::GraphNodeHandle &handle) noexcept
      : graph_(&graph), handle_(&handle) {}
  const core::GraphState *graph_;
  core::GraphNodeHandle *handle_;
};

/// Nodes of one graph, for the length of a call: `{first, second}`, a vector, or `{}` for none.
class GraphNodes {
public:
  GraphNodes() = default;
  GraphNodes(std::initializer_list<GraphNode> nodes) noexcept : nodes_(nodes.begin(), nodes.size()) {}
  template <class Range>
    requires std::convertible_to<const Range &, std::span<const GraphNode>>
  GraphNodes(const Range &nodes) noexcept : nodes_(nodes) {}

private:
  friend class Graph;
  std::span<const GraphNode> nodes_;
};

class GraphBody;
class GraphExec;

/// Work of a device and the order in which it is done. Move-only; used by one thread at a time. Using a
/// moved-from graph is undefined. On CUDA it needs a driver for CUDA 12.0 or newer.
///
/// Everything that may be given to a stream may become part of a graph, in the same words: launches, copies,
/// fills, writes of variables, functions on the host, kcc::reduce and the like, other graphs. Calls that wait
/// throw Error. Values, such as a kernel's arguments, are those of the time of the capture; buffers and
/// memory of the host are used when the graph runs, whatever their kind, and must live until then. The graph
/// itself keeps the code of its kernels loaded, the functions, and what kcc needs in between.
class Graph {
public:
  /// Creates a graph without nodes. Throws Error if the device has no graphs.
  explicit Graph(const Device &device);
  Graph(Graph &&) noexcept;
  Graph &operator=(Graph &&) noexcept;
  ~Graph();

  /// Returns what `body(stream)` gives to the stream, which does nothing of it. Streams of the same device
  /// that wait in `body` for an event recorded in it take part, until `stream` waits for an event of theirs,
  /// which it must before `body` returns. Throws Error if it does not, and what `body` throws.
  template <std::invocable<Stream &> F> static Graph capture(Stream &stream, F &&body) {
    detail::Capturing capturing(stream);
    std::forward<F>(body)(stream);
    return Graph(capturing.end());
  }

  /// Adds one node, which does what `body` gives to its argument, a stream of the graph's own, after the
  /// nodes in `after` and at the same time as all others. Throws like capture.
  template <std::invocable<Stream &> F> GraphNode add(GraphNodes after, F &&body) {
    return add(after, capture(own_stream(), std::forward<F>(body)));
  }
  template <std::invocable<Stream &> F> GraphNode add(F &&body) {
    return add(GraphNodes(), std::forward<F>(body));
  }

  /// Adds a copy of another graph of the device as one node. Throws Error for nodes of other graphs, and if
  /// the other graph has conditional nodes, which CUDA does not copy.
  GraphNode add(GraphNodes after, const Graph &child);

  // Conditional nodes look at `condition`, one element of device memory, when the graph gets there, that is
  // after the nodes in `after`: earlier nodes of the same graph may have written it. It must live as long as
  // the graph is launched. Bodies must not call functions on the host, and on CUDA copy no ordinary memory of
  // the host. The functions throw Error for nodes of other graphs and if the driver is older than CUDA 12.4,
  // or 12.8 where that is said. If a body throws, a part of the node remains, and the graph is of no use any
  // more: all that is done with it throws Error.

  /// Runs `then` if `condition` is not 0, and otherwise `otherwise`, which needs CUDA 12.8.
  GraphNode add_if(GraphNodes after, BufferView<const std::uint32_t> condition, const GraphBody &then);
  GraphNode add_if(GraphNodes after, BufferView<const std::uint32_t> condition, const GraphBody &then,
                   const GraphBody &otherwise);

  /// Runs `body` as long as `condition` is not 0, which it looks at before each round.
  GraphNode add_while(GraphNodes after, BufferView<const std::uint32_t> condition, const GraphBody &body);

  /// Runs the body whose number, from 0, `condition` is; none if there are fewer. Needs CUDA 12.8.
  GraphNode add_switch(GraphNodes after, BufferView<const std::uint32_t> condition,
                       std::initializer_list<GraphBody> bodies);

  std::size_t size() const; ///< nodes; a child is one, a conditional node with its bodies is one or two
  const Device &device() const noexcept;

  /// A picture of the nodes and their order in Graphviz's language: `dot -Tsvg`. What the nodes are called
  /// depends on the backend.
  std::string dot() const;

  /// Prepares the graph for launches: Stream::launch(exec). Later changes of the graph do not change the
  /// result. Throws Error if there is not enough memory.
  GraphExec instantiate() const;

private:
  friend class GraphExec;
  explicit Graph(std::shared_ptr<core::GraphState> state) noexcept;
  std::vector<core::GraphNodeHandle *> handles_of(GraphNodes nodes) const;
  GraphNode add_conditional(GraphNodes after, core::Conditional &&conditional,
                            const BufferView<const std::uint32_t> &condition,
                            std::span<const GraphBody *const> bodies);
  Stream &own_stream();
  std::shared_ptr<core::GraphState> state_;
};

/// What a conditional node runs, as a function that is called once, when the node is added. It takes a
/// Stream &, whose work becomes the body, or a Graph &, the body itself, to add nodes to, conditional ones
/// too; that graph is only used during the call.
class GraphBody {
public:
  template <class F>
    requires(std::invocable<F &, Stream &> || std::invocable<F &, Graph &>)
  GraphBody(F &&function) // implicit: a lambda at the call is the way to make one
      : fill_([&function](Graph &graph) {
          if constexpr (std::invocable<F &, Stream &>)
            graph.add([&](Stream &stream) { function(stream); });
          else
            function(graph);
        }) {}

private:
  friend class Graph;
  std::function<void(Graph &)> fill_;
};

/// A graph that can be launched. Move-only; used by one thread at a time. Its launches run one after another,
/// also in different streams. The destructor waits for the device if the graph was launched.
class GraphExec {
public:
  GraphExec(GraphExec &&) noexcept;
  GraphExec &operator=(GraphExec &&) noexcept;
  ~GraphExec();

  /// Takes over the arguments, shapes, addresses and functions of a graph with the same nodes and edges, for
  /// later launches. Returns false, and changes nothing, if nodes or edges differ: then instantiate it.
  /// Throws Error if the graph is of another device.
  [[nodiscard]] bool update(const Graph &graph);

  /// The same for one node that Graph::add returned, of the graph that was instantiated.
  template <std::invocable<Stream &> F> [[nodiscard]] bool update(const GraphNode &node, F &&body) {
    return update(node, Graph::capture(own_stream(), std::forward<F>(body)));
  }
  [[nodiscard]] bool update(const GraphNode &node, const Graph &child);

  const Device &device() const noexcept;

private:
  friend class Graph;
  friend class Stream;
  explicit GraphExec(std::shared_ptr<core::GraphExecState> state) noexcept;
  Stream &own_stream();
  std::shared_ptr<core::GraphExecState> state_;
};

} // namespace kcc

#endif
