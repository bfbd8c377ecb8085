// SPDX-License-Identifier: GPL-3.0-or-later
//
// An experiment of the literature as data: title, source, the published tables, and the line of `bench` that measures
// each run. Another experiment is another file in resources/experiments, which are compiled in:
//
//     title, source {text, url, year}, story, left_out [texts]
//     runs    {NAME: {trees [files below --data], generate, bench, note}}
//     tables  [{title, rows_are, columns [{title, figure, of, over}], rows [{title, run, batch, published}]}]
//
// `bench` and `generate` are command lines without the program, the command and the file; `generate` makes the trees
// where there are no files. A column shows `figure` (default: seconds) of the result at `of`, divided by the one at
// `over`. Both are an arm, or {run, arm, batch} with what the row leaves open; the batch is the run's largest unless
// one of them names it. `published` is a list of {on, figures}, one figure for each column, null or missing where
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
    std::string generate; ///< empty: without the files there is no run
    std::string bench;
    std::string note; ///< how this differs from what was published
};

/// Which result; what a column leaves open its row says.
struct ExperimentPlace {
    std::string run;
    std::string arm;
    std::size_t batch = 0; ///< as in the file, whatever the scale; 0: open, or the largest
};

struct ExperimentFigure {
    std::string_view name; ///< "running_seconds"
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
    std::string on; ///< machine and size
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
    std::string rowsAre; ///< "net"; empty: rows have no titles, and their batch sizes tell them apart
    std::vector<ExperimentColumn> columns;
    std::vector<ExperimentRow> rows;
};

struct Experiment {
    std::string name; ///< that of its file
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
    std::string_view file; ///< its name without folder
    std::string_view text;
};
/// Those that are compiled in, by name.
[[nodiscard]] std::span<const ExperimentText> experimentTexts();

/// Parse errors name the first key that is missing or wrong. Lines of `bench` and `generate` are not looked into.
[[nodiscard]] Result<Experiment> readExperiment(const ExperimentText& text);
/// All that are compiled in; errors as readExperiment(): a shipped one that is wrong is a fault of the program.
[[nodiscard]] Result<std::vector<Experiment>> shippedExperiments();

/// The place of a column in this row, with nothing left open but the batch.
[[nodiscard]] ExperimentPlace placeIn(const ExperimentRow& row, ExperimentPlace place);

/// What a run measures at this scale. Config errors: a line that batchscope-cli does not take.
struct ScaledRun {
    BenchConfig bench;                        ///< without what fits it to the trees
    std::optional<GenerateOptions> generated; ///< none: only from files
};
[[nodiscard]] Result<ScaledRun> scaledRun(const ExperimentRun& run, double scale);
/// Never 0.
[[nodiscard]] std::size_t scaledCount(std::size_t count, double scale);

} // namespace batchscope
