// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/because_words.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

namespace batchscope::words {

namespace {

constexpr std::array<std::string_view, 12> kCountWords = {"one",   "two",   "three", "four", "five",   "six",
                                                          "seven", "eight", "nine",  "ten",  "eleven", "twelve"};

std::string counting(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", countWord(count), count == 1 ? one : many);
}

std::string rowsOfNumbers(std::size_t count, std::string_view before, std::size_t width) {
    return fmt::format("{} {}{} of {} number{}", countWord(count), before, count == 1 ? "row" : "rows", width,
                       width == 1 ? "" : "s");
}

std::string taking(std::string_view arguments) {
    return arguments.empty() ? std::string("none takes an argument") : fmt::format("all take {}", arguments);
}

} // namespace

namespace {

/// "all 22 nodes", "both nodes".
std::string allOf(std::string_view counted) {
    constexpr std::string_view kTwo = "2 ";
    return counted.starts_with(kTwo) ? fmt::format("both {}", counted.substr(kTwo.size()))
                                     : fmt::format("all {}", counted);
}

/// The same at the beginning of a sentence.
std::string atFirst(std::string text) {
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

} // namespace

std::string countWord(std::size_t count) {
    return count >= 1 && count <= kCountWords.size() ? std::string(kCountWords[count - 1]) : fmt::format("{}", count);
}

std::string rowsTaken(std::size_t count, std::size_t width) {
    return rowsOfNumbers(count, "", width);
}

std::string sharedRowsTaken(std::size_t count, std::size_t width) {
    return rowsOfNumbers(count, "shared ", width);
}

std::string givenRowsTaken(std::size_t count, std::size_t width) {
    return rowsOfNumbers(count, "given ", width);
}

std::string anyRowsTaken(std::size_t width) {
    return fmt::format("any number of rows of {} number{}", width, width == 1 ? "" : "s");
}

std::string wordsTaken(std::size_t count) {
    return counting(count, "word", "words");
}

std::string lettersTaken(std::size_t count) {
    return counting(count, "letter", "letters");
}

std::string integersTaken(std::size_t count) {
    return counting(count, "integer", "integers");
}

std::string callsHaveAPrice(std::string_view times) {
    return fmt::format(
        "Each node is one call of its op. Starting a call costs the same however little it computes, and "
        "here that price is paid {} times.",
        times);
}

std::string measuredOneByOne(std::string_view seconds) {
    return fmt::format("Measured, node by node: {} in all.", seconds);
}

std::string largestSignature(std::string_view op, std::string_view nodes, std::string_view arguments) {
    return fmt::format("The largest group is {} of “{}”: {}.", nodes, op, taking(arguments));
}

std::string nodesOfUnbatchableOps(std::size_t count, std::string_view nodes) {
    return fmt::format("{} of {} always {} alone.", nodes, count == 1 ? "an unbatchable op" : "unbatchable ops",
                       count == 1 ? "runs" : "run");
}

std::string longestPathNeeds(std::string_view levels, std::string_view batches) {
    return fmt::format("Nodes of one level never need each other, so those of one signature can run together. The "
                       "longest path visits all {}, so at least {} run one after the other.",
                       levels, batches);
}

std::string signaturesNeedMore(std::string_view bound) {
    return fmt::format("Different signatures cannot share a batch, so the lower bound is higher: {}.", bound);
}

std::string levelsOfOneNode(std::string_view single, std::string_view levels) {
    return fmt::format("{} of the {} hold a single node.", single, levels);
}

std::string mayRunTogether(const TogetherNodes& together) {
    const std::string come = together.trees.empty() ? fmt::format("These {} may run together", together.nodes)
                                                    : fmt::format("These {} come from {}. They may run together",
                                                                  together.nodes, together.trees);
    return fmt::format("{}: all are “{}”, {}, and {}.", come, together.op, taking(together.arguments),
                       together.needOthers ? "their inputs are ready" : "none waits for another node");
}

std::string productsInsteadOf(std::size_t products, std::string_view productText, std::string_view insteadOf) {
    return products == 1 ? fmt::format("One matrix product instead of {}.", insteadOf)
                         : fmt::format("{} matrix products instead of {}.", productText, insteadOf);
}

std::string oneBatchInsteadOf(std::string_view calls) {
    return fmt::format("One batch instead of {}.", calls);
}

std::string engineNeeds(std::string_view launches, std::string_view nodes) {
    return fmt::format("The engine needs {} for {} together.", launches, allOf(nodes));
}

std::string othersAreReady(std::size_t count, std::string_view nodes, std::string_view op, std::string_view policy) {
    return fmt::format("{} more “{}” {} ready, but the policy “{}” leaves {} for a later step.", nodes, op,
                       count == 1 ? "node is" : "nodes are", policy, count == 1 ? "it" : "them");
}

std::string noOtherIsReady(std::string_view op) {
    return fmt::format("No other “{}” node is ready, so this one runs alone.", op);
}

std::string opRunsAlone(std::string_view op) {
    return fmt::format("The op “{}” is marked as unbatchable, so each of its nodes runs alone.", op);
}

std::string policyRunsAlone(std::string_view policy) {
    return fmt::format("The policy “{}” runs every node alone, whatever else is ready: the baseline that batching is "
                       "compared with.",
                       policy);
}

std::string weightsServeAll(std::string_view numbers, std::string_view rows) {
    return fmt::format("The weights ({}) are the same for every row. Stacked, {} use them at once, not one row "
                       "after the other.",
                       numbers, allOf(rows));
}

std::string oneTableServesAll(std::string_view rows) {
    return fmt::format("{} come from one table, so one look-up can fetch them.", atFirst(allOf(rows)));
}

std::string sameForEveryRow(std::string_view rows) {
    return fmt::format("The op does the same to every row, so one call can do it to {}.", allOf(rows));
}

std::string rowsInOnePiece(std::string_view steps) {
    return fmt::format("The rows were written by {}, next to each other and in the order needed here.", steps);
}

std::string rowsApart(std::string_view steps) {
    return fmt::format("The rows were written by {}, but not next to each other in the order needed here.", steps);
}

std::string launchesServeAll(std::string_view launches, std::string_view nodes) {
    return fmt::format("{} share the price of starting {}.", atFirst(allOf(nodes)), launches);
}

std::string launchesForOneNode(std::string_view launches) {
    return fmt::format("The price of starting {} is paid for one node, so nothing is saved here.", launches);
}

std::string timeOneByOne(std::string_view nodes, std::string_view time) {
    return fmt::format("One by one, the same {} took {}.", nodes, time);
}

std::string backwardTook(std::string_view time) {
    return fmt::format("Its backward pass took {}.", time);
}

std::string policyNeverBatches(std::string_view policy) {
    return fmt::format(
        "The policy “{}” never batches, so every node pays for its own launches. Choose another policy to "
        "see what these trees allow.",
        policy);
}

std::string anotherPolicyMay(std::string_view bound) {
    return fmt::format("The lower bound is {}, so another policy may do better.", bound);
}

std::string priceIsPaidLess(std::string_view batches, std::string_view nodes) {
    return fmt::format("The price of starting a call is paid {} times instead of {} times: once for each batch.",
                       batches, nodes);
}

std::string batchesThatLaunchNothing(std::size_t count, std::string_view batches) {
    return fmt::format("Of these batches, {} launch{} nothing.", batches, count == 1 ? "es" : "");
}

std::string batchesOfOneNode(std::string_view single, std::string_view batches) {
    return fmt::format("But {} of the {} hold a single node and gain nothing.", single, batches);
}

std::string reachesTheBound(std::string_view policy) {
    return fmt::format("The policy “{}” reaches the lower bound.", policy);
}

std::string savedByAnotherPolicy(std::string_view batches) {
    return fmt::format("Another policy could save at most {}.", batches);
}

std::string measuredBatching(std::string_view factor) {
    return fmt::format("Measured speed-up of batching: {}.", factor);
}

} // namespace batchscope::words
