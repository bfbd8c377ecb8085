// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/experiment.h"
#include "app/cli/options.h"
#include "core/base/text.h"
#include "core/records/json_reader.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace batchscope {

namespace {

double perTree(double seconds, const BenchResult& result) {
    return seconds / static_cast<double>(result.batch);
}

constexpr auto kFigures = std::to_array<ExperimentFigure>({
    {"seconds", "s", true, [](const BenchResult& r) { return r.medianSeconds; }},
    {"running_seconds", "s", true, [](const BenchResult& r) { return r.phases.execution(); }},
    {"seconds_per_tree", "s/tree", true, [](const BenchResult& r) { return perTree(r.medianSeconds, r); }},
    {"running_seconds_per_tree", "s/tree", true, [](const BenchResult& r) { return perTree(r.phases.execution(), r); }},
    {"trees_per_second", "trees/s", true, [](const BenchResult& r) { return r.treesPerSecond; }},
    {"construction_share", "share", true,
     [](const BenchResult& r) { return r.phases.total() > 0.0 ? 1.0 - r.phases.execution() / r.phases.total() : 0.0; }},
    {"batches", "count", false, [](const BenchResult& r) { return static_cast<double>(r.batches); }},
    {"launches", "count", false, [](const BenchResult& r) { return static_cast<double>(r.figures.launches); }},
    {"padding_waste", "share", false, [](const BenchResult& r) { return r.paddingWaste; }},
});

/// Reads the parts of one file; the first fault is kept.
class ExperimentReader {
public:
    explicit ExperimentReader(std::string file) : m_file(std::move(file)) {}

    Result<Experiment> read(const Json& json) {
        Experiment experiment;
        experiment.name = m_file.substr(0, m_file.find('.'));
        JsonReader reader = at(json, "");
        reader.need("title", experiment.title, "a text");
        reader.need("story", experiment.story, "a text");
        reader.need("left_out", experiment.leftOut, "a list of texts");
        JsonReader source = reader.inside("source");
        source.need("text", experiment.source, "a text");
        source.need("url", experiment.url, "a text");
        source.need("year", experiment.year, "a year");
        if (const Json* const runs = reader.find("runs"); runs != nullptr && runs->is_object()) {
            for (const auto& [name, run] : runs->items()) {
                experiment.runs[name] = readRun(run, fmt::format("runs.{}", name));
            }
        } else {
            reader.fail("runs", "an object of runs");
        }
        experiment.tables = listIn<ExperimentTable>(json, "", "tables", &ExperimentReader::readTable);
        return m_fault ? Result<Experiment>(*m_fault) : Result<Experiment>(std::move(experiment));
    }

private:
    JsonReader at(const Json& json, const std::string& path) { return {json, {m_file, path}, m_fault}; }

    template <typename T>
    std::vector<T> listIn(const Json& json, const std::string& path, const char* key,
                          T (ExperimentReader::*readOne)(const Json&, const std::string&)) {
        std::vector<T> all;
        JsonReader reader = at(json, path);
        const Json* const list = reader.find(key);
        if (list == nullptr || !list->is_array()) {
            reader.fail(key, "a list");
            return all;
        }
        for (const Json& each : *list) {
            all.push_back(
                (this->*readOne)(each, fmt::format("{}{}{}[{}]", path, path.empty() ? "" : ".", key, all.size())));
        }
        return all;
    }

    ExperimentRun readRun(const Json& json, const std::string& path) {
        ExperimentRun run;
        JsonReader reader = at(json, path);
        reader.mayHave("trees", run.files, "a list of files");
        reader.mayHave("generate", run.generate, "options of generate");
        reader.need("bench", run.bench, "options of bench");
        reader.mayHave("note", run.note, "a text");
        return run;
    }

    ExperimentPlace readPlace(const Json& json, const std::string& path, const char* key) {
        ExperimentPlace place;
        JsonReader reader = at(json, path);
        const Json* const found = reader.find(key);
        if (found == nullptr || !found->is_object()) {
            reader.need(key, place.arm, "an arm, or {run, arm, batch}");
            return place;
        }
        JsonReader inside = reader.inside(key);
        inside.need("arm", place.arm, "an arm");
        inside.mayHave("run", place.run, "a run");
        inside.mayHave("batch", place.batch, "a batch size");
        return place;
    }

    ExperimentTable readTable(const Json& json, const std::string& path) {
        ExperimentTable table;
        JsonReader reader = at(json, path);
        reader.need("title", table.title, "a text");
        reader.mayHave("rows_are", table.rowsAre, "a text");
        table.columns = listIn<ExperimentColumn>(json, path, "columns", &ExperimentReader::readColumn);
        table.rows = listIn<ExperimentRow>(json, path, "rows", &ExperimentReader::readRow);
        return table;
    }

    ExperimentColumn readColumn(const Json& json, const std::string& path) {
        ExperimentColumn column;
        JsonReader reader = at(json, path);
        reader.need("title", column.title, "a text");
        std::string name(kFigures.front().name);
        reader.mayHave("figure", name, "a figure");
        column.figure = std::find_if(kFigures.begin(), kFigures.end(),
                                     [&](const ExperimentFigure& figure) { return figure.name == name; });
        if (column.figure == kFigures.end()) {
            reader.fail("figure", "a figure such as seconds");
        }
        column.of = readPlace(json, path, "of");
        if (reader.find("over") != nullptr) {
            column.over = readPlace(json, path, "over");
        }
        return column;
    }

    ExperimentRow readRow(const Json& json, const std::string& path) {
        ExperimentRow row;
        JsonReader reader = at(json, path);
        reader.mayHave("title", row.title, "a text");
        reader.mayHave("run", row.run, "a run");
        reader.mayHave("batch", row.batch, "a batch size");
        if (reader.find("published") != nullptr) {
            row.published = listIn<PublishedFigures>(json, path, "published", &ExperimentReader::readPublished);
        }
        return row;
    }

    PublishedFigures readPublished(const Json& json, const std::string& path) {
        PublishedFigures published;
        JsonReader reader = at(json, path);
        reader.need("on", published.on, "a text");
        reader.need("figures", published.figures, "a list of numbers or null");
        return published;
    }

    std::string m_file;
    std::optional<Error> m_fault;
};

/// Parses the options of a command of batchscope-cli: an experiment has no syntax of its own.
Result<CliOptions> lineOf(std::string_view command, const std::string& options) {
    CliOptions parsed;
    CLI::App app("", "batchscope-cli");
    addCommands(app, parsed);
    std::vector<std::string> words = split(fmt::format("{} {}", command, options), ' ');
    std::reverse(words.begin(), words.end()); // CLI11 takes them from the back
    try {
        app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
        return Error{ErrorCode::Config, fmt::format("{} {}: {}", command, options, error.what())};
    }
    noteGiven(app, parsed);
    return parsed;
}

} // namespace

std::span<const ExperimentFigure> experimentFigures() {
    return kFigures;
}

Result<Experiment> readExperiment(const ExperimentText& text) {
    const Json json = Json::parse(text.text, nullptr, false);
    if (json.is_discarded()) {
        return Error{ErrorCode::Parse, "this is not JSON", std::string(text.file)};
    }
    return ExperimentReader(std::string(text.file)).read(json);
}

Result<std::vector<Experiment>> shippedExperiments() {
    std::vector<Experiment> experiments;
    for (const ExperimentText& text : experimentTexts()) {
        Result<Experiment> experiment = readExperiment(text);
        TRY(experiment);
        experiments.push_back(std::move(*experiment));
    }
    return experiments;
}

ExperimentPlace placeIn(const ExperimentRow& row, ExperimentPlace place) {
    place.run = place.run.empty() ? row.run : place.run;
    place.batch = place.batch == 0 ? row.batch : place.batch;
    return place;
}

std::size_t scaledCount(std::size_t count, double scale) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(std::llround(scale * static_cast<double>(count))));
}

Result<ScaledRun> scaledRun(const ExperimentRun& run, double scale) {
    const Result<CliOptions> line = lineOf("bench", run.bench);
    TRY(line);
    ScaledRun scaled{line->bench, std::nullopt};
    BenchConfig& bench = scaled.bench;
    bench.graph = line->graph;
    const bool hasRange = bench.graph.trees.end != TreeRange().end;
    if (hasRange) {
        bench.graph.trees.end = scaledCount(bench.graph.trees.end, scale);
    }
    bench.run = line->run;
    bench.seed = line->seed;
    for (std::int32_t& dim : bench.dims) {
        dim = static_cast<std::int32_t>(scaledCount(static_cast<std::size_t>(dim), scale));
    }
    for (std::size_t& batch : bench.batches) {
        batch = scaledCount(batch, scale);
    }
    bench.batches.erase(std::unique(bench.batches.begin(), bench.batches.end()), bench.batches.end());
    if (!run.generate.empty()) {
        if (!hasRange) {
            return Error{ErrorCode::Config, "generated trees need --trees A:B in their line"};
        }
        const Result<CliOptions> generate = lineOf("generate", run.generate);
        TRY(generate);
        scaled.generated = generate->generate;
        scaled.generated->trees = bench.graph.trees.end;
    }
    return scaled;
}

} // namespace batchscope
