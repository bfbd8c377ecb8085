// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/execution_text.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace batchscope {

namespace {

std::string counted(std::size_t count, const char* one, const char* many) {
    return fmt::format("{} {}", withThousands(count), count == 1 ? one : many);
}

/// "a", "a and b", "a, b and c".
std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        text += part == 0 ? "" : part + 1 == parts.size() ? " and " : ", ";
        text += parts[part];
    }
    return text;
}

std::string separated(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() ? "" : ", ") + part;
    }
    return text;
}

bool isProduct(const OperandExecution& operand) {
    return operand.use == OperandUse::Products || operand.use == OperandUse::FromTable;
}

std::string stepName(BatchId batch) {
    return withThousands(batch.index() + 1);
}

/// "step 4", "steps 2 to 4".
std::string stepsText(BatchId first, BatchId last) {
    return first == last ? fmt::format("step {}", stepName(first))
                         : fmt::format("steps {} to {}", stepName(first), stepName(last));
}

std::string opName(const Snapshot& snapshot, BatchId batch) {
    return snapshot.graph->opOf(snapshot.schedule->batchSignatures[batch]).name;
}

/// Why nothing was launched.
std::string elidedText(const Snapshot& snapshot, BatchId batch, const BatchExecution& ran) {
    const std::size_t size = snapshot.schedule->batchSize(batch);
    if (ran.elided == Elided::EqualCalls) {
        return size == 1 ? "Nothing to compute: the call repeats an earlier one and shares its row."
                         : fmt::format("Nothing to compute: all {} calls repeat earlier ones and share their rows.",
                                       withThousands(size));
    }
    const auto operands = snapshot.trace->operandsOf(batch);
    const bool isLookup =
        std::any_of(operands.begin(), operands.end(), [](const OperandExecution& operand) { return operand.isLookup; });
    const std::string rows = ran.rows < size ? fmt::format("{} for {} nodes; equal calls share a row",
                                                           counted(ran.rows, "row", "rows"), withThousands(size))
                                             : counted(ran.rows, "row", "rows");
    if (operands.empty()) {
        return fmt::format("Nothing to compute: the outputs of {} are constant rows, written before step 1 ({}).",
                           opName(snapshot, batch), rows);
    }
    return isLookup ? fmt::format("Table look-up, nothing to compute: the outputs of {} are rows of its table, copied "
                                  "before step 1 ({}).",
                                  opName(snapshot, batch), rows)
                    : fmt::format("Nothing to compute: the outputs of {} are its arguments ({}).",
                                  opName(snapshot, batch), rows);
}

/// Products that earlier steps launched.
struct Earlier {
    BatchId first;
    BatchId last;
    bool allFromTable = true;
};

std::optional<Earlier> earlierProducts(const Trace& trace, BatchId batch) {
    std::optional<Earlier> earlier;
    for (const OperandExecution& operand : trace.operandsOf(batch)) {
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

const BatchExecution* executionOf(const Snapshot& snapshot, BatchId batch) {
    return snapshot.trace ? snapshot.trace->executionOf(batch) : nullptr;
}

bool ranOnEngine(const Snapshot& snapshot, BatchId batch) {
    return executionOf(snapshot, batch) != nullptr && snapshot.trace->executor == ExecutorKind::Engine;
}

std::string executorText(const Snapshot& snapshot) {
    if (!snapshot.trace || snapshot.trace->batches.empty()) {
        return "planned, not run yet";
    }
    return snapshot.trace->executor == ExecutorKind::Engine ? "as run by the engine"
                                                            : "as run by LibTorch's plain bodies";
}

std::string launchesText(const Snapshot& snapshot, BatchId batch) {
    const BatchExecution* const ran = executionOf(snapshot, batch);
    if (ran == nullptr) {
        return {};
    }
    std::vector<std::string> parts;
    if (snapshot.trace->executor == ExecutorKind::PlainBodies) {
        parts.push_back(counted(ran->calls, "call", "calls"));
        if (ran->gathers > 0) {
            parts.push_back(counted(ran->gathers, "gather", "gathers"));
        }
        return separated(parts);
    }
    if (ran->launches() == 0) {
        return "nothing to compute";
    }
    if (ran->rowCopies > 0) {
        parts.push_back(counted(ran->rowCopies, "copy", "copies"));
    }
    if (ran->copies > ran->rowCopies) {
        parts.emplace_back("from the table");
    }
    if (ran->products > 0) {
        parts.push_back(counted(ran->products, "product", "products"));
    }
    if (ran->kernels > 0) {
        parts.push_back(counted(ran->kernels, "kernel", "kernels"));
    }
    return separated(parts);
}

std::string launchesClause(const Snapshot& snapshot, BatchId batch) {
    const BatchExecution* const ran = executionOf(snapshot, batch);
    if (ran == nullptr) {
        return {};
    }
    std::vector<std::string> parts;
    if (snapshot.trace->executor == ExecutorKind::PlainBodies) {
        parts.push_back(counted(ran->calls, "LibTorch call", "LibTorch calls"));
        if (ran->gathers > 0) {
            parts.push_back(counted(ran->gathers, "gather", "gathers"));
        }
        return joined(parts);
    }
    if (ran->rowCopies > 0) {
        parts.push_back(counted(ran->rowCopies, "copy of rows", "copies of rows"));
    }
    if (const std::uint32_t fromTables = ran->copies - ran->rowCopies; fromTables > 0) {
        parts.push_back(counted(fromTables, "copy from the product table", "copies from product tables"));
    }
    if (ran->products > 0) {
        parts.push_back(counted(ran->products, "product", "products"));
    }
    if (ran->kernels > 0) {
        parts.push_back(counted(ran->kernels, "fused kernel", "fused kernels"));
    }
    return joined(parts);
}

std::string elsewhereText(const Snapshot& snapshot, BatchId batch) {
    if (!ranOnEngine(snapshot, batch)) {
        return {};
    }
    const BatchExecution* const ran = executionOf(snapshot, batch);
    if (ran->launches() == 0) {
        return elidedText(snapshot, batch, *ran);
    }
    std::vector<std::string> sentences;
    const std::size_t size = snapshot.schedule->batchSize(batch);
    if (ran->rows < size) {
        sentences.push_back(fmt::format("{} computed for {} nodes, because equal calls share a row.",
                                        counted(ran->rows, "row", "rows"), withThousands(size)));
    }
    if (ran->tableRows > 0) {
        sentences.push_back(fmt::format("Table look-up: {} of words were computed in an earlier run.",
                                        counted(ran->tableRows, "product", "products")));
    }
    if (const std::optional<Earlier> earlier = earlierProducts(*snapshot.trace, batch)) {
        const std::string steps = stepsText(earlier->first, earlier->last);
        const char* const which = ran->products + ran->copies > 0 ? "Some of its products" : "Its products";
        sentences.push_back(earlier->allFromTable
                                ? fmt::format("{} were copied from the table of an earlier run, in {}.", which, steps)
                                : fmt::format("{} were computed together with {} (push form).", which, steps));
    }
    std::string text;
    for (const std::string& sentence : sentences) {
        text += (text.empty() ? "" : " ") + sentence;
    }
    return text;
}

std::string operandUseText(const OperandExecution& operand, BatchId batch) {
    switch (operand.use) {
    case OperandUse::InPlace: return operand.isLookup ? "looked-up rows, read in place" : "read in place";
    case OperandUse::Indexed: return operand.isLookup ? "looked-up rows, read by index" : "read by index";
    case OperandUse::Copied: return "copied together";
    case OperandUse::HandedOn: return operand.isLookup ? "looked-up rows, passed on" : "passed on";
    case OperandUse::Integers: return "integers";
    case OperandUse::FromTable: return "products from the table";
    case OperandUse::Products: break;
    }
    std::string products = operand.times == 1 ? "products" : fmt::format("{} products", operand.times);
    if (!operand.launchedFirst.valid()) {
        return products;
    }
    if (operand.earlierFromTable) {
        return products + ", computed here or copied from the table";
    }
    return operand.launchedFirst == batch && operand.launchedLast == batch
               ? products + ", computed here"
               : fmt::format("{}, computed with {}", products, stepsText(operand.launchedFirst, operand.launchedLast));
}

std::string operandsInShort(const Snapshot& snapshot, BatchId batch) {
    const BatchExecution* const ran = executionOf(snapshot, batch);
    if (ran == nullptr) {
        return {};
    }
    constexpr std::array kNames = {"in place",       "by index",  "copied",     "as products",
                                   "from the table", "passed on", "as integers"};
    std::array<std::size_t, kNames.size()> counts = {}; // by OperandUse
    for (const OperandExecution& operand : snapshot.trace->operandsOf(batch)) {
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

std::size_t bytesCopiedFor(const Snapshot& snapshot, BatchId batch) {
    if (const BatchExecution* const ran = executionOf(snapshot, batch)) {
        return ran->bytesCopied;
    }
    std::size_t bytes = 0;
    for (const Operand& operand : snapshot.plan->operandsOf(batch)) {
        bytes += gatheredBytes(*snapshot.plan, operand);
    }
    return bytes;
}

std::string measuredText(std::chrono::nanoseconds time) {
    constexpr std::chrono::microseconds kLeast{1};
    return time < kLeast ? "< 1 µs" : formatSeconds(std::chrono::duration<double>(time).count());
}

std::string batchTimeText(const Snapshot& snapshot, BatchId batch, std::chrono::nanoseconds time) {
    const BatchExecution* const ran = executionOf(snapshot, batch);
    return ran != nullptr && ran->elided != Elided::No ? "–" : measuredText(time);
}

std::string totalText(const Trace& trace) {
    if (trace.batches.empty()) {
        return {};
    }
    const BatchExecution total = trace.total();
    return trace.executor == ExecutorKind::Engine
               ? fmt::format("{}: {}, {}, {}", counted(total.launches(), "launch", "launches"),
                             counted(total.copies, "copy", "copies"), counted(total.products, "product", "products"),
                             counted(total.kernels, "fused kernel", "fused kernels"))
               : fmt::format("{}, {}", counted(total.calls, "LibTorch call", "LibTorch calls"),
                             counted(total.gathers, "gather", "gathers"));
}

} // namespace batchscope
