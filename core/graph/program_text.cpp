// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/program_text.h"

#include "core/base/json_string.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace batchscope {

namespace {

constexpr std::size_t kLongestWrittenName = 180; // below what the reader takes, with room for a number

std::string quotedJson(std::string_view text) {
    std::string quoted;
    appendJsonString(quoted, text);
    return quoted;
}

template <typename Items, typename Write>
std::string listJson(const Items& items, Write write) {
    std::string list = "[";
    for (const auto& item : items) {
        list += (list.size() == 1 ? "" : ", ") + write(item);
    }
    return list + ']';
}

/// `{"key": value, …}`; values are JSON already.
class ObjectJson {
public:
    ObjectJson& add(std::string_view key, std::string_view value) {
        m_text += m_text.empty() ? "{" : ", ";
        appendJsonString(m_text, key);
        m_text += ": ";
        m_text += value;
        return *this;
    }
    ObjectJson& add(std::string_view key, std::int64_t value) {
        return add(key, std::string_view(std::to_string(value)));
    }
    [[nodiscard]] std::string text() const { return m_text + '}'; }

private:
    std::string m_text;
};

/// Names without dots and control characters, no two alike.
class WrittenNames {
public:
    std::string add(std::string_view name) {
        std::string plain(name.substr(0, kLongestWrittenName));
        const auto isRefused = [](unsigned char letter) { return letter == '.' || letter < ' ' || letter == 0x7F; };
        std::replace_if(plain.begin(), plain.end(), isRefused, '_');
        std::string written = plain.empty() ? "unnamed" : plain;
        for (std::size_t count = 2; !m_used.insert(written).second; ++count) {
            written = fmt::format("{}#{}", plain, count);
        }
        return written;
    }

private:
    std::set<std::string, std::less<>> m_used;
};

class ProgramWriter {
public:
    ProgramWriter(const OpGraph& graph, const ParameterNumbers& numbers) : m_graph(graph), m_numbers(numbers) {
        for (std::size_t index = 0; index < graph.ops.params.size(); ++index) {
            m_params.push_back(m_paramNames.add(graph.ops.params[ParamId(index)].name));
        }
        for (std::size_t index = 0; index < graph.ops.ops.size(); ++index) {
            m_ops.push_back(m_opNames.add(graph.ops.ops[OpId(index)].name));
        }
        std::set<std::uint32_t> trees;
        for (std::size_t index = 0; index < graph.size(); ++index) {
            trees.insert(graph.origins[NodeId(index)].tree.value);
        }
        for (const std::uint32_t tree : trees) {
            m_instances.emplace(tree, m_instances.size());
        }
    }

    Result<std::string> text() {
        std::string text = R"({"batchscope_program": 1)";
        text += ",\n ";
        appendJsonString(text, "name");
        text += ": " + quotedJson(m_graph.ops.name);
        lines(text, "params", m_params.size(), [this](std::size_t index) { return paramJson(ParamId(index)); });
        lines(text, "ops", m_ops.size(), [this](std::size_t index) { return opJson(OpId(index)); });
        lines(text, "calls", m_graph.size(), [this](std::size_t index) { return callJson(NodeId(index)); });
        lines(text, "outputs", m_graph.outputs.size(), [this](std::size_t index) { return outputJson(index); });
        return m_isFinite ? Result<std::string>(text + "}\n")
                          : Error{ErrorCode::Config, "a number of this graph is not finite, which JSON cannot say"};
    }

private:
    template <typename Write>
    static void lines(std::string& text, std::string_view key, std::size_t count, Write write) {
        text += fmt::format(",\n \"{}\": [", key);
        for (std::size_t index = 0; index < count; ++index) {
            text += (index == 0 ? "\n  " : ",\n  ") + write(index);
        }
        text += ']';
    }

    std::string numberJson(double number) {
        m_isFinite = m_isFinite && std::isfinite(number);
        return fmt::format("{}", number);
    }

    std::string numbersJson(std::span<const double> numbers) {
        return listJson(numbers, [this](double number) { return numberJson(number); });
    }

    std::string paramJson(ParamId param) {
        const ParamSpec& spec = m_graph.ops.params[param];
        ObjectJson json;
        json.add("name", quotedJson(m_params[param])).add("rows", spec.rows).add("columns", spec.columns);
        if (m_numbers || spec.given != nullptr) {
            json.add("values", numbersJson(m_numbers ? m_numbers(param) : *spec.given));
        } else if (spec.init != ParamInit::Uniform) {
            json.add("init", quotedJson(spec.init == ParamInit::Zero ? "zero" : "one"));
        }
        return json.text();
    }

    std::string opJson(OpId id) {
        const Op& op = m_graph.ops.ops[id];
        std::vector<std::string> arguments;
        for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
            arguments.push_back(argumentTypeJson(slot, op.arguments[slot]));
        }
        std::vector<std::string> body;
        for (std::size_t index = 0; index < op.body.values.size(); ++index) {
            if (op.body.values[BodyId(index)].primitive != Primitive::Argument) {
                body.push_back(valueJson(op.body, BodyId(index)));
            }
        }
        ObjectJson json;
        json.add("name", quotedJson(m_ops[id])).add("arguments", listJson(arguments, asIs));
        json.add("body", listJson(body, asIs));
        json.add("outputs",
                 listJson(op.body.outputs, [&op](BodyId output) { return quotedJson(valueName(op.body, output)); }));
        if (op.batchable == Batchable::No) {
            json.add("batchable", "false");
        }
        return json.text();
    }

    static std::string asIs(const std::string& json) { return json; }

    static std::string argumentTypeJson(std::size_t slot, const ArgumentType& type) {
        ObjectJson json;
        json.add("name", quotedJson(argumentName(slot))).add("class", quotedJson(argumentClassName(type.kind)));
        if (type.kind != ArgumentClass::Integer) {
            json.add("width", type.width);
        }
        if (type.arity == Arity::Any) {
            json.add("variadic", "true");
        }
        return json.text();
    }

    static std::string argumentName(std::size_t slot) { return fmt::format("x{}", slot); }

    static std::string valueName(const OpBody& body, BodyId value) {
        return body.values[value].primitive == Primitive::Argument
                   ? argumentName(static_cast<std::size_t>(body.values[value].argument))
                   : fmt::format("v{}", value.value);
    }

    std::string valueJson(const OpBody& body, BodyId id) {
        const BodyValue& value = body.values[id];
        std::vector<std::string> of;
        if (value.primitive == Primitive::Lookup) {
            of.push_back(argumentName(static_cast<std::size_t>(value.argument)));
        }
        for (const BodyId operand : {value.left, value.right}) {
            if (operand.valid()) {
                of.push_back(valueName(body, operand));
            }
        }
        ObjectJson json;
        json.add("name", quotedJson(valueName(body, id))).add("do", quotedJson(primitiveName(value.primitive)));
        if (!of.empty()) {
            json.add("of", listJson(of, quotedJson));
        }
        addDetails(value, json);
        return json.text();
    }

    /// What the primitive has beside its operands.
    void addDetails(const BodyValue& value, ObjectJson& json) {
        switch (value.primitive) {
        case Primitive::Lookup: json.add("table", quotedJson(m_params[value.weight])); break;
        case Primitive::Linear:
            json.add("weight", quotedJson(m_params[value.weight]));
            if (value.bias.valid()) {
                json.add("bias", quotedJson(m_params[value.bias]));
            }
            break;
        case Primitive::Fill: json.add("width", value.width).add("number", numberJson(value.number)); break;
        case Primitive::Slice: json.add("begin", value.begin).add("width", value.width); break;
        case Primitive::Widen: json.add("width", value.width); break;
        default:
            if (entryOf(value.primitive).hasNumber) {
                json.add("number", numberJson(value.number));
            }
        }
    }

    std::string callJson(NodeId node) {
        const Op& op = m_graph.opOf(node);
        const auto write = [this](const Argument& argument) { return argumentJson(argument); };
        std::vector<std::string> arguments;
        for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
            const auto given = m_graph.slotOf(node, slot);
            arguments.push_back(op.arguments[slot].arity == Arity::Any ? listJson(given, write) : write(given.front()));
        }
        ObjectJson json;
        json.add("name", quotedJson(fmt::format("n{}", node.value)))
            .add("op", quotedJson(m_ops[m_graph.nodeOps[node]]));
        json.add("args", listJson(arguments, asIs));
        const std::size_t instance = m_instances.at(m_graph.origins[node].tree.value);
        if (instance > 0) {
            json.add("instance", static_cast<std::int64_t>(instance));
        }
        return json.text();
    }

    std::string argumentJson(const Argument& argument) {
        switch (argument.kind) {
        case ArgumentClass::Row: return referenceJson(argument.value());
        case ArgumentClass::Shared: return ObjectJson().add("shared", referenceJson(argument.value())).text();
        case ArgumentClass::Integer: return ObjectJson().add("integer", argument.payload).text();
        case ArgumentClass::Constant:
            return ObjectJson().add("constant", numbersJson(m_graph.constants[argument.constant()])).text();
        }
        return {};
    }

    static std::string referenceJson(Value value) { return fmt::format("\"n{}.{}\"", value.node.value, value.output); }

    std::string outputJson(std::size_t index) {
        const std::int32_t target = m_graph.targets.empty() ? kNoTarget : m_graph.targets[index];
        const std::string value = referenceJson(m_graph.outputs[index]);
        return target == kNoTarget ? value : ObjectJson().add("value", value).add("target", target).text();
    }

    const OpGraph& m_graph;
    const ParameterNumbers& m_numbers;
    WrittenNames m_paramNames;
    WrittenNames m_opNames;
    IdVector<ParamId, std::string> m_params;
    IdVector<OpId, std::string> m_ops;
    std::map<std::uint32_t, std::size_t> m_instances; // by tree id, in its order
    bool m_isFinite = true;
};

} // namespace

Result<std::string> programText(const OpGraph& graph, const ParameterNumbers& numbers) {
    if (graph.ops.hasCalls()) {
        return Error{ErrorCode::Config,
                     "a program has bodies of primitives only; this graph calls code that is not part of it"};
    }
    if (graph.roundCount() > 1) {
        return Error{ErrorCode::Config, "values of this graph are read while it runs, which a program cannot say"};
    }
    return ProgramWriter(graph, numbers).text();
}

} // namespace batchscope
