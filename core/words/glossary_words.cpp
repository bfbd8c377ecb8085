// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/glossary_words.h"

namespace batchscope::words {

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

} // namespace

std::span<const GlossaryTerm> glossaryTerms() {
    return kGlossaryList;
}

} // namespace batchscope::words
