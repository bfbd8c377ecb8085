// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_choice.h"

#include "core/base/choice.h"
#include "core/nets/user_net.h"
#include "core/plan/pass.h"
#include "core/schedule/policy.h"

#include <fmt/format.h>

#include <array>
#include <type_traits>
#include <vector>

namespace batchscope {

namespace {

using Group = SessionChoice::Group;

constexpr std::string_view kProgramHasNoTrees = "a program has no trees";

/// A row for an enumeration of the config: `names` in its order, `member` returns a reference to the value. Fills
/// names, apply and present. `kind`: what error messages call a value, or a function that parses one.
template <typename Kind, typename Member>
SessionChoice enumeration(SessionChoice row, std::span<const std::string_view> names, Kind kind, Member member) {
    row.names.assign(names.begin(), names.end());
    row.apply = [names, kind, member](SessionConfig& config, std::string_view name) -> Status {
        auto& present = member(config);
        const auto value = [&] {
            if constexpr (std::is_convertible_v<Kind, std::string_view>) {
                return parseChoice<std::remove_reference_t<decltype(present)>>(name, names, kind);
            } else {
                return kind(name);
            }
        }();
        if (!value) {
            return value.error();
        }
        present = *value;
        return Ok{};
    };
    row.present = [list = row.names, member](const SessionConfig& config) {
        return list[static_cast<std::size_t>(member(config))];
    };
    return row;
}

template <typename Member>
SessionChoice enumeration(SessionChoice row, Member member) {
    using Enum = std::remove_cvref_t<decltype(member(std::declval<SessionConfig&>()))>;
    return enumeration(std::move(row), enumNames<Enum>(), parseEnum<Enum>, member);
}

const char* readBy(const Net& net) {
    if (net.leaves == Leaves::Vectors) {
        return "Nets for vectors";
    }
    if (net.uses.shape != ShapeUse::Nodes) {
        return "Nets for the words in order";
    }
    const bool isForAny = net.suits.trees == SuitedTrees::AnyArity || net.learns == Learns::Moves;
    return isForAny ? "Nets for trees of any shape" : "Nets for binary trees";
}

SessionChoice netChoice() {
    SessionChoice choice{.id = "model",
                         .title = "&Net",
                         .tip = "Choose what is computed at each node of a tree.",
                         .brief = "%1",
                         .group = Group::Bar,
                         .redoes = Stage::Graph};
    for (const Net& net : nets()) {
        choice.heads.emplace_back(readBy(net));
        choice.names.emplace_back(net.name);
        choice.titles.emplace_back(net.title);
        choice.tips.push_back(fmt::format("{}. Takes {}.", net.description, net.input));
    }
    choice.otherNames = "the file of a module";
    choice.apply = [](SessionConfig& config, std::string_view name) -> Status {
        if (isModuleFile(name)) { // the pipeline loads it
            config.graph.model = name;
            config.graph.user = {};
            config.graph.module = {};
            return Ok{};
        }
        const Result<const Net*> found = findNet(name);
        config.graph.user = {};
        config.graph.model = found ? (*found)->name : config.graph.model;
        return found ? Status(Ok{}) : Status(found.error());
    };
    choice.present = [](const SessionConfig& config) { return config.graph.model; };
    return choice;
}

SessionChoice policyChoice() {
    SessionChoice choice{.id = "policy",
                         .title = "&Policy",
                         .tip = "Choose which ready nodes run next as one batch.",
                         .brief = "%1",
                         .group = Group::Bar,
                         .redoes = Stage::Schedule};
    for (const Policy* policy : policies()) {
        choice.names.emplace_back(policy->name());
        choice.titles.emplace_back(policy->title());
        choice.tips.emplace_back(policy->description());
        choice.valuesFrom.push_back(policy->traits().from);
    }
    choice.apply = [](SessionConfig& config, std::string_view name) -> Status {
        const Result<const Policy*> found = findPolicy(name);
        if (found) {
            config.policy = (*found)->name();
            config.given.reset();
        }
        return found ? Status(Ok{}) : Status(found.error());
    };
    choice.present = [](const SessionConfig& config) { return config.policy; };
    return choice;
}

constexpr std::array<std::string_view, 2> kTrainNames = {"off", "on"};

constexpr std::array<std::string_view, 3> kPassNames = {"all", "none", "off"};

/// The passes in the form that parsePassChoice parses; lists those that are off if that is shorter.
std::string passesText(PassSet set) {
    std::string off;
    std::size_t count = 0;
    for (const PassEntry& entry : passEntries()) {
        if (!set.has(entry.pass)) {
            off += (off.empty() ? "-" : ",-") + std::string(entry.name);
            ++count;
        }
    }
    return count == 0 || 2 * count > kPassCount ? passSetText(set) : off;
}

/// Any set of passes (menus offer two of them), or no engine.
SessionChoice passesChoice() {
    SessionChoice choice{
        .id = "passes",
        .title = "Pa&sses",
        .tip = "Choose whether op bodies run on LibTorch unoptimized, or on the engine with these passes.",
        .brief = "passes %1",
        .group = Group::Apart,
        .redoes = Stage::Run,
        .tips = {"The optimizing engine with all of its passes.", "The optimizing engine without any passes.",
                 "No engine: the plain bodies, one LibTorch call per operation."}};
    choice.names.assign(kPassNames.begin(), kPassNames.end());
    choice.otherNames = "a list such as cse,push (or -dedup,-pack to turn passes off)";
    choice.apply = [](SessionConfig& config, std::string_view name) -> Status {
        if (name.empty()) { // no value was remembered
            return Error{ErrorCode::Config, "no passes given"};
        }
        const Result<PassChoice> passes = parsePassChoice(name);
        TRY(passes);
        if (const PassChoice& set = *passes; set) {
            EngineOptions engine = engineOrUsual(config.run.executor);
            engine.passes = *set;
            config.run.executor = engine;
        } else {
            config.run.executor = InterpreterOptions();
        }
        return Ok{};
    };
    choice.present = [](const SessionConfig& config) {
        const PassChoice passes = passesOf(config.run.executor);
        return passes ? passesText(*passes) : std::string(kPassNames.back());
    };
    return choice;
}

constexpr std::array<std::string_view, 3> kSourceLayoutNames = {"native", "baseline", "arcs"};
constexpr std::array<std::string_view, 2> kNodeLabelsNames = {"on", "off"};
constexpr std::array<std::string_view, 2> kMeasureNames = {"on", "off"}; // in the order of Timing

constexpr std::array<std::string_view, 5> kRareNames = {"keep", "2", "3", "5", "10"};
constexpr std::array<std::uint32_t, kRareNames.size()> kRareBelow = {0, 2, 3, 5, 10};

/// The value of ReadOptions::rareBelow, as one of a few.
SessionChoice rareWordsChoice() {
    SessionChoice choice{.id = "rare-words",
                         .title = "Rare &words",
                         .tip = "Choose whether rare words become <unk>.",
                         .brief = "rare words: below %1",
                         .group = Group::Read,
                         .redoes = Stage::Treebank,
                         .tips = {"Every word has its own row of the embedding."}};
    choice.names.assign(kRareNames.begin(), kRareNames.end());
    for (std::size_t place = 1; place < kRareNames.size(); ++place) {
        choice.tips.push_back(fmt::format("Words that occur fewer than {} times become <unk>.", kRareNames.at(place)));
    }
    choice.apply = [](SessionConfig& config, std::string_view name) -> Status {
        const Result<std::size_t> place = indexOfName(name, kRareNames, "limit for rare words");
        config.read.rareBelow = place ? kRareBelow.at(*place) : config.read.rareBelow;
        return place ? Status(Ok{}) : Status(place.error());
    };
    choice.present = [](const SessionConfig& config) {
        const auto* const found = std::find(kRareBelow.begin(), kRareBelow.end(), config.read.rareBelow);
        return found == kRareBelow.end()
                   ? std::to_string(config.read.rareBelow)
                   : std::string(kRareNames.at(static_cast<std::size_t>(found - kRareBelow.begin())));
    };
    return choice;
}

} // namespace

std::span<const SessionChoice> sessionChoices() {
    static const std::vector<SessionChoice> kChoices = {
        netChoice(), policyChoice(),
        // What the graph is made of.
        enumeration(
            {.id = "granularity",
             .title = "&Granularity",
             .tip = "Choose what one node of the graph stands for.",
             .brief = "%1",
             .group = Group::Graph,
             .from = Interface::Learn,
             .redoes = Stage::Graph,
             .option = "--granularity",
             .help = "what a graph node stands for: a cell or a primitive operation",
             .tips = {"Each node is a cell of the net: few, large nodes.",
                      "Each node is one operation, such as a product or a tanh, as in DyNet."}},
            [](auto& config) -> auto& { return config.graph.granularity; }),
        enumeration(
            {.id = "outputs",
             .title = "&Outputs",
             .tip = "Choose which scores are computed: at the root or at every node.",
             .brief = "outputs %1",
             .group = Group::Graph,
             .from = Interface::Learn,
             .redoes = Stage::Graph,
             .option = "--outputs",
             .help = "compute scores at the root or at every node",
             .needs = {.net = &UsedOptions::outputs,
                       .netReason = "has the same outputs for every value of this option",
                       .programReason = "a program names its own outputs"},
             .tips = {"Scores at the root of each tree.", "Scores at every node of each tree."}},
            [](auto& config) -> auto& { return config.graph.outputs; }),
        enumeration(
            {.id = "merge",
             .title = "&Merge equal calls",
             .tip = "Choose whether calls with the same arguments become one node.",
             .brief = "merge %1",
             .group = Group::Graph,
             .from = Interface::Learn,
             .redoes = Stage::Graph,
             .option = "--merge",
             .help = "merge equal calls",
             .needs = {.net = &UsedOptions::merge,
                       .netReason = "never makes two equal calls, because every call has its own input"},
             .tips = {"Every call is a separate node.", "Equal leaves become one node.",
                      "Equal subtrees become one node."}},
            [](auto& config) -> auto& { return config.graph.merge; }),
        enumeration(
            {.id = "prune",
             .title = "Drop &unneeded nodes",
             .tip = "Choose whether to leave out nodes that no requested value depends on.",
             .brief = "pruned",
             .group = Group::Graph,
             .redoes = Stage::Graph,
             .option = "--prune",
             .help = "drop nodes that no requested value needs",
             .tips = {"Every node that the net creates is kept.",
                      "Nodes that no requested value depends on are left out."}},
            [](auto& config) -> auto& { return config.graph.prune; }),
        enumeration(
            {.id = "variadic",
             .title = "V&ariadic ops",
             .tip = "Choose how ops that take any number of children or words are batched.",
             .brief = "%1",
             .group = Group::Graph,
             .redoes = Stage::Graph,
             .option = "--variadic",
             .help = "how to batch ops that take any number of children or words",
             .needs = {.net = &UsedOptions::variadic,
                       .netReason = "has no op that takes any number of children or words; child-sum-tree-lstm and "
                                    "lattice-lstm have one",
                       .programReason = "a program declares its own variadic arguments"},
             .tips = {"One op for each number: only nodes with the same number of them batch together.",
                      "One op for all: a segment sum combines those of each node."}},
            [](auto& config) -> auto& { return config.graph.variadic; }),
        enumeration(
            {.id = "recursion",
             .title = "&Recursion",
             .tip = "Choose which methods of a module run where it has those of several recursions.",
             .brief = "%1",
             .group = Group::Graph,
             .redoes = Stage::Graph,
             .option = "--recursion",
             .help = "which recursion a module with methods for several runs as; auto: sequence, else n-ary, else "
                     "binary",
             .needs = {.net = &UsedOptions::recursion,
                       .netReason = "is no module with the methods of several recursions",
                       .programReason = "a program lists its calls"},
             .tips = {"The first of sequence, n-ary and binary whose methods the module has.",
                      "leaf at the words, and compose at nodes with two children.",
                      "node at every inner node, whatever its number of children.",
                      "step along the words, whatever the tree."}},
            [](auto& config) -> auto& { return config.graph.module.recursion; }),
        enumeration(
            {.id = "unsafe",
             .title = "&Unsafe methods",
             .tip = "Choose how methods of a module run whose rows depend on one another.",
             .brief = "unsafe %1",
             .group = Group::Graph,
             .redoes = Stage::Graph,
             .option = "--unsafe",
             .help = "how methods of a module run whose rows depend on one another: once a node, or once a batch "
                     "all the same",
             .needs = {.net = &UsedOptions::unsafe,
                       .netReason = "has no method whose rows depend on one another",
                       .programReason = "a program says of each op whether it batches"},
             .tips = {"Once a node: right, and slow.",
                      "Once a batch, like other methods: the values differ from those of single calls."}},
            [](auto& config) -> auto& { return config.graph.module.unsafe; }),
        // How trees are transformed.
        enumeration(
            {.id = "binarize",
             .title = "&Binarize",
             .tip = "Choose whether trees are binarized for nets that take two children.",
             .brief = "binarize %1",
             .group = Group::Trees,
             .from = Interface::Learn,
             .redoes = Stage::Graph,
             .option = "--binarize",
             .help = "binarize the trees",
             .needs = {.format = &FormatTraits::innerNodes,
                       .formatLacks = "trees with more than one node",
                       .programReason = kProgramHasNoTrees},
             .tips = {"Trees keep their shape.", "((a b) c)", "(a (b c))", "((a b) (c d))"}},
            [](auto& config) -> auto& { return config.graph.binarization; }),
        enumeration(
            {.id = "unary",
             .title = "Nodes with one &child",
             .tip = "Choose whether chains of nodes with one child each become one node.",
             .brief = "unary %1",
             .group = Group::Trees,
             .redoes = Stage::Graph,
             .option = "--unary",
             .help = "keep or collapse nodes with one child; auto: collapse when binarizing",
             .needs = {.format = &FormatTraits::onlyChildren,
                       .formatLacks = "nodes with one child",
                       .programReason = kProgramHasNoTrees},
             .tips = {"Chains are collapsed when trees are binarized, and kept otherwise.", "Chains are kept.",
                      "Every chain becomes one node."}},
            [](auto& config) -> auto& { return config.graph.unary; }),
        enumeration(
            {.id = "tree-order",
             .title = "T&ree order",
             .tip = "Choose the order in which the trees are folded.",
             .brief = "by %1",
             .group = Group::Trees,
             .redoes = Stage::Graph,
             .option = "--order",
             .help = "order in which the trees are folded",
             .needs = {.format = &FormatTraits::innerNodes,
                       .formatLacks = "trees of different heights",
                       .programReason = "the instances of a program have no height"},
             .tips = {"Same order as in the file.", "Shallowest trees first."}},
            [](auto& config) -> auto& { return config.graph.order; }),
        // How text becomes trees.
        enumeration(
            {.id = "traces",
             .title = "&Traces",
             .tip = "Choose whether empty elements of the Penn Treebank (-NONE-) are kept as leaves.",
             .brief = "traces: %1",
             .group = Group::Read,
             .from = Interface::Learn,
             .redoes = Stage::Treebank,
             .option = "--traces",
             .help = "keep or remove leaves labeled -NONE-",
             .needs = {.format = &FormatTraits::constituents, .formatLacks = "empty elements (-NONE-)"},
             .tips = {"Leaves labeled -NONE- are kept.",
                      "Leaves labeled -NONE- are removed, and so are constituents that become empty."}},
            [](auto& config) -> auto& { return config.read.traces; }),
        enumeration(
            {.id = "labels",
             .title = "&Labels",
             .tip = "Choose how much of each label is used.",
             .brief = "labels: %1",
             .group = Group::Read,
             .redoes = Stage::Treebank,
             .option = "--labels",
             .help = "use whole labels, only their category (NP of NP-SBJ=1), or in CoNLL-U the part of speech",
             .needs = {.format = &FormatTraits::labels, .formatLacks = "text labels"},
             .tips = {"Labels as written, for example NP-SBJ-1.",
                      "Labels without function tags and numbers: NP-SBJ-1 becomes NP.",
                      "In CoNLL-U, parts of speech instead of relations."}},
            [](auto& config) -> auto& { return config.read.labels; }),
        enumeration(
            {.id = "case",
             .title = "Letter &case",
             .tip = R"(Choose whether "The" and "the" are the same word.)",
             .brief = "case: %1",
             .group = Group::Read,
             .redoes = Stage::Treebank,
             .option = "--case",
             .help = "letter case of words",
             .needs = {.format = &FormatTraits::words, .formatLacks = "words"},
             .tips = {"Words as written.", "All words in lowercase."}},
            [](auto& config) -> auto& { return config.read.letterCase; }),
        enumeration(
            {.id = "escapes",
             .title = "&Escapes",
             .tip = "Choose whether -LRB- and \\/ in words are decoded.",
             .brief = "escapes: %1",
             .group = Group::Read,
             .redoes = Stage::Treebank,
             .option = "--escapes",
             .help = "keep or decode escapes such as -LRB- and \\/ in words",
             .needs = {.format = &FormatTraits::words, .formatLacks = "words"},
             .tips = {"Escapes as written, for example -LRB-.", "-LRB- becomes (, and \\/ becomes /."}},
            [](auto& config) -> auto& { return config.read.escapes; }),
        enumeration(
            {.id = "encoding",
             .title = "E&ncoding",
             .tip = "Choose the character encoding of the files.",
             .brief = "%1",
             .group = Group::Read,
             .redoes = Stage::Treebank,
             .option = "--encoding",
             .help = "encoding of the text",
             .needs = {.format = &FormatTraits::words, .formatLacks = "encoding setting"},
             .tips = {"UTF-8; invalid bytes are errors, reported with their positions.",
                      "ISO 8859-1: every byte is a character."}},
            [](auto& config) -> auto& { return config.read.encoding; }),
        rareWordsChoice(),
        // How the trees are run.
        enumeration(
            {.id = "train",
             .title = "&Train",
             .tip = "Choose whether to compute the loss and gradients too; the weights are not changed.",
             .brief = "train",
             .group = Group::Run,
             .from = Interface::Learn,
             .redoes = Stage::Run,
             .tips = {"Forward only.", "Forward, loss and backward."}},
            kTrainNames, "training mode", [](auto& config) -> auto& { return config.run.work; }),
        enumeration(
            {.id = "row-order",
             .title = "Ro&w order",
             .tip = "Choose the order in which a batch writes its rows.",
             .brief = "rows %1",
             .group = Group::Run,
             .redoes = Stage::Schedule,
             .option = "--rows",
             .help = "order of rows in a batch (plain bodies only)",
             .tips = {"In the order of the calls.",
                      "In the order in which the first consumer reads them, so that fewer rows are copied."}},
            [](auto& config) -> auto& { return config.run.rowOrder; }),
        passesChoice(),
        enumeration(
            {.id = "measure-speed-up",
             .title = "&Measure speed-up",
             .tip = "Choose whether each run is repeated to measure its speed-up.",
             .brief = "not measured",
             .group = Group::Run,
             .redoes = Stage::Run,
             .tips = {"Folded and regular are run again and again, in turns, until their times agree.",
                      "Nothing is repeated, for large graphs or to save power: no speed-up is known, and times are "
                      "of one run."}},
            kMeasureNames, "measuring mode", [](auto& config) -> auto& { return config.run.timing; }),
        enumeration(
            {.id = "fault",
             .title = "Rehearsed &fault",
             .tip = "Introduce a bug that batching libraries have had into the folded run, to see how it is found.",
             .brief = "fault %1",
             .group = Group::Run,
             .redoes = Stage::Run,
             .tips = {"No fault.", "Two nodes of a batch exchange an argument.",
                      "A node loses an argument and reads another one twice.",
                      "A node reads what the node before it reads.",
                      "A node reads the wrong output of one of its arguments."}},
            faultNames(), parseFault, [](auto& config) -> auto& { return config.run.fault; }),
        // How the trees are drawn.
        enumeration(
            {.id = "node-labels",
             .title = "La&bels on trees",
             .tip = "Choose whether the labels of the treebank are drawn on the trees.",
             .brief = "labels %1",
             .group = Group::Picture,
             .redoes = Stage::None,
             .tips = {"Constituents, classes, parts of speech and relations are drawn where there is room.",
                      "Only the words are drawn."}},
            kNodeLabelsNames, "labels", [](auto& config) -> auto& { return config.nodeLabels; }),
        enumeration(
            {.id = "layout",
             .title = "Tree la&yout",
             .tip = "Choose which layout is used for the source trees.",
             .brief = "layout %1",
             .group = Group::Picture,
             .from = Interface::Learn,
             .redoes = Stage::None,
             .tips = {"Tidy trees, dependencies over the line of their words, sequences and blocks.",
                      "The words of a tree on one line, in the order of the sentence.",
                      "Dependencies as arcs over the sentence; other trees have their words on one line."}},
            kSourceLayoutNames, "layout", [](auto& config) -> auto& { return config.layout; })};
    return kChoices;
}

std::string changedChoice(std::string_view title, std::string_view value) {
    std::string plain(title);
    std::erase(plain, '&');
    return fmt::format("{}: {}", plain, value);
}

std::string defaultOf(const SessionChoice& choice) {
    return choice.present(SessionConfig());
}

SessionConfig withChoicesOf(const SessionConfig& choices, const SessionConfig& present) {
    SessionConfig config = choices;
    config.aspect = present.aspect;
    config.threads = present.threads;
    return config;
}

bool sameChoices(const SessionConfig& left, const SessionConfig& right) {
    return withChoicesOf(left, right) == right;
}

} // namespace batchscope
