#include "answers.h"
#include <iostream>

int main() {
  std::cout << answers() << "\n";
}
