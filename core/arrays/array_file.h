// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of named arrays, which other programs write and read, too. The ending of the name chooses what is written; what
// is read is recognized by its content.
//
//     .npz    numpy.load: an archive of npy files; written and read
//     .pt     torch.load: a dict of tensors; written and read (torch_file.h)
//     .safetensors   tensors of any framework; read only
//     .json   an object of nested lists; written only. NaN and infinity, which JSON lacks, are null
//
//     Result<std::unique_ptr<ArrayWriter>> file = ArrayWriter::create("values.npz");
//     if (Status added = (*file)->add(array); !added) return added;
//     return (*file)->finish();
#pragma once

#include "core/arrays/named_array.h"
#include "core/bytes/file_writer.h"
#include "core/bytes/zip_reader.h"

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
    [[nodiscard]] static Result<std::unique_ptr<ArrayWriter>> create(const std::string& path);

    /// Writes it at once; no two arrays may have one name. Errors of FileWriter and ZipWriter.
    [[nodiscard]] virtual Status add(const NamedArray& array) = 0;
    /// Once, at the end. Without it a new file is removed again.
    [[nodiscard]] virtual Status finish() = 0;
};

class ArrayReader {
public:
    ArrayReader() = default;
    ArrayReader(const ArrayReader&) = delete;
    ArrayReader& operator=(const ArrayReader&) = delete;
    virtual ~ArrayReader() = default;

    /// Reads names, types and shapes, not the numbers. Errors of ZipReader; Parse errors of a file that holds anything
    /// but arrays of the four types.
    [[nodiscard]] static Result<std::unique_ptr<ArrayReader>> open(const std::string& path);
    /// The same of an archive that is open already.
    [[nodiscard]] static Result<std::unique_ptr<ArrayReader>> of(ZipReader archive);
    /// Reads a whole file that is already in memory; messages call it `file`.
    [[nodiscard]] static Result<std::unique_ptr<ArrayReader>> ofBytes(std::string bytes, std::string file);

    /// In the order of the file; no two have one name.
    [[nodiscard]] virtual const std::vector<ArrayInfo>& arrays() const = 0;
    /// Array `index` of arrays(). Errors of ZipReader::read; Parse errors when the numbers do not match the shape.
    [[nodiscard]] virtual Result<NamedArray> read(std::size_t index) const = 0;
};

/// Ends of names that can be written: .npz, .pt, .json.
[[nodiscard]] std::vector<std::string_view> arrayEndings();
/// Config error when the name has another one.
[[nodiscard]] Status checkArrayEnding(std::string_view path);

} // namespace batchscope
