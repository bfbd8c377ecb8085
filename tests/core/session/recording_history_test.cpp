// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/recording_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::ElementsAre;

/// So many bytes, all of them one number.
class Block final : public RecordedState {
public:
    explicit Block(std::size_t bytes) : m_bytes(bytes) {}
    void read(Value /*value*/, std::vector<double>& row) const override { row.assign(1, 0.5); }
    [[nodiscard]] std::size_t bytes() const override { return m_bytes; }

private:
    std::size_t m_bytes;
};

RecordedRun runOf(std::uint64_t seed, std::size_t bytes) {
    RecordedRun run;
    run.revision = seed;
    run.config.seed = seed;
    run.values = std::make_shared<const Block>(bytes);
    return run;
}

std::vector<std::uint64_t> revisionsOf(const RecordingHistory& history) {
    std::vector<std::uint64_t> revisions;
    for (const RecordedRun& run : history.runs()) {
        revisions.push_back(run.revision);
    }
    return revisions;
}

TEST(RecordingHistory, KeepsTheLastFourByDefault) {
    RecordingHistory history;
    EXPECT_EQ(history.bytes(), 0U);
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        history.add(runOf(seed, 10));
    }
    EXPECT_THAT(revisionsOf(history), ElementsAre(3, 4, 5, 6));
    EXPECT_EQ(history.bytes(), 40U);
    history.clear();
    EXPECT_TRUE(history.runs().empty());
}

TEST(RecordingHistory, DropsTheOldestWhenBytesRunOutAndKeepsTheNewestWhateverItsSize) {
    RecordingHistory history({.runs = 4, .bytes = 100});
    history.add(runOf(1, 40));
    history.add(runOf(2, 40));
    EXPECT_THAT(revisionsOf(history), ElementsAre(1, 2));
    history.add(runOf(3, 30));
    EXPECT_THAT(revisionsOf(history), ElementsAre(2, 3));
    history.add(runOf(4, 1000));
    EXPECT_THAT(revisionsOf(history), ElementsAre(4));
    history.add(runOf(5, 10));
    EXPECT_THAT(revisionsOf(history), ElementsAre(5));
}

TEST(RecordingHistory, ARunWithTheSameConfigReplacesTheEarlierOne) {
    RecordingHistory history;
    history.add(runOf(1, 10));
    history.add(runOf(2, 10));
    RecordedRun again = runOf(1, 20);
    again.revision = 3;
    history.add(again);
    EXPECT_THAT(revisionsOf(history), ElementsAre(2, 3));
    EXPECT_EQ(history.bytes(), 30U);
}

TEST(RecordingHistory, WhatIsDroppedIsFreedOnceNobodyReadsIt) {
    RecordingHistory history({.runs = 1});
    history.add(runOf(1, 10));
    const std::weak_ptr<const RecordedState> first = history.runs().front().values;
    std::shared_ptr<const RecordedState> reader = first.lock();
    history.add(runOf(2, 10));
    EXPECT_EQ(reader->row({NodeId(std::size_t{0}), 0}).front(), 0.5);
    reader.reset();
    EXPECT_TRUE(first.expired());
}

} // namespace
} // namespace batchscope
