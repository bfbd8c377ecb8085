// SPDX-License-Identifier: GPL-3.0-or-later
//
// Describes an experiment from the literature as data: title, source, the published tables, and the `bench` command
// line that measures each run. To add an experiment, add a file to resources/experiments; its files are compiled in:
//
//     title, source {text, url, year}, story, left_out [texts]
//     runs    {NAME: {trees [files below --data], generate, bench, note}}
//     tables  [{title, rows_are, columns [{title, figure, of, over}], rows [{title, run, batch, published}]}]
//
// `bench` and `generate` are command lines without the program, the command and the file; `generate` makes the trees if
// the files are missing. A column shows `figure` (default: seconds) of the result named by `of`, divided by that of the
// result named by `over`. Each of them is an arm, or {run, arm, batch} for what the row does not specify; the batch
// defaults to the run's largest. `published` is a list of {on, figures}, one figure per column, null or missing where
// nothing was published.
#pragma once

#include "core/bench/bench.h"
#include "core/treebank/generate.h"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

struct ExperimentRun {
    std::vector<std::string> files;
    std::string generate; ///< empty: the run is skipped if the files are missing
    std::string bench;
    std::string note; ///< how this run differs from the published one
};

/// Names one result. The row fills in what its column leaves open.
struct ExperimentPlace {
    std::string run;
    std::string arm;
    std::size_t batch = 0; ///< before scaling, as in the file; 0: the row's, or the run's largest
};

struct ExperimentFigure {
    std::string_view name; ///< such as "running_seconds"
    std::string_view unit;
    bool isTimed;
    double (*of)(const BenchResult& result);
};

struct ExperimentColumn {
    std::string title;
    const ExperimentFigure* figure = nullptr;
    ExperimentPlace of;
    std::optional<ExperimentPlace> over;
};

struct PublishedFigures {
    std::string on; ///< machine and size of the published run
    std::vector<std::optional<double>> figures;
};

struct ExperimentRow {
    std::string title;
    std::string run;
    std::size_t batch = 0;
    std::vector<PublishedFigures> published;
};

struct ExperimentTable {
    std::string title;
    std::string rowsAre; ///< heading of the row titles, such as "net"; empty: no titles, the batch sizes differ
    std::vector<ExperimentColumn> columns;
    std::vector<ExperimentRow> rows;
};

struct Experiment {
    std::string name; ///< the name of its file, without the ending
    std::string title;
    std::string source;
    std::string url;
    int year = 0;
    std::string story; ///< what the publication found
    std::vector<std::string> leftOut;
    std::map<std::string, ExperimentRun> runs;
    std::vector<ExperimentTable> tables;
};

struct ExperimentText {
    std::string_view file; ///< file name without the folder
    std::string_view text;
};
/// The experiments that are compiled in, ordered by name.
[[nodiscard]] std::span<const ExperimentText> experimentTexts();

/// Parse error that names the first missing or wrong key. The command lines `bench` and `generate` are not checked.
[[nodiscard]] Result<Experiment> readExperiment(const ExperimentText& text);
/// All experiments that are compiled in. Fails like readExperiment(); an error here is a bug in the program.
[[nodiscard]] Result<std::vector<Experiment>> shippedExperiments();

/// Completes the place of a column with the run and the batch of this row. Afterwards only the batch may still be open.
[[nodiscard]] ExperimentPlace placeIn(const ExperimentRow& row, ExperimentPlace place);

/// What a run measures at a given scale. Config error if batchscope-cli does not accept one of its command lines.
struct ScaledRun {
    BenchConfig bench;                        ///< not yet adapted to the trees
    std::optional<GenerateOptions> generated; ///< none: the run only uses files
};
[[nodiscard]] Result<ScaledRun> scaledRun(const ExperimentRun& run, double scale);
/// `count` times `scale`, rounded; at least 1.
[[nodiscard]] std::size_t scaledCount(std::size_t count, double scale);

} // namespace batchscope
