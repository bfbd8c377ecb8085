// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shapes/head_rules.h"

#include "core/base/check.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace batchscope {

namespace {

enum class From { Left, Right };

/// The first of the wanted labels that stands among the children, wanted as listed, children looked at from one end.
struct Rule {
    std::string_view parent;
    From from;
    std::vector<std::string_view> wanted;
};

/// Without functional tags and indices; -NONE-, -LRB- and the like stay whole.
std::string_view category(std::string_view label) {
    const std::size_t end = label.find_first_of("-=|", label.starts_with('-') ? label.size() : 1);
    return label.substr(0, end);
}

using Children = std::span<const std::string_view>;

const std::vector<Rule>& rules() {
    static const std::vector<Rule> kRules = {
        {"ADJP",
         From::Left,
         {"NNS", "QP", "NN", "$", "ADVP", "JJ", "VBN", "VBG", "ADJP", "JJR", "NP", "JJS", "DT", "FW", "RBR", "RBS",
          "SBAR", "RB"}},
        {"ADVP", From::Right, {"RB", "RBR", "RBS", "FW", "ADVP", "TO", "CD", "JJR", "JJ", "IN", "NP", "JJS", "NN"}},
        {"CONJP", From::Right, {"CC", "RB", "IN"}},
        {"FRAG", From::Right, {}},
        {"INTJ", From::Left, {}},
        {"LST", From::Right, {"LS", ":"}},
        {"NAC",
         From::Left,
         {"NN", "NNS", "NNP", "NNPS", "NP", "NAC", "EX", "$", "CD", "QP", "PRP", "VBG", "JJ", "JJS", "JJR", "ADJP",
          "FW"}},
        {"PP", From::Right, {"IN", "TO", "VBG", "VBN", "RP", "FW"}},
        {"PRN", From::Left, {}},
        {"PRT", From::Right, {"RP"}},
        {"QP", From::Left, {"$", "IN", "NNS", "NN", "JJ", "RB", "DT", "CD", "NCD", "QP", "JJR", "JJS"}},
        {"RRC", From::Right, {"VP", "NP", "ADVP", "ADJP", "PP"}},
        {"S", From::Left, {"TO", "IN", "VP", "S", "SBAR", "ADJP", "UCP", "NP"}},
        {"SBAR", From::Left, {"WHNP", "WHPP", "WHADVP", "WHADJP", "IN", "DT", "S", "SQ", "SINV", "SBAR", "FRAG"}},
        {"SBARQ", From::Left, {"SQ", "S", "SINV", "SBARQ", "FRAG"}},
        {"SINV", From::Left, {"VBZ", "VBD", "VBP", "VB", "MD", "VP", "S", "SINV", "ADJP", "NP"}},
        {"SQ", From::Left, {"VBZ", "VBD", "VBP", "VB", "MD", "VP", "SQ"}},
        {"UCP", From::Right, {}},
        {"VP", From::Left, {"TO", "VBD", "VBN", "MD", "VBZ", "VB", "VBG", "VBP", "VP", "ADJP", "NN", "NNS", "NP"}},
        {"WHADJP", From::Left, {"CC", "WRB", "JJ", "ADJP"}},
        {"WHADVP", From::Right, {"CC", "WRB"}},
        {"WHNP", From::Left, {"WDT", "WP", "WP$", "WHADJP", "WHPP", "WHNP"}},
        {"WHPP", From::Right, {"IN", "TO", "FW"}},
    };
    return kRules;
}

/// The first child, looked at from one end, that has any of these labels.
std::optional<std::size_t> firstOf(Children children, From from, std::span<const std::string_view> wanted) {
    for (std::size_t step = 0; step < children.size(); ++step) {
        const std::size_t at = from == From::Left ? step : children.size() - 1 - step;
        if (std::find(wanted.begin(), wanted.end(), category(children[at])) != wanted.end()) {
            return at;
        }
    }
    return std::nullopt;
}

/// Noun phrases have rules of their own: each takes any of several labels.
std::size_t headOfNounPhrase(Children children) {
    struct Search {
        From from;
        std::vector<std::string_view> wanted;
    };
    static const std::vector<Search> kSearches = {
        {From::Right, {"NN", "NNP", "NNPS", "NNS", "NX", "POS", "JJR"}},
        {From::Left, {"NP"}},
        {From::Right, {"$", "ADJP", "PRN"}},
        {From::Right, {"CD"}},
        {From::Right, {"JJ", "JJS", "RB", "QP"}},
    };
    if (category(children.back()) == "POS") {
        return children.size() - 1;
    }
    for (const Search& search : kSearches) {
        if (const std::optional<std::size_t> found = firstOf(children, search.from, search.wanted)) {
            return *found;
        }
    }
    return children.size() - 1;
}

std::size_t headByRule(const Rule& rule, Children children) {
    for (const std::string_view wanted : rule.wanted) {
        if (const std::optional<std::size_t> found = firstOf(children, rule.from, {&wanted, 1})) {
            return *found;
        }
    }
    return rule.from == From::Left ? 0 : children.size() - 1;
}

std::size_t headWithoutCoordination(std::string_view parent, Children children) {
    if (parent == "NP" || parent == "NX") {
        return headOfNounPhrase(children);
    }
    const auto rule =
        std::find_if(rules().begin(), rules().end(), [&](const Rule& each) { return each.parent == parent; });
    return rule == rules().end() ? children.size() - 1 : headByRule(*rule, children);
}

} // namespace

std::size_t headChild(std::string_view parent, std::span<const std::string_view> children) {
    BATCHSCOPE_CHECK(!children.empty());
    const std::size_t head = headWithoutCoordination(category(parent), children);
    const bool isSecondConjunct = head >= 2 && category(children[head - 1]) == "CC";
    return isSecondConjunct ? head - 2 : head; // Collins: the head of "X and Y" is X
}

} // namespace batchscope
