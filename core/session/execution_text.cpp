// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/execution_text.h"

#include "core/base/clock.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/words/execution_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace batchscope {

namespace {

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
    return first == last ? words::oneBatch(ordinal(first.index()))
                         : words::batchesFromTo(ordinal(first.index()), ordinal(last.index()));
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
        parts.emplace_back(words::kFromTheTable);
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
        return size == 1 ? std::string(words::kCallRepeatsEarlierOne)
                         : words::callsRepeatEarlierOnes(withThousands(size));
    }
    const auto operands = operandsOf(snapshot, batch);
    const bool isLookup =
        std::any_of(operands.begin(), operands.end(), [](const OperandView& operand) { return operand.isLookup; });
    const std::string computed = counted(ran.rows, words::kRow);
    const std::string rows = ran.rows < size ? words::rowsForNodes(computed, withThousands(size)) : computed;
    const std::string op = opName(snapshot, batch);
    if (operands.empty()) {
        return words::outputsAreConstant(op, rows);
    }
    return isLookup ? words::outputsAreLookedUp(op, rows) : words::outputsAreArguments(op, rows);
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
        return std::string(words::kPlannedNotRun);
    }
    if (snapshot.trace->views.executor == ExecutorKind::Engine) {
        return std::string(words::kRunByEngine);
    }
    return std::string(snapshot.graph->ops.hasCalls() ? words::kRunWithMethods : words::kRunByPlainBodies);
}

std::string launchesText(const Snapshot& snapshot, BatchId batch) {
    const BatchView* const view = viewOf(snapshot, batch);
    if (view == nullptr) {
        return {};
    }
    const std::vector<std::string> parts = launchParts(*view, Length::Short);
    return parts.empty() ? std::string(words::kNothingToCompute) : separated(parts);
}

std::string launchesClause(const Snapshot& snapshot, BatchId batch) {
    const BatchView* const view = viewOf(snapshot, batch);
    return view == nullptr ? std::string() : words::listed(launchParts(*view, Length::Full));
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
        sentences.push_back(words::rowsComputedForNodes(counted(ran->rows, words::kRow), withThousands(size)));
    }
    if (ran->tableRows > 0) {
        sentences.push_back(words::productsOfWordsLookedUp(counted(ran->tableRows, words::kProduct)));
    }
    if (const std::optional<Earlier> earlier = earlierProducts(operandsOf(snapshot, batch), batch)) {
        const std::string steps = batchesText(earlier->first, earlier->last);
        const std::string_view which =
            ran->products + ran->copies > 0 ? words::kSomeOfItsProducts : words::kItsProducts;
        sentences.push_back(earlier->allFromTable ? words::productsCopiedFromTable(which, steps)
                                                  : words::productsComputedWith(which, steps));
    }
    std::string text;
    for (const std::string& sentence : sentences) {
        text += (text.empty() ? "" : " ") + sentence;
    }
    return text;
}

std::string operandUseText(const OperandView& operand, BatchId batch) {
    const auto ofRows = [&operand](std::string_view use) {
        return operand.isLookup ? words::lookedUpRows(use) : std::string(use);
    };
    switch (operand.use) {
    case OperandUse::InPlace: return ofRows(words::kReadInPlace);
    case OperandUse::Indexed: return ofRows(words::kReadByIndex);
    case OperandUse::Copied: return std::string(words::kCopiedTogether);
    case OperandUse::HandedOn: return ofRows(words::kPassedOn);
    case OperandUse::Integers: return std::string(words::kIntegers);
    case OperandUse::FromTable: return std::string(words::kProductsFromTable);
    case OperandUse::Products: break;
    }
    std::string products =
        operand.times == 1 ? std::string(words::kProducts) : words::productsWithGroups(operand.times);
    if (!operand.launchedFirst.valid()) {
        return products;
    }
    if (operand.earlierFromTable) {
        return words::computedHereOrCopied(products);
    }
    return operand.launchedFirst == batch && operand.launchedLast == batch
               ? words::computedHere(products)
               : words::computedWith(products, batchesText(operand.launchedFirst, operand.launchedLast));
}

std::string operandsInShort(const Snapshot& snapshot, BatchId batch) {
    constexpr std::array kNames = {words::kInPlace,      words::kByIndex,  words::kCopied,    words::kAsProducts,
                                   words::kFromTheTable, words::kPassedOn, words::kAsIntegers};
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

} // namespace batchscope
