#include "report_file.h"

#include <cstdio>
#include <fstream>

namespace kcc::cpu::check {
namespace {

std::string json_string(const std::string &text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
      result += code;
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string json_of(Dim3 index) {
  return "[" + std::to_string(index.x) + ", " + std::to_string(index.y) + ", " + std::to_string(index.z) +
         "]";
}

std::string json_of(const Party &party) {
  std::string text =
      "{\"block\": " + json_of(party.block) + ", \"thread\": " + json_of(party.thread) + ", \"places\": [";
  const char *separator = "";
  for (const Place &place : party.places) {
    text += separator + std::string("{\"file\": ") + json_string(place.file) +
            ", \"line\": " + std::to_string(place.line) + ", \"column\": " + std::to_string(place.column) +
            ", \"function\": " + json_string(place.function) + "}";
    separator = ", ";
  }
  return text + "]}";
}

std::string json_of(const Counted &row) {
  const Finding &finding = row.finding;
  std::string text =
      "{\"check\": " + json_string(finding.check) + ", \"rule\": " + json_string(finding.rule) +
      ", \"title\": " + json_string(finding.title) + ", \"kernel\": " + json_string(finding.kernel) +
      ", \"launch\": " + std::to_string(finding.launch) + ", \"count\": " + std::to_string(row.count) +
      ",\n   \"party\": " + json_of(finding.who);
  if (!finding.other_title.empty())
    text += ",\n   \"other_title\": " + json_string(finding.other_title) +
            ", \"other_party\": " + json_of(finding.other);
  text += ",\n   \"details\": [";
  const char *separator = "";
  for (const std::string &detail : finding.details) {
    text += separator + json_string(detail);
    separator = ", ";
  }
  return text + "]}";
}

std::string location(const Place &place) {
  return "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": " + json_string(place.file) +
         "}, \"region\": {\"startLine\": " + std::to_string(place.line) +
         ", \"startColumn\": " + std::to_string(place.column == 0 ? 1 : place.column) + "}}}";
}

std::string sarif_of(const Counted &row) {
  const Finding &finding = row.finding;
  std::string message = finding.title + " in kernel " + finding.kernel;
  for (const std::string &detail : finding.details)
    message += ". " + detail;
  std::string text = "{\"ruleId\": " + json_string(std::string(finding.check) + "/" + finding.rule) +
                     ", \"level\": \"error\", \"message\": {\"text\": " + json_string(message) +
                     "}, \"occurrenceCount\": " + std::to_string(row.count) + ", \"locations\": [";
  if (!finding.who.places.empty())
    text += location(finding.who.places.front());
  text += "]";
  if (!finding.other.places.empty())
    text += ", \"relatedLocations\": [" + location(finding.other.places.front()) + "]";
  return text + "}";
}

} // namespace

bool write_report(const std::string &path, const std::vector<Counted> &all) {
  std::ofstream file(path);
  const bool is_sarif = path.ends_with(".sarif");
  file << (is_sarif
               ? "{\"version\": \"2.1.0\", \"$schema\": "
                 "\"https://json.schemastore.org/sarif-2.1.0.json\",\n \"runs\": [{\"tool\": {\"driver\": "
                 "{\"name\": \"kcc\"}},\n \"results\": ["
               : "{\"version\": 1, \"errors\": [");
  const char *separator = "\n  ";
  for (const Counted &row : all) {
    file << separator << (is_sarif ? sarif_of(row) : json_of(row));
    separator = ",\n  ";
  }
  file << (is_sarif ? "\n ]}]}\n" : "\n]}\n");
  file.close();
  return !file.fail();
}

} // namespace kcc::cpu::check
