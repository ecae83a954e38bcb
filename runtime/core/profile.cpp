#include <kcc/runtime/profile.h>

#include "nvtx.h"
#include "profiler.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <ostream>
#include <utility>

namespace kcc {

namespace {

using core::Profiler;

const char *text_of(Profile::Kind kind) {
  switch (kind) {
  case Profile::Kind::kernel:
    return "kernel";
  case Profile::Kind::copy_to_device:
    return "copy to device";
  case Profile::Kind::copy_to_host:
    return "copy to host";
  case Profile::Kind::copy_on_device:
    return "copy on device";
  case Profile::Kind::fill:
    return "fill";
  }
  return "";
}

std::string title_of(Profile::Kind kind, const std::string &name) {
  return name.empty() ? text_of(kind) : name;
}

/// A JSON string with its quotes.
std::string json_text(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      json += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(c));
      json += escape.data();
    } else {
      json += c;
    }
  }
  return json + '"';
}

/// A number of microseconds, to a nanosecond.
std::string microseconds(Profile::Time time) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.3f", time.count() * 1000);
  return text.data();
}

// The tracks of a trace belong to two "processes".
constexpr int device_process = 1, host_process = 2;

std::string name_of_track(const char *what, int process, int track, const std::string &name) {
  return "{\"ph\":\"M\",\"name\":\"" + std::string(what) + "\",\"pid\":" + std::to_string(process) +
         ",\"tid\":" + std::to_string(track) + ",\"args\":{\"name\":" + json_text(name) + "}}";
}

std::string slice(int process, int track, const std::string &name, Profile::Time begin,
                  Profile::Time duration, const std::string &arguments) {
  return "{\"ph\":\"X\",\"name\":" + json_text(name) + ",\"pid\":" + std::to_string(process) +
         ",\"tid\":" + std::to_string(track) + ",\"ts\":" + microseconds(begin) +
         ",\"dur\":" + microseconds(duration) + ",\"args\":{" + arguments + "}}";
}

} // namespace

double Profile::Row::gigabytes_per_second() const noexcept {
  return total.count() > 0 ? static_cast<double>(bytes) / (total.count() * 1e6) : 0;
}

Profile::Profile(const Device &device)
    : device_(device), profiler_(std::make_shared<Profiler>(device.backend_device())) {
  if (!device.backend_device().profiler_slot().set(profiler_))
    detail::fail(ErrorCategory::invalid_state, "starting a profile of " + core::label(device),
                 "there is one already", "Stop the other kcc::Profile first");
}

Profile::~Profile() {
  if (is_running_)
    device_.backend_device().profiler_slot().clear();
}

void Profile::stop() {
  if (!std::exchange(is_running_, false))
    return;
  device_.backend_device().profiler_slot().clear();
  profiler_->finish();
}

std::vector<Profile::Row> Profile::rows() {
  stop();
  std::map<std::pair<Kind, std::string_view>, Row> by_name;
  for (const Profiler::Sample &sample : profiler_->samples()) {
    Row &row = by_name[{sample.kind, *sample.name}];
    row.shortest = row.calls == 0 ? sample.duration : std::min(row.shortest, sample.duration);
    row.longest = std::max(row.longest, sample.duration);
    row.kind = sample.kind;
    row.name = *sample.name;
    row.calls += 1;
    row.bytes += sample.bytes;
    row.total += sample.duration;
  }
  std::vector<Row> rows;
  for (auto &[key, row] : by_name)
    rows.push_back(std::move(row));
  std::ranges::stable_sort(rows, std::greater(), &Row::total);
  return rows;
}

std::uint64_t Profile::unmeasured() {
  stop();
  return profiler_->unmeasured();
}

void Profile::print(std::ostream &out) {
  const std::vector<Row> all = rows();
  Time total{};
  for (const Row &row : all)
    total += row.total;
  std::array<char, 160> line{};
  const auto put = [&](const char *format, auto... values) {
    std::snprintf(line.data(), line.size(), format, values...);
    out << line.data();
  };
  out << core::label(device_) << '\n';
  put("%7s %12s %9s %12s %12s %12s %9s  %s\n", "share", "total ms", "calls", "mean us", "min us", "max us",
      "GB/s", "what");
  for (const Row &row : all) {
    const double mean = row.total.count() / static_cast<double>(row.calls);
    put("%6.1f%% %12.3f %9llu %12.2f %12.2f %12.2f ", total.count() > 0 ? 100 * (row.total / total) : 0.0,
        row.total.count(), static_cast<unsigned long long>(row.calls), mean * 1000,
        row.shortest.count() * 1000, row.longest.count() * 1000);
    if (row.kind == Kind::kernel)
      put("%9s", "");
    else
      put("%9.2f", row.gigabytes_per_second());
    out << "  " << title_of(row.kind, row.name) << '\n'; // names have any length
  }
  if (const std::uint64_t count = unmeasured(); count != 0)
    out << count << " more could not be measured\n";
}

void Profile::write_trace(const std::filesystem::path &file) {
  stop();
  errno = 0;
  std::ofstream out(file);
  out << "{\"traceEvents\":[\n"
      << name_of_track("process_name", device_process, 0, core::label(device_)) << ",\n"
      << name_of_track("process_name", host_process, 0, "host");
  std::map<core::StreamHandle *, int> streams;
  for (const Profiler::Sample &sample : profiler_->samples()) {
    const auto [stream, is_new] = streams.try_emplace(sample.stream, static_cast<int>(streams.size()) + 1);
    if (is_new)
      out << ",\n"
          << name_of_track("thread_name", device_process, stream->second,
                           sample.stream ? "stream " + std::to_string(stream->second)
                                         : "device's own stream");
    out << ",\n"
        << slice(device_process, stream->second, title_of(sample.kind, *sample.name), sample.begin,
                 sample.duration, sample.bytes == 0 ? "" : "\"bytes\":" + std::to_string(sample.bytes));
  }
  for (const core::HostSlice &range : profiler_->ranges())
    out << ",\n"
        << slice(host_process, range.thread, range.name, Time(range.begin - profiler_->start()),
                 Time(range.end - range.begin), "");
  out << "\n],\"displayTimeUnit\":\"ns\"}\n";
  out.close();
  if (const int reason = errno; !out) {
    std::error_code ignored;
    detail::fail(ErrorCategory::system, "writing the trace `" + file.string() + "`",
                 reason != 0 ? std::strerror(reason) : "the file cannot be written",
                 "Folders are not created. A relative path starts at the current directory, " +
                     std::filesystem::current_path(ignored).string());
  }
}

namespace profile {

Range::Range(const char *name) noexcept : is_pushed_(core::nvtx::push(name)) {
  if (!core::range_log().is_active())
    return;
  try {
    logged_ = std::make_unique<std::string>(name);
    begin_ = Clock::now();
  } catch (const std::bad_alloc &) { // it is missing in the trace
  }
}

Range::~Range() {
  if (is_pushed_)
    core::nvtx::pop();
  if (!logged_)
    return;
  try {
    core::range_log().add(std::move(*logged_), begin_, Clock::now());
  } catch (const std::bad_alloc &) {
  }
}

} // namespace profile

} // namespace kcc
