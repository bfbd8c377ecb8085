// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/graph_dot.h"

#include "core/base/counted.h"
#include "core/formats/dot_text.h"
#include "core/session/execution_text.h"
#include "core/trace/batch_view.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <initializer_list>
#include <iterator>
#include <vector>

namespace batchscope {

namespace {

constexpr std::size_t kPollEvery = 4096;
constexpr std::string_view kLabel = R"(label=")"; // the text and another quote follow

void appendLine(std::string& to, std::size_t indent, std::string_view text) {
    to.append(indent, ' ');
    to += text;
    to += '\n';
}

void appendHead(std::string& to, std::string_view name, std::initializer_list<std::string_view> nodeDefaults) {
    appendLine(to, 0, fmt::format("digraph \"{}\" {{", name));
    appendLine(to, 2, "rankdir=BT;");
    appendLine(to, 2, fmt::format("node [{}];", fmt::join(nodeDefaults, ", ")));
}

void appendLook(std::string& to, const DotLooks& looks, OpId op) {
    if (looks.contains(op) && !looks[op].empty()) {
        to += ", ";
        to += looks[op];
    }
}

void appendNode(std::string& to, const Snapshot& snapshot, const DotLooks& looks, NodeId node) {
    const OpGraph& graph = *snapshot.graph;
    fmt::format_to(std::back_inserter(to), "    n{} [", node.index());
    to += kLabel;
    appendDotEscaped(to, graph.opOf(node).name);
    if (const std::string_view word = captionOf(snapshot, node); !word.empty()) {
        to += "\\n";
        appendDotEscaped(to, word);
    }
    to += '"';
    appendLook(to, looks, graph.nodeOps[node]);
    to += "];\n";
}

/// The nodes of no tree have a subgraph without a frame.
void appendTreeHead(std::string& to, TreeId tree) {
    const std::string name = tree.valid() ? fmt::format("cluster_{}", tree.index()) : "shared";
    appendLine(to, 2, fmt::format("subgraph {} {{", name));
    if (tree.valid()) {
        appendLine(to, 4, fmt::format("label=\"{} {}\";", words::kTree.one, ordinal(tree.index())));
    }
}

/// Nodes of a tree lie together, but an op that several trees share is anywhere: so by lists.
std::vector<std::vector<NodeId>> nodesByTree(const OpGraph& graph, std::vector<TreeId>& trees) {
    std::vector<std::vector<NodeId>> lists;
    std::vector<std::size_t> placeOf;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const TreeId tree = graph.origins[NodeId(index)].tree;
        const std::size_t key = tree.valid() ? tree.index() + 1 : 0;
        placeOf.resize(std::max(placeOf.size(), key + 1), 0);
        if (placeOf[key] == 0) {
            trees.push_back(tree);
            lists.emplace_back();
            placeOf[key] = lists.size();
        }
        lists[placeOf[key] - 1].push_back(NodeId(index));
    }
    return lists;
}

void appendArguments(std::string& to, const OpGraph& graph, NodeId node) {
    for (const Argument& argument : graph.argumentsOf(node)) {
        if (argument.isValue()) {
            fmt::format_to(std::back_inserter(to), "  n{} -> n{}", argument.node().index(), node.index());
            if (argument.kind == ArgumentClass::Shared) {
                to += ' ';
                to += "[style=dashed]";
            }
            to += ";\n";
        }
    }
}

} // namespace

Result<std::string> sourceGraphDot(const Snapshot& snapshot, const DotLooks& looks, const RunControl& control) {
    const OpGraph& graph = *snapshot.graph;
    std::string text;
    appendHead(text, "source graph", {"shape=box", R"(style="rounded,filled")", R"(fillcolor="#eeeeee")"});
    std::vector<TreeId> trees;
    const auto lists = nodesByTree(graph, trees);
    for (std::size_t place = 0; place < lists.size(); ++place) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        appendTreeHead(text, trees[place]);
        for (const NodeId node : lists[place]) {
            appendNode(text, snapshot, looks, node);
        }
        text += "  }\n";
        control.report("DOT", place + 1, lists.size());
    }
    for (std::size_t index = 0; index < graph.size(); ++index) {
        if (index % kPollEvery == 0 && control.stopRequested()) {
            return cancelledError();
        }
        appendArguments(text, graph, NodeId(index));
    }
    text += "}\n";
    return text;
}

Result<std::string> foldedGraphDot(const Snapshot& snapshot, const DotLooks& looks, const RunControl& control) {
    const OpGraph& graph = *snapshot.graph;
    const Schedule& schedule = *snapshot.schedule;
    std::string text;
    appendHead(text, "folded graph", {"shape=box", "style=filled", R"(fillcolor="#eeeeee")"});
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const BatchId batch(step);
        const SignatureId signature = schedule.batchSignatures[batch];
        const Op& op = graph.opOf(signature);
        const std::size_t rows = schedule.batchSize(batch);
        fmt::format_to(std::back_inserter(text), "  b{} [", step);
        text += kLabel;
        appendDotEscaped(text, op.name);
        text += " ×" + withThousands(rows);
        if (op.outputs() > 0) {
            fmt::format_to(std::back_inserter(text), "\\n[{}, {}]", rows, op.outputWidth(0));
        }
        text += '"';
        appendLook(text, looks, graph.signatures[signature].op);
        text += "];\n";
        for (const Flow& flow : flowsInto(graph, schedule, *viewsOf(snapshot), batch)) {
            const double width = 1.0 + std::log2(static_cast<double>(flow.rows)) / 2.0;
            const std::string label = fmt::format("[label=\"{}\", penwidth={:.1f}{}]", withThousands(flow.rows), width,
                                                  flow.isCopied ? "" : ", style=dashed");
            fmt::format_to(std::back_inserter(text), "  b{} -> b{} {};\n", flow.source.index(), step, label);
        }
        control.report("DOT", step + 1, schedule.batchCount());
    }
    text += "}\n";
    return text;
}

} // namespace batchscope
