// kcc::Communicator: what is received is written: it cannot be const
#include <kcc/communicator.h>

void refused(kcc::Communicator &rank, kcc::Stream &stream, kcc::Buffer<float> &send,
             const kcc::Buffer<float> &receive) {
  rank.all_reduce(stream, send, receive);
}
