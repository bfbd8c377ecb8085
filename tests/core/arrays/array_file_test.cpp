// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of arrays: written and read again, files that NumPy and PyTorch wrote (tests/fuzz/corpus), and damage, byte by
// byte.
#include "core/arrays/array_file.h"

#include "core/arrays/npy.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

namespace batchscope {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Numbers = std::vector<double>;

/// One of each type, of no, one, two and three axes, and an empty one.
std::vector<NamedArray> sampleArrays() {
    const std::vector<float> matrix = {0.0F, 0.1F, -2.5F, 3.0F, std::numeric_limits<float>::quiet_NaN(), 1e30F};
    const std::vector<double> one = {std::nextafter(1.0, 2.0)};
    const std::vector<std::int64_t> cube = {1, -2, std::int64_t{1} << 40U, 4, 5, 6, 7, 8};
    const std::vector<std::int32_t> row = {-7, 8};
    return {arrayOf<float>("value/a b/0", {2, 3}, matrix), arrayOf<double>("loss", {}, one),
            arrayOf<std::int64_t>("nodes/é", {2, 2, 2}, cube), arrayOf<std::int32_t>("i", {2}, row),
            arrayOf<float>("empty", {0, 5}, std::vector<float>())};
}

std::string corpusFile(const std::string& name) {
    return std::string(BATCHSCOPE_SOURCE_DIR) + "/tests/fuzz/corpus/arrays/" + name;
}

/// All arrays of a file that must be readable, by name.
std::map<std::string, NamedArray> allOf(const std::string& path) {
    std::map<std::string, NamedArray> arrays;
    const Result<std::vector<NamedArray>> file = readArrays(path);
    EXPECT_TRUE(file.hasValue()) << file.error().text();
    for (const NamedArray& array : file ? *file : std::vector<NamedArray>()) {
        arrays.emplace(array.info.name, array);
    }
    return arrays;
}

/// Why a file cannot be read; empty when it can.
std::string refusal(const Result<std::vector<NamedArray>>& file) {
    return file ? "" : file.error().text();
}

class ArrayFile : public testing::FolderTest {
protected:
    std::string written(const std::string& name, const std::vector<NamedArray>& arrays) const {
        std::string path = (m_folder / name).string();
        Result<std::unique_ptr<ArrayWriter>> file = ArrayWriter::create(path);
        EXPECT_TRUE(file.hasValue()) << file.error().text();
        for (const NamedArray& array : arrays) {
            EXPECT_TRUE((*file)->add(array).hasValue());
        }
        EXPECT_TRUE((*file)->finish().hasValue());
        return path;
    }
};

TEST_F(ArrayFile, WhatIsWrittenIsReadAgainBitByBit) {
    for (const char* const name : {"a.npz", "a.pt"}) {
        const std::map<std::string, NamedArray> read = allOf(written(name, sampleArrays()));
        EXPECT_EQ(read.size(), sampleArrays().size()) << name;
        for (const NamedArray& array : sampleArrays()) {
            ASSERT_TRUE(read.contains(array.info.name)) << name << ' ' << array.info.name;
            const NamedArray& again = read.at(array.info.name);
            EXPECT_EQ(again.info.type, array.info.type) << name << ' ' << array.info.name;
            EXPECT_EQ(again.info.shape, array.info.shape) << name << ' ' << array.info.name;
            EXPECT_EQ(again.bytes, array.bytes) << name << ' ' << array.info.name;
        }
    }
}

TEST_F(ArrayFile, TheSameContentIsTheSameFile) {
    for (const std::string name : {".npz", ".pt", ".json"}) {
        EXPECT_EQ(testing::textOf(written("a" + name, sampleArrays())),
                  testing::textOf(written("b" + name, sampleArrays())));
    }
}

TEST_F(ArrayFile, JsonHasNestedListsAndNullForWhatItCannotSay) {
    EXPECT_EQ(testing::textOf(written("a.json", sampleArrays())),
              "{\n\"value/a b/0\": [[0,0.1,-2.5],[3,null,1e+30]],\n\"loss\": 1.0000000000000002,\n"
              "\"nodes/é\": [[[1,-2],[1099511627776,4]],[[5,6],[7,8]]],\n\"i\": [-7,8],\n\"empty\": []\n}\n");
    EXPECT_EQ(testing::textOf(written("none.json", {})), "{}\n");
}

TEST_F(ArrayFile, TheEndingChoosesTheFormat) {
    const Result<std::unique_ptr<ArrayWriter>> other = ArrayWriter::create((m_folder / "a.csv").string());
    ASSERT_FALSE(other.hasValue());
    EXPECT_EQ(other.error().code, ErrorCode::Config);
    EXPECT_THAT(other.error().message, HasSubstr("expected .npz, .pt or .json"));
    const Result<std::unique_ptr<ArrayWriter>> nowhere = ArrayWriter::create((m_folder / "no/a.npz").string());
    ASSERT_FALSE(nowhere.hasValue());
    EXPECT_EQ(nowhere.error().code, ErrorCode::Backend);
}

TEST_F(ArrayFile, AFullDiskIsAnErrorAtTheEnd) {
    const std::string full = (m_folder / "full.npz").string();
    std::filesystem::create_symlink("/dev/full", full);
    Result<std::unique_ptr<ArrayWriter>> file = ArrayWriter::create(full);
    ASSERT_TRUE(file.hasValue());
    ASSERT_TRUE((*file)->add(sampleArrays().front()).hasValue()) << "it is still in memory";
    const Status finished = (*file)->finish();
    ASSERT_FALSE(finished.hasValue());
    EXPECT_THAT(finished.error().text(),
                HasSubstr("full.npz: error: cannot write; the output is incomplete: No space"));
}

TEST(ArraysOfOthers, NumPysAreRead) {
    const std::map<std::string, NamedArray> plain = allOf(corpusFile("plain.npz"));
    ASSERT_EQ(plain.size(), 6U);
    for (const std::string name : {"W", "f"}) { // f is stored column after column
        EXPECT_EQ(plain.at(name).info.shape, (std::vector<std::uint64_t>{2, 3}));
        EXPECT_EQ(plain.at(name).numbers(), (Numbers{0, 1, 2, 3, 4, 5})) << name;
    }
    EXPECT_EQ(plain.at("b").info.type, ElementType::Float64);
    EXPECT_EQ(plain.at("b").numbers(), Numbers{1.5});
    EXPECT_EQ(plain.at("n").info.shape.size(), 0U);
    EXPECT_EQ(plain.at("n").numbers(), Numbers{7});
    EXPECT_EQ(plain.at("e").info.shape, (std::vector<std::uint64_t>{0, 3}));
    EXPECT_EQ(plain.at("i").numbers(), (Numbers{1, -2}));
    const std::map<std::string, NamedArray> deflated = allOf(corpusFile("deflated.npz"));
    EXPECT_EQ(deflated.at("W").numbers(), (Numbers{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(deflated.at("z").numbers(), Numbers(200, 0.0));
}

TEST(ArraysOfOthers, EveryVersionOfNpyIsRead) {
    for (const std::string version : {"1", "2", "3"}) {
        const std::string path =
            std::string(BATCHSCOPE_SOURCE_DIR) + "/tests/fuzz/corpus/npy/version" + version + ".npy";
        const Result<NamedArray> array = parseNpy(testing::textOf(path), "a", path);
        ASSERT_TRUE(array.hasValue()) << array.error().text();
        EXPECT_EQ(array->numbers(), (Numbers{0, 1, 2, 3, 4, 5}));
    }
}

TEST(ArraysOfOthers, PyTorchsAreRead) {
    for (const std::string name : {"state.pt", "protocol4.pt"}) {
        const std::map<std::string, NamedArray> state = allOf(corpusFile(name));
        ASSERT_EQ(state.size(), 2U) << name;
        EXPECT_EQ(state.at("weight").info.shape, (std::vector<std::uint64_t>{2, 3}));
        EXPECT_EQ(state.at("weight").numbers(), (Numbers{0, 1, 2, 3, 4, 5}));
        EXPECT_EQ(state.at("bias").numbers(), (Numbers{0.5, -1.0}));
    }
    const std::map<std::string, NamedArray> views = allOf(corpusFile("views.pt"));
    EXPECT_EQ(views.at("W").info.shape, (std::vector<std::uint64_t>{3, 2}));
    EXPECT_EQ(views.at("W").numbers(), (Numbers{0, 3, 1, 4, 2, 5})) << "a transposed view";
    EXPECT_EQ(views.at("part").numbers(), (Numbers{1, 4})) << "a column of the same storage";
    EXPECT_EQ(views.at("n").numbers(), (Numbers{1, 2}));
    EXPECT_EQ(views.at("n").info.type, ElementType::Int64);
    EXPECT_EQ(views.at("d").numbers(), Numbers{3.5});
    EXPECT_EQ(views.at("p").numbers(), (Numbers{0, 1, 2, 3, 4, 5})) << "a Parameter";
}

TEST(ArraysOfOthers, WhatIsNoArrayIsRefusedWithAReason) {
    const std::map<std::string, std::string> reasons = {
        {"big-endian.npz", "the elements of 'W' are >f4; expected float32, float64, int32 or int64, little-endian"},
        {"bool.npz", "the elements of 'W' are |b1"},
        {"half.pt", "the elements of 'h' are HalfStorage"},
        {"checkpoint.pt", "'model' is not a tensor; save only the weights, with torch.save(model.state_dict(), FILE)"},
        {"module.pt", "the file refers to torch.nn.modules.linear.Linear, which is refused: only tensors are read"},
        {"script.pt", "which is refused: only tensors are read"},
        {"legacy.pt", "not a zip archive; expected a file that numpy.savez or torch.save wrote"},
        {"cut.npz", "not a zip archive"},
        {"empty", "not a zip archive"},
        {"flipped.npz", "'W.npy' in the archive is damaged or truncated; copy the file again"},
        {"lying-size.npz", "'W.npy' in the archive is damaged or truncated"},
        {"nothing", "cannot open"},
    };
    for (const auto& [name, reason] : reasons) {
        const std::string message = refusal(readArrays(corpusFile(name)));
        EXPECT_THAT(message, AllOf(HasSubstr(name), HasSubstr(reason))) << name;
    }
    EXPECT_THAT(refusal(readArrays(BATCHSCOPE_SOURCE_DIR)), HasSubstr("not a regular file"));
    EXPECT_THAT(refusal(readArrays("/dev/zero")), HasSubstr("not a regular file"));
}

TEST_F(ArrayFile, EveryCutAndEveryChangedByteIsReadOrRefused) {
    for (const std::string& name : {written("a.npz", sampleArrays()), corpusFile("views.pt")}) {
        const std::string whole = testing::textOf(name);
        std::size_t refused = 0;
        for (std::size_t at = 0; at < whole.size(); ++at) {
            EXPECT_FALSE(refusal(arraysIn(whole.substr(0, at), "f")).empty()) << name << " cut at " << at;
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ 0x55);
            refused += refusal(arraysIn(changed, "f")).empty() ? 0 : 1;
        }
        EXPECT_GT(refused, whole.size() / 5) << "bytes of numbers, headers and the directory are covered by checks";
    }
}

} // namespace
} // namespace batchscope
