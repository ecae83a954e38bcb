#include <kcc/runtime/progress.h>

#include "backend.h"
#include "progress_bar.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <span>
#include <thread>
#include <unistd.h>
#include <utility>

namespace kcc {

namespace {

using Clock = std::chrono::steady_clock;

/// "1:05", "2:03:09"
std::string clock_text(double seconds) {
  const auto whole = static_cast<unsigned long long>(std::clamp(seconds, 0.0, 1e9));
  const auto two_digits = [](unsigned long long number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
  };
  const std::string minutes = whole < 3600 ? std::to_string(whole / 60)
                                           : std::to_string(whole / 3600) + ":" + two_digits(whole / 60 % 60);
  return minutes + ":" + two_digits(whole % 60);
}

/// One line on the terminal, which is drawn again and again.
class BarLine {
public:
  void draw(const std::string &text) {
    const std::size_t blanks = width_ > text.size() ? width_ - text.size() : 0;
    std::fprintf(stderr, "\r%s%s", text.c_str(), std::string(blanks, ' ').c_str());
    std::fflush(stderr);
    width_ = text.size();
  }
  ~BarLine() {
    if (width_ != 0)
      std::fputc('\n', stderr); // what follows, maybe an error, gets a line of its own
  }
  BarLine() = default;
  BarLine(const BarLine &) = delete;
  BarLine &operator=(const BarLine &) = delete;

private:
  std::size_t width_ = 0;
};

} // namespace

std::string core::progress_bar(const std::string &title, std::uint64_t done, std::uint64_t total,
                               std::chrono::duration<double> elapsed) {
  std::string text = title.empty() ? "" : title + " ";
  if (total == 0)
    return text + std::to_string(done) + ", " + clock_text(elapsed.count());
  constexpr std::size_t width = 20;
  const double part = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const auto marks = static_cast<std::size_t>(part * static_cast<double>(width));
  const auto percent = std::to_string(static_cast<int>(part * 100));
  text += "[" + std::string(marks, '#') + std::string(width - marks, ' ') + "] " +
          std::string(3 - percent.size(), ' ') + percent + " %, " + clock_text(elapsed.count());
  if (part > 0 && part < 1)
    text += ", " + clock_text(elapsed.count() * (1 - part) / part) + " left";
  return text;
}

Progress::Progress(const Device &device, std::uint64_t total, std::string title, Show show)
    : counter_(device, 1), reader_(device), total_(total), title_(std::move(title)),
      is_shown_(show == Show::always || (show == Show::on_terminal && isatty(STDERR_FILENO) == 1)) {
  device.backend_device().lend_to_host(counter_.data());
  counter_.fill_bytes(reader_, std::byte{0});
  reader_.synchronize();
}

std::uint64_t Progress::done() {
  if (counter_.device().backend() == Backend::cpu) // a copy would race with the kernels' atomic operations
    return std::atomic_ref(*counter_.data()).load(std::memory_order_relaxed);
  std::uint64_t done = 0;
  counter_.copy_to(reader_, std::span(&done, 1));
  reader_.synchronize();
  return done;
}

void Progress::wait(Stream &stream) {
  if (is_shown_) {
    BarLine line;
    const Clock::time_point begin = Clock::now();
    const auto draw = [&] { line.draw(core::progress_bar(title_, done(), total_, Clock::now() - begin)); };
    while (!stream.is_done()) {
      draw();
      // Short work ends without a delay, and long work is not asked for all the time.
      constexpr std::chrono::milliseconds frame{100};
      for (const Clock::time_point next = Clock::now() + frame; Clock::now() < next && !stream.is_done();)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    draw();
  }
  stream.synchronize();
}

} // namespace kcc
