// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/program_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

namespace batchscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestWrittenName = 180; // below the reader's limit, with room for a number

/// Makes names unique and free of dots and control characters.
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
        WrittenNames params;
        for (const ParamSpec& param : graph.ops.params) {
            m_params.push_back(params.add(param.name));
        }
        WrittenNames ops;
        for (const Op& op : graph.ops.ops) {
            m_ops.push_back(ops.add(op.name));
        }
        std::set<std::uint32_t> trees;
        for (const Origin& origin : graph.origins) {
            trees.insert(origin.tree.value);
        }
        for (const std::uint32_t tree : trees) {
            m_instances.emplace(tree, m_instances.size());
        }
    }

    Result<std::string> text() {
        std::string text = "{\"batchscope_program\": 1,\n \"name\": " + lineOf(m_graph.ops.name);
        lines(text, "params", m_params.size(), [this](std::size_t index) { return paramJson(ParamId(index)); });
        lines(text, "ops", m_ops.size(), [this](std::size_t index) { return opJson(OpId(index)); });
        lines(text, "calls", m_graph.size(), [this](std::size_t index) { return callJson(NodeId(index)); });
        lines(text, "outputs", m_graph.outputs.size(), [this](std::size_t index) { return outputJson(index); });
        return m_isFinite ? Result<std::string>(text + "}\n")
                          : Error{ErrorCode::Config, "a number of this graph is not finite, which JSON cannot say"};
    }

private:
    static std::string lineOf(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

    template <typename Write>
    static void lines(std::string& text, std::string_view key, std::size_t count, Write write) {
        text += fmt::format(",\n \"{}\": [", key);
        for (std::size_t index = 0; index < count; ++index) {
            text += (index == 0 ? "\n  " : ",\n  ") + lineOf(write(index));
        }
        text += ']';
    }

    template <typename Numbers>
    Json numbersJson(const Numbers& numbers) {
        m_isFinite = m_isFinite &&
                     std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
        return Json(std::vector<double>(numbers.begin(), numbers.end()));
    }

    Json paramJson(ParamId param) {
        const ParamSpec& spec = m_graph.ops.params[param];
        Json json = {{"name", m_params[param]}, {"rows", spec.rows}, {"columns", spec.columns}};
        if (m_numbers || spec.given != nullptr) {
            json["values"] = numbersJson(m_numbers ? m_numbers(param) : *spec.given);
        } else if (spec.init != ParamInit::Uniform) {
            json["init"] = spec.init == ParamInit::Zero ? "zero" : "one";
        }
        return json;
    }

    Json opJson(OpId id) {
        const Op& op = m_graph.ops.ops[id];
        Json json = {
            {"name", m_ops[id]}, {"arguments", Json::array()}, {"body", Json::array()}, {"outputs", Json::array()}};
        for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
            json["arguments"].push_back(argumentTypeJson(slot, op.arguments[slot]));
        }
        for (std::size_t index = 0; index < op.body.values.size(); ++index) {
            if (op.body.values[BodyId(index)].primitive != Primitive::Argument) {
                json["body"].push_back(valueJson(op.body, BodyId(index)));
            }
        }
        for (const BodyId output : op.body.outputs) {
            json["outputs"].push_back(valueName(op.body, output));
        }
        if (op.batchable == Batchable::No) {
            json["batchable"] = false;
        }
        return json;
    }

    static Json argumentTypeJson(std::size_t slot, const ArgumentType& type) {
        Json json = {{"name", argumentName(slot)}, {"class", argumentClassName(type.kind)}};
        if (type.kind != ArgumentClass::Integer) {
            json["width"] = type.width;
        }
        if (type.arity == Arity::Any) {
            json["variadic"] = true;
        }
        return json;
    }

    static std::string argumentName(std::size_t slot) { return fmt::format("x{}", slot); }

    static std::string valueName(const OpBody& body, BodyId value) {
        return body.values[value].primitive == Primitive::Argument
                   ? argumentName(static_cast<std::size_t>(body.values[value].argument))
                   : fmt::format("v{}", value.value);
    }

    Json valueJson(const OpBody& body, BodyId id) {
        const BodyValue& value = body.values[id];
        Json json = {{"name", valueName(body, id)}, {"do", primitiveName(value.primitive)}};
        if (value.primitive == Primitive::Lookup) {
            json["of"].push_back(argumentName(static_cast<std::size_t>(value.argument)));
        }
        for (const BodyId operand : {value.left, value.right}) {
            if (operand.valid()) {
                json["of"].push_back(valueName(body, operand));
            }
        }
        addDetails(value, json);
        return json;
    }

    void addDetails(const BodyValue& value, Json& json) {
        switch (value.primitive) {
        case Primitive::Lookup: json["table"] = m_params[value.weight]; break;
        case Primitive::Linear:
            json["weight"] = m_params[value.weight];
            if (value.bias.valid()) {
                json["bias"] = m_params[value.bias];
            }
            break;
        case Primitive::Slice: json["begin"] = value.begin; [[fallthrough]];
        case Primitive::Fill:
        case Primitive::Widen: json["width"] = value.width; break;
        default: break;
        }
        if (value.primitive == Primitive::Fill || entryOf(value.primitive).hasNumber) {
            m_isFinite = m_isFinite && std::isfinite(value.number);
            json["number"] = value.number;
        }
    }

    Json callJson(NodeId node) {
        const Op& op = m_graph.opOf(node);
        Json json = {
            {"name", fmt::format("n{}", node.value)}, {"op", m_ops[m_graph.nodeOps[node]]}, {"args", Json::array()}};
        for (std::size_t slot = 0; slot < op.arguments.size(); ++slot) {
            Json given = Json::array();
            for (const Argument& argument : m_graph.slotOf(node, slot)) {
                given.push_back(argumentJson(argument));
            }
            json["args"].push_back(op.arguments[slot].arity == Arity::Any ? given : given.front());
        }
        if (const std::size_t instance = m_instances.at(m_graph.origins[node].tree.value); instance > 0) {
            json["instance"] = instance;
        }
        return json;
    }

    Json argumentJson(const Argument& argument) {
        switch (argument.kind) {
        case ArgumentClass::Row: return referenceTo(argument.value());
        case ArgumentClass::Shared: return {{"shared", referenceTo(argument.value())}};
        case ArgumentClass::Integer: return {{"integer", argument.payload}};
        case ArgumentClass::Constant: return {{"constant", numbersJson(m_graph.constants[argument.constant()])}};
        }
        return {};
    }

    static std::string referenceTo(Value value) { return fmt::format("n{}.{}", value.node.value, value.output); }

    Json outputJson(std::size_t index) {
        const std::int32_t target = m_graph.targets.empty() ? kNoTarget : m_graph.targets[index];
        const std::string value = referenceTo(m_graph.outputs[index]);
        return target == kNoTarget ? Json(value) : Json{{"value", value}, {"target", target}};
    }

    const OpGraph& m_graph;
    const ParameterNumbers& m_numbers;
    IdVector<ParamId, std::string> m_params;
    IdVector<OpId, std::string> m_ops;
    std::map<std::uint32_t, std::size_t> m_instances; // by tree id, numbered in ascending order
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
