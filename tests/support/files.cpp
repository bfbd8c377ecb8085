// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/files.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace batchscope::testing {

namespace {

const std::filesystem::path kSource = BATCHSCOPE_SOURCE_DIR;

} // namespace

std::string textOf(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (!stream) {
        throw std::runtime_error("cannot read " + file.string());
    }
    return text;
}

void writeText(const std::filesystem::path& file, std::string_view text) {
    std::ofstream stream(file, std::ios::binary);
    if (!stream.write(text.data(), static_cast<std::streamsize>(text.size())).flush()) {
        throw std::runtime_error("cannot write " + file.string());
    }
}

std::vector<std::string> namesIn(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string sampleFile(std::string_view name) {
    return (kSource / "sample_data" / name).string();
}

std::string sampleText(std::string_view name) {
    return textOf(sampleFile(name));
}

std::string goldenText(std::string_view name) {
    return textOf(kSource / "tests" / "golden" / name);
}

std::optional<std::string> dataFile(std::string_view name) {
    const char* const given = std::getenv("BATCHSCOPE_DATA");
    const std::filesystem::path root = given != nullptr ? given : kSource / ".." / "shared" / "data";
    const std::filesystem::path path = root / name;
    return std::filesystem::exists(path) ? std::optional(path.string()) : std::nullopt;
}

} // namespace batchscope::testing
