// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the choices of a session are said: titles of menus, tips, the command line's helps, why a choice has no effect,
// and errors of values that a choice does not take.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

/// One choice; `tips` by value, in the order of the values.
template <std::size_t Values>
struct ChoiceWords {
    std::string_view title = {}; ///< with & before the letter of the menu
    std::string_view tip = {};   ///< what it decides, in a sentence
    std::string_view brief = {}; ///< with %1 for the value
    std::string_view help = {};  ///< of the command line's option
    std::string_view formatLacks = {};
    std::string_view netReason = {};
    std::string_view programReason = {};
    std::array<std::string_view, Values> tips = {};
};

// What was chosen, where it is not one of the choices below.
inline constexpr std::string_view kFilesChoice = "Files";
inline constexpr std::string_view kTreesChoice = "Trees";
inline constexpr std::string_view kScheduleChoice = "Schedule";
inline constexpr std::string_view kDimChoice = "Dim";
inline constexpr std::string_view kSeedChoice = "Seed";
inline constexpr std::string_view kWeightsChoice = "Weights";
inline constexpr std::string_view kSeveralChoices = "several choices";

// What is computed, and in which order.

inline constexpr ChoiceWords<0> kNetChoice = {
    .title = "&Net", .tip = "Choose what is computed at each node of a tree.", .brief = "%1"};
/// The tip of one net.
[[nodiscard]] std::string netTip(std::string_view description, std::string_view input);

inline constexpr ChoiceWords<0> kPolicyChoice = {
    .title = "&Policy", .tip = "Choose which ready nodes run next as one batch.", .brief = "%1"};

// What the graph is made of.

inline constexpr ChoiceWords<2> kGranularityChoice = {
    .title = "&Granularity",
    .tip = "Choose what one node of the graph stands for.",
    .brief = "%1",
    .help = "what a graph node stands for: a cell or a primitive operation",
    .tips = {"Each node is a cell of the net: few, large nodes.",
             "Each node is one operation, such as a product or a tanh, as in DyNet."}};

inline constexpr ChoiceWords<2> kOutputsChoice = {
    .title = "&Outputs",
    .tip = "Choose which scores are computed: at the root or at every node.",
    .brief = "outputs %1",
    .help = "compute scores at the root or at every node",
    .netReason = "has the same outputs for every value of this option",
    .programReason = "a program names its own outputs",
    .tips = {"Scores at the root of each tree.", "Scores at every node of each tree."}};

inline constexpr ChoiceWords<3> kMergeChoice = {
    .title = "&Merge equal calls",
    .tip = "Choose whether calls with the same arguments become one node.",
    .brief = "merge %1",
    .help = "merge equal calls",
    .netReason = "never makes two equal calls, because every call has its own input",
    .tips = {"Every call is a separate node.", "Equal leaves become one node.", "Equal subtrees become one node."}};

/// What nets read, as heads of a list of them.
inline constexpr std::string_view kReadsBinaryTrees = "Nets for binary trees";
inline constexpr std::string_view kReadsAnyTrees = "Nets for trees of any shape";
inline constexpr std::string_view kReadsWords = "Nets for the words in order";
inline constexpr std::string_view kReadsVectors = "Nets for vectors";

inline constexpr ChoiceWords<2> kPruneChoice = {
    .title = "Drop &unneeded nodes",
    .tip = "Choose whether to leave out nodes that no requested value depends on.",
    .brief = "pruned",
    .help = "drop nodes that no requested value needs",
    .tips = {"Every node that the net creates is kept.", "Nodes that no requested value depends on are left out."}};

inline constexpr ChoiceWords<2> kVariadicChoice = {
    .title = "V&ariadic ops",
    .tip = "Choose how ops that take any number of children or words are batched.",
    .brief = "%1",
    .help = "how to batch ops that take any number of children or words",
    .netReason = "has no op that takes any number of children or words; child-sum-tree-lstm, lattice-lstm and "
                 "lattice-gru have one",
    .programReason = "a program declares its own variadic arguments",
    .tips = {"One op for each number: only nodes with the same number of them batch together.",
             "One op for all: a segment sum combines those of each node."}};

inline constexpr ChoiceWords<4> kRecursionChoice = {
    .title = "&Recursion",
    .tip = "Choose which methods of a module run where it has those of several recursions.",
    .brief = "%1",
    .help = "which recursion a module with methods for several runs as; auto: sequence, else n-ary, else binary",
    .netReason = "is no module with the methods of several recursions",
    .programReason = "a program lists its calls",
    .tips = {"The first of sequence, n-ary and binary whose methods the module has.",
             "leaf at the words, and compose at nodes with two children.",
             "node at every inner node, whatever its number of children.", "step along the words, whatever the tree."}};

inline constexpr ChoiceWords<2> kUnsafeChoice = {
    .title = "&Unsafe methods",
    .tip = "Choose how methods of a module run whose rows depend on one another.",
    .brief = "unsafe %1",
    .help = "how methods of a module run whose rows depend on one another: once a node, or once a batch all the same",
    .netReason = "has no method whose rows depend on one another",
    .programReason = "a program says of each op whether it batches",
    .tips = {"Once a node: right, and slow.",
             "Once a batch, like other methods: the values differ from those of single calls."}};

// How trees are taken.

inline constexpr std::string_view kProgramHasNoTrees = "a program has no trees";

inline constexpr ChoiceWords<5> kBinarizeChoice = {
    .title = "&Binarize",
    .tip = "Choose whether trees are binarized for nets that take two children.",
    .brief = "binarize %1",
    .help = "binarize the trees",
    .formatLacks = "trees with more than one node",
    .programReason = kProgramHasNoTrees,
    .tips = {"Trees keep their shape.", "((a b) c)", "(a (b c))", "((a b) (c d))",
             "Outward from the head: (a (b ((h c) d)))"}};

inline constexpr ChoiceWords<6> kUnaryChoice = {
    .title = "Nodes with one &child",
    .tip = "Choose whether chains of nodes with one child each become one node.",
    .brief = "unary %1",
    .help = "keep or collapse nodes with one child; auto: collapse when binarizing",
    .formatLacks = "nodes with one child",
    .programReason = kProgramHasNoTrees,
    .tips = {"Chains are collapsed when trees are binarized, and kept otherwise.", "Chains are kept.",
             "Every chain becomes one node.", "Chains become one node, but leaves stay separate.",
             "Chains become one node, but the root stays separate.",
             "Chains become one node, but leaves and the root stay separate."}};

inline constexpr ChoiceWords<2> kTreeOrderChoice = {.title = "T&ree order",
                                                    .tip = "Choose the order in which the trees are folded.",
                                                    .brief = "by %1",
                                                    .help = "order in which the trees are folded",
                                                    .formatLacks = "trees of different heights",
                                                    .programReason = "the instances of a program have no height",
                                                    .tips = {"Same order as in the file.", "Shallowest trees first."}};

// How text becomes trees.

inline constexpr ChoiceWords<2> kTracesChoice = {
    .title = "&Traces",
    .tip = "Choose whether empty elements of the Penn Treebank (-NONE-) are kept as leaves.",
    .brief = "traces: %1",
    .help = "keep or remove leaves labeled -NONE-",
    .formatLacks = "empty elements (-NONE-)",
    .tips = {"Leaves labeled -NONE- are kept.",
             "Leaves labeled -NONE- are removed, and so are constituents that become empty."}};

inline constexpr ChoiceWords<2> kLabelsChoice = {
    .title = "&Labels",
    .tip = "Choose how much of each label is used.",
    .brief = "labels: %1",
    .help = "use whole labels, or only their category (NP of NP-SBJ=1)",
    .formatLacks = "text labels",
    .tips = {"Labels as written, for example NP-SBJ-1.",
             "Labels without function tags and numbers: NP-SBJ-1 becomes NP."}};

inline constexpr ChoiceWords<2> kLetterCaseChoice = {.title = "Letter &case",
                                                     .tip = R"(Choose whether "The" and "the" are the same word.)",
                                                     .brief = "case: %1",
                                                     .help = "letter case of words",
                                                     .formatLacks = "words",
                                                     .tips = {"Words as written.", "All words in lowercase."}};

inline constexpr ChoiceWords<2> kEscapesChoice = {
    .title = "&Escapes",
    .tip = "Choose whether -LRB- and \\/ in words are decoded.",
    .brief = "escapes: %1",
    .help = "keep or decode escapes such as -LRB- and \\/ in words",
    .formatLacks = "words",
    .tips = {"Escapes as written, for example -LRB-.", "-LRB- becomes (, and \\/ becomes /."}};

inline constexpr ChoiceWords<2> kEncodingChoice = {
    .title = "E&ncoding",
    .tip = "Choose the character encoding of the files.",
    .brief = "%1",
    .help = "encoding of the text",
    .formatLacks = "encoding setting",
    .tips = {"UTF-8; invalid bytes are errors, reported with their positions.",
             "ISO 8859-1: every byte is a character."}};

/// The tips of its other values are rareWordsTip.
inline constexpr ChoiceWords<1> kRareWordsChoice = {.title = "Rare &words",
                                                    .tip = "Choose whether rare words become <unk>.",
                                                    .brief = "rare words: below %1",
                                                    .tips = {"Every word has its own row of the embedding."}};
[[nodiscard]] std::string rareWordsTip(std::string_view times);
/// What a value of the choice is called in errors.
inline constexpr std::string_view kRareWordsLimit = "limit for rare words";

// How it runs.

inline constexpr ChoiceWords<2> kTrainChoice = {
    .title = "&Train",
    .tip = "Choose whether to compute the loss and gradients too; the weights are not changed.",
    .brief = "train",
    .tips = {"Forward only.", "Forward, loss and backward."}};
/// What a value of the choice is called in errors.
inline constexpr std::string_view kTrainingMode = "training mode";

inline constexpr ChoiceWords<5> kFaultChoice = {
    .title = "Rehearsed &fault",
    .tip = "Introduce a bug that batching libraries have had into the folded run, to see how it is found.",
    .brief = "fault %1",
    .tips = {"No fault.", "Two nodes of a batch exchange an argument.",
             "A node loses an argument and reads another one twice.", "A node reads what the node before it reads.",
             "A node reads the wrong output of one of its arguments."}};

/// Of the command line's option, which only `run` has.
inline constexpr std::string_view kFaultHelp =
    "with --check: introduce this bug into the folded run, to see how it is found";

inline constexpr ChoiceWords<2> kRowOrderChoice = {
    .title = "Ro&w order",
    .tip = "Choose the order in which a batch writes its rows.",
    .brief = "rows %1",
    .help = "order of rows in a batch (plain bodies only)",
    .tips = {"In the order of the calls.",
             "In the order in which the first consumer reads them, so that fewer rows are copied."}};

inline constexpr ChoiceWords<2> kMeasureChoice = {
    .title = "&Measure speed-up",
    .tip = "Choose whether each run is repeated to measure its speed-up.",
    .brief = "not measured",
    .tips = {
        "Folded and regular are run again and again, in turns, until their times agree.",
        "Nothing is repeated, for large graphs or to save power: no speed-up is known, and times are of one run."}};
/// What a value of the choice is called in errors.
inline constexpr std::string_view kMeasuringMode = "measuring mode";

inline constexpr ChoiceWords<3> kPassesChoice = {
    .title = "Pa&sses",
    .tip = "Choose whether op bodies run on LibTorch unoptimized, or on the engine with these passes.",
    .brief = "passes %1",
    .tips = {"The optimizing engine with all of its passes.", "The optimizing engine without any passes.",
             "No engine: the plain bodies, one LibTorch call per operation."}};
/// What else the choice of passes takes.
inline constexpr std::string_view kOtherPasses = "a list such as cse,push (or -dedup,-pack to turn passes off)";
inline constexpr std::string_view kNoPassesGiven = "no passes given";

// How it is drawn.

inline constexpr ChoiceWords<2> kNodeLabelsChoice = {
    .title = "La&bels on trees",
    .tip = "Choose whether the labels of the treebank are drawn on the trees.",
    .brief = "labels %1",
    .tips = {"Constituents, classes, parts of speech and relations are drawn where there is room.",
             "Only the words are drawn."}};

inline constexpr ChoiceWords<4> kLayoutChoice = {
    .title = "Tree la&yout",
    .tip = "Choose which layout is used for the source trees.",
    .brief = "layout %1",
    .tips = {"Tidy trees, dependencies over the line of their words, sequences and blocks.",
             "Graphviz (the program dot) for graphs of up to 500 nodes, and the native layout for larger ones.",
             "The words of a tree on one line, in the order of the sentence.",
             "Dependencies as arcs over the sentence; other trees have their words on one line."}};

} // namespace batchscope::words
