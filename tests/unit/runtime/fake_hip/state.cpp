// The fake HIP's state, what every call does first, and the work of streams.
#include "objects.h"

namespace fake_hip {

State &state() {
  static State &state = *new State;
  return state;
}

int &current() {
  thread_local int device = 0;
  return device;
}

namespace {

Result &last() {
  thread_local Result result = success;
  return result;
}

} // namespace

int current_device() {
  return current();
}

void set_current_device(int device) {
  current() = device;
}

int last_error() {
  return last();
}

Result returned(Result result) {
  if (result != success)
    last() = result;
  return result;
}

void forget_last_error() {
  last() = success;
}

Result enter(const char *call, bool uses_device) {
  State &fake = state();
  fake.calls.emplace_back(call);
  if (fake.fail_call && (*fake.fail_call)-- == 0) {
    fake.fail_call.reset();
    fake.failed = call;
    return fake.fail_with;
  }
  if (const auto lasting = fake.lasting_result.find(call); lasting != fake.lasting_result.end())
    return lasting->second;
  if (const auto next = fake.next_result.find(call); next != fake.next_result.end()) {
    const Result result = next->second;
    fake.next_result.erase(next);
    return result;
  }
  const auto destroyed = fake.destroyed.find(current());
  return uses_device && destroyed != fake.destroyed.end() ? destroyed->second : success;
}

StreamObject &stream_of(StreamRef stream) {
  static auto &defaults = *new std::array<StreamObject, gpus.size()>{StreamObject{0, {}}, StreamObject{1, {}},
                                                                     StreamObject{2, {}}};
  return stream ? *stream : defaults[static_cast<std::size_t>(current())];
}

namespace {

/// Does the stream's next piece of work, after the work that it waits for.
Result do_next(StreamObject &stream) {
  Work work = std::move(stream.work.front());
  stream.work.pop_front();
  while (work.wait_for && !work.wait_for->done)
    if (const Result result = do_next(*work.wait_for->stream); result != success)
      return result;
  const Result result = work.run ? work.run() : success;
  if (result != success)
    state().destroyed[stream.device] = result;
  if (work.record)
    work.record->done = true;
  return result;
}

} // namespace

Result finish(StreamObject &stream) {
  while (!stream.work.empty())
    if (const Result result = do_next(stream); result != success)
      return result;
  return success;
}

Result finish_device(int device) {
  for (void *handle : state().streams)
    if (auto &stream = *static_cast<StreamObject *>(handle); stream.device == device)
      if (const Result result = finish(stream); result != success)
        return result;
  return finish(stream_of(nullptr));
}

Result give(StreamRef handle, Work work) {
  StreamObject &stream = stream_of(handle);
  if (stream.device != current())
    return invalid_handle;
  stream.work.push_back(std::move(work));
  if (!state().lazy)
    (void)finish(stream); // a kernel's error shows when something waits
  return success;
}

} // namespace fake_hip
