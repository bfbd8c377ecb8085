// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/bracket_writer.h"
#include "core/formats/format_list.h"
#include "core/formats/read_treebank.h"
#include "core/treebank/tree_statistics.h"
#include "core/treebank/treebank.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace batchscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string bigEndian(std::uint32_t value) {
    std::string bytes;
    for (const unsigned shift : {24U, 16U, 8U, 0U}) {
        bytes += static_cast<char>(value >> shift & 0xFFU);
    }
    return bytes;
}

std::string imagesHeader(std::uint32_t count, std::uint32_t rows, std::uint32_t columns) {
    return bigEndian(0x803) + bigEndian(count) + bigEndian(rows) + bigEndian(columns);
}

/// Images of 1 × 2 pixels: the first pixel of image k is k, the second 255.
std::string images(std::uint32_t count) {
    std::string bytes = imagesHeader(count, 1, 2);
    for (std::uint32_t image = 0; image < count; ++image) {
        bytes += static_cast<char>(image);
        bytes += '\xFF';
    }
    return bytes;
}

std::string labels(const std::vector<int>& values) {
    std::string bytes = bigEndian(0x801) + bigEndian(static_cast<std::uint32_t>(values.size()));
    for (const int value : values) {
        bytes += static_cast<char>(value);
    }
    return bytes;
}

class IdxReader : public testing::FolderTest {
protected:
    static std::string labelOf(const Treebank& bank, std::size_t tree) {
        return std::string(bank.labels.text(bank.tree(TreeId(tree))->labels.front()));
    }
    static std::string failure(const std::vector<std::string>& paths) {
        const Result<Treebank> bank = readTreebank(paths, {});
        return bank ? "no error" : bank.error().text();
    }
};

TEST_F(IdxReader, AnImageIsALeafAndItsWordIsItsRow) {
    const Result<Treebank> bank = readTreebankText(images(3), "i", {});
    ASSERT_TRUE(bank.hasValue()) << bank.error().text();
    EXPECT_EQ(bank->format, "idx");
    ASSERT_EQ(bank->trees.size(), 3U);
    EXPECT_EQ(bank->vectors.width, 2);
    ASSERT_EQ(bank->vectors.rows(), 3U);
    EXPECT_THAT(bank->vectors.row(2), ElementsAre(2.0F / 255.0F, 1.0F));
    EXPECT_THAT(bank->vectors.row(0), ElementsAre(0.0F, 1.0F));
    const Tree& tree = *bank->tree(TreeId(std::size_t{2}));
    EXPECT_EQ(tree.size(), 1U);
    EXPECT_TRUE(tree.isLeaf(tree.root()));
    EXPECT_FALSE(tree.isDependency());
    EXPECT_EQ(tree.words.front().value, 2U);
    EXPECT_EQ(bank->words.text(tree.words.front()), "image 2");
    EXPECT_FALSE(tree.labels.front().valid());
    EXPECT_EQ(tree.positions.front().byte, 20U);
    EXPECT_EQ(bank->place(TreeId(std::size_t{2})), "i:3");
    EXPECT_EQ(toBrackets(tree, bank->words, bank->labels), "(_ image\xC2\xA0"
                                                           "2)");
    const TreeStatistics statistics = statisticsOf(*bank);
    EXPECT_EQ(statistics.words, 3U);
    EXPECT_EQ(statistics.labels, 0U);
    EXPECT_EQ(statistics.distinctShapes, 1U);
}

TEST_F(IdxReader, LabelsApplyFromEitherSide) {
    const std::string pictures = write("pictures", images(3));
    const std::string classes = write("classes", labels({7, 2, 7}));
    for (const std::vector<std::string>& paths : {std::vector{pictures, classes}, std::vector{classes, pictures}}) {
        const Result<Treebank> bank = readTreebank(paths, {});
        ASSERT_TRUE(bank.hasValue()) << bank.error().text();
        ASSERT_EQ(bank->trees.size(), 3U);
        EXPECT_EQ(labelOf(*bank, 0), "7");
        EXPECT_EQ(labelOf(*bank, 1), "2");
        EXPECT_EQ(labelOf(*bank, 2), "7");
        EXPECT_EQ(bank->tree(TreeId(std::size_t{1}))->labels.front().value, 2U) << "a label's id is its number";
        EXPECT_EQ(bank->files, paths);
        EXPECT_EQ(bank->place(TreeId(std::size_t{0})), pictures + ":1");
        EXPECT_EQ(statisticsOf(*bank).labels, 2U);
        EXPECT_EQ(bank->format, "idx");
    }
}

TEST_F(IdxReader, SeveralFilesAreOneTableAndTheirLabelsPairInOrder) {
    const Result<Treebank> bank = readTreebank(
        {write("la", labels({1, 2})), write("a", images(2)), write("b", images(3)), write("lb", labels({3, 4, 255}))},
        {});
    ASSERT_TRUE(bank.hasValue()) << bank.error().text();
    ASSERT_EQ(bank->vectors.rows(), 5U);
    for (std::size_t tree = 0; tree < 5; ++tree) {
        EXPECT_EQ(bank->tree(TreeId(tree))->words.front().index(), tree);
    }
    EXPECT_EQ(bank->words.text(SymbolId(std::size_t{4})), "image 4");
    EXPECT_THAT(bank->vectors.row(4), ElementsAre(2.0F / 255.0F, 1.0F));
    EXPECT_EQ(labelOf(*bank, 1), "2");
    EXPECT_EQ(labelOf(*bank, 2), "3");
    EXPECT_EQ(labelOf(*bank, 4), "255");
}

TEST_F(IdxReader, ImagesWithoutLabelsBesideLabeledOnesStayUnlabeled) {
    const Result<Treebank> bank =
        readTreebank({write("a", images(2)), write("b", images(3)), write("la", labels({1, 2}))}, {});
    ASSERT_TRUE(bank.hasValue()) << bank.error().text();
    EXPECT_EQ(labelOf(*bank, 1), "2");
    EXPECT_FALSE(bank->tree(TreeId(std::size_t{2}))->labels.front().valid());
}

struct IdxDamage {
    const char* name;
    std::string bytes;
    std::uint32_t column;
    const char* says;
};

class DamagedIdx : public ::testing::TestWithParam<IdxDamage> {};

TEST_P(DamagedIdx, IsAnErrorThatSaysWhatIsWrong) {
    const IdxDamage& damage = GetParam();
    const Result<Treebank> bank = readTreebankText(damage.bytes, "f", {});
    ASSERT_FALSE(bank.hasValue());
    EXPECT_EQ(bank.error().code, ErrorCode::Parse);
    EXPECT_THAT(bank.error().text(), HasSubstr("f:1:" + std::to_string(damage.column) + ": error: "));
    EXPECT_THAT(bank.error().message, HasSubstr(damage.says));
}

constexpr std::uint32_t kHuge = 0xFFFFFFFF;

INSTANTIATE_TEST_SUITE_P(
    Kinds, DamagedIdx,
    ::testing::Values(
        IdxDamage{"MagicOnly", bigEndian(0x803), 5,
                  "header of the idx file is truncated: found 4 bytes; expected 16; download the file again"},
        IdxDamage{"BodyMissing", imagesHeader(1, 1, 1), 5, "1 images of 1 × 1 bytes, but 0 bytes follow"},
        IdxDamage{"LastPixelMissing", images(3).substr(0, 21), 5, "3 images of 1 × 2 bytes, but 5 bytes follow"},
        IdxDamage{"BytesBehind", images(3) + "x", 5, "but 7 bytes follow"},
        IdxDamage{"NoImages", imagesHeader(0, 28, 28), 5, "0 images of 28 × 28; expected at least one"},
        IdxDamage{"EverySizeHuge", imagesHeader(kHuge, kHuge, kHuge) + "abc", 5, "4294967295 images"},
        // 2^31 times 2^31 times 4 is 0 in 64 bits, and so are the bytes that follow.
        IdxDamage{"ProductOverflows", imagesHeader(1U << 31U, 1U << 31U, 4), 5, "but 0 bytes follow"},
        IdxDamage{"TooManyTinyImages", imagesHeader(10'000'001, 1, 1) + std::string(10'000'001, 'a'), 5,
                  "images of 1 pixels need"},
        IdxDamage{"LabelsAlone", labels({1, 2}), 1, "found labels but no images"},
        IdxDamage{"LabelsCut", labels({1, 2}).substr(0, 9), 5, "2 labels, but 1 bytes follow"},
        IdxDamage{"Floats", bigEndian(0xD03) + std::string(12, '\0'), 1,
                  "type 0x00000D03; expected images (0x00000803)"},
        IdxDamage{"OtherZeros", std::string("\0\0\1\2", 4) + "data", 1, "binary data (a zero byte"}),
    [](const ::testing::TestParamInfo<IdxDamage>& kind) { return kind.param.name; });

TEST_F(IdxReader, CountsThatDifferAreAnErrorWithBothFiles) {
    const std::string pictures = write("pictures", images(3));
    const std::string text = failure({pictures, write("classes", labels({1, 2}))});
    EXPECT_THAT(text, HasSubstr("classes:1:5: error: found 2 labels for the 3 images of " + pictures));
    EXPECT_THAT(failure({write("many", labels({1, 2, 3, 4})), pictures}), HasSubstr("found 4 labels for the 3 images"));
}

TEST_F(IdxReader, MoreLabelsThanImagesAreAnError) {
    EXPECT_THAT(failure({write("a", images(2)), write("la", labels({1, 2})), write("lb", labels({1, 2}))}),
                HasSubstr("lb:1:1: error: found more label files than image files"));
}

TEST_F(IdxReader, ImagesOfAnotherSizeAreRefused) {
    EXPECT_THAT(failure({write("a", images(2)), write("b", imagesHeader(1, 2, 3) + "abcdef")}),
                HasSubstr("b:1:9: error: found images of 2 × 3 = 6 pixels; expected 2 pixels"));
}

TEST_F(IdxReader, WordsAndVectorsDoNotMix) {
    const std::string pictures = write("pictures", images(3));
    const std::string trees = write("trees", "(1 a)\n");
    EXPECT_THAT(
        failure({pictures, trees}),
        HasSubstr(
            "trees: error: a file of format ptb cannot be opened together with the files before it (format idx)"));
    EXPECT_THAT(
        failure({trees, pictures}),
        HasSubstr(
            "pictures: error: a file of format idx cannot be opened together with the files before it (format ptb)"));
    EXPECT_THAT(failure({trees, write("l", labels({1}))}),
                HasSubstr("l: error: a file of format idx cannot be opened together"));
    EXPECT_THAT(failure({write("damaged", "(1 (2 a)\n"), pictures}),
                HasSubstr("a file of format idx cannot be opened together"))
        << "words of a damaged tree would shift the rows";
}

TEST_F(IdxReader, MnistTestImagesWithTheirLabels) {
    REQUIRE_DATA(pictures, "mnist/t10k-images-idx3-ubyte.gz");
    REQUIRE_DATA(classes, "mnist/t10k-labels-idx1-ubyte.gz");
    const Result<Treebank> bank = readTreebank({*classes, *pictures}, {});
    ASSERT_TRUE(bank.hasValue()) << bank.error().text();
    EXPECT_EQ(bank->trees.size(), 10'000U);
    EXPECT_EQ(bank->vectors.width, 784);
    EXPECT_EQ(bank->vectors.rows(), 10'000U);
    // The first labels as `zcat | xxd` shows them.
    const std::vector<std::string> expected = {"7", "2", "1", "0", "4", "1", "4", "9", "5", "9", "0", "6"};
    for (std::size_t tree = 0; tree < expected.size(); ++tree) {
        EXPECT_EQ(labelOf(*bank, tree), expected[tree]);
    }
    EXPECT_EQ(bank->labels.size(), 10U);
    EXPECT_EQ(*std::min_element(bank->vectors.numbers.begin(), bank->vectors.numbers.end()), 0.0F);
    EXPECT_EQ(*std::max_element(bank->vectors.numbers.begin(), bank->vectors.numbers.end()), 1.0F);
}

} // namespace
} // namespace batchscope
