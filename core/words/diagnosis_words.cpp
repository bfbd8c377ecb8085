// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/diagnosis_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string startsCost(std::string_view batches, std::string_view each, std::string_view all) {
    return fmt::format("{} are started. A batch of one node takes {}, so starting takes at most {}.", batches, each,
                       all);
}

std::string mostOfTheBound(std::string_view bound, std::string_view its, std::string_view op) {
    return fmt::format("No op accounts for more of the lower bound: {} needs {} of its {} batches.", op, its, bound);
}

std::string startsTake(std::string_view batches, std::string_view all) {
    return fmt::format("Starting {} takes about {}, estimated from the times of batches of different sizes.", batches,
                       all);
}

std::string fewerBatchesPossible(std::string_view batches, std::string_view bound) {
    return fmt::format("A policy that reaches the lower bound of {} needs {} fewer.", bound, batches);
}

std::string smallBatchesTake(std::string_view small, std::string_view batches, std::string_view time) {
    return fmt::format("{} of {} hold one or two nodes and take {}.", small, batches, time);
}

std::string copiesTake(std::string_view time, std::string_view bytes) {
    return fmt::format("Bringing operands together takes {}; {} are copied.", time, bytes);
}

std::string copiesOfCalls(std::string_view how) {
    return fmt::format("A called method needs its rows in one piece, so scattered rows are copied first. {}", how);
}

std::string schedulingTakes(std::string_view time, std::string_view nodes) {
    return fmt::format("Scheduling and planning {} takes {}.", nodes, time);
}

std::string buildingTakes(std::string_view time, std::string_view nodes) {
    return fmt::format("Building the graph of {} takes {}.", nodes, time);
}

std::string syncPointsForce(std::string_view syncs, std::string_view batches, std::string_view time) {
    return fmt::format("Values are read at {}. Without them the lower bound would be {} lower: about {}.", syncs,
                       batches, time);
}

std::string lessWork(const LessWorkWords& words) {
    std::string text = "Batching does not reduce it: ";
    text += words.canMerge ? "merge equal calls, " : "";
    text += words.hasWidth ? "choose a smaller width, " : "";
    return text + (words.canMerge || words.hasWidth ? "or use more threads." : "use more threads.");
}

std::string computingTakes(std::string_view time) {
    return fmt::format("The work itself, without copies and starts, takes {}.", time);
}

std::string unbatchableTake(std::string_view nodes, std::string_view ops, std::string_view time,
                            std::string_view batches) {
    return fmt::format("{} of ops that cannot batch ({}) take {}. Each needs a batch of its own, of {} in all.", nodes,
                       ops, time, batches);
}

std::string sizedBatch(std::string_view number, std::string_view op, std::string_view size) {
    return fmt::format("Batch {} ({} ×{})", number, op, size);
}

std::string waitedForMore(const WaitingWords& words) {
    return fmt::format("{}: had it waited for more nodes of its op, it would have held {}, and the schedule would have "
                       "needed {} fewer.",
                       words.step, words.rows, words.saved);
}

std::string waitedForLast(const WaitingWords& words) {
    return fmt::format("{}: had it waited until nothing else was ready, it would have held {}, and the schedule would "
                       "have needed {} fewer.",
                       words.step, words.rows, words.saved);
}

std::string someStepsTried(std::string_view tried, std::string_view candidates) {
    return fmt::format("Only the {} smallest of {} candidate steps were tried.", tried, candidates);
}

std::string runsDisagree(std::string_view why) {
    return fmt::format("The runs do not agree, so the ranking may be wrong: {}.", why);
}

std::string tooFewRuns(std::string_view why) {
    return fmt::format("Too few runs were made, so the ranking may be wrong: {}.", why);
}

} // namespace batchscope::words
