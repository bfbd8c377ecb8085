// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arrays/array_formats.h"
#include "core/arrays/npy.h"
#include "core/bytes/zip_writer.h"

namespace batchscope {

namespace {

constexpr std::string_view kNpyEnding = ".npy";

class NpzWriter final : public ArrayWriter {
public:
    explicit NpzWriter(FileWriter file) : m_archive(std::move(file)) {}
    Status add(const NamedArray& array) override {
        return m_archive.add(array.info.name + std::string(kNpyEnding), npyBytes(array));
    }
    Status finish() override { return m_archive.finish(); }

private:
    ZipWriter m_archive;
};

class NpzReader final : public ArrayReader {
public:
    explicit NpzReader(ZipReader archive) : m_archive(std::move(archive)) {}

    Status readHeaders() {
        for (const ZipEntry& entry : m_archive.entries()) {
            const Result<std::string> beginning = m_archive.beginning(entry, kNpyHeaderBytes);
            TRY(beginning);
            Result<NpyHeader> header = parseNpyHeader(*beginning, nameOf(entry), m_archive.file());
            TRY(header);
            m_arrays.push_back(std::move(header->info));
        }
        return Ok{};
    }
    const std::vector<ArrayInfo>& arrays() const override { return m_arrays; }
    Result<NamedArray> read(std::size_t index) const override {
        const ZipEntry& entry = m_archive.entries()[index];
        Result<std::string> bytes = m_archive.read(entry);
        return bytes ? parseNpy(std::move(*bytes), nameOf(entry), m_archive.file()) : bytes.error();
    }

private:
    static std::string nameOf(const ZipEntry& entry) {
        return entry.name.substr(0, entry.name.size() - kNpyEnding.size());
    }

    ZipReader m_archive;
    std::vector<ArrayInfo> m_arrays;
};

} // namespace

std::unique_ptr<ArrayWriter> npzWriter(FileWriter file) {
    return std::make_unique<NpzWriter>(std::move(file));
}

Result<std::unique_ptr<ArrayReader>> npzReader(ZipReader archive) {
    auto reader = std::make_unique<NpzReader>(std::move(archive));
    const Status read = reader->readHeaders();
    return read ? Result<std::unique_ptr<ArrayReader>>(std::move(reader)) : read.error();
}

} // namespace batchscope
