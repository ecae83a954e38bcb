#include "scenarios.h"

#include "../test_image.h"

#include <vector>

void scenarios::kernels(const kcc::Device &gpu) {
  kcc::Stream stream(gpu);
  const kcc::Module module = kcc::Module::load(gpu, test_image::image);
  kcc::Buffer<float> a(gpu, 4), sum(gpu, 4);
  stream.launch(test_image::add, kcc::cover(4, 4), sum, a, a);
  stream.launch(module.kernel("test_image::add"), kcc::cover(4, 4), sum, a, a);
  stream.launch(module.kernel("test_image::reverse"), {{}, {}, 100000}, std::span<int>());
  kcc::LaunchConfig cooperative, cluster;
  cooperative.cooperative = true;
  cluster.grid = cluster.cluster = kcc::Blocks(2);
  stream.launch(test_image::nothing, cooperative);
  stream.launch(test_image::nothing, cluster);
  cluster.attributes = {.priority = 0, .programmatic_dependent_launch = true, .non_portable_cluster = true};
  stream.launch(test_image::nothing, cluster);
  (void)kcc::max_active_clusters(gpu, test_image::nothing, cluster);
  (void)kcc::available_dynamic_shared_bytes(gpu, test_image::nothing, 2, kcc::Threads(64));
  (void)stream.max_cooperative_blocks(test_image::nothing, cooperative);
  (void)stream.max_cooperative_blocks(test_image::nothing, cluster);
  (void)kcc::kernel_attributes(gpu, test_image::add);
  (void)kcc::resident_blocks(gpu, module.kernel("test_image::reverse"), {{}, {}, 100000});
  (void)kcc::suggest_launch(gpu, test_image::add);
  const auto scale = module.global(test_image::scale);
  for (double value : {1.0, 2.0})
    stream.write(scale, value);
  (void)stream.read(scale);
  stream.synchronize();
}
