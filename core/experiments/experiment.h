// SPDX-License-Identifier: GPL-3.0-or-later
//
// An experiment of the literature as data: what was published, what is run here in its place, which figures stand
// beside the published ones, and what must hold for the story to hold here. Descriptions are JSON
// (resources/experiments), so that another experiment is another file and no code.
//
//     Result<Experiment> experiment = readExperiment(text, "looks-2017.json");
//     Result<MeasuredExperiment> measured = runExperiment(*experiment, settings, control, sink);
#pragma once

#include "core/base/result.h"
#include "core/bench/bench.h"
#include "core/treebank/tree_generator.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// Where the published figures are from.
struct ExperimentSource {
    std::string text;
    std::string url;
    int year = 0;
};

/// How large a run is. Each has two sizes: one for figures, and one that takes seconds.
struct ExperimentSize {
    std::int32_t dim = 100;
    std::vector<std::size_t> batches; ///< not empty
    std::size_t trees = 0;            ///< generated, or the first ones of the files
    LeafRange leaves;                 ///< of generated trees
    std::size_t repeats = 10;
};

enum class ExperimentScale : std::uint8_t { Full, Quick };

/// One sweep of runBench.
struct ExperimentRun {
    std::string id;
    std::string title;
    std::vector<std::string> files; ///< below the folder of data; empty: trees are generated
    /// In place of files, also of missing ones; its trees and leaves are those of the size. None: without the files
    /// there is no run.
    std::optional<GenerateOptions> generated;
    BenchConfig bench; ///< but for what the size says
    ExperimentSize full;
    ExperimentSize quick;
    std::string note; ///< how this differs from what was published; may be empty

    [[nodiscard]] const ExperimentSize& size(ExperimentScale scale) const {
        return scale == ExperimentScale::Full ? full : quick;
    }
};

/// What is read off a result.
enum class ExperimentFigure : std::uint8_t {
    Seconds,               ///< of a step, construction included
    RunningSeconds,        ///< without it
    SecondsPerTree,        ///< construction included
    RunningSecondsPerTree, ///< without it
    TreesPerSecond,        ///< construction included
    ConstructionShare,     ///< of the time of a step
    Batches,               ///< of a step
    Launches,              ///< of kernels in a step
    PaddingWaste,          ///< share of rows
};

/// Of the batch sizes that were measured.
struct BatchChoice {
    enum class Kind : std::uint8_t { Fixed, Smallest, Largest };
    Kind kind = Kind::Largest;
    std::size_t trees = 0; ///< if Fixed
};

/// Which result; what a column leaves open its rows say.
struct ExperimentPlace {
    std::string run; ///< id; empty: open
    std::string arm; ///< one of the run's
    std::optional<BatchChoice> batch;
};

/// The figure at `of`, or divided by the same figure at `over`.
struct ExperimentMeasure {
    ExperimentFigure figure = ExperimentFigure::Seconds;
    ExperimentPlace of;
    std::optional<ExperimentPlace> over;
};

struct ExperimentColumn {
    std::string id; ///< unique in its table
    std::string title;
    ExperimentMeasure measure;
};

struct ExperimentRow {
    std::string title;
    std::string run;                  ///< for places that leave it open; may be empty
    std::optional<BatchChoice> batch; ///< the same
};

/// Of another machine. In the unit of the column: seconds, shares, or plain numbers.
struct PublishedFigures {
    std::string machine;
    std::vector<std::vector<std::optional<double>>> values; ///< by row and column; none where nothing was published
};

struct ExperimentTable {
    std::string id; ///< unique in its experiment
    std::string title;
    std::string rowTitle;
    std::vector<ExperimentColumn> columns;
    std::vector<ExperimentRow> rows;
    std::vector<PublishedFigures> published; ///< empty: nothing was, or nothing that can be read off
};

/// A part of the story, with the rule that tells whether it holds: the measure is at least, or at most, a number. Times
/// are held against each other only as ratios of whole steps, since only these have samples.
struct ExperimentClaim {
    std::string text;
    ExperimentMeasure measure;
    std::optional<double> atLeast; ///< one of the two
    std::optional<double> atMost;
};

struct Experiment {
    std::string id; ///< as the command line names it
    std::string title;
    ExperimentSource source;
    std::string story;                ///< what the publication found
    std::vector<std::string> leftOut; ///< of the publication, and why
    std::vector<ExperimentRun> runs;
    std::vector<ExperimentTable> tables;
    std::vector<ExperimentClaim> claims;
};

/// Parse errors with the file, the place in it and the path of the key (/runs/0/model): not JSON, a missing or unknown
/// key, a value that is none of its key's, an id that is there twice, a run, arm or batch size that a place names and
/// that is not there, a table of published figures of other dimensions than the table. Whether a net takes the trees is
/// found by running it.
[[nodiscard]] Result<Experiment> readExperiment(std::string_view text, const std::string& file);

/// As a description spells it: "seconds", "running_seconds", …
[[nodiscard]] std::span<const std::string_view> experimentFigureNames();
[[nodiscard]] std::string_view nameOf(ExperimentFigure figure);
/// Whether it is a time or a rate, which has samples and scatters.
[[nodiscard]] bool isTimed(ExperimentFigure figure);

/// Null where there is none of this id.
[[nodiscard]] const ExperimentRun* findRun(const Experiment& experiment, std::string_view id);
/// The place of a column's measure in this row, with nothing left open.
[[nodiscard]] ExperimentPlace placeIn(const ExperimentRow& row, ExperimentPlace place);

/// What a run of this size asks runBench for: its graph options, arms and batch sizes. Threads are the caller's.
[[nodiscard]] BenchConfig benchConfigOf(const ExperimentRun& run, ExperimentScale scale);
/// Of its generated trees; null if there are none.
[[nodiscard]] std::optional<GenerateOptions> generateOptionsOf(const ExperimentRun& run, ExperimentScale scale);

} // namespace batchscope
