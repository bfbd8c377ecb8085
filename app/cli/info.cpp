// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/experiment.h"
#include "app/cli/json.h"
#include "app/cli/prepare.h"
#include "core/base/text.h"
#include "core/formats/bracket_writer.h"
#include "core/formats/format_registry.h"
#include "core/nets/label_classes.h"
#include "core/nets/net.h"
#include "core/schedule/policy.h"
#include "core/treebank/generate.h"
#include "core/words/file_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace batchscope {

namespace {

struct Listed {
    std::string name;
    std::string description;
    std::string title = {}; ///< display name; empty if there is none
};

Result<std::vector<Listed>> listed(const std::string& what) {
    std::vector<Listed> rows;
    if (what == "models") {
        for (const Net& net : nets()) {
            rows.push_back({net.name, fmt::format("{}; takes {}", net.description, net.input), net.title});
        }
    } else if (what == "policies") {
        for (const Policy* policy : policies()) {
            rows.push_back({policy->name(), policy->description(), policy->title()});
        }
    } else if (what == "experiments") {
        const Result<std::vector<Experiment>> experiments = shippedExperiments();
        TRY(experiments);
        for (const Experiment& experiment : *experiments) {
            rows.push_back(
                {experiment.name, fmt::format("{}, {}", experiment.source, experiment.url), experiment.title});
        }
    } else {
        for (const Format& format : formats()) {
            rows.push_back({format.name, format.description});
        }
    }
    return rows;
}

/// Prints the class of each label, for at most kMostLines labels.
void printClasses(const Treebank& bank) {
    constexpr std::size_t kMostLines = 20;
    if (!bank.program.empty()) { // its outputs specify their own targets
        return;
    }
    const std::vector<LabelClass> rows = labelTable(bank, LabelsAt::Nodes);
    if (rows.empty()) {
        fmt::print("\nno labels: a classifier cannot be trained on these trees\n");
        return;
    }
    fmt::print("\nclasses: {}; taggers distinguish {} (word labels), lstm-acceptor {} (root labels)\n{}\n",
               withThousands(rows.size()), labelTable(bank, LabelsAt::Words).size(),
               labelTable(bank, LabelsAt::Roots).size(),
               LabelClasses(bank, LabelsAt::Nodes).areNumbers() ? "labels are integers, so each label is its own class"
                                                                : "labels are numbered in order of first appearance");
    TextTable table({{"class"}, {"label", Align::Left}, {"nodes"}});
    for (std::size_t index = 0; index < std::min(rows.size(), kMostLines); ++index) {
        table.add({std::to_string(rows[index].number), rows[index].label, withThousands(rows[index].count)});
    }
    fmt::print("{}", table.text());
    if (rows.size() > kMostLines) {
        fmt::print("… and {} more; --json lists all\n", withThousands(rows.size() - kMostLines));
    }
}

/// The instances of a program have neither leaves nor a height.
void printProgramStatistics(const Treebank& bank) {
    TextTable table({{"what", Align::Left}, {"value"}});
    table.add({"format", bank.format});
    table.add({"instances", withThousands(bank.trees.size())});
    table.add({"calls", withThousands(bank.calls.size())});
    fmt::print("{}", table.text());
}

void printStatistics(const TreeStatistics& statistics, const Treebank& bank) {
    TextTable table({{"what", Align::Left}, {"value"}, {"mean"}, {"median"}, {"max"}});
    const auto number = [](std::size_t value) { return withThousands(value); };
    table.add({"format", bank.format});
    table.add({"trees", number(statistics.trees)});
    table.add({"nodes", number(statistics.nodes)});
    for (const auto& [name, values] :
         {std::pair("leaves", &statistics.leaves), std::pair("height", &statistics.height)}) {
        table.add({name, "", fmt::format("{:.1f}", values->mean), number(values->median), number(values->max)});
    }
    for (const auto& [children, count] : statistics.arities) {
        table.add({fmt::format("nodes with {} child{}", children, children == 1 ? "" : "ren"), number(count)});
    }
    table.add({"distinct shapes", number(statistics.distinctShapes)});
    if (statistics.nonProjective > 0) {
        table.add({"non-projective trees", number(statistics.nonProjective)});
    }
    table.add({"distinct words", number(statistics.words)});
    table.add({"labels", number(statistics.labels)});
    table.add({"damaged trees", number(bank.badTrees)});
    fmt::print("{}", table.text());
    printClasses(bank);
}

/// Config error if an option has no effect with the given shape or distribution of words.
Status checkShapeOptions(const CliOptions& options) {
    const auto isIdle = [&options](bool applies, const char* option) {
        return !applies && options.given.contains(option);
    };
    const char* const fault = isIdle(options.generate.shape != TreeShape::Nary, "--arity")
                                  ? "--arity: --shape nary draws the number of children of each node"
                              : isIdle(options.generate.law == WordLaw::Zipf, "--zipf")
                                  ? "--zipf: this is the exponent for --words zipf; add --words zipf"
                                  : nullptr;
    return fault == nullptr ? Status(Ok{}) : Error{ErrorCode::Config, fault};
}

} // namespace

Result<ExitCode> runInfo(const CliOptions& options, const RunControl& control) {
    const Result<Treebank> bank = openTreebank(options, control);
    TRY(bank);
    const TreeStatistics statistics = statisticsOf(*bank);
    if (options.json) {
        printJson(toJson(statistics, *bank));
    } else if (!bank->program.empty()) {
        printProgramStatistics(*bank);
    } else {
        printStatistics(statistics, *bank);
    }
    return ExitCode::Done;
}

/// Writes one line per tree. Stops at the first write error, which the end of the program reports.
Result<ExitCode> runGenerate(const CliOptions& options, const RunControl& control) {
    constexpr std::size_t kTreesBetweenReports = 1000;
    TRY(checkShapeOptions(options));
    Result<TreeGenerator> generator = TreeGenerator::make(options.generate);
    TRY(generator);
    TRY(options.json ? checkFitsMemory(options.generate) : Status(Ok{})); // the whole JSON document is held in memory
    SymbolTable words;
    SymbolTable labels;
    Json trees = Json::array();
    while (!generator->atEnd()) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        std::string line = toBrackets(generator->next(words, labels), words, labels);
        if (options.json) {
            trees.push_back(std::move(line));
        } else if (line += '\n'; std::fwrite(line.data(), 1, line.size(), stdout) != line.size()) {
            return ExitCode::Failed;
        }
        if (generator->made() % kTreesBetweenReports == 0 || generator->atEnd()) {
            control.report("generate", generator->made(), options.generate.trees);
        }
    }
    if (options.json) {
        printJson({{"trees", trees}});
    }
    return ExitCode::Done;
}

Result<ExitCode> runList(const CliOptions& options, const RunControl& /*control*/) {
    const Result<std::vector<Listed>> found = listed(options.listed);
    TRY(found);
    const std::vector<Listed>& all = *found;
    const bool hasTitles = !all.empty() && !all.front().title.empty();
    std::vector<TextTable::Column> columns = {{"name", Align::Left}};
    if (hasTitles) {
        columns.push_back({"title", Align::Left});
    }
    columns.push_back({"description", Align::Left});
    TextTable table(std::move(columns));
    Json rows = Json::array();
    for (const Listed& row : all) {
        table.add(hasTitles ? std::vector<std::string>{row.name, row.title, row.description}
                            : std::vector<std::string>{row.name, row.description});
        rows.push_back({{"name", row.name}, {"description", row.description}});
        if (hasTitles) {
            rows.back()["title"] = row.title;
        }
    }
    if (options.json) {
        printJson({{options.listed, rows}});
    } else {
        fmt::print("{}", table.text());
    }
    return ExitCode::Done;
}

} // namespace batchscope
