// kcc: launch: the kernel template is not instantiated for these template arguments
#include <kcc/runtime.h>

#include "kernels.inc"

void launch(kcc::Stream &stream, kcc::Buffer<float> &floats, const kcc::Buffer<float> &read_only,
            std::vector<float> &host) {
  (void)host, (void)read_only;
  stream.launch(kcc::MissingInstantiation{}, one, floats);
}
