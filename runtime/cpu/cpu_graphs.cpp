#include "cpu_graphs.h"

#include "handles.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace kcc::cpu {

namespace {

/// Runs nodes in the order in which they were added: each comes after those that it waits for.
void run_all(const GraphWorks &works, Queue &queue) {
  for (const GraphWork &node : works) {
    if (queue.failure())
      return;
    node.work->run(queue);
  }
}

/// All nodes of a graph.
class AllWork final : public Work {
public:
  explicit AllWork(GraphWorks works) : works_(std::move(works)) {}
  void run(Queue &queue) override { run_all(works_, queue); }
  const char *name() const noexcept override { return "graph"; }
  const GraphWorks &works() const noexcept { return works_; }

private:
  const GraphWorks works_;
};

struct GraphData {
  GraphWorks works;
};

/// A conditional node. Its bodies are complete before the graph is instantiated, and not changed any more.
class ConditionalWork final : public Work {
public:
  ConditionalWork(core::Conditional::Kind kind, const std::uint32_t *number, std::size_t body_count)
      : kind_(kind), number_(number), bodies_(body_count) {}
  void run(Queue &queue) override {
    using Kind = core::Conditional::Kind;
    if (kind_ == Kind::repeated) {
      while (*number_ != 0 && !queue.failure())
        run_all(bodies_[0].works, queue);
      return;
    }
    const std::size_t chosen = kind_ == Kind::choice ? *number_ : *number_ == 0;
    if (chosen < bodies_.size())
      run_all(bodies_[chosen].works, queue);
  }
  const char *name() const noexcept override {
    static constexpr const char *names[] = {"if", "while", "switch"};
    return names[static_cast<int>(kind_)];
  }
  std::vector<GraphData> &bodies() noexcept { return bodies_; }
  const std::vector<GraphData> &bodies() const noexcept { return bodies_; }

private:
  core::Conditional::Kind kind_;
  const std::uint32_t *number_;
  std::vector<GraphData> bodies_;
};

/// Launches that are under way have their own reference to the work, so an update does not change them.
struct ExecData {
  std::shared_ptr<AllWork> work;
  std::shared_ptr<Marker> last; ///< behind the last launch; null: there was none
};

GraphData &data(core::GraphHandle *handle) {
  return *reinterpret_cast<GraphData *>(handle);
}
ExecData &data(core::GraphExecHandle *handle) {
  return *reinterpret_cast<ExecData *>(handle);
}
/// A node is its number in the graph, from 1.
core::GraphNodeHandle *node_handle(std::size_t index) {
  return reinterpret_cast<core::GraphNodeHandle *>(index + 1);
}
std::size_t index_of(core::GraphNodeHandle *handle) {
  return reinterpret_cast<std::size_t>(handle) - 1;
}

bool are_alike(const GraphWorks &one, const GraphWorks &other) {
  return std::ranges::equal(one, other, [](const GraphWork &a, const GraphWork &b) {
    if (a.after != b.after || std::string_view(a.work->name()) != b.work->name())
      return false;
    const auto *const all_of_a = dynamic_cast<const AllWork *>(a.work.get());
    const auto *const all_of_b = dynamic_cast<const AllWork *>(b.work.get());
    if (all_of_a && all_of_b)
      return are_alike(all_of_a->works(), all_of_b->works());
    const auto *const conditional_a = dynamic_cast<const ConditionalWork *>(a.work.get());
    const auto *const conditional_b = dynamic_cast<const ConditionalWork *>(b.work.get());
    return !conditional_a || !conditional_b ||
           std::ranges::equal(conditional_a->bodies(), conditional_b->bodies(), are_alike, &GraphData::works,
                              &GraphData::works);
  });
}

std::vector<std::size_t> sorted_indices(core::GraphBackend::Nodes nodes) {
  std::vector<std::size_t> indices;
  for (core::GraphNodeHandle *const node : nodes)
    indices.push_back(index_of(node));
  std::ranges::sort(indices);
  return indices;
}

} // namespace

void StreamCapture::add(StreamData &stream, std::shared_ptr<Work> work) {
  works_.push_back({std::move(work), stream.captured_last});
  stream.captured_last = {works_.size() - 1};
}

void StreamCapture::join(StreamData &stream, const std::vector<std::size_t> &after) {
  if (std::ranges::find(streams_, &stream) == streams_.end())
    streams_.push_back(&stream);
  std::vector<std::size_t> all;
  std::ranges::set_union(stream.captured_last, after, std::back_inserter(all));
  stream.captured_last = std::move(all);
}

void StreamCapture::leave(StreamData &stream) noexcept {
  std::erase(streams_, &stream);
}

bool StreamCapture::is_joined_in(const std::vector<std::size_t> &last) const {
  std::vector<bool> comes_before(works_.size());
  for (const std::size_t node : last)
    comes_before[node] = true;
  for (std::size_t i = works_.size(); i-- != 0;)
    for (const std::size_t earlier : works_[i].after)
      comes_before[earlier] = comes_before[earlier] || comes_before[i];
  return std::ranges::find(comes_before, false) == comes_before.end();
}

void StreamCapture::release_streams() noexcept {
  for (StreamData *const stream : streams_) {
    stream->captured_last.clear();
    stream->capture.reset(); // does not destroy the capture, of which the caller has a reference
  }
  streams_.clear();
}

void CpuGraphs::begin_capture(core::StreamHandle *handle, core::Operation) {
  StreamData &stream = data(handle);
  stream.capture = std::make_shared<StreamCapture>();
  stream.capture->join(stream, {});
}

core::GraphHandle *CpuGraphs::end_capture(core::StreamHandle *handle, core::Operation operation) {
  StreamData &stream = data(handle);
  const std::shared_ptr<StreamCapture> capture = stream.capture;
  const bool is_whole = capture->is_joined_in(stream.captured_last);
  capture->release_streams();
  if (!is_whole)
    detail::fail(ErrorCategory::invalid_state, operation.text(),
                 "another stream takes part, and the captured one does not wait for the end of its work",
                 "Record an event in the other stream at its end, and let the captured stream wait for it");
  return reinterpret_cast<core::GraphHandle *>(new GraphData{capture->works()});
}

core::GraphHandle *CpuGraphs::create_graph(core::Operation) {
  return reinterpret_cast<core::GraphHandle *>(new GraphData);
}

void CpuGraphs::destroy_graph(core::GraphHandle *graph) noexcept {
  delete &data(graph);
}

core::GraphNodeHandle *CpuGraphs::add_child(core::GraphHandle *graph, Nodes after, core::GraphHandle *child,
                                            core::Operation) {
  GraphWorks &works = data(graph).works;
  works.push_back({std::make_shared<AllWork>(data(child).works), sorted_indices(after)});
  return node_handle(works.size() - 1);
}

void CpuGraphs::begin_conditional(core::GraphHandle *graph, Nodes after, core::Conditional &conditional,
                                  core::Operation) {
  GraphWorks &works = data(graph).works;
  auto work = std::make_shared<ConditionalWork>(conditional.kind, conditional.number, conditional.body_count);
  for (GraphData &body : work->bodies())
    conditional.bodies.push_back(reinterpret_cast<core::GraphHandle *>(&body));
  works.push_back({std::move(work), sorted_indices(after)});
  conditional.node = node_handle(works.size() - 1);
  conditional.data = 1;
}

std::size_t CpuGraphs::node_count(core::GraphHandle *graph, core::Operation) {
  return data(graph).works.size();
}

std::string CpuGraphs::dot(core::GraphHandle *graph, core::Operation) {
  const GraphWorks &works = data(graph).works;
  std::string text = "digraph kcc {\n";
  for (std::size_t i = 0; i < works.size(); ++i) {
    text += "  node" + std::to_string(i) + " [label=\"" + works[i].work->name() + "\"];\n";
    for (const std::size_t earlier : works[i].after)
      text += "  node" + std::to_string(earlier) + " -> node" + std::to_string(i) + ";\n";
  }
  return text + "}\n";
}

core::GraphExecHandle *CpuGraphs::instantiate(core::GraphHandle *graph, core::Operation) {
  return reinterpret_cast<core::GraphExecHandle *>(
      new ExecData{std::make_shared<AllWork>(data(graph).works)});
}

void CpuGraphs::destroy_exec(core::GraphExecHandle *exec) noexcept {
  delete &data(exec);
}

void CpuGraphs::launch(core::StreamHandle *stream, core::GraphExecHandle *exec, core::Operation) {
  // Launches in different streams share the graph's own memory, so they run one after another.
  ExecData &executable = data(exec);
  Queue &queue = cpu::queue(stream);
  auto done = std::make_shared<Marker>();
  if (executable.last && !executable.last->reached())
    queue.push_turn(executable.last);
  queue.push(executable.work);
  queue.push_marker(done);
  executable.last = std::move(done);
}

bool CpuGraphs::update(core::GraphExecHandle *exec, core::GraphHandle *graph, core::Operation) {
  if (!are_alike(data(exec).work->works(), data(graph).works))
    return false;
  data(exec).work = std::make_shared<AllWork>(data(graph).works);
  return true;
}

bool CpuGraphs::update_child(core::GraphExecHandle *exec, core::GraphNodeHandle *node,
                             core::GraphHandle *child, core::Operation) {
  GraphWorks works = data(exec).work->works();
  if (index_of(node) >= works.size()) // it was added to the graph later
    return false;
  GraphWork &changed = works[index_of(node)];
  const auto *const all = dynamic_cast<const AllWork *>(changed.work.get());
  if (!all || !are_alike(all->works(), data(child).works)) // null: a conditional node
    return false;
  changed.work = std::make_shared<AllWork>(data(child).works);
  data(exec).work = std::make_shared<AllWork>(std::move(works));
  return true;
}

} // namespace kcc::cpu
