#include "check_records.h"

#include "../check/arithmetic.h"
#include "../check/outside.h"
#include "../check/report.h"

#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace kcc::cuda {

SiteTable::SiteTable(std::uint64_t address, std::vector<std::byte> bytes)
    : address_(address), bytes_(std::move(bytes)) {}

const abi::CheckTable *SiteTable::head() const noexcept {
  return reinterpret_cast<const abi::CheckTable *>(bytes_.data());
}

const abi::GpuCheckSite *SiteTable::site(std::uint64_t address) const noexcept {
  const std::uint64_t offset = address - address_ - sizeof(abi::CheckTable);
  if (bytes_.size() < sizeof(abi::CheckTable) || offset % sizeof(abi::GpuCheckSite) != 0 ||
      offset / sizeof(abi::GpuCheckSite) >= head()->sites)
    return nullptr;
  return reinterpret_cast<const abi::GpuCheckSite *>(head() + 1) + offset / sizeof(abi::GpuCheckSite);
}

const char *SiteTable::text(std::uint32_t at) const noexcept {
  const auto *const texts = reinterpret_cast<const char *>(
      reinterpret_cast<const abi::GpuCheckPlace *>(reinterpret_cast<const abi::GpuCheckSite *>(head() + 1) +
                                                   head()->sites) +
      head()->places);
  return at < head()->text_bytes ? texts + at : "";
}

std::vector<check::Place> SiteTable::places(std::uint32_t number) const {
  const auto *const rows = reinterpret_cast<const abi::GpuCheckPlace *>(
      reinterpret_cast<const abi::GpuCheckSite *>(head() + 1) + head()->sites);
  std::vector<check::Place> places;
  while (number != 0 && number <= head()->places && places.size() < head()->places) {
    const abi::GpuCheckPlace &row = rows[number - 1];
    places.push_back({text(row.file), text(row.function), row.line, row.column});
    number = row.caller;
  }
  return places;
}

namespace {

check::Finding begin_finding(const abi::CheckRecord &record, const SiteTable &table,
                             const abi::GpuCheckSite &site) {
  return {.check = "memory",
          .rule = "out-of-bounds",
          .title = {},
          .kernel = table.text(site.kernel),
          .launch = 0,
          .who = {table.places(site.place),
                  {record.block[0], record.block[1], record.block[2]},
                  {record.thread[0], record.thread[1], record.thread[2]}}};
}

/// What is wrong with an address, and what to do.
struct Verdict {
  const char *rule;
  std::string detail;
};

std::string misaligned_text(std::uint32_t align) {
  return "is misaligned: its type needs a multiple of " + std::to_string(align);
}

Verdict judge_global(std::uint64_t place, std::uint64_t base, std::uint64_t bytes, std::uint32_t align,
                     bool is_misaligned, const CheckedRanges &ranges) {
  if (place < 65536)
    return {"null-pointer", "is a null pointer, or an index from one"};
  const CheckedRange *const at = ranges.find(place), *const from = ranges.find(base);
  const auto offset = [&] { return place - at->place.begin; };
  if (at && at->place.is_freed != 0)
    return {"use-after-free", "is " + check::count_of_bytes(offset()) + " inside freed " + describe(*at)};
  if (at && from && at != from)
    return {"out-of-bounds", "is byte " + std::to_string(offset()) + " of " + describe(*at) +
                                 ", but was computed from " + describe(*from)};
  const auto outside = [&](const CheckedRange &range) {
    return check::text_of({static_cast<std::int64_t>(place - range.place.begin),
                           static_cast<std::int64_t>(place - base), bytes, range.place.bytes},
                          (range.place.is_freed != 0 ? "freed " : "") + describe(range));
  };
  if (at && (offset() >= at->place.bytes || at->place.bytes - offset() < bytes))
    return {"out-of-bounds", outside(*at)};
  if (!at && from)
    return {from->place.is_freed != 0 ? "use-after-free" : "out-of-bounds", outside(*from)};
  if (is_misaligned)
    return {"misaligned", misaligned_text(align)};
  return {"out-of-bounds", "is outside of the variable that it was computed from"};
}

CheckFinding access_finding(const abi::CheckRecord &record, const SiteTable &table,
                            const abi::GpuCheckSite &site, const Verdict &verdict, abi::AccessSpace space) {
  static constexpr const char *spaces[] = {"global", "shared", "local"};
  check::Finding finding = begin_finding(record, table, site);
  finding.rule = verdict.rule;
  finding.title = "Invalid " + std::string(spaces[static_cast<std::size_t>(space) % 3]) + " " +
                  check::text_of(static_cast<abi::AccessKind>(site.kind % 5), record.values[2]);
  // The site of a known object has only the offset.
  const std::string address = site.object_bytes != 0 ? "" : " " + check::hexadecimal(record.values[0]);
  finding.details.push_back("Address" + address + " " + verdict.detail);
  std::string text = finding.title + ": address" + address + " " + verdict.detail + ", at " +
                     check::text_of(finding.who.places);
  return {std::move(finding), abi::check_memory, true, std::move(text)};
}

CheckFinding access(const abi::CheckRecord &record, const SiteTable &table, const abi::GpuCheckSite &site,
                    const CheckedRanges &ranges) {
  const auto [place, base, bytes, how] = record.values;
  const auto space = static_cast<abi::AccessSpace>(how & 0xff);
  const bool is_misaligned = (how >> abi::misaligned_bit) != 0;
  if (site.object_bytes != 0) {
    const auto offset = static_cast<std::int64_t>(place);
    const std::string name = table.text(site.name);
    const std::string object =
        (name.empty() ? "an object" : "'" + name + "'") + " of " + check::count_of_bytes(site.object_bytes);
    const bool is_inside = place <= site.object_bytes && site.object_bytes - place >= bytes;
    return access_finding(
        record, table, site,
        is_inside
            ? Verdict{"misaligned", misaligned_text(site.align) + ", in " + object}
            : Verdict{"out-of-bounds", check::text_of({offset, offset, bytes, site.object_bytes}, object)},
        space);
  }
  if (space == abi::AccessSpace::global)
    return access_finding(record, table, site,
                          judge_global(place, base, bytes, site.align, is_misaligned, ranges), space);
  return access_finding(record, table, site,
                        is_misaligned ? Verdict{"misaligned", misaligned_text(site.align)}
                                      : Verdict{"out-of-bounds", "is outside of the block's shared memory"},
                        space);
}

} // namespace

std::optional<CheckFinding> finding_of(const abi::CheckRecord &record, const SiteTable &table,
                                       const CheckedRanges &ranges) {
  const abi::GpuCheckSite *const site = table.site(record.site);
  if (!site)
    return std::nullopt;
  if (record.kind == abi::CheckRecordKind::access)
    return access(record, table, *site, ranges);
  const abi::ArithmeticSite operation{nullptr,
                                      table.text(site->name),
                                      table.text(site->other),
                                      site->align,
                                      static_cast<abi::Arithmetic>(site->kind),
                                      site->operands,
                                      site->is_unsigned};
  const auto number = [&](std::size_t i) { return std::bit_cast<double>(record.values[i]); };
  const auto wide = [&](std::size_t i) {
    __extension__ using Magnitude = unsigned __int128;
    return static_cast<abi::AnyInteger>(static_cast<Magnitude>(record.values[i + 1]) << 64 |
                                        record.values[i]);
  };
  check::Explanation explained = record.kind == abi::CheckRecordKind::integers
                                     ? check::explain_integers(wide(0), wide(2), operation)
                                 : record.kind == abi::CheckRecordKind::conversion
                                     ? check::explain_conversion(number(0), operation)
                                     : check::explain_nan({number(0), number(1), number(2)}, operation);
  check::Finding finding = begin_finding(record, table, *site);
  finding.check = "arith";
  finding.rule = explained.rule;
  finding.title = std::move(explained.title);
  finding.details.push_back(std::move(explained.detail));
  return CheckFinding{std::move(finding), explained.check, false, {}};
}

std::optional<CheckFinding> stranger_of(const abi::CheckRecord &record, const SiteTable &table) {
  const abi::GpuCheckSite *const site = table.site(record.site);
  if (!site)
    return std::nullopt;
  return access_finding(record, table, *site,
                        {"host-pointer", "is in no memory that the runtime has allocated: a pointer of the "
                                         "host, or a wild one"},
                        abi::AccessSpace::global);
}

} // namespace kcc::cuda
