// SPDX-License-Identifier: GPL-3.0-or-later
//
// A description that runs in a moment and has one of everything, to be damaged in one place.
#pragma once

#include "core/experiments/experiment.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace batchscope::testing {

inline constexpr std::string_view kSmallExperiment = R"({
  "id": "small",
  "title": "a small one",
  "source": {"text": "nobody", "url": "https://example.org", "year": 2020},
  "story": "folding is faster",
  "left_out": ["everything else"],
  "runs": [
    {"id": "trees", "title": "trees", "model": "tree-rnn", "generate": {"shape": "balanced", "vocabulary": 20},
     "arms": ["regular@off", "folded@off", "direct@off"],
     "size": {"dim": 8, "batch": [1, 4], "trees": 8, "leaves": [3, 6], "repeats": 6},
     "quick": {"dim": 4, "batch": [2], "trees": 4, "repeats": 5}, "note": "smaller than anything"},
    {"id": "data", "title": "data", "model": "tree-rnn", "files": ["missing/trees.ptb"],
     "arms": ["folded@off"], "size": {"batch": [2], "trees": 8}, "quick": {"repeats": 5}}
  ],
  "tables": [
    {"id": "times", "title": "times", "row_title": "batch",
     "columns": [
       {"id": "folded", "title": "folded", "figure": "seconds", "of": {"run": "trees", "arm": "folded@off"}},
       {"id": "ratio", "title": "ratio", "figure": "seconds", "of": {"run": "trees", "arm": "regular@off"},
        "over": {"run": "trees", "arm": "folded@off"}},
       {"id": "batches", "title": "batches", "figure": "batches", "of": {"run": "trees", "arm": "folded@off"}}],
     "rows": [{"title": "1", "batch": 1}, {"title": "4", "batch": 4}],
     "published": [{"machine": "an abacus", "values": [[100, 1.5, null], [200, 2.5, 3]]}]}
  ],
  "claims": [
    {"text": "folding is twice as fast", "figure": "seconds",
     "of": {"run": "trees", "arm": "regular@off", "batch": 4}, "over": {"run": "trees", "arm": "folded@off", "batch": 4},
     "at_least": 2},
    {"text": "folding needs fewer batches", "figure": "batches",
     "of": {"run": "trees", "arm": "folded@off", "batch": "largest"},
     "over": {"run": "trees", "arm": "regular@off", "batch": "largest"}, "at_most": 0.9}
  ]
})";

/// The description with the only `from` in it replaced.
[[nodiscard]] inline std::string changedExperiment(std::string_view from, std::string_view to) {
    std::string text(kSmallExperiment);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    EXPECT_EQ(text.find(from, at + 1), std::string::npos) << from << " is there twice";
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

[[nodiscard]] inline Experiment smallExperiment() {
    Result<Experiment> experiment = readExperiment(kSmallExperiment, "small.json");
    EXPECT_TRUE(experiment) << (experiment ? "" : experiment.error().text());
    return experiment ? std::move(*experiment) : Experiment();
}

} // namespace batchscope::testing
