// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/execution_text.h"

#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/exec/executor.h"
#include "core/nets/user_net.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace batchscope {

namespace {

constexpr std::string_view kPassedOn = "passed on";
constexpr std::string_view kFromTheTable = "from the table";

std::string separated(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() ? "" : ", ") + part;
    }
    return text;
}

bool isProduct(const OperandView& operand) {
    return operand.use == OperandUse::Products || operand.use == OperandUse::FromTable;
}

/// "batch 4", "batches 2 to 4".
std::string batchesText(BatchId first, BatchId last) {
    return first == last ? fmt::format("batch {}", ordinal(first.index()))
                         : fmt::format("batches {} to {}", ordinal(first.index()), ordinal(last.index()));
}

std::string opName(const Snapshot& snapshot, BatchId batch) {
    return snapshot.graph->opOf(snapshot.schedule->batchSignatures[batch]).name;
}

enum class Length : std::uint8_t { Short, Full };

/// What was asked for, by kind. A method that is called is no operation, whatever it does inside.
std::vector<std::string> launchParts(const BatchView& view, Length length) {
    const bool isShort = length == Length::Short;
    std::vector<std::string> parts;
    const auto add = [&parts](std::uint32_t count, const words::Noun& noun) {
        if (count > 0) {
            parts.push_back(counted(count, noun));
        }
    };
    add(view.methodCalls, words::kMethodCall);
    add(view.calls, isShort ? words::kOperation : words::kLibTorchOperation);
    add(view.gathers, words::kGather);
    add(view.rowCopies, isShort ? words::kCopy : words::kCopyOfRows);
    if (const std::uint32_t fromTables = view.copies - view.rowCopies; isShort && fromTables > 0) {
        parts.emplace_back(kFromTheTable);
    } else {
        add(fromTables, words::kCopyFromTable);
    }
    add(view.products, words::kProduct);
    add(view.kernels, isShort ? words::kKernel : words::kFusedKernel);
    return parts;
}

/// Why nothing was launched.
std::string elidedText(const Snapshot& snapshot, BatchId batch, const BatchView& ran) {
    const std::size_t size = snapshot.schedule->batchSize(batch);
    if (ran.elided == Elided::EqualCalls) {
        return size == 1 ? std::string("Nothing to compute: the call repeats an earlier one and shares its row.")
                         : fmt::format("Nothing to compute: all {} calls repeat earlier ones and share their rows.",
                                       withThousands(size));
    }
    const auto operands = operandsOf(snapshot, batch);
    const bool isLookup =
        std::any_of(operands.begin(), operands.end(), [](const OperandView& operand) { return operand.isLookup; });
    const std::string computed = counted(ran.rows, words::kRow);
    const std::string rows =
        ran.rows < size ? fmt::format("{} for {} nodes; equal calls share a row", computed, withThousands(size))
                        : computed;
    const std::string op = opName(snapshot, batch);
    if (operands.empty()) {
        return fmt::format(
            "Nothing to compute: the outputs of {} are constant rows, written before the first batch ({}).", op, rows);
    }
    return isLookup ? fmt::format("Table lookup, nothing to compute: the outputs of {} are rows of its table, copied "
                                  "before the first batch ({}).",
                                  op, rows)
                    : fmt::format("Nothing to compute: the outputs of {} are its arguments ({}).", op, rows);
}

/// Products that earlier steps launched.
struct Earlier {
    BatchId first;
    BatchId last;
    bool allFromTable = true;
};

std::optional<Earlier> earlierProducts(std::span<const OperandView> operands, BatchId batch) {
    std::optional<Earlier> earlier;
    for (const OperandView& operand : operands) {
        if (!isProduct(operand) || !operand.launchedFirst.valid() || operand.launchedFirst == batch) {
            continue;
        }
        // What lies between the first and the last is told as a range; the batch's own launches are told apart.
        const BatchId last = operand.launchedLast == batch ? operand.launchedFirst : operand.launchedLast;
        if (!earlier) {
            earlier = Earlier{operand.launchedFirst, last};
        }
        earlier->first = std::min(earlier->first, operand.launchedFirst);
        earlier->last = std::max(earlier->last, last);
        earlier->allFromTable = earlier->allFromTable && operand.earlierFromTable;
    }
    return earlier;
}

} // namespace

const BatchViews* viewsOf(const Snapshot& snapshot) {
    return snapshot.trace && !snapshot.trace->views.batches.empty() ? &snapshot.trace->views : snapshot.planned.get();
}

const BatchView* viewOf(const Snapshot& snapshot, BatchId batch) {
    const BatchViews* const views = viewsOf(snapshot);
    return views == nullptr ? nullptr : views->of(batch);
}

std::span<const OperandView> operandsOf(const Snapshot& snapshot, BatchId batch) {
    const BatchViews* const views = viewsOf(snapshot);
    return views == nullptr ? std::span<const OperandView>() : views->operandsOf(batch);
}

std::string executorText(const Snapshot& snapshot) {
    if (!snapshot.trace || snapshot.trace->views.batches.empty()) {
        return std::string("planned, not run yet");
    }
    if (snapshot.trace->views.executor == ExecutorKind::Engine) {
        return std::string("as run by the engine");
    }
    return std::string(snapshot.graph->ops.hasCalls() ? "as run by LibTorch, which calls methods of the module"
                                                      : "as run by LibTorch's plain bodies");
}

std::string launchesText(const Snapshot& snapshot, BatchId batch) {
    const BatchView* const view = viewOf(snapshot, batch);
    if (view == nullptr) {
        return {};
    }
    const std::vector<std::string> parts = launchParts(*view, Length::Short);
    return parts.empty() ? std::string("nothing to compute") : separated(parts);
}

std::string launchesClause(const Snapshot& snapshot, BatchId batch) {
    const BatchView* const view = viewOf(snapshot, batch);
    return view == nullptr ? std::string() : listed(launchParts(*view, Length::Full));
}

std::string elsewhereText(const Snapshot& snapshot, BatchId batch) {
    const BatchView* const ran = viewOf(snapshot, batch);
    if (ran == nullptr) {
        return {};
    }
    if (ran->elided != Elided::No) {
        return elidedText(snapshot, batch, *ran);
    }
    std::vector<std::string> sentences;
    const std::size_t size = snapshot.schedule->batchSize(batch);
    if (ran->rows < size) {
        sentences.push_back(fmt::format("{} computed for {} nodes, because equal calls share a row.",
                                        counted(ran->rows, words::kRow), withThousands(size)));
    }
    if (ran->tableRows > 0) {
        sentences.push_back(fmt::format("Table lookup: {} of words were computed in an earlier run.",
                                        counted(ran->tableRows, words::kProduct)));
    }
    if (const std::optional<Earlier> earlier = earlierProducts(operandsOf(snapshot, batch), batch)) {
        const std::string steps = batchesText(earlier->first, earlier->last);
        const std::string_view which = ran->products + ran->copies > 0 ? "Some of its products" : "Its products";
        sentences.push_back(
            earlier->allFromTable
                ? fmt::format("{} come from {}, which copied them from the table of an earlier run.", which, steps)
                : fmt::format("{} were computed together with {} (push form).", which, steps));
    }
    std::string text;
    for (const std::string& sentence : sentences) {
        text += (text.empty() ? "" : " ") + sentence;
    }
    return text;
}

std::string operandUseText(const OperandView& operand, BatchId batch) {
    const auto ofRows = [&operand](std::string_view use) {
        return operand.isLookup ? fmt::format("looked-up rows, {}", use) : std::string(use);
    };
    switch (operand.use) {
    case OperandUse::InPlace: return ofRows("read in place");
    case OperandUse::Indexed: return ofRows("read by index");
    case OperandUse::Copied: return std::string("copied together");
    case OperandUse::HandedOn: return ofRows(kPassedOn);
    case OperandUse::Integers: return std::string("integers");
    case OperandUse::FromTable: return std::string("products from the table");
    case OperandUse::Products: break;
    }
    std::string products = operand.times == 1 ? std::string("products") : fmt::format("{} products", operand.times);
    if (!operand.launchedFirst.valid()) {
        return products;
    }
    if (operand.earlierFromTable) {
        return fmt::format("{}, computed here or copied from the table", products);
    }
    return operand.launchedFirst == batch && operand.launchedLast == batch
               ? fmt::format("{}, computed here", products)
               : fmt::format("{}, computed with {}", products,
                             batchesText(operand.launchedFirst, operand.launchedLast));
}

std::string operandsInShort(const Snapshot& snapshot, BatchId batch) {
    constexpr std::array<std::string_view, 7> kNames = {"in place",    "by index", "copied",     "as products",
                                                        kFromTheTable, kPassedOn,  "as integers"};
    std::array<std::size_t, kNames.size()> counts = {}; // by OperandUse
    for (const OperandView& operand : operandsOf(snapshot, batch)) {
        ++counts[static_cast<std::size_t>(operand.use)];
    }
    std::vector<std::string> parts;
    for (std::size_t use = 0; use < counts.size(); ++use) {
        if (counts[use] > 0) {
            parts.push_back(fmt::format("{} {}", counts[use], kNames[use]));
        }
    }
    return separated(parts);
}

const words::Noun& nounOfTrees(const Snapshot& snapshot) {
    const bool isProgram = snapshot.treebank && !snapshot.treebank->program.empty();
    return isProgram ? words::kInstance : words::kTree;
}

std::string treesOf(const Snapshot& snapshot, BatchId batch) {
    if (snapshot.config.graph.merge != Merge::Off) {
        return {};
    }
    std::vector<bool> isThere; // a batch may have a million nodes
    for (const NodeId node : snapshot.schedule->batch(batch)) {
        const TreeId tree = snapshot.graph->origins[node].tree;
        if (tree.valid()) {
            isThere.resize(std::max(isThere.size(), tree.index() + 1));
            isThere[tree.index()] = true;
        }
    }
    const auto trees = static_cast<std::size_t>(std::count(isThere.begin(), isThere.end(), true));
    return counted(trees, nounOfTrees(snapshot));
}

std::string measuredText(std::chrono::nanoseconds time) {
    constexpr std::chrono::microseconds kLeast{1};
    return time < kLeast ? "< 1 µs" : formatSeconds(inSeconds(time));
}

std::string batchTimeText(const Snapshot& snapshot, BatchId batch, std::chrono::nanoseconds time) {
    const BatchView* const ran = viewOf(snapshot, batch);
    return ran != nullptr && ran->elided != Elided::No ? "–" : measuredText(time);
}

std::string totalText(const BatchViews& views) {
    return separated(launchParts(views.total(), Length::Full));
}

std::optional<std::uint64_t> heldBytes(const Snapshot& snapshot) {
    if (engineInUse(snapshot, snapshot.config) != nullptr) {
        return snapshot.passes ? std::optional<std::uint64_t>(snapshot.passes->rows.back().figures.bytesMemory)
                               : std::nullopt;
    }
    std::uint64_t numbers = 0;
    for (const OpId op : snapshot.graph->nodeOps) {
        for (std::size_t output = 0; output < snapshot.graph->ops.ops[op].outputs(); ++output) {
            numbers += static_cast<std::uint64_t>(snapshot.graph->ops.ops[op].outputWidth(output));
        }
    }
    return numbers * bytesOf(snapshot.graph->ops.dtype);
}

const EngineOptions* engineInUse(const Snapshot& snapshot, const SessionConfig& config) {
    const bool isCalled = snapshot.graph != nullptr && snapshot.graph->ops.hasCalls();
    return isCalled ? nullptr : std::get_if<EngineOptions>(&config.run.executor);
}

std::string whyNoEngine(const GraphOptions& options) {
    const std::vector<const UserMethod*> called = calledMethods(options);
    if (called.empty()) {
        return {};
    }
    std::vector<std::string> names;
    names.reserve(called.size());
    for (const UserMethod* method : called) {
        names.push_back(method->name);
    }
    return fmt::format("{} has methods that could not be translated ({}), so it runs on LibTorch, without the engine",
                       options.user.net->traits().name, listed(names));
}

std::string howToTranslate(const GraphOptions& options) {
    const std::vector<const UserMethod*> called = calledMethods(options);
    if (called.empty()) {
        return {};
    }
    const UserMethod& first = *called.front();
    return fmt::format("The engine runs a module only if all its methods can be translated; {} cannot: {}.", first.name,
                       first.reason.empty() ? first.hazard : first.reason);
}

} // namespace batchscope
