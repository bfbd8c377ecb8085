// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/lettered_graph.h"

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/graph/fold.h"
#include "core/schedule/given_schedule.h"
#include "tests/support/forests.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>
#include <vector>

namespace batchscope::testing {

namespace {

constexpr std::int32_t kWidth = 2;
constexpr std::string_view kSyncPoint = "|";

bool hasProduct(char letter) {
    return std::isupper(static_cast<unsigned char>(letter)) != 0;
}

bool canBatch(char letter) {
    return std::tolower(static_cast<unsigned char>(letter)) < 'x';
}

Op opOf(char letter, const OpSet& set, ParamId weight) {
    BodyBuilder body(set.params);
    const BodyId sum = body.segmentSum(body.items(0, kWidth));
    body.output(hasProduct(letter) ? body.linear(sum, weight) : body.tanh(sum));
    return {.name = std::string(1, letter),
            .arguments = {{ArgumentClass::Row, kWidth, DType::Float32, Arity::Any}},
            .body = body.take(),
            .batchable = canBatch(letter) ? Batchable::Yes : Batchable::No};
}

std::vector<std::string> wordsOf(std::string_view calls) {
    std::vector<std::string> words = split(calls, ' ');
    std::erase(words, "");
    return words;
}

/// The ops in the order in which their letters first appear.
OpSet opsOf(const std::vector<std::string>& words, std::map<char, OpId>& ids) {
    OpSet set{.name = "lettered", .dtype = DType::Float32, .params = {}, .ops = {}};
    const ParamId weight = set.params.push_back({"W", kWidth, kWidth});
    for (const std::string& word : words) {
        if (word != kSyncPoint && ids.find(word.front()) == ids.end()) {
            ids[word.front()] = set.ops.push_back(opOf(word.front(), set, weight));
        }
    }
    return set;
}

std::vector<Argument> argumentsOf(const std::string& word) {
    std::vector<Argument> arguments;
    if (word.size() == 1) {
        return arguments;
    }
    BATCHSCOPE_CHECK(word.size() > 3 && word[1] == '(' && word.back() == ')');
    for (const std::string& number : split(std::string_view(word).substr(2, word.size() - 3), ',')) {
        arguments.emplace_back(Value{NodeId(static_cast<std::size_t>(std::stoul(number))), 0});
    }
    return arguments;
}

} // namespace

OpGraph lettered(std::string_view calls) {
    const std::vector<std::string> words = wordsOf(calls);
    std::map<char, OpId> ids;
    Fold fold(opsOf(words, ids), {});
    std::uint32_t round = 0;
    for (const std::string& word : words) {
        if (word == kSyncPoint) {
            fold.setRound(++round);
        } else {
            fold.add(ids.at(word.front()), argumentsOf(word));
        }
    }
    Result<OpGraph> graph = std::move(fold).finish();
    BATCHSCOPE_CHECK(graph.hasValue());
    return std::move(*graph);
}

std::string batchesOf(const OpGraph& graph, const Schedule& schedule) {
    std::string text;
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const BatchId batch(step);
        text += fmt::format("{}{}", text.empty() ? "" : " ", graph.opOf(schedule.batchSignatures[batch]).name);
        for (const NodeId node : schedule.batch(batch)) {
            const bool isFirst = schedule.places[node].row == 0;
            text += fmt::format("{}{}", isFirst ? "" : ",", node.value);
        }
    }
    return text;
}

std::string batchesOf(const OpGraph& graph, std::string_view policy) {
    return batchesOf(graph, scheduleOf(graph, policy));
}

Schedule batchedAs(const OpGraph& graph, std::string_view batches) {
    BatchList list;
    for (const std::string& word : wordsOf(batches)) {
        std::vector<NodeId> nodes;
        for (const std::string& number : split(word, ',')) {
            nodes.emplace_back(static_cast<std::size_t>(std::stoul(number)));
        }
        list.add(nodes);
    }
    return arranged(graph, "by hand", std::move(list));
}

std::string weighedAt(const OpGraph& graph, const Schedule& schedule, std::size_t step) {
    std::string text;
    for (const Candidate& candidate : schedule.decision(BatchId(step)).candidates) {
        text += fmt::format("{}{}:{}@{}={:.3g}", text.empty() ? "" : " ", graph.opOf(candidate.signature).name,
                            candidate.ready, candidate.lowestLevel, candidate.score);
    }
    return text;
}

} // namespace batchscope::testing
