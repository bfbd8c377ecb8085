// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files that tests read: samples and goldens of the repository, and the real data, which only some machines have.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope::testing {

/// All bytes of a file. Throws std::runtime_error if it cannot be read, so that a missing golden is not an empty one.
[[nodiscard]] std::string textOf(const std::filesystem::path& file);
/// Replaces the file's content. Throws std::runtime_error if it cannot be written.
void writeText(const std::filesystem::path& file, std::string_view text);

/// The names of the entries of a folder, sorted.
[[nodiscard]] std::vector<std::string> namesIn(const std::filesystem::path& folder);

/// Path of a file in sample_data/.
[[nodiscard]] std::string sampleFile(std::string_view name);
/// The contents of a file in sample_data/. Throws like textOf().
[[nodiscard]] std::string sampleText(std::string_view name);
/// The contents of a file in tests/golden/. Throws like textOf().
[[nodiscard]] std::string goldenText(std::string_view name);

/// Path of a file or folder below shared/data beside the repository (or below $BATCHSCOPE_DATA), if it exists.
[[nodiscard]] std::optional<std::string> dataFile(std::string_view name);

} // namespace batchscope::testing

/// Skips the test with a message if the data is not on this machine. Only a macro can leave the test's body.
#define REQUIRE_DATA(variable, name)                                                                                   \
    const auto variable = ::batchscope::testing::dataFile(name);                                                       \
    if (!variable) {                                                                                                   \
        GTEST_SKIP() << "no " << (name) << " beside the project (set BATCHSCOPE_DATA)";                                \
    }
