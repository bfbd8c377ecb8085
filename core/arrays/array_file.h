// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of named arrays, which other programs write and read, too. The ending of the name chooses what is written; what
// is read is recognized by its content.
//
//     .npz    numpy.load: an archive of npy files; written and read
//     .pt     torch.load: a dict of tensors; written and read
//     .json   an object of nested lists; written only. NaN and infinity, which JSON lacks, are null
//
//     Result<std::unique_ptr<ArrayWriter>> file = ArrayWriter::create("values.npz");
//     if (Status added = (*file)->add(array); !added) return added;
//     return (*file)->finish();
#pragma once

#include "core/arrays/named_array.h"
#include "core/bytes/file_writer.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

class ArrayWriter {
public:
    ArrayWriter() = default;
    ArrayWriter(const ArrayWriter&) = delete;
    ArrayWriter& operator=(const ArrayWriter&) = delete;
    virtual ~ArrayWriter() = default;

    /// Config error for an ending without a format; errors of FileWriter::create.
    [[nodiscard]] static Result<std::unique_ptr<ArrayWriter>> create(const std::string& path,
                                                                     Replaces replaces = Replaces::Outputs);
    /// Writes it at once; no two arrays may have one name. Errors of FileWriter and ZipWriter.
    [[nodiscard]] virtual Status add(const NamedArray& array) = 0;
    /// Once, at the end. Without it a new file is removed again.
    [[nodiscard]] virtual Status finish() = 0;
};

/// All arrays of a file, in its order; no two have one name. Errors of ZipReader; Parse errors of a file that holds
/// anything but arrays of the four types; Config error when they take more than memoryLimit() together.
[[nodiscard]] Result<std::vector<NamedArray>> readArrays(const std::string& path);
/// As readArrays, for the bytes of a file; `file` names it in messages.
[[nodiscard]] Result<std::vector<NamedArray>> arraysIn(std::string bytes, const std::string& file);

/// Config error when a file with this name cannot be written.
[[nodiscard]] Status checkArrayEnding(std::string_view path);

} // namespace batchscope
