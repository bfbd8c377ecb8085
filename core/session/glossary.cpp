// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/glossary.h"

#include <algorithm>
#include <cctype>

namespace batchscope {

namespace {

constexpr auto kGlossaryList = std::to_array<GlossaryTerm>({
    {"arm",
     "One way to compute the same values, timed against the others: regular or folded, on the engine or on LibTorch "
     "(“@off”).",
     {"arm", "arms"}},
    {"batch",
     "Nodes that are computed together by one call, one row for each. All of them have the same signature.",
     {"batch", "batches"}},
    {"call",
     "One use of an op for one tree, as the net asks for it. Each call becomes a node of the graph.",
     {"call", "calls"}},
    {"engine",
     "The part of Batchscope that computes batches with kernels of its own. It fuses operations and leaves out work "
     "that was done before. Without it, LibTorch computes op by op (the plain bodies).",
     {"engine"}},
    {"folded",
     "Computed batch by batch: the graphs of many trees are folded into one. The opposite is regular, node by node.",
     {"folded", "folding"}},
    {"frontier",
     "The nodes that are ready: all of their inputs have been computed, and they have not run yet. A policy chooses "
     "the next batch from it.",
     {"frontier"}},
    {"fused kernel",
     "A kernel of the engine that does several operations in one pass over the rows, such as all gates of an LSTM.",
     {"fused kernel", "fused kernels"}},
    {"gather",
     "To copy rows that are scattered in memory into one tensor, so that an op can take them as one operand. It is the "
     "price of batching; a view avoids it.",
     {"gather", "gathers", "gathered", "copied together"}},
    {"kernel",
     "Machine code that does one operation on all rows of its operands, such as a product or a sum. Starting it has a "
     "price, however few rows there are.",
     {"kernel", "kernels"}},
    {"launch",
     "One call of a kernel, or one product, of the engine. Starting it has a price that does not depend on the number "
     "of rows, so fewer launches with more rows are faster.",
     {"launch", "launches", "launched"}},
    {"level",
     "How many nodes must run one after the other before this one can: 0 without inputs from other nodes, else one "
     "more than the highest level of its inputs.",
     {"level", "levels"}},
    {"logits",
     "The output of a classifier: one number for each class, before they are made into probabilities. The largest one "
     "is the answer.",
     {"logits"}},
    {"lower bound",
     "The number of batches that every policy needs at least, because nodes of one signature wait for each other. It "
     "may be out of reach: it is a bound, not the best schedule.",
     {"lower bound"}},
    {"node",
     "One call of an op on its inputs: the unit that is scheduled. A word of a sentence is one node, a phrase another.",
     {"node", "nodes"}},
    {"op", "A kind of computation, such as “leaf” or “children”, written once and used by many nodes.", {"op", "ops"}},
    {"policy",
     "The rule that chooses which ready nodes run next. Policies differ in how many batches they need.",
     {"policy", "policies"}},
    {"product",
     "The multiplication of rows by a matrix of weights, which is where most of the time goes. One product of many "
     "rows is much faster than many products of one row.",
     {"product", "products", "matrix product", "matrix products"}},
    {"push form",
     "A product of a node's result is computed in the step that makes the result, once for every node that needs it. "
     "Its rows then need not be gathered.",
     {"push form"}},
    {"regular",
     "Computed node by node, in the order in which the net makes its calls: the baseline that batching is measured "
     "against.",
     {"regular", "node by node"}},
    {"row", "The numbers of one node in a tensor of many: a batch of 12 nodes has 12 rows.", {"row", "rows"}},
    {"run",
     "The computation of all steps of a schedule, from the first to the last. Times in the picture are medians of five "
     "runs, in large graphs of one; speed-ups are medians of several.",
     {"this run", "earlier run"}},
    {"signature",
     "All that must be equal for two nodes to share a batch: the op, its weights, and the kind and width of each "
     "argument.",
     {"signature", "signatures"}},
    {"step",
     "The place of a batch in the schedule. The window counts batches from 1; searches and the command line number "
     "steps from 0, so step 0 is batch 1.",
     {"step", "steps"}},
    {"sync point",
     "A place in the schedule at which computed values are read, because they decide which calls come next. No batch "
     "reaches across it.",
     {"sync point", "sync points", "values are read"}},
    {"unbatchable", "An op that takes one node at a time, whatever is ready.", {"unbatchable"}},
    {"view",
     "An operand that is read where it is: its rows are already side by side and in order, so nothing is copied.",
     {"viewed", "viewed in place", "read where they are"}},
});

char asciiLower(char letter) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

bool isOfWord(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return std::isalnum(byte) != 0 || letter == '-' || letter == '_';
}

bool isFormAt(std::string_view text, std::size_t begin, std::string_view form) {
    if (form.empty() || text.size() - begin < form.size()) {
        return false;
    }
    const bool isEqual = std::equal(form.begin(), form.end(), text.begin() + static_cast<std::ptrdiff_t>(begin),
                                    [](char left, char right) { return left == asciiLower(right); });
    const std::size_t end = begin + form.size();
    return isEqual && (end == text.size() || !isOfWord(text[end]));
}

FoundTerm longestAt(std::string_view text, std::size_t begin) {
    FoundTerm found;
    for (const GlossaryTerm& term : glossaryTerms()) {
        for (const std::string_view form : term.forms) {
            if (form.size() > found.length && isFormAt(text, begin, form)) {
                found = {begin, form.size(), &term};
            }
        }
    }
    return found;
}

} // namespace

std::span<const GlossaryTerm> glossaryTerms() {
    return kGlossaryList;
}

std::vector<FoundTerm> termsIn(std::string_view text) {
    std::vector<FoundTerm> found;
    std::size_t place = 0;
    while (place < text.size()) {
        const bool isBegin = place == 0 || !isOfWord(text[place - 1]);
        const FoundTerm term = isBegin ? longestAt(text, place) : FoundTerm();
        if (term.term != nullptr) {
            found.push_back(term);
        }
        place += std::max<std::size_t>(term.length, 1);
    }
    return found;
}

const GlossaryTerm* findTerm(std::string_view form) {
    for (const GlossaryTerm& term : glossaryTerms()) {
        const auto isIt = [form](std::string_view name) {
            return name.size() == form.size() && isFormAt(form, 0, name);
        };
        if (isIt(term.term) || std::any_of(term.forms.begin(), term.forms.end(), isIt)) {
            return &term;
        }
    }
    return nullptr;
}

} // namespace batchscope
