#include "scenarios.h"

#include "../fake_cubin.h"

#include <kcc/runtime.h>

void scenarios::modules(const kcc::Device &gpu) {
  const std::string cubin = fake_cubin(".entry nothing_entry() .global total");
  const kcc::Module module = kcc::Module::load_data(gpu, bytes_of(cubin));
  (void)module.kernel("nothing_entry");
  const kcc::Module text = kcc::Module::load_ptx(gpu, ".entry nothing_entry()",
                                                 {.jit = {.optimization_level = 1, .verbose = true}});
  (void)text.kernel("nothing_entry");
  module.load_kernels();
  (void)kcc::Module::adopt(gpu, module.native_handle()).kernel("nothing_entry");
  kcc::Linker linker(gpu);
  linker.add_ptx(".entry nothing_entry()").add_data(bytes_of(cubin));
  (void)linker.load().kernel("nothing_entry");
}
