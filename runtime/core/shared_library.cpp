#include "shared_library.h"

#include <dlfcn.h>
#include <link.h>

namespace kcc::core {

SharedLibrary open_shared_library(const std::string &name) {
  if (void *handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))
    return {handle, {}};
  const char *reason = dlerror();
  return {nullptr, reason ? reason : "no reason given"};
}

std::string path_of(void *handle) {
  link_map *map = nullptr;
  return dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map ? map->l_name : "";
}

void *find_symbol(void *handle, const char *symbol) {
  return dlsym(handle, symbol);
}

} // namespace kcc::core
