#include "fake_nvjitlink.h"

#include "cuda/nvjitlink_api.h"

#include <algorithm>
#include <cstring>

using namespace kcc::cuda;
using fake_nvjitlink::state;

struct kcc::cuda::NvJitLinkObject {};

fake_nvjitlink::State &fake_nvjitlink::state() {
  static State &state = *new State;
  return state;
}

namespace {

constexpr NvJitLinkResult internal_error = 6;

bool fails(const char *call) {
  if (state().fail_call-- != 0)
    return false;
  state().failed = call;
  return true;
}

NvJitLinkResult give(const char *call, const char *text, char *log) {
  if (fails(call))
    return internal_error;
  std::strcpy(log, text);
  return 0;
}
NvJitLinkResult give_size(const char *call, const char *text, std::size_t *bytes) {
  if (fails(call))
    return internal_error;
  *bytes = std::strlen(text) + 1;
  return 0;
}

} // namespace

extern "C" {

NvJitLinkResult nvJitLinkCreate(NvJitLinkRef *link, std::uint32_t count, const char **options) {
  *link = new NvJitLinkObject; // even if it fails: the log of wrong options is in it
  ++state().alive;
  state().options.assign(options, options + count);
  return fails("nvJitLinkCreate") ? internal_error : 0;
}
NvJitLinkResult nvJitLinkDestroy(NvJitLinkRef *link) {
  delete *link;
  --state().alive;
  return fails("nvJitLinkDestroy") ? internal_error : 0;
}
NvJitLinkResult nvJitLinkAddData(NvJitLinkRef, NvJitLinkInput type, const void *, std::size_t,
                                 const char *name) {
  state().inputs.push_back(std::to_string(type) + " " + name);
  if (std::strstr(name, "lto") && std::ranges::find(state().options, "-lto") == state().options.end())
    return error_lto_not_enabled;
  return fails("nvJitLinkAddData") ? internal_error : 0;
}
NvJitLinkResult nvJitLinkComplete(NvJitLinkRef) {
  return fails("nvJitLinkComplete") ? internal_error : 0;
}
NvJitLinkResult nvJitLinkGetLinkedCubinSize(NvJitLinkRef, std::size_t *bytes) {
  return give_size("nvJitLinkGetLinkedCubinSize", "cubin", bytes);
}
// The tests also look for a name with a version.
NvJitLinkResult __nvJitLinkGetLinkedCubin_12_4(NvJitLinkRef, void *cubin) {
  return give("nvJitLinkGetLinkedCubin", "cubin", static_cast<char *>(cubin));
}
NvJitLinkResult nvJitLinkGetErrorLogSize(NvJitLinkRef, std::size_t *bytes) {
  return give_size("nvJitLinkGetErrorLogSize", state().failed.empty() ? "" : "error", bytes);
}
NvJitLinkResult nvJitLinkGetErrorLog(NvJitLinkRef, char *log) {
  return give("nvJitLinkGetErrorLog", state().failed.empty() ? "" : "error", log);
}
NvJitLinkResult nvJitLinkGetInfoLogSize(NvJitLinkRef, std::size_t *bytes) {
  return give_size("nvJitLinkGetInfoLogSize", "info", bytes);
}
NvJitLinkResult nvJitLinkGetInfoLog(NvJitLinkRef, char *log) {
  return give("nvJitLinkGetInfoLog", "info", log);
}

} // extern "C"
