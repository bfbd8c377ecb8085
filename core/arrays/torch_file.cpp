// SPDX-License-Identifier: GPL-3.0-or-later
//
// The archive that torch.save writes: data/0, data/1, … hold the numbers, data.pkl says what they are.
#include "core/arrays/array_formats.h"
#include "core/arrays/pickle.h"
#include "core/bytes/zip_writer.h"
#include "core/words/file_words.h"

#include <algorithm>

namespace batchscope {

namespace {

constexpr std::string_view kPickleName = "data.pkl";
constexpr std::uint64_t kMostPickleBytes = std::uint64_t{16} << 20U; // a tensor takes about 200

class TorchWriter final : public ArrayWriter {
public:
    explicit TorchWriter(FileWriter file) : m_archive(std::move(file)) {}

    Status add(const NamedArray& array) override {
        const std::string storage = std::to_string(m_tensors.size());
        PickledTensor& tensor = m_tensors.emplace_back();
        tensor.info = array.info;
        tensor.stored.strides = rowStrides(array.info.shape);
        tensor.storage = storage;
        return m_archive.add("archive/data/" + storage, array.bytes);
    }
    Status finish() override {
        for (const auto& [name, content] : {std::pair("archive/data.pkl", pickledDict(m_tensors)),
                                            std::pair("archive/byteorder", std::string("little")),
                                            std::pair("archive/version", std::string("3\n"))}) {
            TRY(m_archive.add(name, content));
        }
        return m_archive.finish();
    }

private:
    ZipWriter m_archive;
    std::vector<PickledTensor> m_tensors;
};

class TorchReader final : public ArrayReader {
public:
    TorchReader(ZipReader archive, std::vector<PickledTensor> tensors, std::string folder)
        : m_archive(std::move(archive)), m_tensors(std::move(tensors)), m_folder(std::move(folder)) {
        for (const PickledTensor& tensor : m_tensors) {
            m_arrays.push_back(tensor.info);
        }
    }
    const std::vector<ArrayInfo>& arrays() const override { return m_arrays; }
    Result<NamedArray> read(std::size_t index) const override {
        const PickledTensor& tensor = m_tensors[index];
        const ZipEntry* const entry = m_archive.find(m_folder + "data/" + tensor.storage);
        if (entry == nullptr) {
            return m_archive.error(words::tensorOutsideStorage(tensor.info.name));
        }
        Result<std::string> storage = m_archive.read(*entry);
        return storage ? gatherArray(tensor.info, tensor.stored, std::move(*storage), m_archive.file())
                       : storage.error();
    }

private:
    ZipReader m_archive;
    std::vector<PickledTensor> m_tensors;
    std::string m_folder; ///< of the archive, in which all of it is
    std::vector<ArrayInfo> m_arrays;
};

} // namespace

std::unique_ptr<ArrayWriter> torchWriter(FileWriter file) {
    return std::make_unique<TorchWriter>(std::move(file));
}

const ZipEntry* pickleOf(const ZipReader& archive) {
    const std::vector<ZipEntry>& entries = archive.entries();
    const auto found = std::find_if(entries.begin(), entries.end(), [](const ZipEntry& entry) {
        const std::size_t slash = entry.name.find('/');
        return slash != std::string::npos && std::string_view(entry.name).substr(slash + 1) == kPickleName;
    });
    return found == entries.end() ? nullptr : &*found;
}

Result<std::unique_ptr<ArrayReader>> torchReader(ZipReader archive) {
    const ZipEntry& entry = *pickleOf(archive);
    if (entry.size > kMostPickleBytes) {
        return archive.error(std::string("the list of tensors (data.pkl) is longer than 16 MiB, which is not "
                                         "supported; save fewer tensors in a file"));
    }
    const Result<std::string> pickle = archive.read(entry);
    TRY(pickle);
    Result<std::vector<PickledTensor>> tensors = parsePickledDict(*pickle, archive.file());
    TRY(tensors);
    std::string folder = entry.name.substr(0, entry.name.size() - kPickleName.size());
    return std::unique_ptr<ArrayReader>(
        std::make_unique<TorchReader>(std::move(archive), std::move(*tensors), std::move(folder)));
}

} // namespace batchscope
