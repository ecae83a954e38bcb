#include "manifest.h"

#include <kcc/abi/image.h>
#include <kcc/runtime/error.h>

#include <nlohmann/json.hpp>

#include <algorithm>

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
  parameter.layout = json.value("layout", no_layout);
  return parameter;
}

TypeInfo parse_type(const Json &json) {
  TypeInfo type;
  type.type = json.at("type").get<std::string>();
  type.signature = json.at("signature").get<std::string>();
  type.size = json.at("size").get<std::size_t>();
  type.library = json.value("library", "");
  for (const Json &base : json.value("bases", Json::array()))
    type.bases.push_back({base.at("offset").get<std::size_t>(), base.value("layout", no_layout)});
  for (const Json &field : json.value("fields", Json::array()))
    type.fields.push_back({.name = field.at("name").get<std::string>(),
                           .signature = field.at("signature").get<std::string>(),
                           .offset = field.at("offset").get<std::size_t>(),
                           .size = field.at("size").get<std::size_t>(),
                           .bits = field.value("bits", 0u),
                           .first_bit = field.value("first_bit", 0u),
                           .layout = field.value("layout", no_layout)});
  if (const auto values = json.find("values"); values != json.end())
    for (const auto &[name, value] : values->items())
      type.enumerators.push_back({name, value.dump()});
  return type;
}

/// Throws if an index is out of range, which means that the manifest was edited.
void check_layouts(const ModuleInfo &info) {
  const auto check = [&](int layout) {
    if (layout != no_layout && (layout < 0 || static_cast<std::size_t>(layout) >= info.types.size()))
      throw Json::out_of_range::create(401, "`types` has no entry " + std::to_string(layout), nullptr);
  };
  for (const KernelInfo &kernel : info.kernels)
    for (const ParameterInfo &parameter : kernel.parameters)
      check(parameter.layout);
  for (const GlobalInfo &global : info.globals)
    check(global.variable.layout);
  for (const TypeInfo &type : info.types) {
    for (const BaseInfo &base : type.bases)
      check(base.layout);
    for (const FieldInfo &field : type.fields)
      check(field.layout);
  }
}

/// A span that a launch reads must be within the bytes that it is given.
SpanInfo parse_span(const Json &json, const std::vector<ParameterInfo> &parameters) {
  SpanInfo span;
  span.name = json.at("name").get<std::string>();
  span.parameter = json.at("parameter").get<std::size_t>();
  span.offset = json.at("offset").get<std::size_t>();
  span.element_size = json.at("element_size").get<std::uint64_t>();
  span.extent = json.value("extent", dynamic_extent);
  span.read_only = json.at("read_only").get<bool>();
  const std::size_t size = sizeof(void *) + (span.extent == dynamic_extent ? sizeof(std::size_t) : 0);
  if (span.parameter >= parameters.size() || parameters[span.parameter].size < size ||
      parameters[span.parameter].size - size < span.offset)
    throw Json::out_of_range::create(401, "`no_alias` has `" + span.name + "` outside of the parameters",
                                     nullptr);
  return span;
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
  kernel.left_out = json.value("left_out", false);
  for (const Json &span : json.value("no_alias", Json::array()))
    kernel.no_alias.push_back(parse_span(span, kernel.parameters));
  std::stable_partition(kernel.no_alias.begin(), kernel.no_alias.end(),
                        [](const SpanInfo &span) { return !span.read_only; });
  if (kernel.no_alias.size() > most_no_alias_spans)
    throw Json::out_of_range::create(
        401, "`no_alias` has more than " + std::to_string(most_no_alias_spans) + " spans", nullptr);
  return kernel;
}

} // namespace

void append(ModuleInfo &to, ModuleInfo from) {
  const int first = static_cast<int>(to.types.size()); // indices of types continue behind those of `to`
  const auto move_layout = [first](int &layout) {
    if (layout != no_layout)
      layout += first;
  };
  for (KernelInfo &kernel : from.kernels) {
    for (ParameterInfo &parameter : kernel.parameters)
      move_layout(parameter.layout);
    to.kernels.push_back(std::move(kernel));
  }
  for (GlobalInfo &global : from.globals) {
    move_layout(global.variable.layout);
    to.globals.push_back(std::move(global));
  }
  for (TypeInfo &type : from.types) {
    for (BaseInfo &base : type.bases)
      move_layout(base.layout);
    for (FieldInfo &field : type.fields)
      move_layout(field.layout);
    to.types.push_back(std::move(type));
  }
}

ModuleInfo parse_manifest(std::string_view text, const std::string &origin) {
  const std::string operation = "reading the manifest of " + origin;
  try {
    const Json json = Json::parse(text);
    const auto version = json.at("version").get<std::uint32_t>();
    if (version != abi::version)
      detail::fail(ErrorCategory::invalid_code, operation,
                   "it has version " + std::to_string(version) + ", this runtime reads version " +
                       std::to_string(abi::version),
                   "Compile the kernel again with the kcc that belongs to this runtime");
    ModuleInfo info;
    for (const Json &kernel : json.at("kernels"))
      info.kernels.push_back(parse_kernel(kernel));
    if (const auto globals = json.find("globals"); globals != json.end())
      for (const Json &global : *globals)
        info.globals.push_back({parse_variable(global), global.at("symbol").get<std::string>()});
    for (const Json &type : json.value("types", Json::array()))
      info.types.push_back(parse_type(type));
    check_layouts(info);
    return info;
  } catch (const Json::exception &error) {
    detail::fail(ErrorCategory::invalid_code, operation,
                 std::string("it is not a kcc manifest: ") + error.what(),
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
