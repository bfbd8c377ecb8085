// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/module_messages.h"

#include "core/base/budget.h"

#include <algorithm>
#include <set>

namespace batchscope {

namespace {

constexpr std::int32_t kWidest = 1 << 24;

bool isWidth(std::int32_t width) {
    return width > 0 && width <= kWidest;
}

/// Checks the ops that a process sent against what core/nets expects.
class OpsCheck {
public:
    OpsCheck(const SentOps& sent, const ModuleFacts& facts, const OpsRequest& request)
        : m_sent(sent), m_ops(sent.hosted.ops), m_facts(facts), m_request(request) {}

    [[nodiscard]] bool areSound() {
        return m_ops.set.dtype == m_request.dtype && m_ops.values == m_facts.widths.size() && areParamsSound() &&
               areCallsSound() && areBodiesSound() && areSignaturesSound();
    }

private:
    bool areParamsSound() {
        std::uint64_t numbers = 0;
        for (const ParamSpec& param : m_ops.set.params) {
            if (param.given == nullptr) {
                return false;
            }
            numbers += param.given->size();
            if (param.rows < 1 || param.columns < 1 || param.meaning > RowMeaning::Bytes ||
                param.given->size() != std::uint64_t(param.rows) * std::uint64_t(param.columns)) {
                return false;
            }
        }
        return numbers <= memoryLimit() / sizeof(double);
    }

    bool areCallsSound() {
        return std::all_of(m_sent.calls.begin(), m_sent.calls.end(), [&](const SentCall& call) {
            const auto isParam = [&](ParamId param) { return m_ops.set.params.contains(param); };
            return m_ops.set.ops.contains(call.op) && m_called.insert(call.op).second &&
                   std::all_of(call.parameters.begin(), call.parameters.end(), isParam) &&
                   std::set(call.parameters.begin(), call.parameters.end()).size() == call.parameters.size();
        });
    }

    bool areBodiesSound() {
        for (std::size_t index = 0; index < m_ops.set.ops.size(); ++index) {
            const Op& op = m_ops.set.ops[OpId(index)];
            IdVector<BodyId, BodyValue> before;
            for (const BodyValue& value : op.body.values) {
                if (!isSound(value, before, op, m_called.contains(OpId(index)))) {
                    return false;
                }
                before.push_back(value);
            }
            const auto isValue = [&](BodyId output) { return before.contains(output); };
            if (op.body.outputs.empty() || !std::all_of(op.body.outputs.begin(), op.body.outputs.end(), isValue) ||
                op.batchable > Batchable::No) {
                return false;
            }
        }
        return true;
    }

    bool isSound(const BodyValue& value, const IdVector<BodyId, BodyValue>& before, const Op& op, bool isCalled) const {
        if (value.primitive > Primitive::Call || value.rows != RowsOf::Nodes || !isWidth(value.width) ||
            widthOf(value, before, m_ops.set.params) != value.width) {
            return false;
        }
        const auto argument = static_cast<std::size_t>(value.argument);
        switch (value.primitive) {
        case Primitive::Argument:
            return argument < op.arguments.size() && op.arguments[argument].kind == ArgumentClass::Row &&
                   op.arguments[argument].width == value.width;
        case Primitive::Lookup: // word ids are below embeddingRows, so no table may be smaller
            return argument < op.arguments.size() && op.arguments[argument].kind == ArgumentClass::Integer &&
                   m_facts.embeddingRows > 0 &&
                   static_cast<std::size_t>(m_ops.set.params[value.weight].rows) >= m_facts.embeddingRows;
        case Primitive::Call: return isCalled && value.begin >= 0;
        case Primitive::SegmentSum:
        case Primitive::SegmentMean:
        case Primitive::SegmentMax:
        case Primitive::Spread: return false; // no method takes a variable number of rows
        default: return !isCalled;
        }
    }

    bool areSignaturesSound() {
        const auto none = std::vector<std::int32_t>();
        const auto is = [&](OpId id, bool takesWord, const std::vector<std::int32_t>& rows, bool givesState) {
            return !id.valid() || isSignature(id, takesWord, rows, givesState);
        };
        const bool isNary = m_facts.recursion == Recursion::Nary;
        bool fine = m_ops.logitsTake <= m_ops.values && m_ops.compareTakes <= m_ops.values;
        fine = fine && is(m_ops.leaf, true, none, true) && is(m_ops.compose, false, states(2, m_ops.values), true);
        fine = fine && is(m_ops.start, true, none, true) && is(m_ops.zeros, false, none, true);
        fine = fine && is(m_ops.step, true, states(1, m_ops.values), true);
        fine = fine && is(m_ops.logits, false, states(1, m_ops.logitsTake), false);
        fine = fine && is(m_ops.compare, false, states(2, m_ops.compareTakes), false);
        for (std::size_t children = 0; fine && children < m_ops.nodes.size(); ++children) {
            const OpId id = m_ops.nodes[children];
            const bool takesWord = id.valid() && m_ops.set.ops.contains(id) && takesWordFirst(m_ops.set.ops[id]);
            fine = is(id, takesWord, childrenOf(children), true);
        }
        switch (m_facts.recursion) {
        case Recursion::Binary: return fine && m_ops.leaf.valid() && m_ops.compose.valid();
        case Recursion::Nary: break;
        case Recursion::Sequence: return fine && m_ops.step.valid() && (m_ops.start.valid() || m_ops.zeros.valid());
        }
        return fine && isNary && !m_ops.nodes.empty();
    }

    static bool takesWordFirst(const Op& op) {
        return !op.arguments.empty() && op.arguments.front().kind == ArgumentClass::Integer;
    }

    /// The widths of the first `taken` rows of `count` states.
    [[nodiscard]] std::vector<std::int32_t> states(std::size_t count, std::size_t taken) const {
        std::vector<std::int32_t> widths;
        for (std::size_t state = 0; state < count; ++state) {
            for (std::size_t row = 0; row < std::min(taken, m_facts.widths.size()); ++row) {
                widths.push_back(m_facts.widths[row]);
            }
        }
        return widths;
    }

    /// The widths of the first rows of all children, then of their second rows, and so on.
    [[nodiscard]] std::vector<std::int32_t> childrenOf(std::size_t children) const {
        std::vector<std::int32_t> widths;
        for (const std::int32_t width : m_facts.widths) {
            widths.insert(widths.end(), children, width);
        }
        return widths;
    }

    [[nodiscard]] bool isSignature(OpId id, bool takesWord, const std::vector<std::int32_t>& rows,
                                   bool givesState) const {
        if (!m_ops.set.ops.contains(id)) {
            return false;
        }
        const Op& op = m_ops.set.ops[id];
        const std::size_t words = takesWord ? 1 : 0;
        if (op.arguments.size() != rows.size() + words || takesWordFirst(op) != takesWord) {
            return false;
        }
        for (std::size_t slot = words; slot < op.arguments.size(); ++slot) {
            const ArgumentType& type = op.arguments[slot];
            if (type.kind != ArgumentClass::Row || type.width != rows[slot - words] || type.arity != Arity::One ||
                type.dtype != m_request.dtype) {
                return false;
            }
        }
        std::vector<std::int32_t> outputs;
        for (std::size_t output = 0; output < op.outputs(); ++output) {
            outputs.push_back(op.outputWidth(output));
        }
        return givesState ? outputs == m_facts.widths : outputs.size() == 1;
    }

    const SentOps& m_sent;
    const UserOps& m_ops;
    const ModuleFacts& m_facts;
    const OpsRequest& m_request;
    std::set<OpId> m_called;
};

} // namespace

bool areSound(const ModuleFacts& facts) {
    return !facts.widths.empty() && std::all_of(facts.widths.begin(), facts.widths.end(), isWidth) &&
           facts.recursion <= Recursion::Sequence && facts.classes >= 0 && facts.classes <= kWidest &&
           facts.compared >= 0 && facts.compared <= kWidest;
}

bool areSound(const SentOps& sent, const ModuleFacts& facts, const OpsRequest& request) {
    return OpsCheck(sent, facts, request).areSound();
}

} // namespace batchscope
