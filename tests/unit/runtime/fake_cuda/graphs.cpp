// Graphs: they count their nodes, and what is captured is done at once.
#include "objects.h"

#include <algorithm>
#include <cstdio>

using namespace fake_cuda;

struct kcc::cuda::GraphObject {
  std::vector<GraphNodeObject *> nodes;
};
/// A conditional node owns its bodies.
struct kcc::cuda::GraphNodeObject {
  std::vector<GraphObject> bodies;
  std::vector<GraphRef> body_handles;
  ~GraphNodeObject();
};
kcc::cuda::GraphNodeObject::~GraphNodeObject() {
  for (const GraphObject &body : bodies)
    for (const GraphNodeObject *node : body.nodes)
      delete node;
}
struct kcc::cuda::GraphExecObject {
  std::size_t nodes;
};

namespace {

GraphRef make_graph() {
  auto *const graph = new GraphObject;
  state().others["graphs"].insert(graph);
  return graph;
}

} // namespace

extern "C" {

Result cuStreamBeginCapture_v2(StreamRef stream, CaptureMode mode) {
  KCC_FAKE_WITH_CONTEXT(mode == capture_relaxed ? "cuStreamBeginCapture"
                                                : "cuStreamBeginCapture (other mode)");
  state().others["captures"].insert(stream);
  return success;
}
Result cuStreamEndCapture(StreamRef stream, GraphRef *graph) {
  const std::lock_guard lock(state().mutex);
  state().others["captures"].erase(stream); // it ends in any case
  *graph = nullptr;
  if (current_contexts().empty()) // streams know their context
    return success;
  if (const Result result = enter_with_context("cuStreamEndCapture"); result != success)
    return result;
  *graph = make_graph();
  (*graph)->nodes.push_back(new GraphNodeObject);
  return success;
}
Result cuGraphCreate(GraphRef *graph, unsigned) {
  KCC_FAKE_WITH_CONTEXT("cuGraphCreate");
  *graph = make_graph();
  return success;
}
Result cuGraphDestroy(GraphRef graph) {
  KCC_FAKE_WITH_CONTEXT("cuGraphDestroy");
  state().others["graphs"].erase(graph);
  for (GraphNodeObject *node : graph->nodes)
    delete node;
  delete graph;
  return success;
}
Result cuGraphAddChildGraphNode(GraphNodeRef *node, GraphRef graph, const GraphNodeRef *, std::size_t,
                                GraphRef) {
  KCC_FAKE_WITH_CONTEXT("cuGraphAddChildGraphNode");
  graph->nodes.push_back(new GraphNodeObject);
  *node = graph->nodes.back();
  return success;
}
Result cuGraphGetNodes(GraphRef graph, GraphNodeRef *nodes, std::size_t *count) {
  KCC_FAKE_WITH_CONTEXT("cuGraphGetNodes");
  if (nodes)
    std::copy_n(graph->nodes.begin(), *count, nodes);
  *count = graph->nodes.size();
  return success;
}
Result cuGraphConditionalHandleCreate(ConditionalHandle *handle, GraphRef, Context, unsigned, unsigned) {
  KCC_FAKE_WITH_CONTEXT("cuGraphConditionalHandleCreate");
  *handle = 1;
  return success;
}
Result cuGraphAddNode_v2(GraphNodeRef *node, GraphRef graph, const GraphNodeRef *, const GraphEdge *,
                         std::size_t, GraphNodeDescription *description) {
  KCC_FAKE_WITH_CONTEXT("cuGraphAddNode");
  *node = new GraphNodeObject;
  graph->nodes.push_back(*node);
  if (description->kind == graph_node_conditional) {
    (*node)->bodies.resize(description->conditional.body_count);
    for (GraphObject &body : (*node)->bodies)
      (*node)->body_handles.push_back(&body);
    description->conditional.bodies = (*node)->body_handles.data();
  }
  return success;
}
Result cuGraphDebugDotPrint(GraphRef, const char *path, unsigned) {
  KCC_FAKE_WITH_CONTEXT("cuGraphDebugDotPrint");
  if (std::FILE *const file = std::fopen(path, "w")) {
    std::fputs("digraph fake {}\n", file);
    std::fclose(file);
  }
  return success;
}
Result cuGraphInstantiateWithFlags(GraphExecRef *exec, GraphRef graph, unsigned long long) {
  KCC_FAKE_WITH_CONTEXT("cuGraphInstantiateWithFlags");
  *exec = new GraphExecObject{graph->nodes.size()};
  state().others["graph execs"].insert(*exec);
  return success;
}
Result cuGraphExecDestroy(GraphExecRef exec) {
  KCC_FAKE_WITH_CONTEXT("cuGraphExecDestroy");
  state().others["graph execs"].erase(exec);
  delete exec;
  return success;
}
Result cuGraphLaunch(GraphExecRef, StreamRef) {
  KCC_FAKE_WITH_CONTEXT("cuGraphLaunch");
  return success;
}
Result cuGraphExecUpdate_v2(GraphExecRef exec, GraphRef graph, GraphUpdateResult *) {
  KCC_FAKE_WITH_CONTEXT("cuGraphExecUpdate");
  return exec->nodes == graph->nodes.size() ? success : error_graph_update_failure;
}
Result cuGraphExecChildGraphNodeSetParams(GraphExecRef, GraphNodeRef, GraphRef) {
  KCC_FAKE_WITH_CONTEXT("cuGraphExecChildGraphNodeSetParams");
  return success;
}

} // extern "C"
