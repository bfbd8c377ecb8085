// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/bytes/file_bytes.h"
#include "core/formats/read_treebank.h"
#include "tests/core/formats/damage_table.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/windowed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace batchscope {
namespace {

using testing::DamagedInput;

/// Bytes as C++ writes them, the beginning of many.
std::string shownBytes(const std::string& bytes) {
    constexpr std::size_t kShown = 100;
    std::string text;
    for (const char character : bytes.substr(0, kShown)) {
        const auto byte = static_cast<unsigned char>(character);
        text += character == '\n'             ? "\\n"
                : character == '\r'           ? "\\r"
                : character == '\t'           ? "\\t"
                : character == '\\'           ? "\\\\"
                : byte >= 0x20 && byte < 0x7F ? std::string(1, character)
                                              : fmt::format("\\x{:02X}", static_cast<unsigned>(byte));
    }
    return bytes.size() > kShown ? fmt::format("{}… ({} bytes)", text, bytes.size()) : text;
}

class DamagedInputs : public testing::FolderTest {
protected:
    [[nodiscard]] Result<Treebank> open(const DamagedInput& input) const {
        std::filesystem::remove_all(m_folder);
        std::filesystem::create_directories(m_folder);
        std::vector<std::string> paths;
        for (const auto& [name, bytes] : input.files) {
            paths.push_back(write(name, bytes));
        }
        if (input.opened == DamagedInput::Opened::Folder) {
            paths = {m_folder.string()};
        }
        ReadRequest request;
        request.options.encoding = input.encoding;
        return readTreebank(paths, {}, request);
    }

    /// One row: its bytes, all that is said of them, the trees that are kept.
    [[nodiscard]] std::string rowOf(const DamagedInput& input) const {
        std::string text = "## " + input.name + "\n";
        for (const auto& [name, bytes] : input.files) {
            text += fmt::format("   {} = {}\n", name, shownBytes(bytes));
        }
        constexpr std::size_t kShown = 80;
        const Result<Treebank> bank = open(input);
        std::string said;
        if (!bank) {
            said = bank.error().text() + "\n";
        } else {
            for (const Diagnostic& diagnostic : bank->diagnostics) {
                said += diagnostic.text() + "\n";
            }
            for (std::size_t tree = 0; tree < bank->trees.size(); ++tree) {
                said +=
                    "keeps " + elided(toBrackets(*bank->tree(TreeId(tree)), bank->words, bank->labels), kShown) + "\n";
            }
        }
        const std::string folder = m_folder.string() + "/";
        for (std::size_t at = said.find(folder); at != std::string::npos; at = said.find(folder, at)) {
            said.erase(at, folder.size());
        }
        return text + said + "\n";
    }
};

TEST_F(DamagedInputs, AreToldToTheLetterAndTheRestIsKept) {
    std::string table;
    for (const DamagedInput& input : testing::damagedInputs()) {
        table += rowOf(input);
    }
    if (std::getenv("BATCHSCOPE_PRINT_TABLE") != nullptr) {
        fmt::print("{}", table);
    }
    EXPECT_GE(testing::damagedInputs().size(), 45U);
    EXPECT_EQ(table, testing::goldenText("damaged_inputs.txt"))
        << "BATCHSCOPE_PRINT_TABLE=1 prints the table as it is now";
}

TEST(DamagedInputWindows, AreToldAlikeWhereverWindowsAreCut) {
    constexpr std::size_t kMost = 20'000; // every size of window on the deep one would take minutes
    std::size_t texts = 0;
    for (const DamagedInput& input : testing::damagedInputs()) {
        for (const auto& [name, bytes] : input.files) {
            const Result<const Format*> format = detectFormat(bytes, name);
            if (!format || (*format)->records == nullptr || bytes.size() > kMost) {
                continue;
            }
            ++texts;
            ReadOptions options;
            options.encoding = input.encoding;
            const std::size_t mark = byteOrderMarkLength(bytes);
            const std::string_view text = std::string_view(bytes).substr(mark);
            const testing::Found whole = testing::readWindowed(**format, text, mark, text.size(), options);
            for (const std::size_t size : {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 23, 31, 32, 33, 64, 100, 1000}) {
                const testing::Found pieces = testing::readWindowed(**format, text, mark, size, options);
                EXPECT_EQ(pieces.trees, whole.trees) << input.name << ", windows of " << size;
                EXPECT_EQ(pieces.diagnostics, whole.diagnostics) << input.name << ", windows of " << size;
            }
        }
    }
    EXPECT_GE(texts, 45U);
}

} // namespace
} // namespace batchscope
