// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/diagram.h"

#include "core/base/check.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace batchscope {

namespace {

constexpr float kGapAcross = 0.8F;
constexpr float kGapDown = 1.4F;
constexpr float kPassWidth = 0.2F; // of a place where a long arrow crosses a row
constexpr int kSweeps = 4;         // of ordering by the neighbours above; more move nothing in bodies of nets

/// A box, or a place where a long arrow crosses a row.
struct DiagramCell {
    float width = 0.0F;
    float x = 0.0F; // centre
    std::vector<std::uint32_t> above;
    std::vector<std::uint32_t> below;
};

class Rows {
public:
    explicit Rows(const Diagram& diagram) : m_diagram(diagram), m_rowOf(rowsFromTop()) {
        m_rows.resize(m_rowOf.empty() ? 0 : *std::max_element(m_rowOf.begin(), m_rowOf.end()) + 1);
        for (std::size_t box = 0; box < diagram.boxes.size(); ++box) {
            add(m_rowOf[box], diagram.boxes[box].width);
        }
        for (const DiagramArrow& arrow : diagram.arrows) {
            lead(arrow);
        }
        spread();
        for (int sweep = 0; sweep < kSweeps; ++sweep) {
            for (std::size_t row = 1; row < m_rows.size(); ++row) {
                sortBy(m_rows[row], &DiagramCell::above);
            }
            for (std::size_t row = m_rows.size(); row-- > 1;) {
                sortBy(m_rows[row - 1], &DiagramCell::below);
            }
        }
    }

    [[nodiscard]] PlacedDiagram placed() const {
        PlacedDiagram result;
        std::vector<float> tops = rowTops();
        for (std::size_t box = 0; box < m_diagram.boxes.size(); ++box) {
            const DiagramBox& size = m_diagram.boxes[box];
            result.boxes.push_back({m_cells[box].x - size.width / 2.0F, tops[m_rowOf[box]], size.width, size.height});
        }
        for (std::size_t arrow = 0; arrow < m_diagram.arrows.size(); ++arrow) {
            result.arrows.push_back(curve(arrow, result.boxes, tops));
        }
        result.bounds = {0.0F, 0.0F, m_width, tops.back() - kGapDown};
        return result;
    }

private:
    /// 0 without an arrow to it, else one below the lowest box that points to it.
    [[nodiscard]] std::vector<std::uint32_t> rowsFromTop() const {
        std::vector<std::uint32_t> rows(m_diagram.boxes.size(), 0);
        for (std::size_t round = 0; round <= rows.size(); ++round) {
            bool moved = false;
            for (const DiagramArrow& arrow : m_diagram.arrows) {
                if (rows[arrow.to] <= rows[arrow.from]) {
                    rows[arrow.to] = rows[arrow.from] + 1;
                    moved = true;
                }
            }
            if (!moved) {
                return rows;
            }
        }
        BATCHSCOPE_CHECK(false); // a cycle
        return rows;
    }

    std::uint32_t add(std::size_t row, float width) {
        m_cells.push_back({.width = width, .x = 0.0F, .above = {}, .below = {}});
        m_rows[row].push_back(static_cast<std::uint32_t>(m_cells.size() - 1));
        return m_rows[row].back();
    }

    /// Through a place of its own in each row between.
    void lead(const DiagramArrow& arrow) {
        std::vector<std::uint32_t> way = {arrow.from};
        for (std::size_t row = m_rowOf[arrow.from] + 1; row < m_rowOf[arrow.to]; ++row) {
            way.push_back(add(row, kPassWidth));
        }
        way.push_back(arrow.to);
        for (std::size_t place = 0; place + 1 < way.size(); ++place) {
            m_cells[way[place]].below.push_back(way[place + 1]);
            m_cells[way[place + 1]].above.push_back(way[place]);
        }
        m_ways.push_back(std::move(way));
    }

    static float middle(const std::vector<DiagramCell>& cells, const std::vector<std::uint32_t>& of, float fallback) {
        const float sum = std::accumulate(of.begin(), of.end(), 0.0F,
                                          [&](float before, std::uint32_t cell) { return before + cells[cell].x; });
        return of.empty() ? fallback : sum / static_cast<float>(of.size());
    }

    void sortBy(std::vector<std::uint32_t>& row, std::vector<std::uint32_t> DiagramCell::*neighbours) {
        std::vector<float> wanted(m_cells.size());
        for (const std::uint32_t cell : row) {
            wanted[cell] = middle(m_cells, m_cells[cell].*neighbours, m_cells[cell].x);
        }
        std::stable_sort(row.begin(), row.end(),
                         [&](std::uint32_t left, std::uint32_t right) { return wanted[left] < wanted[right]; });
        settle(row, wanted);
    }

    /// As near as possible to where they want to be, in order, without touching: from the left what must, then all
    /// together by what is left over on average.
    void settle(const std::vector<std::uint32_t>& row, const std::vector<float>& wanted) {
        float right = 0.0F;
        float excess = 0.0F;
        bool first = true;
        for (const std::uint32_t cell : row) {
            const float half = m_cells[cell].width / 2.0F;
            m_cells[cell].x = first ? wanted[cell] : std::max(wanted[cell], right + kGapAcross + half);
            right = m_cells[cell].x + half;
            excess += m_cells[cell].x - wanted[cell];
            first = false;
        }
        const float back = row.empty() ? 0.0F : excess / static_cast<float>(row.size());
        for (const std::uint32_t cell : row) {
            m_cells[cell].x -= back;
        }
        shift();
    }

    /// Each row from the left, as the boxes came; the widest row says how wide all is.
    void spread() {
        for (const auto& row : m_rows) {
            float right = 0.0F;
            for (const std::uint32_t cell : row) {
                m_cells[cell].x = right + m_cells[cell].width / 2.0F;
                right += m_cells[cell].width + kGapAcross;
            }
        }
        shift();
    }

    /// Nothing stands left of 0.
    void shift() {
        float left = 0.0F;
        float right = 0.0F;
        bool first = true;
        for (const DiagramCell& cell : m_cells) {
            left = first ? cell.x - cell.width / 2.0F : std::min(left, cell.x - cell.width / 2.0F);
            right = first ? cell.x + cell.width / 2.0F : std::max(right, cell.x + cell.width / 2.0F);
            first = false;
        }
        for (DiagramCell& cell : m_cells) {
            cell.x -= left;
        }
        m_width = right - left;
    }

    /// By row, and one more: where a further row would begin.
    [[nodiscard]] std::vector<float> rowTops() const {
        std::vector<float> heights(m_rows.size(), 0.0F);
        for (std::size_t box = 0; box < m_diagram.boxes.size(); ++box) {
            heights[m_rowOf[box]] = std::max(heights[m_rowOf[box]], m_diagram.boxes[box].height);
        }
        std::vector<float> tops = {0.0F};
        for (const float height : heights) {
            tops.push_back(tops.back() + height + kGapDown);
        }
        if (heights.empty()) {
            tops.back() = kGapDown;
        }
        return tops;
    }

    [[nodiscard]] std::vector<Point> curve(std::size_t arrow, const std::vector<Box>& boxes,
                                           const std::vector<float>& tops) const {
        const std::vector<std::uint32_t>& way = m_ways[arrow];
        const Box& from = boxes[way.front()];
        std::vector<Point> points = {{m_cells[way.front()].x, from.bottom()}};
        const auto bend = [&points](Point to) {
            const Point last = points.back();
            const float half = (last.y + to.y) / 2.0F;
            points.insert(points.end(), {{last.x, half}, {to.x, half}, to});
        };
        for (std::size_t place = 1; place + 1 < way.size(); ++place) {
            const std::size_t row = m_rowOf[way.front()] + place;
            const float x = m_cells[way[place]].x;
            bend({x, tops[row]});
            const float bottom = tops[row + 1] - kGapDown;
            points.insert(points.end(), {points.back(), {x, bottom}, {x, bottom}}); // straight through the row
        }
        bend({m_cells[way.back()].x, boxes[way.back()].y});
        return points;
    }

    const Diagram& m_diagram;
    std::vector<std::uint32_t> m_rowOf; // by box
    std::vector<DiagramCell> m_cells;   // boxes first
    std::vector<std::vector<std::uint32_t>> m_rows;
    std::vector<std::vector<std::uint32_t>> m_ways; // by arrow: cells that it passes
    float m_width = 0.0F;
};

} // namespace

PlacedDiagram placeInRows(const Diagram& diagram) {
    return Rows(diagram).placed();
}

namespace {

std::string argumentBox(std::int32_t argument) {
    return fmt::format("arg {}", argument);
}

constexpr float kBoxHeight = 2.5F;
constexpr float kPerCharacter = 0.6F; // of a line's height, wide letters among them
constexpr float kPadding = 1.0F;
constexpr float kNarrowest = 3.0F;
constexpr float kWidest = 16.0F;

std::string rowShape(const BodyValue& value) {
    return value.rows == RowsOf::Items ? fmt::format("[n, {}]", value.width) : fmt::format("[{}]", value.width);
}

std::string paramShape(const ParamSpec& param) {
    return param.rows == 1 ? fmt::format("[{}]", param.columns) : fmt::format("[{}, {}]", param.rows, param.columns);
}

/// As formulas have it, where there is a sign.
std::string titleOf(const BodyValue& value) {
    switch (value.primitive) {
    case Primitive::Argument: return argumentBox(value.argument);
    case Primitive::Fill: return fmt::format("{:g}", value.number);
    case Primitive::Slice: return fmt::format("[{}:{}]", value.begin, value.begin + value.width);
    case Primitive::Scale: return fmt::format("× {:g}", value.number);
    case Primitive::Shift: return fmt::format("+ {:g}", value.number);
    case Primitive::Power: return fmt::format("^ {:g}", value.number);
    default: return entryOf(value.primitive).sign;
    }
}

class Drawing {
public:
    Drawing(const OpSet& ops, OpId op) : m_ops(ops), m_op(ops.ops[op]) {
        for (std::size_t index = 0; index < m_op.body.values.size(); ++index) {
            addValue(BodyId(index));
        }
        for (std::size_t output = 0; output < m_op.outputs(); ++output) {
            const BodyId value = m_op.body.outputs[output];
            const std::string title = m_op.outputs() == 1 ? "output" : fmt::format("output {}", output);
            point(m_boxOf[value], add({OpBoxKind::Output, title, rowShape(m_op.body.values[value]), value}));
        }
    }

    OpDiagram take() { return std::move(m_result); }

private:
    std::uint32_t add(OpBox box) {
        const float characters = static_cast<float>(std::max(codePoints(box.title), codePoints(box.shape)));
        const float width = std::clamp(characters * kPerCharacter + kPadding, kNarrowest, kWidest);
        m_result.diagram.boxes.push_back({width, kBoxHeight});
        m_result.boxes.push_back(std::move(box));
        return static_cast<std::uint32_t>(m_result.boxes.size() - 1);
    }

    void point(std::uint32_t from, std::uint32_t to) { m_result.diagram.arrows.push_back({from, to}); }

    /// Integers are arguments that no value of the body stands for: each has one box.
    std::uint32_t integerBox(const BodyValue& lookup) {
        const auto [place, isNew] = m_integers.try_emplace(lookup.argument, 0);
        if (isNew) {
            place->second = add({OpBoxKind::Input, argumentBox(lookup.argument), "integer", {}});
        }
        return place->second;
    }

    /// A weight with its bias; where several values use the same pair, it is one box.
    std::uint32_t weightBox(const BodyValue& value) {
        const auto [place, isNew] = m_weights.try_emplace({value.weight, value.bias}, 0);
        if (isNew) {
            const ParamSpec& weight = m_ops.params[value.weight];
            std::string title = weight.name;
            if (value.bias.valid()) {
                title += ", " + m_ops.params[value.bias].name;
            }
            place->second = add({OpBoxKind::Weight, std::move(title), paramShape(weight), {}});
        }
        return place->second;
    }

    /// All that the op takes, rows and integers.
    void addCallOperands(const BodyValue& call, std::vector<std::uint32_t>& from) {
        for (std::size_t index = 0; index < m_boxOf.size(); ++index) {
            if (m_op.body.values[BodyId(index)].primitive == Primitive::Argument) {
                from.push_back(m_boxOf[BodyId(index)]);
            }
        }
        for (std::size_t slot = 0; slot < m_op.arguments.size(); ++slot) {
            if (m_op.arguments[slot].kind == ArgumentClass::Integer) {
                BodyValue integer = call;
                integer.argument = static_cast<std::int32_t>(slot);
                from.push_back(integerBox(integer));
            }
        }
    }

    void addValue(BodyId id) {
        const BodyValue& value = m_op.body.values[id];
        std::vector<std::uint32_t> from;
        if (operandCount(value.primitive) > 0) {
            from.push_back(m_boxOf[value.left]);
        }
        if (operandCount(value.primitive) > 1) {
            from.push_back(m_boxOf[value.right]);
        }
        if (value.primitive == Primitive::Lookup) {
            from.push_back(integerBox(value));
        }
        if (value.weight.valid()) {
            from.push_back(weightBox(value));
        }
        if (value.primitive == Primitive::Call) {
            addCallOperands(value, from);
        }
        const OpBoxKind kind = value.primitive == Primitive::Argument ? OpBoxKind::Input : OpBoxKind::Primitive;
        const std::uint32_t box = add({kind, titleOf(value), rowShape(value), id});
        m_boxOf.push_back(box);
        for (const std::uint32_t operand : from) {
            point(operand, box);
        }
    }

    const OpSet& m_ops;
    const Op& m_op;
    OpDiagram m_result;
    IdVector<BodyId, std::uint32_t> m_boxOf;
    std::map<std::int32_t, std::uint32_t> m_integers;               // by argument
    std::map<std::pair<ParamId, ParamId>, std::uint32_t> m_weights; // by weight and bias
};

} // namespace

OpDiagram opDiagram(const OpSet& ops, OpId op) {
    return Drawing(ops, op).take();
}

std::string opBoxTip(const OpSet& ops, OpId op, const OpBox& box, std::size_t batchSize) {
    if (box.kind == OpBoxKind::Weight) {
        return fmt::format("{}  {}: a parameter, the same for all rows", box.title, box.shape);
    }
    const std::string rows = batchSize == 0 ? "batch" : withThousands(batchSize);
    if (!box.value.valid()) {
        return fmt::format("{}  [{}]: one integer for each node", box.title, rows);
    }
    const OpBody& body = ops.ops[op].body;
    const BodyValue& value = body.values[box.value];
    const std::string shape = value.rows == RowsOf::Items
                                  ? fmt::format("[items, {}]: one row for each item of each node", value.width)
                                  : fmt::format("[{}, {}]: one row for each node", rows, value.width);
    return fmt::format("{}{}\n{}", box.kind == OpBoxKind::Output ? box.title + " = " : std::string(),
                       body.valueText(box.value, ops.params), shape);
}

} // namespace batchscope
