// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/image_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string imageName(std::size_t row) {
    return fmt::format("image {}", row);
}

std::string unknownIdxType(std::uint32_t magic) {
    return fmt::format("found idx data of type 0x{:08X}; expected images (0x00000803) or labels "
                       "(0x00000801), both of unsigned bytes",
                       magic);
}

std::string idxHeaderTruncated(std::size_t found, std::size_t expected) {
    return fmt::format("the header of the idx file is truncated: found {} bytes; expected {}; download the file again",
                       found, expected);
}

std::string imagesWithoutPixels(std::uint64_t images, std::uint64_t rows, std::uint64_t columns) {
    return fmt::format("the header declares {} images of {} × {}; expected at least one pixel", images, rows, columns);
}

std::string imageDataLengthDiffers(std::uint64_t images, std::uint64_t rows, std::uint64_t columns, std::size_t bytes) {
    return fmt::format("the header declares {} images of {} × {} bytes, but {} bytes follow it; "
                       "the file is truncated or damaged: download it again",
                       images, rows, columns, bytes);
}

std::string tooManyImages(std::uint64_t images, std::uint64_t rows, std::uint64_t columns, std::size_t most) {
    return fmt::format("{} images of {} × {} are too many; the limit is {} images of 2³¹ - 1 pixels", images, rows,
                       columns, most);
}

std::string imagesOfOtherSize(std::uint64_t rows, std::uint64_t columns, std::int32_t pixels, std::int32_t expected) {
    return fmt::format("found images of {} × {} = {} pixels; expected {} pixels as in the "
                       "previous files; open them separately",
                       rows, columns, pixels, expected);
}

std::string imagesNeedMemory(std::string_view images, std::uint64_t pixels, std::string_view memory,
                             std::string_view advice) {
    return fmt::format("{} images of {} pixels need {} of memory; {}", images, pixels, memory, advice);
}

std::string labelDataLengthDiffers(std::size_t labels, std::size_t bytes) {
    return fmt::format("the header declares {} labels, but {} bytes follow it; the file is "
                       "truncated or damaged: download it again",
                       labels, bytes);
}

std::string labelCountDiffers(std::size_t labels, std::size_t images, std::string_view imageFile) {
    return fmt::format("found {} labels for the {} images of {}; expected one for each image: do "
                       "the files belong together?",
                       labels, images, imageFile);
}

} // namespace batchscope::words
