// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/best_tags.h"

#include "core/base/check.h"

#include <algorithm>
#include <functional>

namespace batchscope {

namespace {

std::size_t placeOfLargest(std::span<const double> numbers) {
    return static_cast<std::size_t>(std::max_element(numbers.begin(), numbers.end()) - numbers.begin());
}

/// The nodes that score the words of a sentence, one after the other.
std::vector<double> wordScores(std::span<const NodeId> chain, const OpGraph& graph, const RecordedState& values) {
    std::vector<double> scores;
    for (const NodeId place : chain) {
        const Argument& ofWord = graph.slotOf(place, 0).front();
        const std::vector<double> row = values.row({ofWord.node(), ofWord.output});
        scores.insert(scores.end(), row.begin(), row.end());
    }
    return scores;
}

std::vector<double> plus(std::span<const double> left, std::span<const double> right) {
    std::vector<double> sums(left.size());
    std::transform(left.begin(), left.end(), right.begin(), sums.begin(), std::plus<>());
    return sums;
}

/// From the scores of the best sequences by their last tag, those with one word more; `before`: the tag before, by tag.
std::vector<double> withWord(const TagScores& scores, std::span<const double> best, std::size_t word,
                             std::span<std::size_t> before) {
    const std::size_t classes = best.size();
    std::vector<double> longer(classes);
    std::vector<double> from(classes);
    for (std::size_t tag = 0; tag < classes; ++tag) {
        for (std::size_t other = 0; other < classes; ++other) {
            from[other] = best[other] + scores.transitions[other * classes + tag];
        }
        before[tag] = placeOfLargest(from);
        longer[tag] = from[before[tag]] + scores.words[word * classes + tag];
    }
    return longer;
}

} // namespace

std::vector<std::int64_t> bestSequence(const TagScores& scores) {
    const std::size_t classes = scores.ends.size() / 2;
    BATCHSCOPE_CHECK(classes > 0 && scores.transitions.size() == classes * classes);
    const std::size_t words = scores.words.size() / classes;
    std::vector<std::size_t> before(words * classes);
    std::vector<double> best(classes);
    for (std::size_t word = 0; word < words; ++word) {
        best = word == 0 ? plus(scores.words.first(classes), scores.ends.first(classes))
                         : withWord(scores, best, word, std::span(before).subspan(word * classes, classes));
    }
    std::vector<std::int64_t> tags(words);
    std::size_t tag = placeOfLargest(plus(best, scores.ends.subspan(classes)));
    for (std::size_t word = words; word-- > 0;) {
        tags[word] = static_cast<std::int64_t>(tag);
        tag = before[word * classes + tag];
    }
    return tags;
}

std::vector<std::int64_t> bestTags(const OpGraph& graph, const Parameters& parameters, const RecordedState& values) {
    const TagChain& chain = *graph.ops.tagChain;
    const std::vector<double> transitions = parameters.numbers(chain.transitions);
    const std::vector<double> ends = parameters.numbers(chain.ends);
    std::vector<std::int64_t> tags;
    std::vector<NodeId> sentence;
    const auto decode = [&] {
        const std::vector<double> words = wordScores(sentence, graph, values);
        const std::vector<std::int64_t> best = bestSequence({words, transitions, ends});
        tags.insert(tags.end(), best.begin(), best.end());
        sentence.clear();
    };
    for (const Value requested : graph.outputs) {
        const NodeId place = graph.slotOf(requested.node, 0).front().node();
        if (graph.nodeOps[place] == chain.first) {
            decode();
        }
        sentence.push_back(place);
    }
    decode();
    return tags;
}

} // namespace batchscope
