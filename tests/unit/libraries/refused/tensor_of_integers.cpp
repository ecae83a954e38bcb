// kcc::dnn: the elements of a tensor are float, double, float16 or bfloat16
#include <kcc/dnn.h>

void refused(kcc::Buffer<int> &x) {
  (void)kcc::dnn::Tensor(x, {1, 1, 2, 2});
}
