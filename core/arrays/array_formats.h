// SPDX-License-Identifier: GPL-3.0-or-later
//
// What makes the writer of each format of array_file.h; only this room includes it. A new format = its file and a row
// in array_file.cpp.
#pragma once

#include "core/arrays/array_file.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace batchscope {

/// npz_file.cpp
[[nodiscard]] std::unique_ptr<ArrayWriter> npzWriter(FileWriter file);
/// An archive all of whose files are npy. Errors as ArrayReader::open.
[[nodiscard]] Result<std::unique_ptr<ArrayReader>> npzReader(ZipReader archive);

/// torch_file.cpp
[[nodiscard]] std::unique_ptr<ArrayWriter> torchWriter(FileWriter file);
/// An archive with a data.pkl. Errors as ArrayReader::open.
[[nodiscard]] Result<std::unique_ptr<ArrayReader>> torchReader(ZipReader archive);
/// The data.pkl of an archive; null when it has none.
[[nodiscard]] const ZipEntry* pickleOf(const ZipReader& archive);

/// Bytes of a file by position; fewer where it ends.
using ByteSlices = std::function<Result<std::string>(std::uint64_t begin, std::size_t length)>;
/// safetensors_reader.cpp: whether a file of so many bytes is one, by its first nine.
[[nodiscard]] bool isSafetensors(std::string_view beginning, std::uint64_t size);
/// Errors: those of the slices; Parse errors when the header does not describe exactly the bytes that follow it.
[[nodiscard]] Result<std::unique_ptr<ArrayReader>> safetensorsReader(ByteSlices slices, std::uint64_t size,
                                                                     std::string file);

/// json_arrays.cpp
[[nodiscard]] std::unique_ptr<ArrayWriter> jsonArrayWriter(FileWriter file);

} // namespace batchscope
