// Which file is opened as a driver's library.
#ifndef KCC_RUNTIME_CORE_LIBRARY_CHOICE_H
#define KCC_RUNTIME_CORE_LIBRARY_CHOICE_H

#include <filesystem>
#include <mutex>
#include <string>

namespace kcc::core {

/// The program's choice, else that of an environment variable. Any thread may call the functions.
class LibraryChoice {
public:
  /// \p variable is the environment variable, \p driver is for messages: "CUDA driver".
  LibraryChoice(const char *variable, const char *driver) : variable_(variable), driver_(driver) {}

  /// The program's choice. Throws Error after take(), which advises to call `function` earlier.
  void choose(const std::filesystem::path &library, const char *function);

  /// The library to open; empty if neither the program nor the variable names one.
  std::string take();

  /// Whether one of them does.
  bool is_made() const;

  /// Advice where the library that is opened is none: `otherwise`, unless it was named.
  std::string hint(std::string otherwise) const;

private:
  std::string named() const;

  const char *variable_, *driver_;
  mutable std::mutex mutex_;
  std::string library_; ///< as set by the program; empty if it was not
  bool taken_ = false;
};

} // namespace kcc::core

#endif
