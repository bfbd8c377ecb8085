// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of named arrays that other programs write and read, too. The extension of the name chooses the format that is
// written; a file that is read is recognized by its content.
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

    /// Config error for an extension without a format; otherwise fails like FileWriter::create.
    [[nodiscard]] static Result<std::unique_ptr<ArrayWriter>> create(const std::string& path,
                                                                     Replaces replaces = Replaces::Outputs);
    /// Writes the array immediately; names must be unique. Fails like FileWriter and ZipWriter.
    [[nodiscard]] virtual Status add(const NamedArray& array) = 0;
    /// Completes the file. Call it once, at the end; without this call a new file is removed again.
    [[nodiscard]] virtual Status finish() = 0;
};

/// All arrays of a file, in its order; names are unique. Fails like ZipReader; Parse error if the file holds anything
/// but arrays of the four types; Config error if they take more than memoryLimit() together.
[[nodiscard]] Result<std::vector<NamedArray>> readArrays(const std::string& path);
/// Like readArrays, for the bytes of a file; `file` names it in messages.
[[nodiscard]] Result<std::vector<NamedArray>> arraysIn(std::string bytes, const std::string& file);

/// Config error if the extension has no format that can be written.
[[nodiscard]] Status checkArrayEnding(std::string_view path);

} // namespace batchscope
