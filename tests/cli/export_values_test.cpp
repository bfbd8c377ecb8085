// SPDX-License-Identifier: GPL-3.0-or-later
//
// export-values and --weights: which arrays are written, that weights come back as they were, and what is said of a
// file that does not fit. tests/python compares the numbers with PyTorch's.
#include "core/arrays/array_file.h"
#include "tests/support/command_line.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <map>

namespace batchscope {
namespace {

using ::testing::AllOf;
using testing::Finished;
using ::testing::HasSubstr;
using testing::jsonOf;
using ::testing::Not;
using testing::runCli;
using Json = nlohmann::json;
using Numbers = std::vector<double>;
using Shape = std::vector<std::uint64_t>;
using Arrays = std::map<std::string, NamedArray>;

constexpr const char* kTreesToExport = "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n";

Arrays arraysOf(const std::string& path) {
    Arrays arrays;
    const Result<std::vector<NamedArray>> file = readArrays(path);
    EXPECT_TRUE(file.hasValue()) << file.error().text();
    for (const NamedArray& array : file ? *file : std::vector<NamedArray>()) {
        arrays.emplace(array.info.name, array);
    }
    return arrays;
}

class ExportValues : public testing::FolderTest {
protected:
    [[nodiscard]] std::string path(const std::string& name) const { return (m_folder / name).string(); }

    /// Of the trees above, four wide.
    [[nodiscard]] Finished exported(const std::string& name, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> line = {"export-values", "-", "--out", path(name), "--dim", "4",
                                         "--threads",     "1", "--json"};
        line.insert(line.end(), more.begin(), more.end());
        return runCli(line, kTreesToExport);
    }
    [[nodiscard]] Arrays arrays(const std::string& name, const std::vector<std::string>& more = {}) const {
        const Finished finished = exported(name, more);
        EXPECT_EQ(finished.code, 0) << finished.err;
        return arraysOf(path(name));
    }
    /// Writes these arrays as weights.
    void writeWeights(const std::string& name, const std::vector<NamedArray>& weights) const {
        Result<std::unique_ptr<ArrayWriter>> file = ArrayWriter::create(path(name));
        ASSERT_TRUE(file.hasValue());
        for (const NamedArray& weight : weights) {
            ASSERT_TRUE((*file)->add(weight).hasValue());
        }
        ASSERT_TRUE((*file)->finish().hasValue());
    }
    /// The parameters among them, by their own names.
    static std::vector<NamedArray> weightsAmong(const Arrays& all) {
        std::vector<NamedArray> weights;
        for (const auto& [name, array] : all) {
            if (name.starts_with("param/")) {
                weights.push_back(array);
                weights.back().info.name = name.substr(6);
            }
        }
        return weights;
    }
};

TEST_F(ExportValues, WritesEveryArrayOfEveryOp) {
    const Finished finished = exported("v.npz");
    const Json document = jsonOf(finished);
    const Arrays all = arraysOf(path("v.npz"));
    ASSERT_EQ(document["arrays"].size(), all.size());
    for (const Json& array : document["arrays"]) {
        ASSERT_TRUE(all.contains(array["name"])) << array;
        EXPECT_EQ(array["shape"].get<Shape>(), all.at(array["name"]).info.shape) << array;
        EXPECT_EQ(array["type"], elementName(all.at(array["name"]).info.type)) << array;
    }
    EXPECT_EQ(all.at("param/E").info.shape, (Shape{4, 4})) << "a, b, c, d";
    EXPECT_EQ(all.at("param/bl").info.shape, (Shape{1, 20}));
    EXPECT_EQ(all.at("nodes/leaf").numbers(), (Numbers{0, 1, 3, 6, 7}));
    EXPECT_EQ(all.at("nodes/children").numbers(), (Numbers{2, 4, 8}));
    EXPECT_EQ(all.at("nodes/logits").numbers(), (Numbers{5, 9}));
    EXPECT_EQ(all.at("tree/leaf").numbers(), (Numbers{0, 0, 0, 1, 1}));
    EXPECT_EQ(all.at("tree_node/leaf").numbers(), (Numbers{0, 1, 3, 0, 1}));
    EXPECT_EQ(all.at("args/leaf/0").numbers(), (Numbers{0, 1, 2, 0, 3})) << "words";
    EXPECT_EQ(all.at("args/children/0").numbers(), (Numbers{0, 0, 2, 0, 6, 0})) << "h of the left child";
    EXPECT_EQ(all.at("args/children/3").numbers(), (Numbers{1, 1, 3, 1, 7, 1})) << "c of the right child";
    EXPECT_EQ(all.at("args/children/3").info.shape, (Shape{3, 2}));
    EXPECT_EQ(all.at("value/children/1").info.shape, (Shape{3, 4}));
    EXPECT_EQ(all.at("outputs/values").numbers(), (Numbers{5, 0, 9, 0}));
    EXPECT_EQ(all.at("outputs/targets").numbers(), (Numbers{3, 1}));
    EXPECT_FALSE(all.contains("loss"));
    // A leaf's h is its row of the embedding.
    const Numbers table = all.at("param/E").numbers();
    const Numbers leaves = all.at("value/leaf/0").numbers();
    EXPECT_EQ(Numbers(leaves.end() - 4, leaves.end()), Numbers(table.end() - 4, table.end())) << "d";
}

TEST_F(ExportValues, TagsOfACrfAreThoseOfWholeSentences) {
    const Arrays all = arrays("crf.npz", {"--model", "bilstm-crf"});
    EXPECT_EQ(all.at("outputs/tags").info.shape, (Shape{5})) << "a b c, a d";
    const Arrays merged = arrays("merged.npz", {"--model", "bilstm-crf", "--merge", "subtrees"});
    EXPECT_EQ(merged.at("outputs/tags").numbers(), all.at("outputs/tags").numbers());
    EXPECT_FALSE(
        arrays("primitive.npz", {"--model", "bilstm-crf", "--granularity", "primitive"}).contains("outputs/tags"));
    EXPECT_FALSE(arrays("tagger.npz", {"--model", "bilstm-tagger"}).contains("outputs/tags"));
}

TEST_F(ExportValues, OfAProgramAnybodyCanRecompute) {
    const Finished finished =
        runCli({"export-values", testing::sampleFile("toy_bcd.json"), "--out", path("v.json"), "--json"});
    ASSERT_EQ(finished.code, 0) << finished.err;
    const Json all = Json::parse(testing::textOf(path("v.json")));
    // B(1, 2) = (−2, 9), C(−2, 5) = −10, D(9, −10) = −1, as sample_data/README.md has it.
    EXPECT_EQ(all["value/B/0"], (Json{{-2}}));
    EXPECT_EQ(all["value/B/1"], (Json{{9}}));
    EXPECT_EQ(all["value/C/0"], (Json{{-10}}));
    EXPECT_EQ(all["value/D/0"], (Json{{-1}}));
    EXPECT_EQ(all["nodes/B"].size(), 1U);
    EXPECT_EQ(all["args/D/0"][0], (Json{all["nodes/B"][0], 1})) << "the second output of B";
}

TEST_F(ExportValues, VariadicSlotsListTheirItems) {
    const Finished finished = runCli({"export-values", "-", "--model", "child-sum-tree-lstm", "--variadic",
                                      "segment-sum", "--dim", "4", "--out", path("v.npz")},
                                     "(S (A a) (B b) (C (D c) (E d)))\n");
    ASSERT_EQ(finished.code, 0) << finished.err;
    const Arrays all = arraysOf(path("v.npz"));
    EXPECT_EQ(all.at("nodes/compose").numbers(), (Numbers{4, 5}));
    EXPECT_EQ(all.at("items/compose").numbers(), (Numbers{2, 3}));
    EXPECT_EQ(all.at("args/compose/0").numbers(), (Numbers{2, 0, 3, 0, 0, 0, 1, 0, 4, 0}));
    EXPECT_EQ(all.at("args/compose/1").numbers(), (Numbers{2, 1, 3, 1, 0, 1, 1, 1, 4, 1}));
}

TEST_F(ExportValues, GradientsComeWithTheLossOfARun) {
    const Arrays all = arrays("v.npz", {"--gradients", "--passes", "off"});
    const Json run = jsonOf(runCli({"run", "-", "--dim", "4", "--threads", "1", "--train", "--check", "--timing", "off",
                                    "--json", "--passes", "off"},
                                   kTreesToExport));
    EXPECT_EQ(all.at("loss").info.shape, Shape{});
    EXPECT_DOUBLE_EQ(all.at("loss").numbers().front(), run["gradients"]["loss"]["folded"].get<double>());
    for (const auto& [name, array] : all) {
        const bool hasGradient = name.starts_with("param/") || name.starts_with("value/");
        EXPECT_EQ(all.contains("grad/" + name), hasGradient) << name;
        if (hasGradient) {
            EXPECT_EQ(all.at("grad/" + name).info.shape, array.info.shape) << name;
        }
        for (const double number : array.numbers()) {
            EXPECT_TRUE(std::isfinite(number)) << name;
        }
    }
    // The slope of the logits: softmax minus the target, over two requested values; so it sums to zero.
    const Numbers slope = all.at("grad/value/logits/0").numbers();
    EXPECT_NEAR(slope[0] + slope[1] + slope[2] + slope[3], 0.0, 1e-6);
    EXPECT_LT(slope[3], 0.0) << "tree 0 is of class 3";
}

TEST_F(ExportValues, GradientsThatTheEngineOnlySumsAreSaidToBeUnknown) {
    const Finished finished = exported("engine.npz", {"--gradients"});
    const Json document = jsonOf(finished);
    const Arrays engine = arraysOf(path("engine.npz"));
    const Arrays plain = arrays("plain.npz", {"--gradients", "--passes", "off"});
    std::size_t unknown = 0;
    for (const auto& [name, array] : plain) {
        if (!name.starts_with("grad/value/")) {
            continue;
        }
        const Numbers numbers = engine.at(name).numbers();
        const Numbers expected = array.numbers();
        const std::uint64_t width = array.info.shape[1];
        for (std::size_t index = 0; index < numbers.size(); ++index) {
            if (std::isnan(numbers[index])) {
                unknown += index % width == 0 ? 1 : 0; // rows, whole ones
            } else {
                EXPECT_NEAR(numbers[index], expected[index], 1e-6) << name;
            }
        }
    }
    EXPECT_GT(unknown, 0U) << "the two leaves of one word share their row";
    EXPECT_EQ(document["unknown_gradients"], unknown);
    EXPECT_THAT(finished.err, HasSubstr("keeps " + std::to_string(unknown) + " of "));
    EXPECT_THAT(finished.err, HasSubstr("--passes off computes each of them"));
    EXPECT_EQ(jsonOf(exported("plain.npz", {"--gradients", "--passes", "off"}))["unknown_gradients"], 0);
}

TEST_F(ExportValues, WeightsComeBackAsTheyWere) {
    for (const std::string type : {"float32", "float64"}) {
        const Json seven = jsonOf(exported("seven.npz", {"--seed", "7", "--dtype", type}));
        const Json again = jsonOf(exported("again.npz", {"--weights", path("seven.npz"), "--dtype", type}));
        EXPECT_EQ(again["arrays"], seven["arrays"]) << type;
        const Json other = jsonOf(exported("other.npz", {"--dtype", type}));
        EXPECT_NE(other["arrays"], seven["arrays"]);
    }
}

TEST_F(ExportValues, ARunTakesTheWeights) {
    std::vector<NamedArray> weights = weightsAmong(arrays("v.npz"));
    writeWeights("same.npz", weights);
    const std::vector<std::string> line = {"run", "-", "--dim", "4", "--check", "--timing", "off", "--json"};
    const auto runWith = [&line, this](const std::string& file) {
        std::vector<std::string> with = line;
        with.insert(with.end(), {"--weights", path(file)});
        return runCli(with, kTreesToExport);
    };
    EXPECT_EQ(runWith("same.npz").code, 0) << runWith("same.npz").err;
    for (NamedArray& weight : weights) {
        if (weight.info.name == "Wl") {
            const float odd = std::numeric_limits<float>::quiet_NaN();
            std::memcpy(weight.bytes.data(), &odd, sizeof(odd));
        }
    }
    writeWeights("odd.npz", weights);
    const Json run = Json::parse(runWith("odd.npz").out);
    EXPECT_EQ(run["comparable"], false);
    EXPECT_EQ(run["not_finite_origin"]["parameter"], "Wl[0, 0]");
}

TEST_F(ExportValues, WeightsThatDoNotFitAreListed) {
    std::vector<NamedArray> weights = weightsAmong(arrays("v.npz"));
    ASSERT_EQ(weights.size(), 7U) << "E W Wl Wr b bl br";
    const std::vector<std::int64_t> whole(20, 1);
    const std::vector<float> narrow(16, 1.0F);
    weights[0] = arrayOf<float>("E", {8, 2}, narrow);
    weights[2].info.name = "left";
    weights[5] = arrayOf<std::int64_t>("bl", {20}, whole);
    writeWeights("wrong.npz", weights);
    const Finished finished = exported("again.npz", {"--weights", path("wrong.npz")});
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(
        finished.err,
        AllOf(HasSubstr("wrong.npz: error: these weights do not fit tree-lstm: missing Wl; superfluous left; E is "
                        "[8, 2], expected [4, 4], bl is int64, expected float32 or float64; export-values"),
              Not(HasSubstr("br"))));
    EXPECT_FALSE(std::filesystem::exists(path("again.npz")));
    const Finished otherNet = exported("again.npz", {"--weights", path("v.npz"), "--model", "looks"});
    EXPECT_EQ(otherNet.code, 2);
    EXPECT_THAT(otherNet.err, HasSubstr("missing W0, b0, Wy, by; superfluous Wl, Wr, bl, br"));
    EXPECT_EQ(exported("again.npz", {"--weights", path("v.npz"), "--dim", "5"}).code, 2);
}

TEST_F(ExportValues, FilesThatCannotServeAreRefused) {
    const Finished ending = exported("v.csv");
    EXPECT_EQ(ending.code, 2);
    EXPECT_THAT(ending.err,
                HasSubstr("v.csv: error: the ending of the file names its format; expected .npz, .pt or .json"));
    EXPECT_EQ(exported("no/v.npz").code, 1);
    EXPECT_EQ(exported("v.npz", {"--weights", path("nothing.npz")}).code, 3);
    const Finished text = exported("v.npz", {"--weights", write("text.npz", "weights")});
    EXPECT_EQ(text.code, 3);
    EXPECT_THAT(text.err, HasSubstr("text.npz: error: not a zip archive"));
    ASSERT_EQ(exported("w.npz").code, 0);
    const Finished over = exported("w.npz", {"--weights", path("w.npz")});
    EXPECT_EQ(over.code, 2);
    EXPECT_THAT(over.err, HasSubstr("this is also an input file"));
    EXPECT_EQ(exported("again.npz", {"--weights", path("w.npz")}).code, 0) << "it is still whole";
}

} // namespace
} // namespace batchscope
