#include <kcc/runtime/graph.h>

#include "graph_state.h"
#include "stream_state.h"

#include <vector>

namespace kcc {

namespace detail {

Capturing::Capturing(Stream &stream) : stream_(stream) {
  stream.state().begin_capture();
}

Capturing::~Capturing() {
  if (ended_)
    return;
  try {
    (void)stream_.state().end_capture();
  } catch (const Error &) { // an exception that says more is under way
  }
}

std::shared_ptr<core::GraphState> Capturing::end() {
  ended_ = true;
  return stream_.state().end_capture();
}

} // namespace detail

Graph::Graph(const Device &device) : state_(std::make_shared<core::GraphState>(device)) {}
Graph::Graph(std::shared_ptr<core::GraphState> state) noexcept : state_(std::move(state)) {}
Graph::Graph(Graph &&) noexcept = default;
Graph &Graph::operator=(Graph &&) noexcept = default;
Graph::~Graph() = default;

Stream &Graph::own_stream() {
  return state_->own_stream();
}

GraphNode Graph::add(std::span<const GraphNode> after, const Graph &child) {
  const auto operation = [&] { return "adding a node to a graph on " + state_->device().info().label; };
  std::vector<core::GraphNodeHandle *> handles;
  for (const GraphNode &node : after) {
    if (node.graph_ != state_.get())
      detail::fail(operation(), "a node that it is to come after is of another graph",
                   "Pass nodes that `add` of this graph has returned");
    handles.push_back(node.handle_);
  }
  if (!(child.device() == device()))
    detail::fail(operation(), "the other graph is of " + child.state_->device().info().label,
                 "Make it with the same device");
  core::GraphNeeds needs = state_->needs();
  needs.add(child.state_->needs());
  core::GraphNodeHandle *const node =
      state_->backend().add_child(state_->handle(), handles, child.state_->handle(), operation);
  state_->needs() = std::move(needs);
  return {*state_, *node};
}

std::size_t Graph::size() const {
  return state_->backend().node_count(state_->handle(), [&] {
    return "asking for the nodes of a graph on " + state_->device().info().label;
  });
}

const Device &Graph::device() const noexcept {
  return state_->public_device();
}

std::string Graph::dot() const {
  return state_->backend().dot(state_->handle(),
                               [&] { return "drawing a graph on " + state_->device().info().label; });
}

GraphExec Graph::instantiate() const {
  return GraphExec(std::make_shared<core::GraphExecState>(state_));
}

GraphExec::GraphExec(std::shared_ptr<core::GraphExecState> state) noexcept : state_(std::move(state)) {}
GraphExec::GraphExec(GraphExec &&) noexcept = default;
GraphExec &GraphExec::operator=(GraphExec &&) noexcept = default;
GraphExec::~GraphExec() = default;

bool GraphExec::update(const Graph &graph) {
  return state_->update(*graph.state_);
}

bool GraphExec::update(const GraphNode &node, const Graph &child) {
  if (node.graph_ != &state_->graph())
    detail::fail("updating a graph on " + state_->graph().device().info().label,
                 "the node is not of the graph that was instantiated",
                 "Pass a node that `add` of that graph has returned");
  return state_->update(*node.handle_, *child.state_);
}

Stream &GraphExec::own_stream() {
  return state_->graph().own_stream();
}

const Device &GraphExec::device() const noexcept {
  return state_->public_device();
}

void Stream::launch(GraphExec &graph) {
  state_->launch_graph(graph.state_);
}

} // namespace kcc
