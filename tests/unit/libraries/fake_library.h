// What the stand-ins for NVIDIA's libraries share: their calls are recorded, and fail, together with those of
// the fake driver, whose memory they work on.
#ifndef KCC_TESTS_FAKE_LIBRARY_H
#define KCC_TESTS_FAKE_LIBRARY_H

#include "objects.h"

/// Begins a function: everything in it happens under the fake driver's lock.
#define KCC_FAKE_CALL(call)                                                                                  \
  const std::lock_guard lock(fake_cuda::state().mutex);                                                      \
  if (const int status = fake_cuda::enter_with_context(call); status != 0)                                   \
  return status

namespace fake_library {

/// Makes an object that a test finds if it is not destroyed.
template <class T, class... A> T *make(const char *kind, A &&...arguments) {
  T *object = new T{std::forward<A>(arguments)...};
  fake_cuda::state().others[kind].insert(object);
  return object;
}
template <class T> void destroy(const char *kind, T *object) {
  fake_cuda::state().others[kind].erase(object);
  delete object;
}

} // namespace fake_library

#endif
