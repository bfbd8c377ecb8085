// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/diagram.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

namespace batchscope {

namespace {

constexpr float kInchesPerUnit = 0.25F;

/// In the words of one line of dot's output.
Point pointIn(std::istringstream& words, float height) {
    Point point;
    words >> point.x >> point.y;
    return {point.x / kInchesPerUnit, (height - point.y) / kInchesPerUnit}; // inches, y upward
}

} // namespace

std::string dotText(const Diagram& diagram) {
    std::string text = fmt::format("digraph {{ nodesep={} ranksep={}\nnode [shape=box fixedsize=true label=\"\"]\n"
                                   "edge [dir=none tailport=s headport=n]\n",
                                   0.8F * kInchesPerUnit, 1.4F * kInchesPerUnit);
    for (std::size_t box = 0; box < diagram.boxes.size(); ++box) {
        text += fmt::format("{} [width={} height={}]\n", box, diagram.boxes[box].width * kInchesPerUnit,
                            diagram.boxes[box].height * kInchesPerUnit);
    }
    for (const DiagramArrow& arrow : diagram.arrows) {
        text += fmt::format("{} -> {}\n", arrow.from, arrow.to);
    }
    return text + "}\n";
}

std::optional<PlacedDiagram> placedBy(const std::string& answer, const Diagram& diagram) {
    PlacedDiagram placed;
    placed.boxes.resize(diagram.boxes.size(), {});
    placed.arrows.resize(diagram.arrows.size());
    std::istringstream lines(answer);
    float height = 0.0F;
    std::size_t boxes = 0;
    std::size_t arrows = 0;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "graph") {
            float scale = 1.0F;
            words >> scale >> placed.bounds.width >> height;
            placed.bounds = {0.0F, 0.0F, placed.bounds.width / kInchesPerUnit, height / kInchesPerUnit};
        } else if (kind == "node") {
            std::size_t box = 0;
            words >> box;
            const Point center = pointIn(words, height);
            if (!words || box >= placed.boxes.size()) {
                return std::nullopt;
            }
            const DiagramBox& size = diagram.boxes[box];
            placed.boxes[box] = {center.x - size.width / 2.0F, center.y - size.height / 2.0F, size.width, size.height};
            ++boxes;
        } else if (kind == "edge") {
            DiagramArrow arrow;
            std::size_t count = 0;
            words >> arrow.from >> arrow.to >> count;
            std::vector<Point> points;
            while (words && points.size() < count) {
                points.push_back(pointIn(words, height));
            }
            // Of two equal arrows, the one that has no place yet.
            std::size_t place = 0;
            while (place < placed.arrows.size() && !(diagram.arrows[place] == arrow && placed.arrows[place].empty())) {
                ++place;
            }
            if (!words || count % 3 != 1 || place == placed.arrows.size()) {
                return std::nullopt;
            }
            placed.arrows[place] = std::move(points);
            ++arrows;
        }
    }
    return boxes == diagram.boxes.size() && arrows == diagram.arrows.size() ? std::optional(std::move(placed))
                                                                            : std::nullopt;
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
