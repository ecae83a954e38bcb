// Loads the given plug-ins, with the symbols of each visible to the next, and prints their answers and
// failures.
#include <dlfcn.h>
#include <iostream>

int main(int count, char **files) {
  for (int i = 1; i < count; ++i) {
    void *plugin = dlopen(files[i], RTLD_NOW | RTLD_GLOBAL);
    auto answer = plugin ? reinterpret_cast<int (*)()>(dlsym(plugin, "answer")) : nullptr;
    if (!answer) {
      std::cerr << dlerror() << "\n";
      return 1;
    }
    std::cout << answer() << " " << reinterpret_cast<const char *(*)()>(dlsym(plugin, "failure"))() << "\n";
  }
}
