// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/dot.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>

namespace batchscope {

namespace {

/// Small enough that the widest picture stays within what dot counts in points.
constexpr float kInchesPerUnit = 0.25F;
constexpr float kMostInches = 1e6F;
constexpr std::string_view kSpaces = " \t\r";

Error unreadable(std::size_t line, std::string_view why) {
    return {ErrorCode::Layout, fmt::format("line {} of dot's output: {}", line, why)};
}

/// The answer as words, line by line. A backslash at the end of a line joins it with the next one.
class PlainLines {
public:
    explicit PlainLines(std::string_view text) : m_rest(text) {}

    /// The next line that is not empty; false at the end, and where a line cannot be read (see wrong()).
    bool next() {
        m_words.clear();
        while (!m_rest.empty() && m_words.empty() && !m_wrong) {
            readLine();
        }
        return !m_words.empty() && !m_wrong;
    }

    [[nodiscard]] const std::vector<std::string>& words() const { return m_words; }
    [[nodiscard]] std::size_t line() const { return m_line; }
    [[nodiscard]] bool wrong() const { return m_wrong; }
    /// Whether the line that was read last has an end.
    [[nodiscard]] bool complete() const { return m_complete; }

private:
    void readLine() {
        ++m_line;
        m_complete = false;
        while (!m_rest.empty()) {
            if (skipJoint() || skip(kSpaces)) {
                continue;
            }
            if (m_rest.front() == '\n') {
                m_rest.remove_prefix(1);
                m_complete = true;
                return;
            }
            m_words.push_back(m_rest.front() == '"' ? quoted() : plain());
        }
    }

    bool skip(std::string_view characters) {
        const bool found = characters.find(m_rest.front()) != std::string_view::npos;
        m_rest.remove_prefix(found ? 1 : 0);
        return found;
    }

    /// A broken line.
    bool skipJoint() {
        for (const std::string_view joint : {"\\\n", "\\\r\n"}) {
            if (m_rest.starts_with(joint)) {
                m_rest.remove_prefix(joint.size());
                return true;
            }
        }
        return false;
    }

    std::string plain() {
        std::string word;
        while (!m_rest.empty()) {
            if (skipJoint()) {
                continue;
            }
            if (m_rest.front() == '\n' || kSpaces.find(m_rest.front()) != std::string_view::npos) {
                break;
            }
            word += m_rest.front();
            m_rest.remove_prefix(1);
        }
        return word;
    }

    std::string quoted() {
        std::string word;
        m_rest.remove_prefix(1);
        while (!m_rest.empty()) {
            if (skipJoint()) {
                continue;
            }
            const char character = m_rest.front();
            const bool isPair = character == '\\' && m_rest.size() > 1 && (m_rest[1] == '"' || m_rest[1] == '\\');
            if (isPair) {
                word += m_rest[1] == '"' ? "\"" : "\\\\"; // dot escapes quotes only, and leaves the label's escapes
                m_rest.remove_prefix(2);
                continue;
            }
            m_rest.remove_prefix(1);
            if (character == '"') {
                return word;
            }
            word += character;
        }
        m_wrong = true; // no closing quote
        return word;
    }

    std::string_view m_rest;
    std::vector<std::string> m_words;
    std::size_t m_line = 0;
    bool m_wrong = false;
    bool m_complete = false;
};

std::optional<float> number(std::string_view word) {
    float value = 0.0F;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool isNumber = error == std::errc() && end == word.data() + word.size() && std::isfinite(value);
    return isNumber && std::abs(value) <= kMostInches ? std::optional(value) : std::nullopt;
}

/// Numbers of a line, word by word; after the first that is none, none() holds.
class Numbers {
public:
    Numbers(const std::vector<std::string>& words, std::size_t first) : m_words(words), m_next(first) {}

    float take() {
        const std::optional<float> value = m_next < m_words.size() ? number(m_words[m_next]) : std::nullopt;
        ++m_next;
        m_none = m_none || !value;
        return value.value_or(0.0F);
    }
    [[nodiscard]] bool none() const { return m_none; }

private:
    const std::vector<std::string>& m_words;
    std::size_t m_next;
    bool m_none = false;
};

class PlainReader {
public:
    explicit PlainReader(std::string_view text) : m_lines(text) {}

    Result<std::vector<DotPlain>> read() {
        while (m_lines.next()) {
            if (const char* wrong = take()) {
                return unreadable(m_lines.line(), wrong);
            }
        }
        if (m_lines.wrong()) {
            return unreadable(m_lines.line(), "unclosed quote");
        }
        if (m_inGraph || m_graphs.empty()) {
            return unreadable(m_lines.line(), "unexpected end");
        }
        return std::move(m_graphs);
    }

private:
    /// What is wrong with the line; null when nothing is.
    const char* take() {
        const std::string& kind = m_lines.words().front();
        if (kind == "graph" && !m_inGraph) {
            return takeGraph();
        }
        if (!m_inGraph) {
            return "expected a graph";
        }
        if (kind == "node") {
            return takeNode();
        }
        if (kind == "edge") {
            return takeEdge();
        }
        m_inGraph = kind != "stop";
        return m_inGraph ? "expected a node, an edge or the end of the graph" : nullptr;
    }

    const char* takeGraph() {
        Numbers numbers(m_lines.words(), 1);
        const float scale = numbers.take();
        DotPlain graph;
        graph.width = numbers.take();
        graph.height = numbers.take();
        m_graphs.push_back(std::move(graph));
        m_inGraph = true;
        return numbers.none() || scale <= 0.0F ? "expected a graph with a scale, a width and a height" : nullptr;
    }

    const char* takeNode() {
        constexpr std::size_t kLabel = 6;
        const auto& words = m_lines.words();
        Numbers numbers(words, 2);
        DotNode node;
        node.centre.x = numbers.take();
        node.centre.y = numbers.take();
        node.width = numbers.take();
        node.height = numbers.take();
        if (numbers.none() || words.size() <= kLabel || node.width < 0.0F || node.height < 0.0F) {
            return "expected a node with a name, a position, a size and a label";
        }
        node.name = words[1];
        node.label = words[kLabel];
        m_graphs.back().nodes.push_back(std::move(node));
        return nullptr;
    }

    const char* takeEdge() {
        constexpr std::size_t kPoints = 4;
        const auto& words = m_lines.words();
        Numbers numbers(words, 3);
        const float count = numbers.take();
        const bool isCurve = count >= 4.0F && std::fmod(count, 3.0F) == 1.0F;
        if (numbers.none() || !isCurve || 2.0F * count > static_cast<float>(words.size() - kPoints)) {
            return "expected an edge with two names and the points of a curve";
        }
        DotEdge edge{.tail = words[1], .head = words[2], .points = {}};
        for (auto left = static_cast<std::size_t>(count); left > 0; --left) {
            const float x = numbers.take();
            edge.points.push_back({x, numbers.take()});
        }
        m_graphs.back().edges.push_back(std::move(edge));
        return numbers.none() ? "an edge has a point that is not a number" : nullptr;
    }

    PlainLines m_lines;
    std::vector<DotPlain> m_graphs;
    bool m_inGraph = false;
};

/// By name, a box; the names are those that dotText gives.
std::optional<std::size_t> boxNamed(std::string_view name, std::size_t count) {
    std::size_t box = count;
    if (!name.starts_with('n')) {
        return std::nullopt;
    }
    const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), box);
    const bool isBox = error == std::errc() && end == name.data() + name.size() && box < count;
    return isBox ? std::optional(box) : std::nullopt;
}

Error noPlace(std::string_view what) {
    return {ErrorCode::Layout, fmt::format("dot's output does not match the graph: {}", what)};
}

/// One statement of a graph in DOT, on a line of its own.
template <typename... Values>
void addStatement(std::string& text, fmt::format_string<Values...> format, Values&&... values) {
    text += "  ";
    fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
    text += ";\n";
}

} // namespace

std::string escapedForDot(std::string_view text) {
    constexpr unsigned char kFirstPrintable = 0x20;
    std::string escaped;
    escaped.reserve(text.size());
    for (const char character : text) {
        if (character == '"' || character == '\\') {
            escaped += '\\';
        }
        escaped += static_cast<unsigned char>(character) < kFirstPrintable ? ' ' : character;
    }
    return escaped;
}

std::string dotText(const Diagram& diagram, const DotStyle& style) {
    std::string text = "digraph {";
    text += '\n';
    addStatement(text, "graph [nodesep={}, ranksep={}{}]", style.gapAcross * kInchesPerUnit,
                 style.gapDown * kInchesPerUnit, style.order == ArrowOrder::AsGiven ? ", ordering=out" : "");
    addStatement(text, "node [shape={}, fixedsize={}]", "box", true);
    addStatement(text, "edge [arrowhead=none]");
    for (std::size_t box = 0; box < diagram.boxes.size(); ++box) {
        const DiagramBox& size = diagram.boxes[box];
        addStatement(text, "n{} [label=\"{}\", width={}, height={}]", box, escapedForDot(size.label),
                     size.width * kInchesPerUnit, size.height * kInchesPerUnit);
    }
    for (const DiagramArrow& arrow : diagram.arrows) {
        addStatement(text, "n{} -> n{}", arrow.from, arrow.to);
    }
    return text + "}\n";
}

Result<std::vector<DotPlain>> readDotPlain(std::string_view text) {
    return PlainReader(text).read();
}

Result<PlacedDiagram> placedBy(const DotPlain& graph, const Diagram& diagram) {
    PlacedDiagram placed;
    placed.bounds = {0.0F, 0.0F, graph.width / kInchesPerUnit, graph.height / kInchesPerUnit};
    const auto toUnits = [&](Point point) {
        return Point{point.x / kInchesPerUnit, (graph.height - point.y) / kInchesPerUnit};
    };
    std::vector<std::size_t> seen(diagram.boxes.size(), 0);
    placed.boxes.resize(diagram.boxes.size());
    for (const DotNode& node : graph.nodes) {
        const std::optional<std::size_t> box = boxNamed(node.name, seen.size());
        if (!box) {
            return noPlace("it contains an unknown node");
        }
        const Point centre = toUnits(node.centre);
        const DiagramBox& size = diagram.boxes[*box];
        placed.boxes[*box] = {centre.x - size.width / 2.0F, centre.y - size.height / 2.0F, size.width, size.height};
        ++seen[*box];
    }
    if (!std::all_of(seen.begin(), seen.end(), [](std::size_t count) { return count == 1; })) {
        return noPlace("it does not place every node once");
    }
    // Several arrows may join the same boxes: they come in the order in which they were written.
    const auto key = [](std::size_t from, std::size_t to) { return (std::uint64_t{from} << 32U) | to; };
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> edges;
    for (std::size_t edge = graph.edges.size(); edge-- > 0;) {
        const auto from = boxNamed(graph.edges[edge].tail, seen.size());
        const auto to = boxNamed(graph.edges[edge].head, seen.size());
        if (!from || !to) {
            return noPlace("it contains an edge of an unknown node");
        }
        edges[key(*from, *to)].push_back(edge);
    }
    for (const DiagramArrow& arrow : diagram.arrows) {
        std::vector<std::size_t>& left = edges[key(arrow.from, arrow.to)];
        if (left.empty()) {
            return noPlace("an edge is missing");
        }
        std::vector<Point> points;
        points.reserve(graph.edges[left.back()].points.size());
        for (const Point point : graph.edges[left.back()].points) {
            points.push_back(toUnits(point));
        }
        left.pop_back();
        placed.arrows.push_back(std::move(points));
    }
    return placed;
}

namespace {

constexpr float kDotCaptionHeight = 0.85F; // words hang below their nodes, in the gap between rows
constexpr DotStyle kStyle{.order = ArrowOrder::AsGiven, .gapAcross = 0.35F, .gapDown = kDotCaptionHeight};

/// One tree as boxes of its nodes' sizes, with an arrow from each node to each of its arguments in the tree.
Diagram diagramOf(const OpGraph& graph, std::span<const float> captionWidths, NodeSpan span) {
    Diagram diagram;
    diagram.boxes.reserve(span.end - span.begin);
    for (std::size_t index = span.begin; index < span.end; ++index) {
        diagram.boxes.push_back({.label = {}, .width = std::max(captionWidths[index], 1.0F), .height = 1.0F});
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (argument.isValue() && argument.node().index() >= span.begin) {
                diagram.arrows.push_back({static_cast<std::uint32_t>(index - span.begin),
                                          static_cast<std::uint32_t>(argument.node().index() - span.begin)});
            }
        }
    }
    return diagram;
}

} // namespace

std::string forestDotText(const OpGraph& graph, std::span<const float> captionWidths) {
    std::string text;
    for (const NodeSpan span : treeSpans(graph)) {
        text += dotText(diagramOf(graph, captionWidths, span), kStyle);
    }
    return text;
}

Result<ForestLayout> forestFromDot(const OpGraph& graph, std::span<const float> captionWidths, std::string_view answer,
                                   float aspect) {
    const Result<std::vector<DotPlain>> graphs = readDotPlain(answer);
    TRY(graphs);
    const std::vector<NodeSpan> spans = treeSpans(graph);
    if (graphs->size() != spans.size()) {
        return Error{ErrorCode::Layout,
                     fmt::format("dot was given {} trees but returned {}", spans.size(), graphs->size())};
    }
    std::vector<Point> nodes;
    std::vector<Box> trees;
    nodes.reserve(graph.size());
    trees.reserve(spans.size());
    for (std::size_t tree = 0; tree < spans.size(); ++tree) {
        const Result<PlacedDiagram> placed = placedBy((*graphs)[tree], diagramOf(graph, captionWidths, spans[tree]));
        TRY(placed);
        Box box;
        for (const Box& node : placed->boxes) {
            box = united(box, node);
        }
        for (const Box& node : placed->boxes) {
            nodes.push_back({node.x - box.x + node.width / 2.0F, node.y - box.y + node.height / 2.0F});
        }
        box = {0.0F, 0.0F, box.width, box.height + kDotCaptionHeight};
        trees.push_back(box);
    }
    return packedForest(graph, std::move(nodes), std::move(trees), aspect);
}

} // namespace batchscope
