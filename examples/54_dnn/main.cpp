// Layers of a neural network: cuDNN on a GPU, kcc's own versions on the CPU device.
#include "../common/example.h"

#include <kcc/dnn.h>

#include <cmath>
#include <vector>

namespace {

namespace dnn = kcc::dnn;

void layers(const kcc::Device &device) {
  kcc::Stream stream(device);
  const dnn::Shape image{1, 1, 4, 4}, taps{2, 1, 3, 3}; // images, channels, rows, columns
  const dnn::Convolution convolution{.padding = {1, 1}};
  const dnn::Pooling pooling{.mode = dnn::PoolingMode::maximum, .window = {2, 2}, .stride = {2, 2}};
  const dnn::Shape maps = dnn::output_shape(convolution, image, taps); // 1 x 2 x 4 x 4
  const dnn::Shape halves = dnn::output_shape(pooling, maps);          // 1 x 2 x 2 x 2

  kcc::Buffer<float> x(device, std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
  kcc::Buffer<float> filter(device, std::vector<float>{0, 0, 0, 0, 1, 0, 0, 0, 0,    // the same
                                                       0, 1, 0, 1, -4, 1, 0, 1, 0}); // Laplace's operator
  kcc::Buffer<float> y(device, maps.size()), pooled(device, halves.size());
  const dnn::Tensor y_tensor(y, maps);
  dnn::convolution_forward(stream, convolution, dnn::Tensor(x, image), dnn::Tensor(filter, taps), y_tensor);
  dnn::activation_forward(stream, {dnn::ActivationMode::relu}, y_tensor, y_tensor);
  dnn::pooling_forward(stream, pooling, y_tensor, dnn::Tensor(pooled, halves));
  for (float element : pooled.to_host(stream))
    std::cout << element << ' '; // 6 8 14 16 3 1 0 0
  std::cout << '\n';
  example::expect(pooled.to_host(stream) == std::vector<float>{6, 8, 14, 16, 3, 1, 0, 0},
                  "convolution, relu and pooling");
}

/// Learns the filter that made some images of others, by steps against the gradient.
void training(const kcc::Device &device) {
  kcc::Stream stream(device);
  const dnn::Shape images{4, 1, 8, 8}, taps{1, 1, 3, 3};
  const dnn::Extent padding{1, 1};
  const dnn::Convolution convolution{.padding = padding};
  std::vector<float> pixels(images.size());
  for (std::size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = static_cast<float>(i * 37 % 64) / 32 - 1;
  const std::vector<float> wanted{0, 0.5f, 0, -0.5f, 1, 0.25f, 0, -0.25f, 0};
  const kcc::Buffer<float> x(device, pixels), right_filter(device, wanted);
  kcc::Buffer<float> right(device, images.size()), difference(device, images.size());
  kcc::Buffer<float> filter(device, std::vector<float>(taps.size()));
  const dnn::Tensor input(x, images);
  const dnn::Tensor learned(filter, taps), error(difference, images);
  dnn::convolution_forward(stream, convolution, input, dnn::Tensor(right_filter, taps),
                           dnn::Tensor(right, images));
  for (int step = 0; step < 200; ++step) {
    copy(stream, difference, right);
    dnn::convolution_forward(stream, convolution, input, learned, error, {1, -1}); // minus what is right
    const dnn::Blend against{-0.005, 1}; // filter = filter - 0.005 * gradient
    dnn::convolution_backward_filter(stream, convolution, input, error, learned, against);
  }
  const std::vector<float> found = filter.to_host(stream);
  bool close = true;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    close = close && std::abs(found[i] - wanted[i]) < 1e-3f;
  example::expect(close, "the gradient leads to the filter");
}

void probabilities(const kcc::Device &device) {
  kcc::Stream stream(device);
  const dnn::Shape scores{2, 3, 1, 1};
  kcc::Buffer<float> values(device, std::vector<float>{1, 2, 3, 1000, 1000, 1000});
  const dnn::Tensor tensor(values, scores);
  dnn::softmax_forward(stream, dnn::Softmax{}, tensor, tensor);
  const std::vector<float> host = values.to_host(stream);
  example::expect(std::abs(host[2] - 0.66524f) < 1e-4f && std::abs(host[4] - 1.0f / 3) < 1e-6f,
                  "softmax, also of large numbers");
  const dnn::Activation sigmoid{dnn::ActivationMode::sigmoid};
  dnn::activation_forward(stream, sigmoid, tensor, tensor);
  example::expect(std::abs(values.to_host(stream)[4] - 0.58257f) < 1e-4f, "sigmoid in place");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, [](const kcc::Device &device) {
    layers(device);
    training(device);
    probabilities(device);
  });
}
