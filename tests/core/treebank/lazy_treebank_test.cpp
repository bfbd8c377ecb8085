// SPDX-License-Identifier: GPL-3.0-or-later
//
// Large files: trees that are not held, files that change under us, reading that stops early, folders.
#include "core/formats/bracket_writer.h"
#include "core/formats/read_treebank.h"
#include "core/treebank/tree_statistics.h"
#include "tests/support/forests.h"
#include "tests/support/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>

namespace batchscope {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr std::size_t kTrees = 30'000;
constexpr std::size_t kNodes = 79; // of each: 30,000 of them are more than are held

std::string lineOf(std::size_t tree) {
    std::string words = fmt::format("(2 w{})", tree % 997);
    for (std::size_t leaf = 1; leaf < 40; ++leaf) {
        words = fmt::format("({} {} (2 w{}))", (tree + leaf) % 5, words, (tree * leaf) % 1013);
    }
    return words;
}

class LazyTreebank : public testing::FolderTest {
protected:
    std::string writeLarge() {
        std::string text;
        for (std::size_t tree = 0; tree < kTrees; ++tree) {
            text += lineOf(tree) + (tree % 2 == 0 ? "\r\n" : "\n\n");
        }
        return write("large.ptb", text);
    }
};

std::string textOf(const Treebank& bank, std::size_t tree) {
    return toBrackets(*bank.tree(TreeId(tree)), bank.words, bank.labels);
}

TEST_F(LazyTreebank, TreesThatAreNotHeldAreReadAgain) {
    const Result<Treebank> bank = readTreebank({writeLarge()}, {});
    ASSERT_TRUE(bank.hasValue());
    ASSERT_EQ(bank->trees.size(), kTrees);
    EXPECT_EQ(bank->trees.heldCount(), Treebank::kHeldNodes / kNodes);
    for (const std::size_t tree : {std::size_t{0}, bank->trees.heldCount() - 1, bank->trees.heldCount(), kTrees - 1}) {
        EXPECT_EQ(textOf(*bank, tree), lineOf(tree));
        EXPECT_EQ(*bank->sourceText(TreeId(tree)), lineOf(tree));
        const TreeHandle handle = bank->tree(TreeId(tree));
        ASSERT_TRUE(handle);
        const SourcePosition root = handle->positions.back();
        EXPECT_EQ(root.line, bank->trees[TreeId(tree)].line);
        EXPECT_EQ(root.line, 1 + tree + tree / 2);
        EXPECT_EQ(root.byte, bank->trees[TreeId(tree)].recordBegin);
        EXPECT_EQ(handle->positions.front().column, 1 + lineOf(tree).find("(2 w"));
    }
    const TreeStatistics statistics = statisticsOf(*bank);
    EXPECT_EQ(statistics.nodes, kTrees * kNodes);
    EXPECT_EQ(statistics.distinctShapes, 1U);
    EXPECT_EQ(statistics.arities, (std::map<std::size_t, std::size_t>{{2, kTrees * 39}}));
}

TEST_F(LazyTreebank, CompressedFilesAreKeptForReadingAgain) {
    const std::string path = writeLarge();
    ASSERT_EQ(std::system(("gzip " + path).c_str()), 0);
    const Result<Treebank> bank = readTreebank({path + ".gz"}, {});
    ASSERT_TRUE(bank.hasValue());
    std::filesystem::remove(path + ".gz");
    EXPECT_EQ(textOf(*bank, kTrees - 1), lineOf(kTrees - 1));
}

TEST_F(LazyTreebank, AFileThatWasChangedIsToldAndNothingElseIsShown) {
    const std::string path = writeLarge();
    const Result<Treebank> bank = readTreebank({path}, {});
    ASSERT_TRUE(bank.hasValue());
    const TreeId last(kTrees - 1);
    std::filesystem::resize_file(path, 1000);
    EXPECT_FALSE(bank->tree(last));
    EXPECT_EQ(bank->tree(last)->size(), 1U);
    EXPECT_THAT(bank->sentence(last, 5), HasSubstr("changed"));
    EXPECT_TRUE(bank->tree(TreeId(std::size_t{0}))) << "it is held";
    const Result<OpGraph> graph = buildGraph(*bank, {.trees = {kTrees - 1, kTrees}}, {});
    ASSERT_FALSE(graph.hasValue());
    EXPECT_THAT(graph.error().text(), HasSubstr(path + ":44999:1: error: tree 30,000 cannot be read again"));
}

TEST_F(LazyTreebank, AFolderMayHoldMoreFilesThanAProcessMayOpen) {
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit few{64, before.rlim_max};
    std::filesystem::create_directories(m_folder / "many");
    for (std::size_t file = 0; file < 100; ++file) {
        write(fmt::format("many/{:03}.mrg", file), "(1 a)\n");
    }
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
    const Result<Treebank> bank = readTreebank({(m_folder / "many").string()}, {});
    const std::string last = bank ? *bank->sourceText(TreeId(std::size_t{99})) : bank.error().text();
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
    EXPECT_EQ(last, "(1 a)");
    EXPECT_EQ(bank->tree(TreeId(std::size_t{99}))->file, 99U);
}

TEST_F(LazyTreebank, ManyErrorsOnOneLongLineAreTold) {
    std::string text = "(1 a)\n";
    for (std::size_t pair = 0; pair < 500'000; ++pair) {
        text += "()";
    }
    const Result<Treebank> bank = readTreebankText(text, "line", {}); // excerpts to the line's end would take an hour
    ASSERT_TRUE(bank.hasValue());
    EXPECT_EQ(bank->badTrees, 500'000U);
}

TEST_F(LazyTreebank, WholeFormatsDoNotFollowLargeFiles) {
    const std::string large = writeLarge();
    const Result<Treebank> bank = readTreebank({large, write("program.json", R"({"batchscope_program":1})")}, {});
    ASSERT_FALSE(bank.hasValue());
    EXPECT_THAT(bank.error().text(), HasSubstr("open them separately"));
}

TEST_F(LazyTreebank, OnlyTheBeginningIsReadWhenThatIsEnough) {
    const std::string path = writeLarge();
    ReadRequest request{.enoughTrees = 1000};
    const Result<Treebank> beginning = readTreebank({path}, {}, request);
    ASSERT_TRUE(beginning.hasValue());
    EXPECT_EQ(beginning->trees.size(), 1000U);
    EXPECT_FALSE(beginning->complete);
    EXPECT_LT(beginning->bytesRead, beginning->bytesTotal);
    request.enoughTrees = kTrees + 1;
    EXPECT_TRUE(readTreebank({path}, {}, request)->complete);
    request.enoughTrees = 1;
    const Result<Treebank> first = readTreebank({write("one", "(1 a)\n"), path}, {}, request);
    EXPECT_EQ(first->trees.size(), 1U);
    EXPECT_FALSE(first->complete) << "the second file was not read";
}

TEST_F(LazyTreebank, WhatWasReadIsKeptWhenStopped) {
    const std::string path = writeLarge();
    std::stop_source stop;
    const RunControl control(stop.get_token(), [&](std::string_view, std::size_t done, std::size_t) {
        if (done > 1) {
            stop.request_stop();
        }
    });
    ReadRequest request;
    EXPECT_EQ(readTreebank({path}, control, request).error().code, ErrorCode::Cancelled);
    std::stop_source again;
    const RunControl second(again.get_token(),
                            [&](std::string_view, std::size_t, std::size_t) { again.request_stop(); });
    request.whenStopped = ReadRequest::WhenStopped::Keep;
    const Result<Treebank> kept = readTreebank({path}, second, request);
    ASSERT_TRUE(kept.hasValue());
    EXPECT_FALSE(kept->complete);
    EXPECT_GT(kept->trees.size(), 0U);
    EXPECT_LT(kept->trees.size(), kTrees);
}

TEST_F(LazyTreebank, AFolderIsTheTreebanksInIt) {
    std::filesystem::create_directories(m_folder / "wsj" / "00");
    std::filesystem::create_directories(m_folder / "wsj" / ".git");
    write("wsj/00/b.mrg", "(1 b)\n");
    write("wsj/00/a.mrg", "(1 a)\n(1 a2)\n");
    write("wsj/c.mrg", "(1 c)\n(1 d\n");
    write("wsj/picture", std::string("\x89PNG\r\n\0\0\0", 9));
    write("wsj/.git/config", "(1 hidden)\n");
    const std::string folder = (m_folder / "wsj").string();
    const Result<Treebank> bank = readTreebank({folder}, {});
    ASSERT_TRUE(bank.hasValue());
    std::vector<std::string> places;
    for (std::size_t tree = 0; tree < bank->trees.size(); ++tree) {
        places.push_back(bank->place(TreeId(tree)).substr(folder.size()));
    }
    EXPECT_THAT(places, ElementsAre("/00/a.mrg:1", "/00/a.mrg:2", "/00/b.mrg:1", "/c.mrg:1"));
    EXPECT_EQ(bank->badTrees, 1U) << "the tree that is cut; the picture is no treebank, and nobody said it was";
    EXPECT_THAT(bank->skipped, ElementsAre(folder + "/picture"));
    std::filesystem::remove_all(m_folder / "wsj" / "00");
    std::filesystem::remove(m_folder / "wsj" / "c.mrg");
    EXPECT_THAT(readTreebank({folder}, {}).error().text(),
                HasSubstr(folder + "/picture: error: the folder contains no treebank"));
    std::filesystem::create_directories(m_folder / "empty");
    EXPECT_THAT(readTreebank({(m_folder / "empty").string()}, {}).error().text(), HasSubstr("contains no files"));
}

TEST_F(LazyTreebank, DamagedCompressionKeepsWhatCameBefore) {
    const std::string path = writeLarge();
    ASSERT_EQ(std::system(("gzip " + path).c_str()), 0);
    std::filesystem::resize_file(path + ".gz", std::filesystem::file_size(path + ".gz") - 1000);
    const Result<Treebank> bank = readTreebank({path + ".gz"}, {});
    ASSERT_TRUE(bank.hasValue()) << bank.error().text();
    EXPECT_GT(bank->trees.size(), kTrees / 2);
    EXPECT_LT(bank->trees.size(), kTrees);
    EXPECT_THAT(
        bank->diagnostics.front().text(),
        AllOf(HasSubstr("damaged gzip data near byte"),
              EndsWith("; the file is truncated or damaged: download it again; everything read before is kept")));
    EXPECT_EQ(bank->badTrees, 2U) << "and the tree that is cut";
}

} // namespace
} // namespace batchscope
