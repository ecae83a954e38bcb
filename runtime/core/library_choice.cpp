#include "library_choice.h"

#include <kcc/runtime/error.h>

#include <cstdlib>

namespace kcc::core {

std::string LibraryChoice::named() const {
  if (!library_.empty())
    return library_;
  const char *const value = std::getenv(variable_);
  return value ? value : "";
}

std::string LibraryChoice::take() {
  const std::lock_guard lock(mutex_);
  taken_ = true;
  return named();
}

bool LibraryChoice::is_made() const {
  const std::lock_guard lock(mutex_);
  return !named().empty();
}

std::string LibraryChoice::hint(std::string otherwise) const {
  const std::lock_guard lock(mutex_);
  if (named().empty())
    return otherwise;
  return (library_.empty() ? "The environment variable " + std::string(variable_) : "The program") +
         " names this file; correct that, or leave it out for the system's " + driver_;
}

void LibraryChoice::choose(const std::filesystem::path &library, const char *function) {
  const std::lock_guard lock(mutex_);
  if (taken_)
    detail::fail(ErrorCategory::invalid_state,
                 "choosing the " + std::string(driver_) + " `" + library.string() + "`",
                 "a device was used before, and with it the driver was opened",
                 "Call kcc::" + std::string(function) + " at the start of main");
  library_ = library.string();
}

} // namespace kcc::core
