// SPDX-License-Identifier: GPL-3.0-or-later
//
// The JSON Schema of programs against all samples and all primitives.
#include "core/graph/primitive.h"
#include "tests/support/files.h"
#include "tests/support/json_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace batchscope {
namespace {

using ::testing::IsEmpty;

nlohmann::json schema() {
    return nlohmann::json::parse(testing::textOf(BATCHSCOPE_SOURCE_DIR "/resources/program.schema.json"));
}

TEST(ProgramSchema, DescribesTheSamples) {
    std::size_t programs = 0;
    for (const auto& entry : std::filesystem::directory_iterator(BATCHSCOPE_SOURCE_DIR "/sample_data")) {
        if (entry.path().extension() == ".json") {
            EXPECT_THAT(testing::schemaFaults(schema(), nlohmann::json::parse(testing::textOf(entry.path().string()))),
                        IsEmpty())
                << entry.path();
            ++programs;
        }
    }
    EXPECT_GE(programs, 3U);
    nlohmann::json wrong = nlohmann::json::parse(testing::sampleText("toy_bcd.json"));
    wrong["calls"][0].erase("op");
    wrong["ops"][0].erase("arguments");
    wrong["ops"][1]["body"][0]["do"] = "conjure";
    EXPECT_EQ(testing::schemaFaults(schema(), wrong).size(), 3U);
}

TEST(ProgramSchema, ListsThePrimitives) {
    std::set<std::string> known;
    for (const PrimitiveEntry& entry : kPrimitives) {
        if (entry.primitive != Primitive::Argument && entry.primitive != Primitive::Call) {
            known.emplace(entry.name);
        }
    }
    const nlohmann::json listed =
        schema()["properties"]["ops"]["items"]["properties"]["body"]["items"]["properties"]["do"]["enum"];
    EXPECT_EQ(listed.get<std::set<std::string>>(), known);
}

} // namespace
} // namespace batchscope
