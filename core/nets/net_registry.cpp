// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/choice.h"
#include "core/nets/bilstm_char_tagger.h"
#include "core/nets/bilstm_tagger.h"
#include "core/nets/child_sum_tree_lstm.h"
#include "core/nets/dynet_tree_lstm.h"
#include "core/nets/looks.h"
#include "core/nets/lstm_acceptor.h"
#include "core/nets/mlp.h"
#include "core/nets/nary_tree_lstm.h"
#include "core/nets/net.h"
#include "core/nets/spinn.h"
#include "core/nets/transition_parser.h"
#include "core/nets/tree_lstm.h"
#include "core/nets/tree_rnn.h"

#include <array>
#include <vector>

namespace batchscope {

namespace {

constexpr Heeded kTagger = {.outputs = false, .shape = ShapeUse::Labels};

constexpr std::array kNets = {
    Net{"tree-lstm", "binary TreeLSTM over word embeddings (TorchFold's example)", "binary trees", treeLstmOps,
        recordTreeLstm},
    Net{"dynet-tree-lstm", "TreeLSTM with separate gates (DyNet's benchmark); best viewed as a primitive graph",
        "binary trees", dynetTreeLstmOps, recordDynetTreeLstm},
    Net{"tree-rnn", "recursive net with one tanh layer per node (DyNet's tutorial)", "binary trees", treeRnnOps,
        recordTreeRnn},
    Net{"nary-tree-lstm", "TreeLSTM with separate weights for each child position and one op per arity (Tai et al.)",
        "trees with up to 64 children, dependency trees", naryTreeLstmOps, recordNaryTreeLstm},
    Net{"child-sum-tree-lstm",
        "TreeLSTM that sums any number of children, in buckets or by segment sum (Tai et al.)",
        "any trees, dependency trees",
        childSumTreeLstmOps,
        recordChildSumTreeLstm,
        Leaves::Words,
        LabelsAt::Nodes,
        Learns::Labels,
        {.variadic = true}},
    Net{"spinn", "shift-reduce moves with a tracking LSTM (SPINN)", "binary trees", spinnOps, recordSpinn},
    Net{"looks", "the cell timed in the TensorFlow Fold paper, which uses dim 1024 (Looks et al.)", "binary trees",
        looksOps, recordLooks},
    Net{"lstm-acceptor",
        "an LSTM over the words and a classifier on its last state (DyNet's example)",
        "words of any trees, in order",
        lstmAcceptorOps,
        recordLstmAcceptor,
        Leaves::Words,
        LabelsAt::Roots,
        Learns::Labels,
        {.shape = ShapeUse::None}},
    Net{"bilstm-tagger", "a forward and a backward LSTM that tag every word (DyNet's benchmark)",
        "words of any trees, in order", bilstmTaggerOps, recordBilstmTagger, Leaves::Words, LabelsAt::Words,
        Learns::Labels, kTagger},
    Net{"bilstm-char-tagger", "the same tagger, but rare words are read letter by letter, so policies differ",
        "words of any trees, in order", bilstmCharTaggerOps, recordBilstmCharTagger, Leaves::Words, LabelsAt::Words,
        Learns::Labels, kTagger},
    Net{"transition-parser",
        "arc-hybrid parser over a BiLSTM that reads a value at each move (BIST)",
        "dependency trees; in other trees, the last word of a phrase is its head",
        transitionParserOps,
        recordTransitionParser,
        Leaves::Words,
        LabelsAt::Words,
        Learns::Moves,
        {.outputs = false}},
    Net{"mlp",
        "three layers on images, hidden widths 200 and 100: plain batching, no trees",
        "vectors (MNIST idx files)",
        mlpOps,
        recordMlp,
        Leaves::Vectors,
        LabelsAt::Nodes,
        Learns::Labels,
        {.dim = false, .outputs = false, .merge = false, .shape = ShapeUse::None}},
};

} // namespace

std::span<const Net> nets() {
    return kNets;
}

Result<const Net*> findNet(std::string_view name) {
    std::vector<std::string_view> names;
    names.reserve(kNets.size());
    for (const Net& net : kNets) {
        names.emplace_back(net.name);
    }
    const Result<std::size_t> index = indexOfName(name, names, "model");
    if (!index) {
        return index.error();
    }
    return &kNets[*index];
}

} // namespace batchscope
