// SPDX-License-Identifier: GPL-3.0-or-later
//
// The best tags of a sentence against all sequences of tags, one by one.
#include "core/exchange/exported_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace batchscope {
namespace {

using Numbers = std::vector<double>;
using Tags = std::vector<std::int64_t>;

double scoreOf(const TagScores& scores, const Tags& tags) {
    const std::size_t classes = scores.ends.size() / 2;
    double sum = scores.ends[static_cast<std::size_t>(tags.front())] +
                 scores.ends[classes + static_cast<std::size_t>(tags.back())];
    for (std::size_t word = 0; word < tags.size(); ++word) {
        const auto tag = static_cast<std::size_t>(tags[word]);
        sum += scores.words[word * classes + tag];
        sum += word == 0 ? 0.0 : scores.transitions[static_cast<std::size_t>(tags[word - 1]) * classes + tag];
    }
    return sum;
}

/// The next in the order of numbers whose digits are the tags; false after the last.
bool advance(Tags& tags, std::int64_t classes) {
    for (std::int64_t& tag : tags) {
        tag = (tag + 1) % classes;
        if (tag != 0) {
            return true;
        }
    }
    return false;
}

Numbers numbers(std::size_t count, std::mt19937& random) {
    std::normal_distribution<double> normal;
    Numbers made(count);
    for (double& number : made) {
        number = normal(random);
    }
    return made;
}

TEST(BestTags, NoSequenceScoresHigher) {
    std::mt19937 random(5);
    for (std::size_t classes = 1; classes <= 4; ++classes) {
        for (std::size_t words = 1; words <= 5; ++words) {
            const Numbers ofWords = numbers(words * classes, random);
            const Numbers transitions = numbers(classes * classes, random);
            const Numbers ends = numbers(2 * classes, random);
            const TagScores scores{ofWords, transitions, ends};
            const Tags best = bestSequence(scores);
            ASSERT_EQ(best.size(), words);
            double highest = -std::numeric_limits<double>::infinity();
            Tags any(words, 0);
            do {
                highest = std::max(highest, scoreOf(scores, any));
            } while (advance(any, static_cast<std::int64_t>(classes)));
            EXPECT_NEAR(scoreOf(scores, best), highest, 1e-12) << classes << " classes, " << words << " words";
        }
    }
}

TEST(BestTags, AreNotTheLikeliestOfEachWord) {
    const Numbers words = {1.0, 0.0, 1.0, 0.0, 0.0, 3.0}; // alone: 0 0 1
    const Numbers transitions = {0.0, -9.0, 0.0, 0.0};    // 1 never follows 0
    const Numbers ends = {0.0, 0.0, 0.0, 0.0};
    EXPECT_EQ(bestSequence({words, transitions, ends}), (Tags{1, 1, 1}));
    EXPECT_EQ(bestSequence({{}, transitions, ends}), Tags());
}

} // namespace
} // namespace batchscope
