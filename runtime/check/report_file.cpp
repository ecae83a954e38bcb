#include "report_file.h"

#include "../core/dimensions.h"
#include "rules.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace kcc::check {
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

std::string json_of(const std::vector<Place> &places) {
  std::string text = "[";
  const char *separator = "";
  for (const Place &place : places) {
    text += separator + std::string("{\"file\": ") + json_string(place.file) +
            ", \"line\": " + std::to_string(place.line) + ", \"column\": " + std::to_string(place.column) +
            ", \"function\": " + json_string(place.function) + "}";
    separator = ", ";
  }
  return text + "]";
}

std::string json_of(const Party &party) {
  const std::string who =
      party.is_host ? "\"host\": true"
                    : "\"block\": " + json_of(party.block) + ", \"thread\": " + json_of(party.thread);
  return "{" + who + ", \"places\": " + json_of(party.places) + "}";
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

/// Without the braces.
std::string location(const Place &place) {
  return "\"physicalLocation\": {\"artifactLocation\": {\"uri\": " + json_string(place.file) +
         "}, \"region\": {\"startLine\": " + std::to_string(place.line) +
         ", \"startColumn\": " + std::to_string(place.column == 0 ? 1 : place.column) + "}}";
}

std::string sarif_message(const std::string &text) {
  return "\"message\": {\"text\": " + json_string(text) + "}";
}

/// The calls through which the place was inlined, the innermost first.
std::string sarif_stack(const std::vector<Place> &places) {
  std::string text = "{\"frames\": [";
  const char *separator = "";
  for (const Place &place : places) {
    text += separator + std::string("{\"location\": {") + location(place) + ", " +
            sarif_message(place.function) + "}}";
    separator = ", ";
  }
  return text + "]}";
}

std::string who_of(const Party &party) {
  return party.is_host ? "by the host"
                       : "by thread " + core::text(party.thread) + " in block " + core::text(party.block);
}

std::string sarif_of(const Counted &row) {
  const Finding &finding = row.finding;
  std::string message = finding.title + " " + who_of(finding.who);
  if (!finding.kernel.empty())
    message += " of kernel " + finding.kernel +
               (finding.launch == 0 ? "" : " in launch " + std::to_string(finding.launch));
  for (const std::string &detail : finding.details)
    message += ". " + detail;
  std::string text = "{\"ruleId\": " + json_string(std::string(finding.check) + "/" + finding.rule) +
                     ", \"level\": \"error\", " + sarif_message(message) +
                     ", \"occurrenceCount\": " + std::to_string(row.count) + ", \"locations\": [";
  const std::vector<Place> &places = finding.who.places, &others = finding.other.places;
  if (!places.empty())
    text += "{" + location(place_in_program(places)) + "}";
  text += "]";
  if (places.size() > 1)
    text += ", \"stacks\": [" + sarif_stack(places) + "]";
  if (!others.empty())
    text += ", \"relatedLocations\": [{" + location(place_in_program(others)) + ", " +
            sarif_message(finding.other_title + " " + who_of(finding.other)) + "}]";
  return text + "}";
}

std::string sarif_of_rules() {
  std::string text;
  for (const Rule &rule : rules)
    text += std::string(text.empty() ? "" : ",") +
            "\n  {\"id\": " + json_string(std::string(rule.check) + "/" + rule.name) +
            ", \"shortDescription\": {\"text\": " + json_string(rule.meaning) + "}}";
  return text;
}

std::string json_of(const AccessNote &note) {
  const AccessCounts &counts = note.counts;
  const auto number = [](const char *name, std::uint64_t value) {
    return std::string(", \"") + name + "\": " + std::to_string(value);
  };
  return "{\"check\": \"access\", \"rule\": " + json_string(note.rule()) +
         ", \"access\": " + json_string(note.what) +
         ", \"space\": " + (note.is_shared ? "\"shared\"" : "\"global\"") +
         ", \"variable\": " + json_string(note.variable) + ", \"kernel\": " + json_string(note.kernel) +
         number("accesses", counts.accesses) + number("lanes", counts.lanes) + number("bytes", counts.bytes) +
         number(note.is_shared ? "rounds" : "sectors", counts.moved) +
         number(note.is_shared ? "needed_rounds" : "needed_sectors", counts.needed) +
         number("worst", counts.worst) + number("repeated_changes", counts.repeated) +
         number("cost", note.cost()) + number("avoidable_cost", note.avoidable()) +
         ",\n   \"places\": " + json_of(note.places) + "}";
}

std::string sarif_of(const AccessNote &note) {
  const AccessCounts &counts = note.counts;
  const std::string message = note.what + " in kernel " + note.kernel + ": " +
                              std::to_string(counts.accesses) + " accesses of warps, " +
                              std::to_string(counts.moved) + (note.is_shared ? " rounds" : " sectors") +
                              " where " + std::to_string(counts.needed) +
                              " would do. Estimated cost: " + std::to_string(note.cost()) + " cycles, " +
                              std::to_string(note.avoidable()) + " avoidable";
  return "{\"ruleId\": " + json_string(std::string("access/") + note.rule()) +
         ", \"level\": \"note\", \"message\": {\"text\": " + json_string(message) + "}, \"locations\": [" +
         (note.places.empty() ? "" : "{" + location(place_in_program(note.places)) + "}") + "]}";
}

} // namespace

bool write_report(const std::string &path, const std::vector<Counted> &all,
                  const std::vector<AccessNote> &notes) {
  std::ofstream file(path);
  const bool is_sarif = path.ends_with(".sarif");
  file
      << (is_sarif
              ? std::string() +
                    "{\"version\": \"2.1.0\", \"$schema\": "
                    "\"https://json.schemastore.org/sarif-2.1.0.json\",\n \"runs\": [{\"tool\": {\"driver\": "
                    "{\"name\": \"kcc\", \"version\": \"" KCC_VERSION "\", \"rules\": [" +
                    sarif_of_rules() + "\n  ]}},\n \"results\": ["
              : "{\"version\": 1, \"errors\": [");
  const char *separator = "\n  ";
  for (const Counted &row : all) {
    file << separator << (is_sarif ? sarif_of(row) : json_of(row));
    separator = ",\n  ";
  }
  if (is_sarif)
    for (const AccessNote &note : notes)
      if (note.avoidable() != 0) {
        file << separator << sarif_of(note);
        separator = ",\n  ";
      }
  file << (is_sarif ? "\n ]}]}\n" : "\n]");
  if (!is_sarif && !notes.empty()) {
    file << ", \"notes\": [";
    separator = "\n  ";
    for (const AccessNote &note : notes) {
      file << separator << json_of(note);
      separator = ",\n  ";
    }
    file << "\n]";
  }
  if (!is_sarif)
    file << "}\n";
  file.close();
  return !file.fail();
}

} // namespace kcc::check
