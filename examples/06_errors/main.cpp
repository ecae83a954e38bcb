// What an error says, and how a program reacts to one.
#include "../common/example.h"

namespace {

void run(const kcc::Device &device) {
  kcc::ErrorCategory category{};
  try {
    const kcc::Buffer<float> buffer(device, std::size_t{1} << 50);
  } catch (const kcc::Error &error) {
    std::cout << "what:      " << error.what() << "\n"
              << "operation: " << error.operation() << "\n"
              << "category:  " << kcc::category_name(error.category()) << "\n"
              << "code:      " << error.code() << " " << error.code_name() << "\n"
              << "hint:      " << error.hint() << "\n";
    category = error.category();
  }
  example::expect(category == kcc::ErrorCategory::out_of_memory, "nobody has so much memory");

  std::string text;
  try {
    const kcc::Buffer<int> buffer(device, 10);
    static_cast<void>(buffer.view().part(8, 3));
  } catch (const kcc::Error &error) {
    text = error.what();
  }
  std::cout << text << "\n";
  example::expect(text.find("10") != text.npos, "the error names the numbers in question");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
