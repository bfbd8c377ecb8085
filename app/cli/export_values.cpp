// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/prepare.h"
#include "core/base/counted.h"
#include "core/bytes/file_writer.h"
#include "core/exchange/exported_values.h"
#include "core/exec/machine.h"
#include "core/nets/user_net.h"
#include "core/trace/batch_view.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace batchscope {

namespace {

void printExportAsJson(const CliOptions& options, const ArmRun& run, const OpGraph& graph,
                       const ExportSummary& summary) {
    Json arrays = Json::array();
    for (std::size_t index = 0; index < summary.arrays.size(); ++index) {
        const ArrayInfo& array = summary.arrays[index];
        arrays.push_back({{"name", array.name},
                          {"type", elementName(array.type)},
                          {"shape", array.shape},
                          {"crc32", summary.checksums[index]}});
    }
    printJson({{"file", options.valuesFile},
               {"policy", run.schedule.policy},
               {"executor", executorName(run.execution.trace().views.executor)},
               {"threads", threadCount()},
               {"nodes", graph.size()},
               {"batches", run.schedule.batchCount()},
               {"loss", run.gradients ? Json(run.gradients->loss()) : Json(nullptr)},
               {"bytes", summary.bytes},
               {"unknown_gradients", summary.unknownGradients},
               {"arrays", arrays}});
}

void printExport(const CliOptions& options, const OpGraph& graph, const ExportSummary& summary) {
    TextTable table({{"array", Align::Left}, {"type", Align::Left}, {"shape", Align::Left}});
    for (const ArrayInfo& array : summary.arrays) {
        table.add({array.name, elementName(array.type), shapeText(array.shape)});
    }
    fmt::print("{}\n{}: {} arrays, {}, {}\n", table.text(), options.valuesFile, summary.arrays.size(),
               formatBytes(summary.bytes), counted(graph.size(), words::kNode));
}

/// The content of vocabulary/utf8: the words of the trees, or those of a module with its own vocabulary.
std::string wordsById(const PreparedRun& prepared) {
    std::string words;
    const auto add = [&words](std::string_view word) {
        std::remove_copy(word.begin(), word.end(), std::back_inserter(words), '\0');
        words += '\0';
    };
    const UserNet* const user = isModuleFile(prepared.options.model) ? prepared.options.user.net.get() : nullptr;
    if (user != nullptr && !user->vocabulary().empty()) {
        std::for_each(user->vocabulary().begin(), user->vocabulary().end(), add);
        return words;
    }
    for (std::size_t id = 0; id < prepared.bank.words.size(); ++id) {
        add(prepared.bank.words.text(SymbolId(id)));
    }
    return words;
}

} // namespace

Result<ExitCode> runExportValues(const CliOptions& options, const RunControl& control) {
    if (const Status known = checkArrayEnding(options.valuesFile); !known) { // checked before minutes of work
        return known.error();
    }
    const Result<PreparedRun> prepared = prepareRun(options, control);
    TRY(prepared);
    const OpGraph& graph = prepared->graph;
    const Parameters& parameters = prepared->parameters.folded;
    const Result<ChosenPolicies> policy = choosePolicies(options, graph, control);
    TRY(policy);
    TRY(checkWritable(options.valuesFile));
    const Result<ArmRun> run = runArm({graph, policy->only(), parameters}, options.run, Recording::Seconds, control);
    TRY(run);
    const Result<std::unique_ptr<ArrayWriter>> file = ArrayWriter::create(options.valuesFile);
    TRY(file);
    const Gradients* const gradients = run->gradients ? &*run->gradients : nullptr;
    const Result<ExportSummary> summary =
        exportValues({graph, parameters, run->execution.state(), gradients, wordsById(*prepared)}, **file, control);
    clearProgress();
    TRY(summary);
    if (summary->unknownGradients > 0) {
        fmt::print(stderr, "{}\n",
                   fmt::format("the engine keeps {} of {} gradients of values only as a sum with others; they are NaN "
                               "in the file (null in JSON); --passes off computes each of them",
                               withThousands(summary->unknownGradients), withThousands(summary->gradients)));
    }
    options.json ? printExportAsJson(options, *run, graph, *summary) : printExport(options, graph, *summary);
    return ExitCode::Done;
}

} // namespace batchscope
