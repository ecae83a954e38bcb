// Graphs of the CUDA driver.
#ifndef KCC_RUNTIME_CUDA_CUDA_GRAPHS_H
#define KCC_RUNTIME_CUDA_CUDA_GRAPHS_H

#include "../core/graph_backend.h"
#include "driver_api.h"

#include <mutex>
#include <span>

namespace kcc::cuda {

class CudaDevice;

/// The handles are the driver's own.
class CudaGraphs final : public core::GraphBackend {
public:
  explicit CudaGraphs(CudaDevice &device) : device_(device) {}

  /// Whether the driver has all that is needed.
  static bool are_in(const DriverApi &api) noexcept;

  void begin_capture(core::StreamHandle *, core::Operation) override;
  core::GraphHandle *end_capture(core::StreamHandle *, core::Operation) override;
  core::GraphHandle *create_graph(core::Operation) override;
  void destroy_graph(core::GraphHandle *) noexcept override;
  core::GraphNodeHandle *add_child(core::GraphHandle *, Nodes after, core::GraphHandle *child,
                                   core::Operation) override;
  void begin_conditional(core::GraphHandle *, Nodes after, core::Conditional &, core::Operation) override;
  void end_conditional(core::GraphHandle *, const core::Conditional &, core::Operation) override;
  std::size_t node_count(core::GraphHandle *, core::Operation) override;
  std::string dot(core::GraphHandle *, core::Operation) override;
  core::GraphExecHandle *instantiate(core::GraphHandle *, core::Operation) override;
  void destroy_exec(core::GraphExecHandle *) noexcept override;
  void launch(core::StreamHandle *, core::GraphExecHandle *, core::Operation) override;
  bool update(core::GraphExecHandle *, core::GraphHandle *, core::Operation) override;
  bool update_child(core::GraphExecHandle *, core::GraphNodeHandle *, core::GraphHandle *child,
                    core::Operation) override;

private:
  FunctionRef condition_setter(const core::Operation &);
  GraphNodeRef add_condition_setter(GraphRef, std::span<const GraphNodeRef> after, const core::Conditional &,
                                    const core::Operation &);

  CudaDevice &device_;
  std::mutex loading_;
  ModuleRef module_ = nullptr;             ///< with what follows; stays loaded as long as the device is used
  FunctionRef condition_setter_ = nullptr; ///< null: not loaded yet
};

} // namespace kcc::cuda

#endif
