// Checks for kcc::Error.
#ifndef KCC_TESTS_EXPECT_ERROR_H
#define KCC_TESTS_EXPECT_ERROR_H

#include <kcc/runtime/error.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <initializer_list>
#include <optional>
#include <string>

/// The Error that `work` throws; fails the test and returns nothing if it throws none.
template <class F> std::optional<kcc::Error> error_of(F &&work) {
  try {
    work();
  } catch (const kcc::Error &error) {
    return error;
  }
  ADD_FAILURE() << "no kcc::Error was thrown";
  return std::nullopt;
}

/// Expects `work` to throw an Error whose what() contains each of the texts.
template <class F> void expect_error(F &&work, std::initializer_list<std::string> texts) {
  const std::optional<kcc::Error> error = error_of(work);
  if (!error)
    return;
  for (const std::string &text : texts)
    EXPECT_THAT(error->what(), testing::HasSubstr(text));
}

/// The same for a statement, with its source line.
#define EXPECT_ERROR(statement, ...)                                                                         \
  do {                                                                                                       \
    SCOPED_TRACE(#statement);                                                                                \
    expect_error([&] { statement; }, {__VA_ARGS__});                                                         \
  } while (false)

#endif
