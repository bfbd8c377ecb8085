// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/explain_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace batchscope {

namespace {

constexpr std::string_view kBodyField = "body";

std::string argumentField(std::size_t slot) {
    return fmt::format("argument {}", slot);
}

/// `aspect` is a field of the argument.
std::string argumentField(std::size_t slot, std::string_view aspect) {
    return fmt::format("argument {} {}", slot, aspect);
}

std::string slotCount(std::size_t count) {
    return fmt::format("{} slot{}", count, count == 1 ? "" : "s");
}

std::string bodyOfOp(std::string_view op, std::uint32_t id) {
    return fmt::format("of op {} (#{})", op, id);
}

constexpr const char* kNone = "none";

/// Collects fields whose two values differ.
class Differences {
public:
    void add(const std::string& field, const std::string& a, const std::string& b) {
        if (a != b) {
            m_fields.push_back({field, a, b});
        }
    }
    [[nodiscard]] bool empty() const { return m_fields.empty(); }
    [[nodiscard]] std::vector<FieldDifference> take() { return std::move(m_fields); }

private:
    std::vector<FieldDifference> m_fields;
};

std::string attributeText(const Op& op, const std::string& name) {
    const auto found = std::find_if(op.attributes.begin(), op.attributes.end(),
                                    [&](const Attribute& attribute) { return attribute.name == name; });
    return found == op.attributes.end() ? kNone : fmt::format("{}", found->value);
}

void addAttributes(const Op& a, const Op& b, Differences& out) {
    std::vector<std::string> names;
    for (const Op* op : {&a, &b}) {
        for (const Attribute& attribute : op->attributes) {
            if (std::find(names.begin(), names.end(), attribute.name) == names.end()) {
                names.push_back(attribute.name);
            }
        }
    }
    for (const std::string& name : names) {
        out.add(fmt::format("attribute {}", name), attributeText(a, name), attributeText(b, name));
    }
}

std::string parametersText(const OpSet& ops, const std::vector<ParamId>& parameters, bool withIds) {
    std::string text;
    for (const ParamId param : parameters) {
        text += text.empty() ? "" : ", ";
        text += ops.params[param].name + (withIds ? fmt::format(" (#{})", param.value) : "");
    }
    return text.empty() ? kNone : text;
}

void addParameters(const OpSet& ops, const Signature& a, const Signature& b, Differences& out) {
    if (a.parameters == b.parameters) {
        return;
    }
    const bool namesTell = parametersText(ops, a.parameters, false) != parametersText(ops, b.parameters, false);
    out.add("parameters", parametersText(ops, a.parameters, !namesTell), parametersText(ops, b.parameters, !namesTell));
}

const char* dtypeText(DType dtype) {
    return dtype == DType::Float32 ? "float32" : "float64";
}

std::string argumentText(const ArgumentType& argument) {
    if (argument.kind == ArgumentClass::Integer) {
        return argumentClassName(argument.kind);
    }
    const std::string one =
        fmt::format("{}[{}] {}", argumentClassName(argument.kind), argument.width, dtypeText(argument.dtype));
    return argument.arity == Arity::Any ? fmt::format("{} ×any", one) : one;
}

void addArguments(const Signature& a, const Signature& b, Differences& out) {
    out.add("arity", slotCount(a.arguments.size()), slotCount(b.arguments.size()));
    for (std::size_t slot = 0; slot < std::max(a.arguments.size(), b.arguments.size()); ++slot) {
        if (slot >= a.arguments.size() || slot >= b.arguments.size()) {
            out.add(argumentField(slot), slot < a.arguments.size() ? argumentText(a.arguments[slot]) : kNone,
                    slot < b.arguments.size() ? argumentText(b.arguments[slot]) : kNone);
            continue;
        }
        const ArgumentType& left = a.arguments[slot];
        const ArgumentType& right = b.arguments[slot];
        out.add(argumentField(slot, "class"), argumentClassName(left.kind), argumentClassName(right.kind));
        out.add(argumentField(slot, "count"), left.arity == Arity::Any ? "any" : "one",
                right.arity == Arity::Any ? "any" : "one");
        if (left.kind != ArgumentClass::Integer && right.kind != ArgumentClass::Integer) { // integers have neither
            out.add(argumentField(slot, "width"), std::to_string(left.width), std::to_string(right.width));
            out.add(argumentField(slot, "dtype"), dtypeText(left.dtype), dtypeText(right.dtype));
        }
    }
}

void addShared(const OpGraph& graph, const Signature& a, const Signature& b, Differences& out) {
    const auto text = [&](const Signature& signature, std::size_t index) {
        if (index >= signature.shared.size()) {
            return std::string(kNone);
        }
        const Value value = signature.shared[index];
        return fmt::format("output {} of {}", value.output, nodeText(graph, value.node));
    };
    for (std::size_t index = 0; index < std::max(a.shared.size(), b.shared.size()); ++index) {
        out.add(fmt::format("shared value {}", index), text(a, index), text(b, index));
    }
}

/// Whether it is one value of their bodies, at most, that keeps their calls apart, or nothing but their names.
bool haveComparableBodies(const Op& a, const Op& b) {
    return &a != &b && a.call == nullptr && b.call == nullptr && a.arguments == b.arguments &&
           a.body.outputs == b.body.outputs && a.body.values.size() == b.body.values.size();
}

/// The first value that differs; where none does, this is what it says.
void addBodies(const OpSet& ops, const Op& a, const Op& b, Differences& out) {
    for (std::size_t index = 0; index < a.body.values.size(); ++index) {
        const std::string left = a.body.valueText(BodyId(index), ops.params);
        const std::string right = b.body.valueText(BodyId(index), ops.params);
        if (left != right) {
            out.add(std::string(kBodyField), left, right);
            return;
        }
    }
    if (a.name != b.name) {
        out.add(std::string(kBodyField), fmt::format("the body of {}", a.name),
                fmt::format("the same body in {}; one op could serve for both", b.name));
    }
}

} // namespace

std::vector<FieldDifference> signatureDifferences(const OpGraph& graph, SignatureId a, SignatureId b) {
    if (a == b) {
        return {};
    }
    const Signature& left = graph.signatures[a];
    const Signature& right = graph.signatures[b];
    const Op& leftOp = graph.ops.ops[left.op];
    const Op& rightOp = graph.ops.ops[right.op];
    Differences out;
    out.add("op", leftOp.name, rightOp.name);
    const bool haveSameAttributes = leftOp.attributes == rightOp.attributes;
    addAttributes(leftOp, rightOp, out);
    addParameters(graph.ops, left, right, out);
    addArguments(left, right, out);
    addShared(graph, left, right, out);
    out.add("device", left.device == Device::Cpu ? "cpu" : "cuda", right.device == Device::Cpu ? "cpu" : "cuda");
    if (haveSameAttributes && haveComparableBodies(leftOp, rightOp)) { // attributes stand in bodies, too
        addBodies(graph.ops, leftOp, rightOp, out);
    }
    if (out.empty()) { // two ops of one name
        out.add(std::string(kBodyField), bodyOfOp(leftOp.name, left.op.value), bodyOfOp(rightOp.name, right.op.value));
    }
    return out.take();
}

} // namespace batchscope
