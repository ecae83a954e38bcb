#include "spirv_device.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

namespace kcc::testing {

namespace {

const std::map<std::string, std::vector<std::string>> needed_notes{
    {"add_pushed", {"kcc-pushed: add_pushed"}},
    // At 0 an int, at 8 the address of it.
    {"add_variable",
     {"kcc-variables: 16 8", "kcc-data: 0 2a000000", "kcc-address: 8 0", "kcc-symbol: 0 4 first"}},
    {"fail_with_record", {"kcc-variables: 8 8", "kcc-symbol: 0 8 kcc_print_control"}},
    {"print", {"kcc-variables: 8 8", "kcc-symbol: 0 8 kcc_print_control"}},
};

constexpr const char *manifest = R"({"version": 14, "source": "test.cpp", "kernels": [{"name": "NAME",
"entry": "NAME", "parameters": [
{"name": "to", "type": "std::span<int>", "signature": "span<i32>", "size": 16, "align": 8},
{"name": "from", "type": "std::span<const int>", "signature": "span<const i32>", "size": 16, "align": 8},
{"name": "number", "type": "int", "signature": "i32", "size": 4, "align": 4}],
"max_threads": 0, "static_shared_bytes": 0, "uses_barrier": false, "uses_grid_sync": false}],
"globals": [{"name": "first", "symbol": "first", "type": "int", "signature": "i32", "size": 4, "align": 4,
"memory": "global"}]})";

std::string with_name(std::string text, const std::string &name) {
  constexpr std::string_view placeholder = "NAME";
  for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos; at += name.size())
    text.replace(at, placeholder.size(), name);
  return text;
}

std::vector<std::byte> with_notes(const std::vector<std::byte> &module,
                                  const std::vector<std::string> &notes) {
  constexpr std::uint32_t op_decorate = 71, op_member_decorate = 72, op_module_processed = 330;
  std::vector<std::uint32_t> words(module.size() / 4);
  std::memcpy(words.data(), module.data(), words.size() * 4);
  const auto is_decoration = [](std::uint32_t word) {
    return (word & 0xffff) == op_decorate || (word & 0xffff) == op_member_decorate;
  };
  std::size_t at = 5; // notes come before the decorations, which are in every kernel here
  while (at < words.size() && !is_decoration(words[at]))
    at += words[at] >> 16;
  for (const std::string &note : notes) {
    std::vector<std::uint32_t> instruction(note.size() / 4 + 2);
    instruction[0] = static_cast<std::uint32_t>(instruction.size()) << 16 | op_module_processed;
    std::memcpy(instruction.data() + 1, note.data(), note.size());
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), instruction.begin(), instruction.end());
    at += instruction.size();
  }
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

} // namespace

void SpirvDevice::SetUp() {
  const std::string compiler = backend().compiler;
  if (std::system((compiler + " --version >/dev/null 2>&1").c_str()) != 0)
    GTEST_SKIP() << "no " << compiler;
  DeviceTest::SetUp();
}

std::vector<std::byte> SpirvDevice::compile_source(const std::string &kernel, const std::string &source,
                                                   const std::string &options) {
  const std::string base = folder_ / kernel, file = base + backend().source_extension;
  std::ofstream(file) << with_name(source, kernel);
  const std::string command = backend().compiler + (" " + with_name(options, kernel)) + " -o " + base +
                              ".spv " + file + " >" + base + ".log 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << std::ifstream(base + ".log").rdbuf();
  std::ifstream in(base + ".spv", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::vector<std::byte> SpirvDevice::compile(const std::string &kernel,
                                            const std::vector<std::string> &notes) {
  std::vector<std::string> all = notes;
  if (const auto needed = needed_notes.find(kernel); needed != needed_notes.end())
    all.insert(all.end(), needed->second.begin(), needed->second.end());
  const std::string json = with_name(manifest, kernel);
  // In two parts, as a long one would be.
  all.push_back("kcc-manifest: " + json.substr(0, 100));
  all.push_back("kcc-manifest: " + json.substr(100));
  return with_notes(compile_source(kernel, backend().source(kernel), backend().compiler_options), all);
}

Module SpirvDevice::load(const std::string &kernel, const std::vector<std::string> &notes) {
  return Module::load_data(device_, compile(kernel, notes), {.name = "test.spv"});
}

} // namespace kcc::testing
