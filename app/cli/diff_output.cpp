// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/diff_output.h"

#include "core/base/text.h"
#include "core/words/schedule_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

std::string signatureNameOf(const OpGraph& graph, SignatureId signature) {
    return signatureText(graph.signatures[signature], graph.ops);
}

std::string stepText(BatchId batch) {
    return batch.valid() ? std::to_string(batch.value) : "-";
}

std::string sizeText(std::uint32_t size) {
    return size == 0 ? "-" : withThousands(size);
}

std::vector<std::string> countCells(std::string name, const DiffCount& count) {
    return {std::move(name),
            withThousands(count.before),
            withThousands(count.after),
            withThousands(count.saved),
            withThousands(count.added),
            fmt::format("{} of {}", withThousands(count.moved), withThousands(count.nodes))};
}

TextTable countTable(const ComparedSchedules& compared, const char* first) {
    return TextTable(
        {{first, Align::Left}, {compared.nameBefore}, {compared.nameAfter}, {"saved"}, {"added"}, {"nodes moved"}});
}

void printCounts(const ComparedSchedules& compared) {
    TextTable ops = countTable(compared, "op");
    std::size_t opsInUse = 0;
    for (std::size_t index = 0; index < compared.diff.byOp.size(); ++index) {
        const OpId op(index);
        if (compared.diff.byOp[op].nodes > 0) {
            ops.add(countCells(compared.graph.ops.ops[op].name, compared.diff.byOp[op]));
            ++opsInUse;
        }
    }
    for (std::size_t index = 0; index < compared.diff.byOpAfter.size(); ++index) {
        const DiffCount& count = compared.diff.byOpAfter[OpId(index)];
        if (count.after > 0) {
            ops.add(countCells(compared.graphAfter.ops.ops[OpId(index)].name, count));
        }
    }
    ops.add(countCells("all", compared.diff.total));
    fmt::print("\nbatches of each op\n{}", ops.text());
    if (compared.diff.bySignature.empty() || compared.graph.signatures.size() == opsInUse) {
        return;
    }
    TextTable signatures = countTable(compared, "signature");
    for (std::size_t index = 0; index < compared.diff.bySignature.size(); ++index) {
        const SignatureId signature(index);
        if (compared.diff.bySignature[signature].changes()) {
            signatures.add(
                countCells(signatureNameOf(compared.graph, signature), compared.diff.bySignature[signature]));
        }
    }
    fmt::print("\nbatches of each signature that changed\n{}", signatures.text());
}

void printChanges(const ComparedSchedules& compared, std::size_t mostRows) {
    TextTable table({{"change", Align::Left},
                     {"op", Align::Left},
                     {compared.nameBefore + " step"},
                     {"size"},
                     {compared.nameAfter + " step"},
                     {"size"},
                     {"what became of it", Align::Left}});
    std::size_t changed = 0;
    for (const BatchDifference& row : compared.diff.batches) {
        if (row.change == BatchChange::Same || ++changed > mostRows) {
            continue;
        }
        table.add({std::string(batchChangeTitle(row.change)), opOf(row, compared.graph, compared.graphAfter),
                   stepText(row.before), sizeText(row.sizeBefore), stepText(row.after), sizeText(row.sizeAfter),
                   changeText(row)});
    }
    fmt::print("\nbatches that changed ({} stay the same; {})\n{}",
               withThousands(compared.diff.batches.size() - changed), words::kStepsFromZero, table.text());
    if (changed > mostRows) {
        fmt::print("… {} more batches (--json lists all)\n", withThousands(changed - mostRows));
    }
}

Json countJson(const DiffCount& count) {
    Json json = {{"before", count.before}, {"after", count.after}, {"saved", count.saved},
                 {"added", count.added},   {"nodes", count.nodes}, {"moved", count.moved}};
    if (count.aloneBefore + count.aloneAfter > 0) {
        json["alone_before"] = count.aloneBefore;
        json["alone_after"] = count.aloneAfter;
    }
    return json;
}

Json stepJson(BatchId batch) {
    return batch.valid() ? Json(batch.value) : Json(nullptr);
}

Json changeJson(const ComparedSchedules& compared, const BatchDifference& row) {
    const OpGraph& graph = row.before.valid() ? compared.graph : compared.graphAfter;
    return {{"change", batchChangeName(row.change)},
            {"op", opOf(row, compared.graph, compared.graphAfter)},
            {"signature", signatureNameOf(graph, row.signature)},
            {"step_before", stepJson(row.before)},
            {"step_after", stepJson(row.after)},
            {"size_before", row.sizeBefore},
            {"size_after", row.sizeAfter},
            {"common", row.common},
            {"alone_before", row.aloneBefore},
            {"alone_after", row.aloneAfter},
            {"text", changeText(row)}};
}

} // namespace

void printDiff(const ComparedSchedules& compared, std::size_t mostRows) {
    fmt::print("\n{}\n", diffText(compared.diff, compared.nameBefore, compared.nameAfter));
    if (compared.diff.total.changes()) {
        printCounts(compared);
        printChanges(compared, mostRows);
    }
}

Json diffJson(const ComparedSchedules& compared) {
    const OpGraph& graph = compared.graph;
    const ScheduleDiff& diff = compared.diff;
    Json changes = Json::array();
    for (const BatchDifference& row : diff.batches) {
        changes.push_back(changeJson(compared, row));
    }
    Json ops = Json::array();
    for (std::size_t index = 0; index < diff.byOp.size(); ++index) {
        if (diff.byOp[OpId(index)].nodes > 0) {
            Json json = {{"op", graph.ops.ops[OpId(index)].name}};
            json.update(countJson(diff.byOp[OpId(index)]));
            ops.push_back(std::move(json));
        }
    }
    for (std::size_t index = 0; index < diff.byOpAfter.size(); ++index) {
        if (diff.byOpAfter[OpId(index)].after > 0) {
            Json json = {{"op", compared.graphAfter.ops.ops[OpId(index)].name}};
            json.update(countJson(diff.byOpAfter[OpId(index)]));
            ops.push_back(std::move(json));
        }
    }
    Json signatures = Json::array();
    for (std::size_t index = 0; index < diff.bySignature.size(); ++index) {
        Json json = {{"signature", signatureNameOf(graph, SignatureId(index))}};
        json.update(countJson(diff.bySignature[SignatureId(index)]));
        signatures.push_back(std::move(json));
    }
    Json moved = Json::array();
    for (const NodeId node : diff.moved) {
        moved.push_back(node.value);
    }
    return {{"before", compared.nameBefore},
            {"after", compared.nameAfter},
            {"total", countJson(diff.total)},
            {"same_order", diff.keepsOrder},
            {"text", diffText(diff, compared.nameBefore, compared.nameAfter)},
            {"batches", changes},
            {"ops", ops},
            {"signatures", signatures},
            {"moved_nodes", moved}};
}

} // namespace batchscope
