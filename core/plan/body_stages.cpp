// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/body_stages.h"

#include <algorithm>

namespace batchscope {

namespace {

/// The leaves of a tree of concatenations, left to right.
std::vector<LinearPart> concatenated(const OpBody& body, BodyId value) {
    std::vector<LinearPart> parts;
    std::vector<BodyId> open = {value};
    std::int32_t column = 0;
    while (!open.empty()) {
        const BodyId at = open.back();
        open.pop_back();
        const BodyValue& node = body.values[at];
        if (node.primitive == Primitive::Concat) {
            open.push_back(node.right);
            open.push_back(node.left);
        } else {
            parts.push_back({at, column});
            column += node.width;
        }
    }
    return parts;
}

bool canPush(const OpBody& body, BodyId input) {
    const std::vector<LinearPart> parts = concatenated(body, input);
    return std::all_of(parts.begin(), parts.end(),
                       [&body](const LinearPart& part) { return isGiven(body.values[part.input].primitive); });
}

class Analysis {
public:
    Analysis(const OpBody& body, const CompileRules& rules) : m_body(body), m_rules(rules) {
        m_stages.ownRows.resize(body.values.size(), 0);
        m_stages.levels.resize(body.values.size(), 0);
    }

    BodyStages run() {
        for (const BodyId output : m_body.outputs) {
            if (!isGiven(m_body.values[output].primitive) && m_body.values[output].primitive != Primitive::Fill) {
                m_stages.ownRows[output] = 1;
            }
        }
        for (std::size_t index = 0; index < m_body.values.size(); ++index) {
            demandRows(m_body.values[BodyId(index)], BodyId(index));
        }
        for (std::size_t index = 0; index < m_body.values.size(); ++index) {
            m_stages.levels[BodyId(index)] = levelOf(m_body.values[BodyId(index)]);
        }
        return std::move(m_stages);
    }

private:
    void demandRows(const BodyValue& value, BodyId self) {
        switch (value.primitive) {
        case Primitive::Linear:
            if (!m_rules.pushMaps || !canPush(m_body, value.left)) {
                m_stages.ownRows[value.left] = 1;
            }
            break;
        case Primitive::SegmentSum:
        case Primitive::Spread:
            if (!isGiven(m_body.values[value.left].primitive)) {
                m_stages.ownRows[value.left] = 1;
            }
            break;
        default:
            if (readsRows(value.primitive)) {
                demandWholeRows(value, self);
            } else if (!m_rules.fuseElementwise && isElementwise(value.primitive)) {
                m_stages.ownRows[self] = 1;
            }
        }
    }

    /// Gives separate rows to a row function and its operands, because its kernel does nothing else.
    void demandWholeRows(const BodyValue& value, BodyId self) {
        m_stages.ownRows[self] = 1;
        for (const BodyId operand : {value.left, value.right}) {
            if (operand.valid() && !isGiven(m_body.values[operand].primitive)) {
                m_stages.ownRows[operand] = 1;
            }
        }
    }

    /// With fuseElementwise, an elementwise value may have the same level as operands with separate rows.
    [[nodiscard]] std::int32_t levelOf(const BodyValue& value) const {
        const bool needsRows = !m_rules.fuseElementwise || value.primitive == Primitive::Linear ||
                               value.primitive == Primitive::SegmentSum || value.primitive == Primitive::Spread ||
                               readsRows(value.primitive);
        std::int32_t level = 0;
        for (const BodyId operand : {value.left, value.right}) {
            if (operand.valid()) {
                const bool isReadAsRows = needsRows || readsRows(m_body.values[operand].primitive);
                level = std::max(level, isReadAsRows ? m_stages.readableAt(operand) : m_stages.levels[operand]);
            }
        }
        return level;
    }

    const OpBody& m_body;
    const CompileRules& m_rules;
    BodyStages m_stages;
};

} // namespace

bool isGiven(Primitive primitive) {
    return primitive == Primitive::Argument || primitive == Primitive::Lookup;
}

std::vector<LinearPart> linearParts(const OpBody& body, BodyId linear, const BodyStages& stages) {
    const BodyId input = body.values[linear].left;
    if (stages.ownRows[input] != 0) {
        return {{input, 0}};
    }
    return concatenated(body, input);
}

BodyStages stagesOf(const OpBody& body, const CompileRules& rules) {
    return Analysis(body, rules).run();
}

} // namespace batchscope
