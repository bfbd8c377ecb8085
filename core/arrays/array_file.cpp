// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/array_file.h"

#include "core/arrays/npy.h"
#include "core/arrays/pickle.h"
#include "core/base/budget.h"
#include "core/base/json_string.h"
#include "core/base/text.h"
#include "core/bytes/file_writer.h"
#include "core/bytes/zip.h"
#include "core/words/file_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>

namespace batchscope {

namespace {

constexpr std::string_view kNpz = ".npz";
constexpr std::string_view kTorch = ".pt";
constexpr std::string_view kJson = ".json";
constexpr std::string_view kNpy = ".npy";
constexpr std::string_view kPickle = "data.pkl";

class NpzWriter final : public ArrayWriter {
public:
    explicit NpzWriter(FileWriter file) : m_archive(std::move(file)) {}

    Status add(const NamedArray& array) override {
        return m_archive.add(array.info.name + std::string(kNpy), npyBytes(array));
    }
    Status finish() override { return m_archive.finish(); }

private:
    ZipWriter m_archive;
};

/// Writes an archive like torch.save: data/0, data/1, … hold the numbers, and data.pkl describes them.
class TorchWriter final : public ArrayWriter {
public:
    explicit TorchWriter(FileWriter file) : m_archive(std::move(file)) {}

    Status add(const NamedArray& array) override {
        const std::string storage = std::to_string(m_tensors.size());
        m_tensors.push_back({array.info, {.begin = 0, .strides = rowStrides(array.info.shape)}, storage});
        return m_archive.add("archive/data/" + storage, array.bytes);
    }
    Status finish() override {
        for (const auto& [name, content] :
             {std::pair("data.pkl", pickledDict(m_tensors)), {"byteorder", "little"}, {"version", "3\n"}}) {
            TRY(m_archive.add(std::string("archive/") + name, content));
        }
        return m_archive.finish();
    }

private:
    ZipWriter m_archive;
    std::vector<PickledTensor> m_tensors;
};

/// Appends the shortest text that parses back to the same number; null if it is not finite.
template <typename T>
void appendNumber(std::string& to, const char* bytes) {
    T number;
    std::memcpy(&number, bytes, sizeof(T));
    to += std::isfinite(static_cast<double>(number)) ? fmt::format("{}", number) : "null";
}

void appendElement(std::string& to, ElementType type, const char* bytes) {
    switch (type) {
    case ElementType::Float32: return appendNumber<float>(to, bytes);
    case ElementType::Float64: return appendNumber<double>(to, bytes);
    case ElementType::Int32: return appendNumber<std::int32_t>(to, bytes);
    case ElementType::Int64: return appendNumber<std::int64_t>(to, bytes);
    }
}

/// Appends the elements from byte `at` on as nested lists and advances `at` past them.
void appendLists(std::string& to, const NamedArray& array, std::size_t axis, std::size_t& at) {
    if (axis == array.info.shape.size()) {
        appendElement(to, array.info.type, array.bytes.data() + at);
        at += elementBytes(array.info.type);
        return;
    }
    to += '[';
    for (std::uint64_t index = 0; index < array.info.shape[axis]; ++index) {
        to += index == 0 ? "" : ",";
        appendLists(to, array, axis + 1, at);
    }
    to += ']';
}

class JsonWriter final : public ArrayWriter {
public:
    explicit JsonWriter(FileWriter file) : m_file(std::move(file)) {}

    Status add(const NamedArray& array) override {
        std::string text = m_isFirst ? "{\n" : ",\n";
        std::size_t at = 0;
        m_isFirst = false;
        appendJsonString(text, array.info.name);
        text += ": ";
        appendLists(text, array, 0, at);
        return m_file.write(text);
    }
    Status finish() override {
        TRY(m_file.write(m_isFirst ? "{}\n" : "\n}\n"));
        return m_file.finish();
    }

private:
    FileWriter m_file;
    bool m_isFirst = true;
};

/// Collects the arrays of a file, up to the memory limit.
class ReadArrays {
public:
    explicit ReadArrays(const ZipReader& archive) : m_archive(archive) {}

    Result<std::vector<NamedArray>> npz() {
        for (const ZipEntry& entry : m_archive.entries()) {
            const std::string name = entry.name.substr(0, entry.name.size() - kNpy.size());
            Result<std::string> bytes = m_archive.read(entry);
            TRY(bytes);
            TRY(take(parseNpy(*bytes, name, m_archive.file())));
        }
        return std::move(m_arrays);
    }

    Result<std::vector<NamedArray>> torch(const ZipEntry& listed) {
        constexpr std::uint64_t kMostPickleBytes = std::uint64_t{16} << 20U; // a tensor takes about 200 bytes
        if (listed.size > kMostPickleBytes) {
            return m_archive.error(std::string("the list of tensors (data.pkl) is longer than 16 MiB, which is not "
                                               "supported; save fewer tensors in a file"));
        }
        const Result<std::string> pickle = m_archive.read(listed);
        TRY(pickle);
        const Result<std::vector<PickledTensor>> tensors = parsePickledDict(*pickle, m_archive.file());
        TRY(tensors);
        const std::string folder = listed.name.substr(0, listed.name.size() - kPickle.size());
        std::map<std::string, std::string> storages; // several tensors may be views of one storage
        for (const PickledTensor& tensor : *tensors) {
            const auto [storage, isNew] = storages.try_emplace(tensor.storage);
            if (isNew) {
                const ZipEntry* const entry = m_archive.find(folder + "data/" + tensor.storage);
                if (entry == nullptr) {
                    return m_archive.error(words::tensorOutsideStorage(tensor.info.name));
                }
                Result<std::string> bytes = m_archive.read(*entry);
                TRY(bytes);
                storage->second = std::move(*bytes);
            }
            TRY(take(gatherArray(tensor.info, tensor.stored, storage->second, m_archive.file())));
        }
        return std::move(m_arrays);
    }

private:
    Status take(Result<NamedArray> array) {
        TRY(array);
        m_bytes += array->bytes.size();
        m_arrays.push_back(std::move(*array));
        return m_bytes <= memoryLimit() ? Status(Ok{})
                                        : Error{ErrorCode::Config,
                                                fmt::format("the arrays of this file take more than {}; {}",
                                                            formatBytes(memoryLimit()), raiseAdvice(memoryLimit())),
                                                m_archive.file()};
    }

    const ZipReader& m_archive;
    std::vector<NamedArray> m_arrays;
    std::uint64_t m_bytes = 0;
};

Result<std::vector<NamedArray>> arraysOf(const Result<ZipReader>& archive) {
    TRY(archive);
    const std::vector<ZipEntry>& entries = archive->entries();
    const auto pickle = std::find_if(entries.begin(), entries.end(), [](const ZipEntry& entry) {
        const std::size_t slash = entry.name.find('/');
        return slash != std::string::npos && std::string_view(entry.name).substr(slash + 1) == kPickle;
    });
    if (pickle != entries.end()) {
        return ReadArrays(*archive).torch(*pickle);
    }
    const bool isNpz =
        std::all_of(entries.begin(), entries.end(), [](const ZipEntry& entry) { return entry.name.ends_with(kNpy); });
    if (!isNpz || entries.empty()) {
        return archive->error(std::string("neither arrays of NumPy (.npz) nor tensors of PyTorch (.pt); expected a "
                                          "file that numpy.savez or torch.save wrote"));
    }
    return ReadArrays(*archive).npz();
}

} // namespace

Status checkArrayEnding(std::string_view path) {
    return path.ends_with(kNpz) || path.ends_with(kTorch) || path.ends_with(kJson)
               ? Status(Ok{})
               : Error{ErrorCode::Config, "the ending of the file names its format; expected .npz, .pt or .json",
                       std::string(path)};
}

Result<std::unique_ptr<ArrayWriter>> ArrayWriter::create(const std::string& path, Replaces replaces) {
    TRY(checkArrayEnding(path));
    Result<FileWriter> file = FileWriter::create(path, replaces);
    TRY(file);
    return path.ends_with(kNpz)     ? std::unique_ptr<ArrayWriter>(std::make_unique<NpzWriter>(std::move(*file)))
           : path.ends_with(kTorch) ? std::unique_ptr<ArrayWriter>(std::make_unique<TorchWriter>(std::move(*file)))
                                    : std::make_unique<JsonWriter>(std::move(*file));
}

Result<std::vector<NamedArray>> readArrays(const std::string& path) {
    return arraysOf(ZipReader::open(path));
}

Result<std::vector<NamedArray>> arraysIn(std::string bytes, const std::string& file) {
    return arraysOf(ZipReader::ofBytes(std::move(bytes), file));
}

} // namespace batchscope
