// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/experiment.h"

#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/options.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/bench/bench_series.h"
#include "core/formats/read_treebank.h"
#include "core/records/bench_json.h"
#include "core/records/bench_tables.h"
#include "core/session/suggestion.h"
#include "core/treebank/generate.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace batchscope {

namespace {

struct MeasuredRun {
    BenchDocument document = {}; ///< without results: see `remark`
    std::string remark = {};     ///< which trees stand in for which, or why there are no figures
    bool isSkipped = false;      ///< its trees are not at hand
};

struct MeasuredExperiment {
    Experiment experiment;
    double scale = 1.0;
    std::map<std::string, MeasuredRun> runs;
};

struct MeasuredFigure {
    double value = 0.0;
    bool isDoubtful = false; ///< noisy, or other values than node by node
};

// ---- reading ------------------------------------------------------------------------------------------------------

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

void readRun(JsonReader& reader, ExperimentRun& run) {
    reader.mayHave("trees", run.files);
    reader.mayHave("generate", run.generate);
    reader.need("bench", run.bench);
    reader.mayHave("note", run.note);
}

/// A text is an arm.
void readPlace(JsonReader& reader, const char* key, ExperimentPlace& place) {
    const Json* const found = reader.find(key);
    if (found == nullptr || !found->is_object()) {
        reader.need(key, place.arm, "an arm, or {run, arm, batch}");
        return;
    }
    JsonReader inside = reader.inside(key);
    inside.need("arm", place.arm);
    inside.mayHave("run", place.run);
    inside.mayHave("batch", place.batch);
}

void readColumn(JsonReader& reader, ExperimentColumn& column) {
    reader.need("title", column.title);
    std::string name(kFigures.front().name);
    reader.mayHave("figure", name);
    column.figure = std::find_if(kFigures.begin(), kFigures.end(),
                                 [&](const ExperimentFigure& figure) { return figure.name == name; });
    if (column.figure == kFigures.end()) {
        reader.fail("figure", "a figure such as seconds");
    }
    readPlace(reader, "of", column.of);
    if (reader.find("over") != nullptr) {
        readPlace(reader, "over", column.over.emplace());
    }
}

void readPublished(JsonReader& reader, PublishedFigures& published) {
    reader.need("on", published.on);
    reader.need("figures", published.figures);
}

void readRow(JsonReader& reader, ExperimentRow& row) {
    reader.mayHave("title", row.title);
    reader.mayHave("run", row.run);
    reader.mayHave("batch", row.batch);
    if (reader.find("published") != nullptr) {
        reader.list("published", row.published, readPublished);
    }
}

void readTable(JsonReader& reader, ExperimentTable& table) {
    reader.need("title", table.title);
    reader.mayHave("rows_are", table.rowsAre);
    reader.list("columns", table.columns, readColumn);
    reader.list("rows", table.rows, readRow);
}

/// Parses the options of a command of batchscope-cli: an experiment has no syntax of its own.
Result<CliOptions> lineOf(std::string_view command, const std::string& options) {
    CliOptions parsed;
    CLI::App app("", "batchscope-cli");
    addCommands(app, parsed);
    if (CLI::Option* const file = app.get_subcommand(std::string(command))->get_option_no_throw("FILE")) {
        file->required(false); // an experiment names its data in a key of its own
    }
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

// ---- measuring ----------------------------------------------------------------------------------------------------

std::vector<std::string> pathsOf(const ExperimentRun& run, const std::string& folder) {
    std::vector<std::string> paths;
    for (const std::string& file : run.files) {
        paths.push_back((std::filesystem::path(folder) / file).string());
    }
    return paths;
}

bool areThere(const std::vector<std::string>& paths) {
    return !paths.empty() && std::all_of(paths.begin(), paths.end(), [](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::exists(path, ignored);
    });
}

/// The treebank of a run; null where it is skipped. The remark says which trees these are.
Result<std::optional<Treebank>> treesOf(const ExperimentRun& run, const ScaledRun& scaled, const std::string& folder,
                                        MeasuredRun& measured, const RunControl& control) {
    const auto found = [](Result<Treebank> bank) {
        return bank ? Result<std::optional<Treebank>>(std::move(*bank)) : bank.error();
    };
    const std::vector<std::string> paths = pathsOf(run, folder);
    if (!folder.empty() && areThere(paths)) {
        measured.remark = fmt::format("trees of {}", listed(run.files));
        return found(readTreebank(paths, control));
    }
    const std::string missing =
        fmt::format("{} ({})", listed(run.files), folder.empty() ? "no --data DIR" : fmt::format("not in {}", folder));
    if (scaled.generated) {
        measured.remark =
            run.files.empty() ? std::string("generated trees") : fmt::format("generated trees in place of {}", missing);
        return found(generateTreebank(*scaled.generated, control));
    }
    measured.isSkipped = true;
    measured.remark = fmt::format("skipped: {}", missing);
    return std::optional<Treebank>();
}

/// Only Cancelled is an error here; any other is the remark of the run.
Status measure(const ExperimentRun& run, const CliOptions& options, MeasuredRun& measured, const RunControl& control) {
    const ExperimentChoice& choice = options.experiment;
    const auto failed = [&measured](const Error& error) -> Status {
        if (error.code == ErrorCode::Cancelled) {
            return error;
        }
        measured.remark = error.text();
        return Ok{};
    };
    const Result<ScaledRun> scaled = scaledRun(run, choice.scale);
    if (!scaled) {
        return failed(scaled.error());
    }
    const Result<std::optional<Treebank>> bank = treesOf(run, *scaled, choice.dataFolder, measured, control);
    if (!bank) {
        return failed(bank.error());
    }
    if (!*bank) {
        return Ok{};
    }
    BenchConfig config = scaled->bench;
    config.graph = optionsForNet(**bank, config.graph);
    config.repeats = choice.repeats.value_or(config.repeats);
    config.threads = {choice.threads};
    config.patienceSeconds = choice.scale < 1.0 ? 0.0 : options.bench.patienceSeconds;
    measured.document = begunBench(**bank, config);
    const auto keep = [&](const BenchReport& soFar) { measured.document.report = soFar; };
    const Result<BenchReport> report = runBench(**bank, config, control, keep);
    clearProgress();
    endBench(measured.document, report);
    return report ? Status(Ok{}) : failed(report.error());
}

// ---- figures ------------------------------------------------------------------------------------------------------

/// Null where it was not measured.
const BenchResult* resultAt(const MeasuredExperiment& measured, const ExperimentPlace& place) {
    const auto run = measured.runs.find(place.run);
    if (run == measured.runs.end() || run->second.document.report.results.empty()) {
        return nullptr;
    }
    const BenchDocument& document = run->second.document;
    const std::size_t batch = place.batch > 0
                                  ? scaledCount(place.batch, measured.scale)
                                  : *std::max_element(document.config.batches.begin(), document.config.batches.end());
    const auto found =
        std::find_if(document.report.results.begin(), document.report.results.end(),
                     [&](const BenchResult& result) { return result.arm == place.arm && result.batch == batch; });
    return found == document.report.results.end() ? nullptr : &*found;
}

bool isDoubtful(const ExperimentFigure& figure, const BenchResult& result) {
    const BenchDoubt doubt = doubtAbout(result);
    return doubt == BenchDoubt::Different || (figure.isTimed && doubt != BenchDoubt::None);
}

std::optional<MeasuredFigure> figureIn(const MeasuredExperiment& measured, const ExperimentRow& row,
                                       const ExperimentColumn& column) {
    const BenchResult* const of = resultAt(measured, placeIn(row, column.of));
    if (of == nullptr) {
        return std::nullopt;
    }
    MeasuredFigure figure{column.figure->of(*of), isDoubtful(*column.figure, *of)};
    if (column.over) {
        const BenchResult* const over = resultAt(measured, placeIn(row, *column.over));
        const double divisor = over == nullptr ? 0.0 : column.figure->of(*over);
        if (divisor == 0.0) {
            return std::nullopt;
        }
        figure.value /= divisor;
        figure.isDoubtful |= isDoubtful(*column.figure, *over);
    }
    return figure;
}

std::string_view unitOf(const ExperimentColumn& column) {
    return column.over ? std::string_view("ratio") : column.figure->unit;
}

std::string figureText(std::string_view unit, double value) {
    constexpr double kWholeNumbers = 100.0;
    if (unit == "ratio") {
        return fmt::format("{:.2f}×", value);
    }
    if (unit == "share") {
        return fmt::format("{:.0f}%", 100.0 * value);
    }
    if (unit == "count" || (unit == "trees/s" && value >= kWholeNumbers)) {
        return withThousands(static_cast<std::uint64_t>(std::llround(value)));
    }
    return unit == "trees/s" ? fmt::format("{:.3g}", value) : formatSeconds(value);
}

/// "here, dim 64, batch 32": what was measured, which at a scale is less than what was published.
std::string measuredHere(const MeasuredExperiment& measured, const ExperimentTable& table, const ExperimentRow& row) {
    for (const ExperimentColumn& column : table.columns) {
        if (const BenchResult* const result = resultAt(measured, placeIn(row, column.of))) {
            return fmt::format("here, {}batch {}", result->dim > 0 ? fmt::format("dim {}, ", result->dim) : "",
                               result->batch);
        }
    }
    return "not measured here";
}

// ---- printing -----------------------------------------------------------------------------------------------------

/// A row of the publication is some lines, one for each machine.
FigureTable figureTable(const MeasuredExperiment& measured, const ExperimentTable& table) {
    FigureTable shown;
    if (!table.rowsAre.empty()) {
        shown.columns.push_back({.title = table.rowsAre, .key = "row", .align = Align::Left});
    }
    shown.columns.push_back({.title = "measured", .key = "on", .align = Align::Left});
    for (const ExperimentColumn& column : table.columns) {
        shown.columns.push_back({.title = column.title, .key = column.title});
    }
    const auto add = [&](const std::string& title, const std::string& on) -> TableRow& {
        TableRow& line = shown.rows.emplace_back();
        if (!table.rowsAre.empty()) {
            line.cells.push_back(textCell(title));
        }
        line.cells.push_back(textCell(on));
        return line;
    };
    for (const ExperimentRow& row : table.rows) {
        TableRow& here = add(row.title, measuredHere(measured, table, row));
        here.startsGroup = shown.rows.size() > 1 && !row.published.empty();
        for (const ExperimentColumn& column : table.columns) {
            const std::optional<MeasuredFigure> figure = figureIn(measured, row, column);
            here.cells.push_back(
                figure
                    ? Cell{(figure->isDoubtful ? "?" : "") + figureText(unitOf(column), figure->value), figure->value}
                    : noFigure());
        }
        for (const PublishedFigures& published : row.published) {
            TableRow& line = add("", fmt::format("published: {}", published.on));
            for (std::size_t column = 0; column < table.columns.size(); ++column) {
                const std::optional<double> value =
                    column < published.figures.size() ? published.figures[column] : std::nullopt;
                line.cells.push_back(value ? Cell{figureText(unitOf(table.columns[column]), *value), *value}
                                           : noFigure());
            }
        }
    }
    return shown;
}

/// The machine and options of the first run that has results; null where none has.
const BenchContext* contextOf(const MeasuredExperiment& measured) {
    const auto found = std::find_if(measured.runs.begin(), measured.runs.end(),
                                    [](const auto& run) { return !run.second.document.report.results.empty(); });
    return found == measured.runs.end() ? nullptr : &found->second.document.report.context;
}

std::string experimentText(const MeasuredExperiment& measured) {
    const Experiment& experiment = measured.experiment;
    std::vector<std::string> lines = {fmt::format("{}: {}", experiment.name, experiment.title),
                                      fmt::format("{} ({}), {}", experiment.source, experiment.year, experiment.url),
                                      experiment.story, ""};
    if (measured.scale < 1.0) {
        lines.push_back(fmt::format("scale {:g}: widths, batch sizes and numbers of trees below are multiplied by it",
                                    measured.scale));
    }
    for (const auto& [name, run] : measured.runs) {
        const ExperimentRun& described = experiment.runs.at(name);
        lines.push_back(fmt::format("{}: bench {}", name, described.bench));
        lines.push_back(fmt::format("    {}{}{}", run.remark, described.note.empty() ? "" : "; ", described.note));
    }
    std::string text = remarksText(lines, TableFormat::Text);
    for (const ExperimentTable& table : experiment.tables) {
        text += fmt::format("\n{}\n{}", table.title, tableText(figureTable(measured, table), TableFormat::Text));
    }
    lines = {""};
    for (const std::string& leftOut : experiment.leftOut) {
        lines.push_back(fmt::format("left out: {}", leftOut));
    }
    if (text.find('?') != std::string::npos) {
        lines.emplace_back("?: noisy, or other values than node by node; nothing follows from it");
    }
    if (const BenchContext* const context = contextOf(measured)) {
        lines.push_back(fmt::format("here: {}, {} thread{}, LibTorch {}, {} build", context->cpu, context->threads,
                                    context->threads == 1 ? "" : "s", context->torch, context->build));
    }
    return text + remarksText(lines, TableFormat::Text);
}

Json rowJson(const MeasuredExperiment& measured, const ExperimentTable& table, const ExperimentRow& row) {
    Json here = Json::array();
    Json noisy = Json::array();
    for (const ExperimentColumn& column : table.columns) {
        const std::optional<MeasuredFigure> figure = figureIn(measured, row, column);
        here.push_back(figure ? Json(figure->value) : Json(nullptr));
        noisy.push_back(figure && figure->isDoubtful);
    }
    Json published = Json::array();
    for (const PublishedFigures& each : row.published) {
        Json figures = Json::array();
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const bool isThere = column < each.figures.size() && each.figures[column];
            figures.push_back(isThere ? Json(*each.figures[column]) : Json(nullptr));
        }
        published.push_back({{"on", each.on}, {"figures", figures}});
    }
    return {{"title", row.title},
            {"measured", {{"on", measuredHere(measured, table, row)}, {"figures", here}, {"noisy", noisy}}},
            {"published", published}};
}

Json experimentJson(const MeasuredExperiment& measured) {
    const Experiment& experiment = measured.experiment;
    Json runs = Json::object();
    for (const auto& [name, run] : measured.runs) {
        const bool hasResults = !run.document.report.results.empty();
        runs[name] = {{"line", experiment.runs.at(name).bench},
                      {"remark", run.remark},
                      {"bench", hasResults ? benchJson(run.document) : Json(nullptr)}};
    }
    Json tables = Json::array();
    for (const ExperimentTable& table : experiment.tables) {
        Json columns = Json::array();
        for (const ExperimentColumn& column : table.columns) {
            columns.push_back({{"title", column.title}, {"unit", unitOf(column)}});
        }
        Json rows = Json::array();
        for (const ExperimentRow& row : table.rows) {
            rows.push_back(rowJson(measured, table, row));
        }
        tables.push_back({{"title", table.title}, {"columns", columns}, {"rows", rows}});
    }
    return {{"name", experiment.name},
            {"title", experiment.title},
            {"source", {{"text", experiment.source}, {"url", experiment.url}, {"year", experiment.year}}},
            {"story", experiment.story},
            {"left_out", experiment.leftOut},
            {"scale", measured.scale},
            {"runs", runs},
            {"tables", tables}};
}

Result<std::vector<Experiment>> experimentsNamed(const std::vector<std::string>& names) {
    Result<std::vector<Experiment>> shipped = shippedExperiments();
    TRY(shipped);
    std::vector<std::string> known = {"all"};
    for (const Experiment& experiment : *shipped) {
        known.push_back(experiment.name);
    }
    const auto has = [](const std::vector<std::string>& all, std::string_view name) {
        return std::find(all.begin(), all.end(), name) != all.end();
    };
    for (const std::string& name : names) {
        if (!has(known, name)) {
            return Error{ErrorCode::Config,
                         fmt::format("there is no experiment '{}'; expected one of {}", name, listed(known))};
        }
    }
    std::erase_if(*shipped, [&](const Experiment& each) { return !has(names, "all") && !has(names, each.name); });
    return shipped;
}

bool hasFailed(const MeasuredRun& run) {
    return run.document.report.results.empty() && !run.isSkipped;
}

ExitCode codeOf(const std::vector<MeasuredExperiment>& all) {
    ExitCode code = ExitCode::Done;
    for (const MeasuredExperiment& measured : all) {
        for (const auto& [name, run] : measured.runs) {
            const auto& results = run.document.report.results;
            const bool differs =
                std::any_of(results.begin(), results.end(), [](const BenchResult& result) { return !result.equal; });
            code = hasFailed(run) ? ExitCode::Failed : differs && code == ExitCode::Done ? ExitCode::Different : code;
        }
    }
    return code;
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
    Experiment experiment;
    experiment.name = text.file.substr(0, text.file.find('.'));
    std::optional<Error> fault;
    JsonReader reader(json, {std::string(text.file), {}}, fault);
    reader.need("title", experiment.title);
    reader.need("story", experiment.story);
    reader.need("left_out", experiment.leftOut);
    JsonReader source = reader.inside("source");
    source.need("text", experiment.source);
    source.need("url", experiment.url);
    source.need("year", experiment.year);
    JsonReader runs = reader.inside("runs");
    if (const Json* const found = reader.find("runs"); found != nullptr && found->is_object()) {
        for (const auto& [name, run] : found->items()) {
            JsonReader each = runs.inside(name.c_str());
            readRun(each, experiment.runs[name]);
        }
    } else {
        reader.fail("runs", "an object of runs");
    }
    reader.list("tables", experiment.tables, readTable);
    return fault ? Result<Experiment>(*fault) : Result<Experiment>(std::move(experiment));
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

Result<ExitCode> runExperimentCommand(const CliOptions& options, const RunControl& control) {
    const ExperimentChoice& choice = options.experiment;
    const Result<std::vector<Experiment>> experiments = experimentsNamed(choice.names);
    TRY(experiments);
    std::vector<MeasuredExperiment> all;
    Status measured = Ok{};
    for (auto experiment = experiments->begin(); measured && experiment != experiments->end(); ++experiment) {
        MeasuredExperiment& each = all.emplace_back(MeasuredExperiment{*experiment, choice.scale, {}});
        for (auto run = experiment->runs.begin(); measured && run != experiment->runs.end(); ++run) {
            measured = measure(run->second, options, each.runs[run->first], control);
            const MeasuredRun& now = each.runs[run->first];
            if (now.document.report.results.empty() && measured) {
                fmt::print(stderr, "{}, {}: {}\n", experiment->name, run->first, now.remark);
            }
        }
    }
    if (all.size() == 1 && contextOf(all.front()) == nullptr && !measured) {
        return measured.error(); // stopped before there was anything to show
    }
    Json documents = Json::array();
    for (std::size_t index = 0; index < all.size(); ++index) {
        if (options.json) {
            documents.push_back(experimentJson(all[index]));
        } else {
            fmt::print("{}{}", index > 0 ? "\n" : "", experimentText(all[index]));
        }
    }
    if (options.json) {
        printJson({{"cancelled", !measured},
                   {"threads", choice.threads},
                   {"repeats", choice.repeats ? Json(*choice.repeats) : Json(nullptr)}, // null: as each says itself
                   {"experiments", documents}});
    }
    return measured ? Result<ExitCode>(codeOf(all)) : measured.error();
}

} // namespace batchscope
