// kcc::Communicator: elements are integers of 8, 32 or 64 bits, float, double, kcc::float16 or kcc::bfloat16
#include <kcc/communicator.h>

void refused(kcc::Communicator &rank, kcc::Stream &stream, kcc::Buffer<bool> &data) {
  rank.broadcast(stream, data);
}
