// Modules, functions, variables.
#include "../fake_cubin.h"
#include "objects.h"

#include <string_view>

using namespace fake_cuda;

namespace {

/// The text of a fake module: after the header, if it is a cubin.
std::string text_of(const void *image) {
  const char *const text = static_cast<const char *>(image);
  return text[0] == '\x7f' ? text + 64 : text;
}

/// The names of its kernels.
std::vector<std::string> entries_of(const std::string &text) {
  std::vector<std::string> entries;
  constexpr std::string_view directive = ".entry ";
  for (std::size_t at = 0; (at = text.find(directive, at)) != std::string::npos;) {
    at += directive.size();
    entries.push_back(text.substr(at, text.find('(', at) - at));
  }
  return entries;
}

FunctionRef new_function(const std::string &entry) {
  static std::set<FunctionObject *> &functions = *new std::set<FunctionObject *>; // a driver keeps them too
  return *functions.insert(new FunctionObject{entry}).first;
}

} // namespace

extern "C" {

Result cuModuleLoadDataEx(ModuleRef *module, const void *image, unsigned count, JitOption *options,
                          void **values) {
  const std::lock_guard lock(state().mutex);
  if (const Result result = enter_with_context("cuModuleLoadDataEx"); result != success) {
    char *log = nullptr;
    std::size_t bytes = 0;
    for (unsigned i = 0; i < count; ++i) {
      if (options[i] == jit_error_log)
        log = static_cast<char *>(values[i]);
      if (options[i] == jit_error_log_bytes)
        bytes = reinterpret_cast<std::uintptr_t>(values[i]);
    }
    if (log)
      std::strncpy(log, state().jit_error_log.c_str(), bytes);
    return result;
  }
  state().jit_options.clear();
  for (unsigned i = 0; i < count; ++i) {
    state().jit_options[options[i]] = reinterpret_cast<std::uintptr_t>(values[i]);
    if (options[i] == jit_info_log)
      std::strcpy(static_cast<char *>(values[i]), state().jit_info_log.c_str());
  }
  *module = new ModuleObject{text_of(image)};
  state().cubins_loaded += *static_cast<const char *>(image) == '\x7f';
  state().loaded.push_back((*module)->text);
  state().modules.insert(*module);
  return success;
}
Result cuModuleUnload(ModuleRef module) {
  KCC_FAKE_WITH_CONTEXT("cuModuleUnload");
  state().modules.erase(module);
  delete module;
  return success;
}
Result cuModuleGetFunction(FunctionRef *function, ModuleRef module, const char *entry) {
  KCC_FAKE_WITH_CONTEXT("cuModuleGetFunction");
  constexpr Result not_found = 500;
  if (module->text.find(".entry " + std::string(entry)) == std::string::npos)
    return not_found;
  *function = new_function(entry);
  return success;
}
Result cuModuleGetGlobal_v2(DevicePointer *address, std::size_t *bytes, ModuleRef module, const char *name) {
  KCC_FAKE_WITH_CONTEXT("cuModuleGetGlobal");
  if (module->text.find(".u64 " + std::string(name)) != std::string::npos) {
    *address = reinterpret_cast<std::uintptr_t>(&state().print_control);
    *bytes = sizeof(state().print_control);
    return success;
  }
  if (const auto initial = state().initial_globals.find(name); initial != state().initial_globals.end()) {
    auto &memory = state().globals[{module, name}];
    memory = initial->second;
    *address = reinterpret_cast<std::uintptr_t>(memory.data());
    *bytes = memory.size();
    return success;
  }
  // As the tests write it, and as the compiler does: ".global .align 4 .b8 name[8];".
  if (module->text.find(".global " + std::string(name)) == std::string::npos &&
      module->text.find(".b8 " + std::string(name) + "[8]") == std::string::npos)
    return error_not_found;
  auto &memory = state().globals[{module, name}]; // every module has its own
  memory.resize(8);
  *address = reinterpret_cast<std::uintptr_t>(memory.data());
  *bytes = memory.size();
  return success;
}
Result cuFuncGetAttribute(int *value, FunctionAttribute attribute, FunctionRef) {
  KCC_FAKE_WITH_CONTEXT("cuFuncGetAttribute");
  switch (attribute) {
  case function_max_threads:
    *value = state().max_threads_per_block;
    return success;
  case function_static_shared_bytes:
    *value = state().static_shared_bytes;
    return success;
  case function_constant_bytes:
  case function_local_bytes:
  case function_registers:
  case function_ptx_version:
  case function_binary_version:
    *value = 10 * static_cast<int>(attribute); // so that a test can tell them apart
    return success;
  case function_max_dynamic_shared_bytes:
  case function_non_portable_cluster_allowed:
    break;
  }
  return invalid_value;
}
Result cuFuncSetAttribute(FunctionRef function, FunctionAttribute attribute, int value) {
  KCC_FAKE_WITH_CONTEXT("cuFuncSetAttribute");
  if (attribute == function_non_portable_cluster_allowed && value == 1)
    state().large_clusters.insert(function->entry);
  else if (attribute != function_max_dynamic_shared_bytes)
    return invalid_value;
  else
    state().granted_shared_bytes[function->entry] = value;
  return success;
}

Result cuLinkCreate_v2(unsigned count, JitOption *options, void **values, LinkRef *link) {
  KCC_FAKE_WITH_CONTEXT("cuLinkCreate");
  *link = new LinkObject;
  state().jit_options.clear();
  for (unsigned i = 0; i < count; ++i) {
    state().jit_options[options[i]] = reinterpret_cast<std::uintptr_t>(values[i]);
    if (options[i] == jit_error_log)
      (*link)->error_log = static_cast<char *>(values[i]);
    if (options[i] == jit_info_log)
      (*link)->info_log = static_cast<char *>(values[i]);
  }
  state().others["link"].insert(*link);
  return success;
}
Result cuLinkAddData_v2(LinkRef link, JitInput type, void *data, std::size_t bytes, const char *name,
                        unsigned, JitOption *, void **) {
  const std::lock_guard lock(state().mutex);
  if (const Result result = enter_with_context("cuLinkAddData"); result != success) {
    std::strcpy(link->error_log, state().jit_error_log.c_str());
    return result;
  }
  state().linked.push_back({type, std::string(static_cast<const char *>(data), bytes), name});
  link->text += text_of(data);
  return success;
}
Result cuLinkComplete(LinkRef link, void **cubin, std::size_t *bytes) {
  const std::lock_guard lock(state().mutex);
  if (const Result result = enter_with_context("cuLinkComplete"); result != success) {
    std::strcpy(link->error_log, state().jit_error_log.c_str());
    return result;
  }
  std::strcpy(link->info_log, state().jit_info_log.c_str());
  link->cubin = fake_cubin(link->text);
  *cubin = link->cubin.data();
  *bytes = link->cubin.size();
  return success;
}
Result cuLinkDestroy(LinkRef link) {
  KCC_FAKE_WITH_CONTEXT("cuLinkDestroy");
  state().others["link"].erase(link);
  delete link;
  return success;
}
Result cuModuleGetFunctionCount(unsigned *count, ModuleRef module) {
  KCC_FAKE_WITH_CONTEXT("cuModuleGetFunctionCount");
  *count = static_cast<unsigned>(entries_of(module->text).size());
  return success;
}
Result cuModuleEnumerateFunctions(FunctionRef *functions, unsigned count, ModuleRef module) {
  KCC_FAKE_WITH_CONTEXT("cuModuleEnumerateFunctions");
  const auto entries = entries_of(module->text);
  for (unsigned i = 0; i < count && i < entries.size(); ++i)
    functions[i] = new_function(entries[i]);
  return success;
}
Result cuFuncGetName(const char **name, FunctionRef function) {
  KCC_FAKE("cuFuncGetName");
  *name = function->entry.c_str();
  return success;
}
Result cuFuncLoad(FunctionRef function) {
  KCC_FAKE_WITH_CONTEXT("cuFuncLoad");
  state().functions_loaded.push_back(function->entry);
  return success;
}
Result cuFuncGetParamInfo(FunctionRef function, std::size_t index, std::size_t *offset, std::size_t *bytes) {
  KCC_FAKE_WITH_CONTEXT("cuFuncGetParamInfo");
  const auto &all = state().parameter_bytes[function->entry];
  if (index >= all.size())
    return invalid_value;
  *offset = 0;
  for (std::size_t i = 0; i <= index; ++i) {
    *offset = (*offset + all[i] - 1) / all[i] * all[i];
    *bytes = all[i];
    if (i != index)
      *offset += all[i];
  }
  return success;
}

} // extern "C"
