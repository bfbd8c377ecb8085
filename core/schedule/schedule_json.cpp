// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_json.h"

#include "core/base/json_document.h"
#include "core/base/json_string.h"
#include "core/schedule/given_schedule.h"
#include "core/schedule/validate.h"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

constexpr std::string_view kScheduleFormat = "batchscope-schedule";
constexpr std::int64_t kScheduleVersion = 1;
constexpr auto kDocumentKeys = std::to_array<std::string_view>({"format", "version", "policy", "graph", "batches"});
constexpr auto kGraphKeys = std::to_array<std::string_view>({"nodes", "structure"});
constexpr auto kBatchKeys = std::to_array<std::string_view>({"op", "nodes"});

std::uint64_t structureIn(const JsonValue& place) {
    constexpr std::size_t kDigits = 16;
    constexpr std::string_view kHexDigits = "0123456789abcdef";
    const std::string_view digits = place.isString() ? place.text() : std::string_view();
    std::uint64_t structure = 0;
    for (const char letter : digits) {
        structure = structure << 4U | (kHexDigits.find(letter) & 0xFU);
    }
    if (digits.size() != kDigits || digits.find_first_not_of(kHexDigits) != std::string_view::npos) {
        place.failFound("16 hexadecimal digits in lower case");
    }
    return structure;
}

/// Reports a fault at its place in the file.
void reportFault(const ScheduleFault& fault, const JsonValue& batches) {
    std::size_t batch = 0;
    std::size_t entry = 0;
    batches.forEach([&](const JsonValue& place) {
        const bool isAtBatch = fault.rule == ScheduleRule::NoEmptyBatch ||
                               fault.rule == ScheduleRule::UnbatchableAlone ||
                               fault.rule == ScheduleRule::RoundsInOrder;
        if (isAtBatch && batch++ == fault.batch.index()) {
            place.fail(scheduleFaultText(fault));
        }
        place["nodes"].forEach([&](const JsonValue& node) {
            if (!isAtBatch && entry++ == fault.entry) {
                node.fail(scheduleFaultText(fault));
            }
        });
    });
    batches.fail(scheduleFaultText(fault)); // for a node that is in no batch
}

/// Reports a batch whose `op` is not that of its first node.
void checkOps(const OpGraph& graph, const Schedule& schedule, const JsonValue& batches) {
    std::size_t step = 0;
    batches.forEach([&](const JsonValue& batch) {
        const NodeId node = schedule.batch(BatchId(step++)).front();
        const JsonValue op = batch["op"];
        if (op && op.text() != graph.opOf(node).name) {
            op.fail(fmt::format("this batch is said to be of the op '{}', but node {} is of the op '{}'", op.text(),
                                node.value, graph.opOf(node).name));
        }
    });
}

} // namespace

std::string scheduleJson(const OpGraph& graph, const Schedule& schedule) {
    const auto appendMember = [](std::string& to, std::string_view key, std::string_view value) {
        to += key;
        to += ' ';
        appendJsonString(to, value);
    };
    std::string text;
    appendMember(text, R"({"format":)", kScheduleFormat);
    text += R"(, "version":)";
    text += fmt::format(" {}", kScheduleVersion);
    appendMember(text, R"(, "policy":)", schedule.policy);
    text += fmt::format(",\n \"graph\": {{\"nodes\": {}, \"structure\": \"{:016x}\"}},\n \"batches\": [", graph.size(),
                        structureHash(graph));
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const BatchId batch(step);
        text += step == 0 ? "\n  " : ",\n  ";
        appendMember(text, R"({"op":)", graph.opOf(schedule.batchSignatures[batch]).name);
        text += R"(, "nodes": [)";
        bool isFirst = true;
        for (const NodeId node : schedule.batch(batch)) {
            fmt::format_to(std::back_inserter(text), "{}{}", isFirst ? "" : ", ", node.value);
            isFirst = false;
        }
        text += "]}";
    }
    return text + "]}\n";
}

Result<Schedule> parseSchedule(std::string_view text, const std::string& file, const OpGraph& graph) {
    const Result<JsonDocument> json = JsonDocument::parse(text, file);
    TRY(json);
    const JsonValue top = json->top();
    if (top.isObject() && !top["format"]) {
        top.fail("this is another kind of file: a schedule has the key \"format\" with \"batchscope-schedule\"; "
                 "batchscope-cli schedule FILE --save-schedule S.json writes one");
    }
    top.hasOnly(kDocumentKeys, "a schedule");
    if (top["format"].text() != kScheduleFormat) {
        top["format"].failFound(kScheduleFormat);
    }
    if (const JsonValue version = top["version"]; version.source() != std::to_string(kScheduleVersion)) {
        version.failFound(fmt::format("version {}", kScheduleVersion));
    }
    const JsonValue graphPlace = top["graph"];
    graphPlace.hasOnly(kGraphKeys, "the graph of a schedule");
    const std::uint64_t nodes = graphPlace["nodes"].count();
    const std::uint64_t structure = structureIn(graphPlace["structure"]);
    if (const Status same = checkStructure(graph, nodes, structure); !json->hasFault() && !same) {
        graphPlace.fail(same.error().message);
    }
    const JsonValue batches = top["batches"];
    const std::int64_t last = static_cast<std::int64_t>(graph.size()) - 1;
    BatchList list;
    std::vector<NodeId> members;
    batches.forEach([&](const JsonValue& batch) {
        batch.hasOnly(kBatchKeys, "a batch");
        members.clear();
        batch["nodes"].forEach([&](const JsonValue& node) { members.emplace_back(node.integer(0, last)); });
        list.add(members);
    });
    const std::string_view policy = top["policy"] ? top["policy"].text() : std::string_view();
    TRY(json->status());
    Schedule schedule = arranged(graph, std::string(policy), std::move(list));
    if (const auto fault = firstFault(graph, schedule)) {
        reportFault(*fault, batches);
    } else {
        checkOps(graph, schedule, batches);
    }
    TRY(json->status());
    return schedule;
}

} // namespace batchscope
