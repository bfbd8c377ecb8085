// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/array_formats.h"
#include "core/arrays/pickle.h"
#include "core/bytes/zip_writer.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

/// The archive that torch.save writes: data/0, data/1, … hold the numbers, data.pkl says what they are.
class TorchWriter final : public ArrayWriter {
public:
    explicit TorchWriter(FileWriter file) : m_archive(std::move(file)) {}

    Status add(const NamedArray& array) override {
        const std::string storage = std::to_string(m_tensors.size());
        m_tensors.push_back({array.info, {0, rowStrides(array.info.shape)}, storage});
        return m_archive.add("archive/data/" + storage, array.bytes);
    }
    Status finish() override {
        for (const auto& [name, content] : {std::pair("archive/data.pkl", pickledDict(m_tensors)),
                                            std::pair("archive/byteorder", std::string("little")),
                                            std::pair("archive/version", std::string("3\n"))}) {
            if (Status added = m_archive.add(name, content); !added) {
                return added;
            }
        }
        return m_archive.finish();
    }

private:
    ZipWriter m_archive;
    std::vector<PickledTensor> m_tensors;
};

} // namespace

std::unique_ptr<ArrayWriter> torchWriter(FileWriter file) {
    return std::make_unique<TorchWriter>(std::move(file));
}

} // namespace batchscope
