// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/option_table.h"

#include "core/session/session_choice.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace batchscope::testing {

namespace {

using Input = CommandForm::Input;
using Targets = CommandForm::Targets;

constexpr auto kForms = std::to_array<CommandForm>({
    {"info", "info", "--json", ""},
    {"schedule", "schedule", "--json", ""},
    {"run", "run", "--json --dim 8 --threads 1", "--check --timing off"},
    {"train", "run", "--json --dim 8 --threads 1 --train", "--check --timing off", Input::Files, Targets::Needed},
    {"steps", "run", "--json --dim 8 --threads 1 --train --steps 4", "", Input::Files, Targets::Needed},
    // Two trees, the first of a file: they are what the kinds have their oddities in, and 2 of them are no draw.
    {"bench", "bench", "--json --dim 8 --threads 1 --repeats 2 --warmups 0 --trees 0:2", "--batch 1,2"},
    {"export", "export-values", "--json --dim 8 --threads 1 --out {values}", ""},
    {"explain", "explain", "--json", "", Input::OneFile},
    {"diagnose", "diagnose", "--json --dim 8 --threads 1", "", Input::Files, Targets::NotNeeded,
     "ptb-nary conllu program"},
    {"generate", "generate", "--trees 5 --leaves 4:9", "", Input::None},
    {"convert", "convert", "--to json", ""},
    {"trace", "convert", "--to chrome-trace --dim 8 --threads 1", ""},
    {"list", "list", "models", "", Input::None},
    {"experiment", "experiment", "--json", "--scale 0.02 --repeats 1 pad-pack", Input::None},
});

constexpr std::string_view kBinaryAlready = "ptb-binary stdin";
constexpr std::string_view kTimesOnly = "it changes what is copied, not what comes out; bench counts copies";
constexpr std::string_view kDiagnosedTimes = "it changes what is measured, not how many batches there are";
constexpr std::string_view kDedup = "the engine merges equal calls by itself";
constexpr std::string_view kSameLoss = "the same losses in another way";
constexpr std::string_view kRootLabels = "labels stand at the roots only";
constexpr std::string_view kExact = "sums of whole numbers are exact on any kernel";
constexpr std::string_view kLastBit = "both runs are equal to the last bit";
constexpr std::string_view kSmall = "the trees at hand give one and the same result";

constexpr auto kRows = std::to_array<OptionRow>({
    // reading
    {"info", "--traces", "remove"},
    {"info", "--labels", "category"},
    {"info", "--case", "lower"},
    {"info", "--escapes", "decode"},
    {"info", "--rare-below", "4"},
    {"info", "--vocabulary", ""},
    {"info schedule run train steps explain convert trace diagnose export", "--encoding", "latin-1", "=",
     InputState::Damaged},
    {"bench", "--encoding", "latin-1", "=", InputState::Damaged, "conllu", kSmall},
    {"*", "--strict", "", "=", InputState::Damaged, "images images-labels program program-shared",
     "they are read as a whole or not at all, so they are strict anyway"},
    {"*", "--allow-partial", "", "=", InputState::Good, "*", "they end at their end; cli_test.cpp has others"},
    {"schedule trace", "--traces", "remove"},
    {"*", "--trust-module", "", "=", InputState::Good, "*", "it changes where methods run, not what comes out"},
    {"schedule", "--labels", "category", "--model transition-parser --merge leaves", InputState::Good, "snli",
     kRootLabels},
    {"schedule", "--case", "lower", "--merge subtrees"},
    {"trace", "--case", "lower", "--merge subtrees", InputState::Good, "*", kDedup},
    {"schedule", "--escapes", "decode", "--merge subtrees"},
    {"trace", "--escapes", "decode", "--merge subtrees", InputState::Good, "*", kDedup},
    {"schedule", "--rare-below", "4", "--merge subtrees"},
    {"trace", "--rare-below", "4", "--merge subtrees", InputState::Good, "*", kDedup},
    {"trace", "--labels", "category", "--model transition-parser --merge leaves", InputState::Good, "*", kDedup},
    {"run train steps bench diagnose export", "--traces", "remove"},
    {"train steps export", "--labels", "category"},
    {"run diagnose", "--labels", "category", "--model transition-parser --merge leaves", InputState::Good, "snli",
     kRootLabels},
    {"bench", "--labels", "category", "--model transition-parser --merge leaves", InputState::Good, "*", kSmall},
    {"run train steps export", "--case", "lower"},
    {"run train steps export", "--escapes", "decode"},
    {"run train steps export", "--rare-below", "4"},
    {"bench", "--case", "lower", "--merge leaves --batch 1,2"},
    {"bench", "--escapes", "decode", "--merge leaves --batch 1,2"},
    {"bench", "--rare-below", "3", "--merge leaves --batch 1,2"},
    {"explain convert", "--traces", "remove"},
    {"explain convert", "--labels", "category", "=", InputState::Good, "snli", kSmall},
    {"explain convert", "--case", "lower"},
    {"explain convert", "--escapes", "decode", "=", InputState::Good, "snli", kSmall},
    {"explain convert", "--rare-below", "4"},
    // the graph
    {"*", "--model", "{net}"},
    {"schedule run train steps explain convert trace diagnose export", "--trees", "1:9"},
    {"bench", "--trees", "1:9", "=", InputState::Good, "images images-labels", "a batch of images is like any other"},
    {"schedule run train steps bench explain convert diagnose export", "--dim", "12"},
    {"trace", "--dim", "12", "=", InputState::Good, "*", kTimesOnly},
    {"schedule run train bench explain convert trace diagnose export", "--outputs", "all"},
    {"steps", "--outputs", "all", "=", InputState::Good, "snli", kRootLabels},
    {"schedule run train bench convert diagnose export", "--merge", "subtrees"},
    {"explain", "--merge", "subtrees", "=", InputState::Good, "program sst-pair", kSmall},
    {"steps trace", "--merge", "subtrees", "=", InputState::Good, "*", kSameLoss},
    {"schedule run train steps bench explain convert trace diagnose export", "--binarize", "left", "=",
     InputState::Good, kBinaryAlready, "all nodes have two children"},
    {"schedule run train steps bench explain convert trace diagnose export", "--unary", "collapse", "=",
     InputState::Good, kBinaryAlready, "no node has one child"},
    {"schedule run train bench explain convert trace diagnose export", "--granularity", "primitive"},
    {"steps", "--granularity", "primitive", "=", InputState::Good, "*", kSameLoss},
    {"schedule run train bench convert trace diagnose export", "--prune", "on"},
    {"explain", "--prune", "on", "=", InputState::Good, "program", kSmall},
    {"steps", "--prune", "on", "=", InputState::Good, "program", kSameLoss},
    {"explain convert", "--order", "height"},
    {"schedule run train steps bench trace export", "--order", "height", "=", InputState::Good, "*", kSmall},
    {"schedule run train steps bench explain convert trace diagnose export", "--variadic", "segment-sum"},
    {"schedule run train steps bench explain trace diagnose export", "--recursion", "binary",
     "--model {module} --binarize balanced"},
    {"convert", "--recursion", "binary"},
    {"schedule run train trace diagnose export", "--unsafe", "batch", "--model {module} --binarize balanced"},
    {"steps", "--unsafe", "batch", "--model {module} --binarize balanced", InputState::Good, "conllu", kSmall},
    {"bench", "--unsafe", "batch", "--model {module} --binarize balanced --batch 1,2"},
    {"explain", "--unsafe", "batch", "--model {module} --binarize balanced", InputState::Good, "*", kSmall},
    {"convert", "--unsafe", "batch"},
    {"run train steps convert trace", "--rows", "created"},
    {"bench export", "--rows", "created", "=", InputState::Good, "*", kTimesOnly},
    {"schedule explain", "--rows", "created", "=", InputState::Good, "*", kSmall},
    {"bench", "--rows", "created", "--batch 1,2 --passes off", InputState::Good, "*", kSmall},
    {"trace", "--rows", "created", "--passes off", InputState::Good, "*", kTimesOnly},
    {"run train steps export", "--rows", "created", "--passes off", InputState::Good, "*", kTimesOnly},
    {"*", "--device", "cuda"},
    {"*", "--memory-limit", "64M", "=", InputState::Good, "*", "the inputs here are far below it; budget_test.cpp"},
    {"schedule run train steps bench explain convert trace export", "--classes", "13"},
    {"schedule steps explain convert trace export", "--seed", "5"},
    {"bench", "--seed", "5", "=", InputState::Good, "*", "weights and the order of the arms; counts stay"},
    {"run train", "--seed", "5", "=", InputState::Good, "images images-labels", kLastBit},
    {"schedule run train steps bench explain convert experiment export", "--threads", "3"},
    {"trace", "--threads", "3", "=", InputState::Good, "*", "little work runs on one thread anyway"},
    // running
    {"schedule run train steps explain convert trace diagnose export", "--policy", "regular"},
    {"schedule run train steps explain export", "--table", "{table}"},
    {"schedule", "--table", "{table}", "--policy learned --print-table"},
    {"bench", "--table", "{table}", "--batch 1,2"},
    {"bench", "--table", "{table}", "--batch 1,2 --arms folded:learned"},
    {"run train steps explain export", "--table", "{table}", "--policy learned", InputState::Good, "*", kSmall},
    {"schedule", "--save-table", "{out}"},
    {"schedule", "--save-table", "{out}", "--policy learned"},
    {"schedule run train explain", "--schedule", "{schedule}"},
    {"run train explain", "--policy", "agenda", "--schedule {schedule}"},
    {"schedule", "--policy", "agenda", "--schedule {schedule}"},
    {"steps", "--schedule", "{schedule}"},
    {"bench", "--schedule", "{two}", ""},
    {"bench", "--schedule", "{two}", "--ablation"},
    {"schedule", "--save-schedule", "{out}"},
    {"schedule", "--save-schedule", "{out}", "--policy depth,agenda"},
    {"schedule", "--diff", ""},
    {"schedule", "--diff", "", "--policy depth,agenda"},
    {"schedule", "--against", "policy=agenda", "--diff --policy depth,agenda"},
    {"schedule", "--against", "policy=agenda"},
    {"schedule", "--print-table", ""},
    {"schedule", "--print-table", "", "--policy learned"},
    {"run train steps", "--check", "", ""},
    {"run train", "--timing", "off", "--check"},
    {"run", "--list", "nodes", ""},
    {"run", "--list", "steps", ""},
    {"steps train", "--list", "nodes", ""},
    {"schedule", "--list", "decisions", ""},
    {"schedule", "--list", "decisions", "--diff --policy depth,agenda"},
    {"run train steps", "--where", "tree:0", ""},
    {"run", "--where", "tree:0", "--list nodes"},
    {"run train", "--values", "0"},
    {"run steps train", "--values", "0", ""},
    {"steps", "--timing", "off", ""},
    {"train", "--train", "", ""},
    {"run bench convert trace", "--train", ""},
    {"run train steps", "--reference", "float64"},
    {"steps export", "--weights", "{weights}"},
    {"run train", "--weights", "{weights}", "=", InputState::Good, "images images-labels", kLastBit},
    {"run train steps export", "--seed", "5", "--weights {weights}"},
    {"export", "--gradients", ""},
    {"export", "--dtype", "float64"},
    {"run train steps", "--inject", "{parameter}=nan"},
    {"steps", "--inject", "{parameter}=0.5"},
    {"steps", "--shrink", "{out}"},
    {"run train", "--shrink", "{out}", "--check --timing off", InputState::Good, "*",
     "these runs do not fail; AFailureIsShrunkToAFewNodes has some that do"},
    {"run train steps", "--fault", "swap-rows"},
    {"run train", "--fault", "swap-rows", "--check --timing off"},
    {"run train", "--steps", "3", ""},
    {"steps", "--steps", "3"},
    {"run train", "--batch", "1", ""},
    {"steps", "--batch", "1"},
    {"run train", "--optimizer", "adam", ""},
    {"steps", "--optimizer", "adam"},
    {"run train", "--lr", "0.5", ""},
    {"steps", "--lr", "0.5"},
    {"run train", "--momentum", "0.5", ""},
    {"steps", "--momentum", "0.5"},
    {"steps", "--momentum", "0.5", "--optimizer adam"},
    {"run train steps bench convert trace export", "--passes", "off", "=", InputState::Good, "program-shared", kExact},
    {"bench", "--passes", "none", "--batch 1,2 --arms folded@off,folded@all"},
    {"bench", "--passes", "none", "--batch 1 --ablation"},
    {"run train bench convert", "--isa", "portable", "=", InputState::Good, "program-shared", kExact},
    {"steps trace export", "--isa", "portable", "=", InputState::Good, "*", kTimesOnly},
    {"run train steps bench trace export", "--isa", "portable", "--passes off"},
    {"bench", "--isa", "portable", "--batch 1,2 --arms folded@off"},
    {"bench", "--arms", "folded:agenda"},
    {"bench", "--ablation", ""},
    {"bench", "--batch", "1", ""},
    {"bench experiment", "--repeats", "3"},
    {"bench", "--mini-batches", "2"},
    {"bench", "--work", "training"},
    {"bench", "--precision", "1000%"},
    {"bench", "--budget", "5", "=", InputState::Good, "*", "none of these runs begins again or takes as long"},
    {"bench", "--patience", "1", "=", InputState::Good, "*", "it matters on a slow machine only"},
    {"bench", "--warmups", "1", "=", InputState::Good, "*", "they run and are not counted"},
    {"bench", "--merge", "leaves", "--batch 1,2 --arms direct,folded-legacy"},
    {"bench", "--repeat-from", "{run}"},
    {"bench", "--compare", "{run}"},
    {"bench", "--fail-if-slower", "5%"},
    {"bench", "--fail-if-slower", "5%", "--batch 1,2 --compare {run}"},
    // diagnose: counts of batches and what would help; the rest are times
    {"diagnose", "--case", "lower", "=", InputState::Good, "*", kDiagnosedTimes},
    {"diagnose", "--classes", "13", "=", InputState::Good, "*", kDiagnosedTimes},
    {"diagnose", "--escapes", "decode", "=", InputState::Good, "*", kDiagnosedTimes},
    {"diagnose", "--isa", "portable", "=", InputState::Good, "*", kDiagnosedTimes},
    {"diagnose", "--order", "height", "=", InputState::Good, "*", kDiagnosedTimes},
    {"diagnose", "--passes", "off", "=", InputState::Good, "*", kDiagnosedTimes},
    {"diagnose", "--rare-below", "4", "=", InputState::Good, "*", kDiagnosedTimes},
    {"diagnose", "--rows", "created", "=", InputState::Good, "*", kDiagnosedTimes},
    {"diagnose", "--seed", "5", "=", InputState::Good, "*", kDiagnosedTimes},
    {"diagnose", "--table", "{table}", "=", InputState::Good, "*", kDiagnosedTimes},
    {"diagnose", "--threads", "3", "=", InputState::Good, "*", kDiagnosedTimes},
    {"diagnose", "--train", "", "=", InputState::Good, "*", kDiagnosedTimes},
    // what is written
    {"bench convert trace", "--out", "{out}"},
    {"bench", "--format", "csv"},
    {"experiment", "--format", "markdown"},
    {"bench", "--format", "csv", "--batch 1,2 --json"},
    {"convert", "--to", "csv"},
    {"trace", "--to", "ptb", ""},
    {"convert trace", "--restore", "", "=", InputState::Good, "ptb-binary stdin", "no label holds marks"},
    {"convert", "--restore", "", "--binarize left"},
    {"convert trace", "--pairs", ""},
    {"convert", "--binarize", "left", "--restore"},
    {"*", "--json", ""},
    // experiment: one that is skipped without its data takes no time
    {"experiment", "--scale", "0.5", "torchfold-mnist"},
    {"experiment", "--data", "/"},
    // generate
    {"generate", "--shape", "sequence"},
    {"generate", "--arity", "3"},
    {"generate", "--arity", "3", "--shape nary"},
    {"generate", "--arities", "2:1,5:1"},
    {"generate", "--arities", "2:1,5:1", "--shape nary"},
    {"generate", "--leaves", "3"},
    {"generate", "--trees", "2"},
    {"generate", "--vocabulary", "3"},
    {"generate", "--words", "zipf"},
    {"generate", "--zipf", "2.0"},
    {"generate", "--zipf", "2.0", "--words zipf"},
    {"generate", "--seed", "5"},
});

/// A choice of the session without a row above: every command that has its option, with a value that is not the
/// default, must show an effect or refuse it.
void addRowsOfChoices(std::vector<OptionRow>& rows) {
    for (const SessionChoice& choice : sessionChoices()) {
        const bool known = std::any_of(kRows.begin(), kRows.end(),
                                       [&choice](const OptionRow& row) { return row.option == choice.option; });
        if (!known && !choice.option.empty()) {
            const bool isDefault = choice.names.back() == defaultOf(choice);
            rows.push_back({"*", choice.option, isDefault ? choice.names.front() : choice.names.back()});
        }
    }
}

} // namespace

std::span<const CommandForm> commandForms() {
    return kForms;
}

std::span<const OptionRow> optionRows() {
    static const std::vector<OptionRow> kAll = [] {
        std::vector<OptionRow> rows(kRows.begin(), kRows.end());
        addRowsOfChoices(rows);
        return rows;
    }();
    return kAll;
}

} // namespace batchscope::testing
