#include "image.h"

#include <cstring>
#include <memory>
#include <stdexcept>

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function" // unused static functions
#endif
#include <stb/stb_image.h>
#include <stb/stb_image_write.h>
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

Image read_image(const std::filesystem::path &file) {
  Image image{};
  int channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void *)> bytes(
      stbi_load(file.c_str(), &image.width, &image.height, &channels, 4), stbi_image_free);
  if (!bytes)
    throw std::runtime_error("cannot read the image '" + file.string() + "': " + stbi_failure_reason() +
                             "; it must be a PNG or JPEG file");
  image.pixels.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  std::memcpy(image.pixels.data(), bytes.get(), image.pixels.size() * sizeof(Rgba));
  return image;
}

void write_gray_png(const std::filesystem::path &file, int width, int height,
                    std::span<const std::uint8_t> gray) {
  if (stbi_write_png(file.c_str(), width, height, 1, gray.data(), width) == 0)
    throw std::runtime_error("cannot write '" + file.string() +
                             "'; does its directory exist, and may you write there?");
}
