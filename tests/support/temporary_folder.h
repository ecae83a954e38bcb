// A folder for the files of one test. Tests of one name may run at the same time, in several processes.
#ifndef KCC_TESTS_TEMPORARY_FOLDER_H
#define KCC_TESTS_TEMPORARY_FOLDER_H

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

/// An empty folder that nobody else uses; removed with all that is in it when the object goes.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string name = std::filesystem::temp_directory_path() / "kcc-test-XXXXXX"; // for mkdtemp()
    if (!mkdtemp(name.data()))
      throw std::system_error(errno, std::generic_category(), "making the folder " + name);
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path &path() const { return path_; }

private:
  std::filesystem::path path_;
};

inline std::filesystem::path operator/(const TemporaryFolder &folder, const std::filesystem::path &file) {
  return folder.path() / file;
}

#endif
