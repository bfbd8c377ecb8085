// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a list says about each net, which trees it takes, and why a tree does not fit it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

/// What a list of nets says about one.
struct NetWords {
    const char* title;       ///< what people call it
    const char* description; ///< one line
    const char* input;       ///< what trees it takes
};

inline constexpr const char* kBinaryTrees = "binary trees";
inline constexpr const char* kWordsInOrder = "the words of any tree, in order";

inline constexpr NetWords kTreeLstm = {"TreeLSTM", "binary TreeLSTM over word embeddings (TorchFold's example)",
                                       kBinaryTrees};
inline constexpr NetWords kDynetTreeLstm = {
    "TreeLSTM with separate gates",
    "separate products for each gate (DyNet's benchmark); best viewed as a primitive graph", kBinaryTrees};
inline constexpr NetWords kTreeRnn = {"Recursive net", "recursive net with one tanh layer per node (DyNet's tutorial)",
                                      kBinaryTrees};
inline constexpr NetWords kNaryTreeLstm = {"N-ary TreeLSTM",
                                           "separate weights for each child position and one op per arity (Tai et al.)",
                                           "trees with up to 64 children per node, including dependency trees"};
inline constexpr NetWords kChildSumTreeLstm = {"Child-sum TreeLSTM",
                                               "sums any number of children, in buckets or by segment sum (Tai et al.)",
                                               "any trees, including dependency trees"};
inline constexpr NetWords kSpinn = {"SPINN", "shift-reduce moves with a tracking LSTM (SPINN)", kBinaryTrees};
inline constexpr NetWords kSpinnPair = {
    "SPINN over pairs", "SPINN on each of two sentences, and a classifier over both, as for SNLI (Bowman et al.)",
    "pairs: a root with two binary trees as its children, as convert --pairs writes them"};
inline constexpr NetWords kLooks = {"TensorFlow Fold's cell",
                                    "the cell timed in the TensorFlow Fold paper, which uses dim 1024 (Looks et al.)",
                                    kBinaryTrees};
inline constexpr NetWords kLstmAcceptor = {
    "LSTM classifier", "an LSTM over the words and a classifier on its last state (DyNet's example)", kWordsInOrder};
inline constexpr NetWords kBilstmTagger = {
    "BiLSTM tagger", "a forward and a backward LSTM that tag every word (DyNet's benchmark)", kWordsInOrder};
inline constexpr NetWords kBilstmCharTagger = {"BiLSTM tagger with letters",
                                               "reads rare words letter by letter, so policies differ", kWordsInOrder};
inline constexpr NetWords kBilstmCrf = {
    "BiLSTM-CRF tagger",
    "a BiLSTM with a CRF on top: the tag of a word depends on its neighbors' tags (Huang et al.); "
    "trained on the probability of each tag (Kakade et al.), not of the sequence",
    kWordsInOrder};
inline constexpr NetWords kLatticeLstm = {
    "Lattice LSTM", "reads the letters and every known word they spell, even overlapping ones (Zhang and Yang)",
    kWordsInOrder};
inline constexpr NetWords kLatticeGru = {
    "Lattice GRU", "reads letters and the known words they spell, with GRU cells (ED-Batch's benchmark)",
    kWordsInOrder};
inline constexpr NetWords kEncoderDecoder = {
    "Encoder–decoder", "reads the words, then writes their labels, attending to all words (Bahdanau et al.)",
    "the words of any tree, in order, at most 300 of them"};
inline constexpr NetWords kTransitionParser = {
    "Transition parser", "arc-hybrid parser over a BiLSTM; reads a value at each move (BIST)",
    "dependency trees, or other trees with the last word of each phrase as its head"};
inline constexpr NetWords kMlp = {"Perceptron",
                                  "three layers on images, hidden widths 200 and 100: plain batching, no trees",
                                  "vectors (MNIST idx files)"};

/// What kind of name was unknown.
inline constexpr std::string_view kModelKind = "model";
inline constexpr std::string_view kOutputsKind = "outputs";
inline constexpr std::string_view kVariadicModeKind = "variadic mode";
inline constexpr std::string_view kRecursionKind = "recursion";
inline constexpr std::string_view kUnsafeKind = "way of unsafe methods";

inline constexpr std::string_view kLeavesAreWords = "the leaves are words; mlp takes vectors (MNIST idx files)";
inline constexpr std::string_view kMoreThanALeaf = "a tree has more than one node; mlp takes trees of a single leaf";

[[nodiscard]] std::string wordAtInnerNode(std::string_view net);
[[nodiscard]] std::string notBinary(std::size_t children, std::string_view net);

/// `advice` is one of those below.
[[nodiscard]] std::string tooManyChildren(std::size_t children, std::string_view net, std::int32_t most,
                                          std::string_view advice);
/// More than `most`.
[[nodiscard]] std::string tooManyWords(std::string_view words, std::string_view net, std::string_view most);
[[nodiscard]] std::string tooManyTags(std::string_view classes, std::string_view net, std::string_view most);
inline constexpr std::string_view kBinarizeOrSum = "choose a binarization, or child-sum-tree-lstm";
inline constexpr std::string_view kChooseSegmentSum = "choose segment-sum, which takes any number of children";

} // namespace batchscope::words
