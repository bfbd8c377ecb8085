// SPDX-License-Identifier: GPL-3.0-or-later
//
// What makes the writer of each format of array_file.h; only this room includes it. A new format = its file and a row
// in array_file.cpp.
#pragma once

#include "core/arrays/array_file.h"

namespace batchscope {

/// npz_file.cpp
[[nodiscard]] std::unique_ptr<ArrayWriter> npzWriter(FileWriter file);
/// An archive all of whose files are npy. Errors as ArrayReader::open.
[[nodiscard]] Result<std::unique_ptr<ArrayReader>> npzReader(ZipReader archive);

/// torch_writer.cpp
[[nodiscard]] std::unique_ptr<ArrayWriter> torchWriter(FileWriter file);
/// torch_reader.cpp: an archive with a data.pkl. Errors as ArrayReader::open.
[[nodiscard]] Result<std::unique_ptr<ArrayReader>> torchReader(ZipReader archive);
/// The data.pkl of an archive; null when it has none.
[[nodiscard]] const ZipEntry* pickleOf(const ZipReader& archive);

/// json_arrays.cpp
[[nodiscard]] std::unique_ptr<ArrayWriter> jsonArrayWriter(FileWriter file);

} // namespace batchscope
