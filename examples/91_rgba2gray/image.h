// Reading and writing image files.
#ifndef KCC_EXAMPLES_RGBA2GRAY_IMAGE_H
#define KCC_EXAMPLES_RGBA2GRAY_IMAGE_H

#include <rgba.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

struct Image {
  int width, height;        ///< pixels
  std::vector<Rgba> pixels; ///< row by row from the top
};

/// Reads a PNG or JPEG file. If it cannot, throws a std::runtime_error that names the file and the reason.
Image read_image(const std::filesystem::path &file);

/// Writes a PNG file with one channel. `gray` has width × height pixels. Throws std::runtime_error if it
/// cannot.
void write_gray_png(const std::filesystem::path &file, int width, int height,
                    std::span<const std::uint8_t> gray);

#endif
