#include <kcc/runtime/graph.h>

#include "graph_state.h"
#include "stream_state.h"

#include <array>
#include <string>
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

std::vector<core::GraphNodeHandle *> Graph::handles_of(GraphNodes nodes) const {
  const auto operation = [&] { return "adding a node to a graph on " + state_->device().info().label; };
  state_->check_whole(operation);
  std::vector<core::GraphNodeHandle *> handles;
  for (const GraphNode &node : nodes.nodes_) {
    if (node.graph_ != state_.get())
      detail::fail(operation(), "a node that it is to come after is of another graph",
                   "Pass nodes that `add` of this graph has returned");
    handles.push_back(node.handle_);
  }
  return handles;
}

GraphNode Graph::add(GraphNodes after, const Graph &child) {
  const auto operation = [&] { return "adding a node to a graph on " + state_->device().info().label; };
  const std::vector<core::GraphNodeHandle *> handles = handles_of(after);
  if (!(child.device() == device()))
    detail::fail(operation(), "the other graph is of " + child.state_->device().info().label,
                 "Make it with the same device");
  child.state_->check_whole(operation);
  if (child.state_->has_conditionals())
    detail::fail(ErrorCategory::not_supported, operation(),
                 "the other graph has conditional nodes, and CUDA copies no such graphs",
                 "Add its nodes to this graph one by one");
  core::GraphNeeds needs = state_->needs();
  needs.add(child.state_->needs());
  core::GraphNodeHandle *const node =
      state_->backend().add_child(state_->handle(), handles, child.state_->handle(), operation);
  state_->needs() = std::move(needs);
  return {*state_, *node};
}

GraphNode Graph::add_conditional(GraphNodes after, core::Conditional &&conditional,
                                 const BufferView<const std::uint32_t> &condition,
                                 std::span<const GraphBody *const> bodies) {
  const auto operation = [&] {
    return "adding a conditional node to a graph on " + state_->device().info().label;
  };
  const std::vector<core::GraphNodeHandle *> handles = handles_of(after);
  if (!(condition.device() == device()))
    detail::fail(operation(), "the condition is on " + core::label(condition.device()),
                 "Make its buffer with the graph's device");
  if (condition.size() != 1)
    detail::fail(operation(), "the condition has " + std::to_string(condition.size()) + " elements",
                 "Pass one element: buffer.view().part(i, 1)");
  if (bodies.empty())
    detail::fail(operation(), "it has no body", "Pass at least one");
  conditional.number = condition.data();
  conditional.body_count = bodies.size();
  core::GraphBackend &backend = state_->backend();
  core::GraphNeeds needs = state_->needs();
  try {
    backend.begin_conditional(state_->handle(), handles, conditional, operation);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      Graph body(core::GraphState::body(device(), conditional.bodies[i]));
      bodies[i]->fill_(body);
      body.state_->check_whole(operation); // the program may have caught what a body inside it threw
      if (!body.state_->needs().exceptions.empty())
        detail::fail(ErrorCategory::not_supported, operation(), "a body calls a function on the host",
                     "Let the graph end before it, or call it from a node behind the conditional one");
      needs.add(body.state_->needs());
    }
    backend.end_conditional(state_->handle(), conditional, operation);
  } catch (...) {
    if (conditional.data != 0)
      state_->set_broken();
    throw;
  }
  state_->needs() = std::move(needs);
  state_->set_has_conditionals();
  return {*state_, *conditional.node};
}

GraphNode Graph::add_if(GraphNodes after, BufferView<const std::uint32_t> condition, const GraphBody &then) {
  return add_conditional(after, core::Conditional(core::Conditional::Kind::once), condition,
                         std::array{&then});
}

GraphNode Graph::add_if(GraphNodes after, BufferView<const std::uint32_t> condition, const GraphBody &then,
                        const GraphBody &otherwise) {
  return add_conditional(after, core::Conditional(core::Conditional::Kind::once), condition,
                         std::array{&then, &otherwise});
}

GraphNode Graph::add_while(GraphNodes after, BufferView<const std::uint32_t> condition,
                           const GraphBody &body) {
  return add_conditional(after, core::Conditional(core::Conditional::Kind::repeated), condition,
                         std::array{&body});
}

GraphNode Graph::add_switch(GraphNodes after, BufferView<const std::uint32_t> condition,
                            std::initializer_list<GraphBody> bodies) {
  std::vector<const GraphBody *> all;
  for (const GraphBody &body : bodies)
    all.push_back(&body);
  return add_conditional(after, core::Conditional(core::Conditional::Kind::choice), condition, all);
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
