#include "access_notes.h"

#include "report.h"
#include "settings.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <mutex>

namespace kcc::check {

namespace {

// An H100 moves 3.35 TB/s, which is 15 bytes for each of its 132 multiprocessors in a cycle.
constexpr std::uint64_t cycles_of_sector = 2;
constexpr std::uint64_t cycles_of_round = 1;

struct Notes {
  std::mutex mutex;
  std::map<std::string, AccessNote> all;
};

Notes &notes() {
  static auto *const known = new Notes;
  return *known;
}

std::string one_decimal(std::uint64_t part, std::uint64_t of) {
  const std::uint64_t tenths = of == 0 ? 0 : (part * 10 + of / 2) / of;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

std::string counted(std::uint64_t number, const char *what, const char *plural_ending = "s") {
  return std::to_string(number) + " " + what + (number == 1 ? "" : plural_ending);
}

void print(const AccessNote &note, std::uint64_t cost_of_kernel) {
  const AccessCounts &counts = note.counts;
  const std::string rule = note.rule();
  const std::string space = note.is_shared ? "shared " : "global ";
  std::string title, detail;
  if (rule == "uncoalesced")
    title = "Uncoalesced " + space + note.what + ": " + one_decimal(counts.moved, counts.needed) +
            " times the sectors that are needed";
  else if (rule == "bank-conflict")
    title = "Bank conflicts of a " + space + note.what + ": " + one_decimal(counts.moved, counts.needed) +
            " times the rounds that are needed";
  else
    title = "Contention at a " + space + note.what + ": up to " + std::to_string(counts.worst) +
            " lanes of a warp at one address";
  const bool is_one = counts.accesses == 1;
  detail =
      counted(counts.accesses, "access", "es") + " of " + (is_one ? "a warp" : "warps") +
      (note.is_shared ? is_one ? " takes " : " take "
       : is_one       ? " moves "
                      : " move ") +
      (note.is_shared ? counted(counts.moved, "round") : counted(counts.moved, "sector") + " of 32 bytes") +
      " for " + count_of_bytes(counts.bytes) + "; " + std::to_string(counts.needed) + " would do";
  if (note.is_shared)
    detail += ". At most " + std::to_string(counts.worst) + " in an access";
  if (counts.repeated != 0)
    detail += ". " + std::to_string(counts.repeated) + " changes wait for another of the same warp";
  std::fprintf(stderr, "========= %s\n=========     at %s\n=========     %s\n", title.c_str(),
               note.places.empty() ? ("kernel `" + note.kernel + "`").c_str() : text_of(note.places).c_str(),
               detail.c_str());
  if (!note.variable.empty())
    std::fprintf(stderr, "=========     Variable '%s'\n", note.variable.c_str());
  std::fprintf(stderr,
               "=========     Estimated cost: %llu cycles, %llu %% of the kernel's; %llu are avoidable\n"
               "=========     in kernel `%s`\n=========\n",
               static_cast<unsigned long long>(note.cost()),
               static_cast<unsigned long long>(cost_of_kernel == 0 ? 0 : note.cost() * 100 / cost_of_kernel),
               static_cast<unsigned long long>(note.avoidable()), note.kernel.c_str());
}

} // namespace

void AccessCounts::add(const AccessCounts &other) {
  accesses += other.accesses;
  lanes += other.lanes;
  bytes += other.bytes;
  moved += other.moved;
  needed += other.needed;
  worst = std::max(worst, other.worst);
  repeated += other.repeated;
}

std::uint64_t AccessNote::cost() const {
  return counts.moved * (is_shared ? cycles_of_round : cycles_of_sector) + counts.repeated;
}

std::uint64_t AccessNote::avoidable() const {
  return (counts.moved - counts.needed) * (is_shared ? cycles_of_round : cycles_of_sector) + counts.repeated;
}

const char *AccessNote::rule() const {
  if (counts.moved != counts.needed)
    return is_shared ? "bank-conflict" : "uncoalesced";
  return counts.repeated != 0 ? "contention" : "efficient";
}

void add_accesses(AccessNote note) {
  const std::string key =
      note.kernel + "\n" + text_of(note.places) + "\n" + note.what + (note.is_shared ? "\nshared" : "");
  const std::lock_guard lock(notes().mutex);
  const auto [row, is_new] = notes().all.try_emplace(key, note);
  if (!is_new)
    row->second.counts.add(note.counts);
}

std::vector<AccessNote> access_notes() {
  std::vector<AccessNote> sorted;
  {
    const std::lock_guard lock(notes().mutex);
    for (const auto &[key, note] : notes().all)
      sorted.push_back(note);
  }
  std::ranges::stable_sort(sorted,
                           [](const AccessNote &a, const AccessNote &b) { return a.cost() > b.cost(); });
  return sorted;
}

void print_accesses(std::size_t limit) {
  const std::vector<AccessNote> all = access_notes();
  if (all.empty())
    return;
  std::map<std::string, std::uint64_t> costs;
  std::uint64_t cost = 0, avoidable = 0;
  std::size_t improvable = 0;
  for (const AccessNote &note : all) {
    costs[note.kernel] += note.cost();
    cost += note.cost();
    avoidable += note.avoidable();
    improvable += note.avoidable() != 0;
  }
  std::size_t printed = 0;
  for (const AccessNote &note : all)
    if (note.avoidable() != 0 && printed++ < limit)
      print(note, costs[note.kernel]);
  std::fprintf(
      stderr,
      "========= ACCESS SUMMARY: %zu of %zu places could be better; estimated cost %llu cycles, %llu "
      "avoidable\n",
      improvable, all.size(), static_cast<unsigned long long>(cost),
      static_cast<unsigned long long>(avoidable));
}

} // namespace kcc::check
