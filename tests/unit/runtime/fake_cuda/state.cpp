// The fake driver's state, and what every call does first.
#include "objects.h"

namespace fake_cuda {

State &state() {
  static State &state = *new State;
  return state;
}

std::vector<Context> &current_contexts() {
  thread_local std::vector<Context> contexts;
  return contexts;
}

Result enter(const char *call) {
  auto &fake = state();
  if (fake.quiet)
    return success;
  fake.calls.emplace_back(call);
  if (fake.fail_call && (*fake.fail_call)-- == 0) {
    fake.fail_call.reset();
    fake.failed = call;
    return fake.fail_with;
  }
  if (const auto lasting = fake.lasting_result.find(call); lasting != fake.lasting_result.end())
    return lasting->second;
  const auto next = fake.next_result.find(call);
  if (next == fake.next_result.end())
    return success;
  const Result result = next->second;
  fake.next_result.erase(next);
  return result;
}

Result enter_with_context(const char *call) {
  const Result result = enter(call);
  return result == success && (current_contexts().empty() || !current_contexts().back()) ? invalid_context
                                                                                         : result;
}

} // namespace fake_cuda
