// SPDX-License-Identifier: GPL-3.0-or-later
//
// Error messages of the idx reader (MNIST's images and labels), and the names of images.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kLabelsWithoutImages =
    "found labels but no images; open the image file together with them";
inline constexpr std::string_view kMoreLabelFilesThanImages =
    "found more label files than image files; expected one for each image file";

/// The word of an image's only leaf.
[[nodiscard]] std::string imageName(std::size_t row);

[[nodiscard]] std::string unknownIdxType(std::uint32_t magic);
[[nodiscard]] std::string idxHeaderTruncated(std::size_t found, std::size_t expected);

// What an image file's header declares, against what the file holds and what can be read:
[[nodiscard]] std::string imagesWithoutPixels(std::uint64_t images, std::uint64_t rows, std::uint64_t columns);
[[nodiscard]] std::string imageDataLengthDiffers(std::uint64_t images, std::uint64_t rows, std::uint64_t columns,
                                                 std::size_t bytes);
[[nodiscard]] std::string tooManyImages(std::uint64_t images, std::uint64_t rows, std::uint64_t columns,
                                        std::size_t most);
[[nodiscard]] std::string imagesOfOtherSize(std::uint64_t rows, std::uint64_t columns, std::int32_t pixels,
                                            std::int32_t expected);
/// `images` and `memory` as text; `advice`: how to raise the limit.
[[nodiscard]] std::string imagesNeedMemory(std::string_view images, std::uint64_t pixels, std::string_view memory,
                                           std::string_view advice);

// The same of a label file:
[[nodiscard]] std::string labelDataLengthDiffers(std::size_t labels, std::size_t bytes);
[[nodiscard]] std::string labelCountDiffers(std::size_t labels, std::size_t images, std::string_view imageFile);

} // namespace batchscope::words
