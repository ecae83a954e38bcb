// Tensors of other libraries go into kernels, and a buffer becomes a tensor of theirs, without a copy.
#include "../common/example.h"

#include "example_dlpack_kernels.h"

#include <kcc/dlpack.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace {

void scale(kcc::Stream &stream, kcc::dlpack::DLManagedTensorVersioned *managed) {
  const kcc::dlpack::Tensor tensor(managed); // takes it over
  const auto values = tensor.view<float>();  // a BufferView
  stream.launch(kernels::scale, kcc::cover(values.size(), 256), values, 2.0f);
  const auto rows = tensor.pitched_view<float>();
  stream.launch(kernels::scale_rows, kcc::cover(rows.size(), 256), rows, 10.0f);
  stream.synchronize(); // before the tensor goes back to its library
}

void run(const kcc::Device &device) {
  kcc::Stream stream(device);
  const std::optional<std::int64_t> consumer = -1; // what __dlpack__ got as `stream`

  auto owner = std::make_shared<kcc::Buffer<float>>(stream, 600);
  kcc::fill(stream, *owner, 1.5f);
  kcc::dlpack::DLManagedTensorVersioned *lent = kcc::dlpack::to_dlpack(owner->view(), owner, {20, 30});
  kcc::dlpack::hand_over(stream, consumer);

  const kcc::dlpack::DLTensor &described = lent->dl_tensor;
  example::expect(described.data == owner->data() && described.ndim == 2 && described.shape[1] == 30,
                  "the tensor is the buffer's memory, with a shape");
  scale(stream, lent); // stands for a library that passes the tensor back
  example::expect(owner->to_host(stream) == std::vector<float>(600, 30.0f),
                  "kernels worked in the tensor's memory");
  example::expect(owner.use_count() == 1, "the tensor was given back");

  kcc::Buffer<int> buffer(device, 1000);
  kcc::dlpack::DLManagedTensorVersioned *given = kcc::dlpack::to_dlpack(std::move(buffer));
  given->deleter(given); // by whoever has it last: frees the memory

  kcc::Buffer<double> doubles(device, 4);
  std::string refusal;
  try {
    scale(stream, kcc::dlpack::to_dlpack(std::move(doubles)));
  } catch (const kcc::Error &error) {
    refusal = error.what();
  }
  std::cout << refusal << "\n";
  example::expect(refusal.find("float64, not float32") != std::string::npos, "the types are compared");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
