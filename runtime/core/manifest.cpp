#include "manifest.h"

#include <kcc/abi/image.h>
#include <kcc/runtime/error.h>

#include <nlohmann/json.hpp>

namespace kcc::core {

namespace {

using Json = nlohmann::json;

ParameterInfo parse_variable(const Json &json) {
  ParameterInfo parameter;
  parameter.name = json.at("name").get<std::string>();
  parameter.type = json.at("type").get<std::string>();
  parameter.signature = json.at("signature").get<std::string>();
  parameter.size = json.at("size").get<std::size_t>();
  parameter.align = json.at("align").get<std::size_t>();
  return parameter;
}

KernelInfo parse_kernel(const Json &json) {
  KernelInfo kernel;
  kernel.name = json.at("name").get<std::string>();
  kernel.entry = json.at("entry").get<std::string>();
  for (const Json &parameter : json.at("parameters"))
    kernel.parameters.push_back(parse_variable(parameter));
  kernel.max_threads = json.at("max_threads").get<std::uint32_t>();
  kernel.static_shared_bytes = json.at("static_shared_bytes").get<std::uint32_t>();
  kernel.uses_barrier = json.at("uses_barrier").get<bool>();
  kernel.uses_grid_sync = json.at("uses_grid_sync").get<bool>();
  kernel.dynamic_stack = json.value("dynamic_stack", false);
  return kernel;
}

} // namespace

ModuleInfo parse_manifest(std::string_view text, const std::string &origin) {
  const std::string operation = "reading the manifest of " + origin;
  try {
    const Json json = Json::parse(text);
    const auto version = json.at("version").get<std::uint32_t>();
    if (version != abi::version)
      detail::fail(operation,
                   "it has version " + std::to_string(version) + ", this runtime reads version " +
                       std::to_string(abi::version),
                   "Compile the kernel again with the kcc that belongs to this runtime");
    ModuleInfo info;
    for (const Json &kernel : json.at("kernels"))
      info.kernels.push_back(parse_kernel(kernel));
    if (const auto globals = json.find("globals"); globals != json.end())
      for (const Json &global : *globals)
        info.globals.push_back({parse_variable(global), global.at("symbol").get<std::string>()});
    return info;
  } catch (const Json::exception &error) {
    detail::fail(operation, std::string("it is not a kcc manifest: ") + error.what(),
                 "Compile the kernel again; do not edit the manifest by hand");
  }
}

std::optional<std::string_view> find_ptx_manifest(std::string_view ptx) {
  constexpr std::string_view prefix = abi::ptx_manifest_prefix;
  for (std::size_t line = 0; line < ptx.size();) {
    const std::size_t end = std::min(ptx.find('\n', line), ptx.size());
    std::string_view text = ptx.substr(line, end - line);
    if (text.starts_with(prefix)) {
      if (text.ends_with('\r'))
        text.remove_suffix(1);
      return text.substr(prefix.size());
    }
    line = end + 1;
  }
  return std::nullopt;
}

} // namespace kcc::core
