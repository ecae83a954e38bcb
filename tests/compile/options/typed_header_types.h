#pragma once

namespace types {

struct Pixel {
  unsigned char r, g, b;
  Pixel &operator*=(unsigned factor) {
    r = static_cast<unsigned char>(r * factor);
    return *this;
  }
};

} // namespace types
