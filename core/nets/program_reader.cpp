// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/program_reader.h"

#include "core/base/json_document.h"
#include "core/graph/fold.h"
#include "core/nets/program_ops.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

constexpr std::string_view kArrayOfNames =
    R"(an array of names or numbers, such as ["a.0", {"constant": [1, 2]}]: this argument is variadic)";
constexpr std::string_view kNameOfOutputSuchAs = "the name of a call's output, such as \"a.0\"";

constexpr auto kProgramKeys =
    std::to_array<std::string_view>({"batchscope_program", "name", "note", "params", "ops", "calls", "outputs"});
constexpr auto kCallKeys = std::to_array<std::string_view>({"name", "op", "args", "instance"});
constexpr auto kOutputKeys = std::to_array<std::string_view>({"value", "target"});

std::string outputAfterDot(std::size_t outputs, std::string_view op) {
    if (outputs == 1) {
        return fmt::format("output 0, the only output of op '{}'", op);
    }
    return fmt::format("an output from 0 to {} after the dot: op '{}' has {}", outputs - 1, op, outputs);
}

/// The number after the dot, if the op has such an output.
std::optional<std::uint32_t> outputIn(std::string_view text, const Op& op) {
    std::uint32_t output = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, output);
    const bool exists = code == std::errc() && stop == end && output < op.outputs();
    return exists ? std::optional(output) : std::nullopt;
}

/// Records calls and outputs. Everything read after a fault is meaningless.
class CallReader {
public:
    explicit CallReader(const ProgramOps& ops) : m_ops(ops), m_fold(ops.set, {}) {}

    void readCalls(const JsonValue& calls) {
        std::optional<JsonValue> largest; // the largest instance so far
        calls.forEach(
            [&](const JsonValue& call) {
                const std::size_t before = m_instances;
                readCall(call);
                if (m_instances > before) {
                    largest = call["instance"];
                }
            },
            kMostCalls);
        if (largest && m_instances > m_calls.size()) {
            largest->failFound(integerBetween(0, static_cast<std::int64_t>(m_calls.size()) - 1));
        }
    }

    void readOutputs(const JsonValue& outputs) {
        if (outputs.isArray() && outputs.size() == 0) {
            outputs.failFound("the names of one or more outputs to compute");
        }
        outputs.forEach([this](const JsonValue& output) { readOutput(output); }, kMostCalls);
    }

    /// Fails only if the fold does, which cannot happen for a checked program.
    [[nodiscard]] Result<RecordedProgram> finish() && {
        m_fold.setTreeCount(m_instances);
        Result<OpGraph> calls = std::move(m_fold).finish();
        TRY(calls);
        return RecordedProgram{std::move(*calls), std::move(m_sharing)};
    }

private:
    struct Call {
        std::string_view name;
        OpId op;
        std::uint32_t instance = 0;
    };
    struct Found {
        Value value;
        std::int32_t width = 0;
    };

    void readCall(const JsonValue& call) {
        call.hasOnly(kCallKeys, "a call");
        const std::string_view name = call["name"].name();
        const auto op = m_ops.names.find(call["op"].name());
        if (op == m_ops.names.end()) {
            call["op"].failFound("the name of an op in /ops");
        }
        const JsonValue given = call["instance"];
        const std::int64_t instance = given ? given.integer(0, kMostCalls - 1) : 0;
        if (call.hasFault() || !takeArguments(op->second, call["args"])) {
            return;
        }
        if (!m_callsByName.emplace(name, static_cast<std::uint32_t>(m_calls.size())).second) {
            call.fail(secondNamed("call", name));
            return;
        }
        m_calls.push_back({name, op->second, static_cast<std::uint32_t>(instance)});
        m_instances = std::max(m_instances, static_cast<std::size_t>(instance) + 1);
        noteSharing(m_calls.back());
        m_fold.setOrigin(TreeId(static_cast<std::size_t>(instance)), TreeNodeId(std::size_t{0}));
        m_fold.add(op->second, m_arguments);
    }

    /// Records the first use of a value of another instance.
    void noteSharing(const Call& user) {
        const auto foreign = std::find_if(m_sources.begin(), m_sources.end(), [&](std::uint32_t source) {
            return m_calls[source].instance != user.instance;
        });
        if (m_sharing.empty() && foreign != m_sources.end()) {
            const Call& used = m_calls[*foreign];
            m_sharing = fmt::format("the call '{}' of instance {} uses the value of '{}', a call of instance {}",
                                    user.name, user.instance, used.name, used.instance);
        }
        m_sources.clear();
    }

    // Reads the arguments of a call; false after a fault.

    [[nodiscard]] bool takeArguments(OpId op, const JsonValue& args) {
        m_arguments.clear();
        m_items.reset();
        const Op& called = m_ops.set.ops[op];
        std::size_t slot = 0;
        args.forEach([&](const JsonValue& argument) {
            if (slot < called.arguments.size()) {
                takeArgument(called.arguments[slot], m_ops.integerEnds[op][slot], argument);
            }
            ++slot;
        });
        return !args.hasFault() &&
               (slot == called.arguments.size() || args.failFound(fmt::format("{}, one for each argument of op '{}'",
                                                                              called.arguments.size(), called.name)));
    }

    void takeArgument(const ArgumentType& type, std::uint32_t integerEnd, const JsonValue& argument) {
        const auto classed = [](std::string_view key, std::string_view example) {
            return [=] { return fmt::format("{}: this argument is of class {}", example, key); };
        };
        switch (type.kind) {
        case ArgumentClass::Row:
            return type.arity == Arity::Any ? takeItems(type.width, argument) : takeRow(type.width, argument);
        case ArgumentClass::Shared:
            if (const auto value = only(argument, "shared", classed("shared", R"({"shared": "a.0"})"))) {
                takeValue(type.width, *value, [](Value given) { return Argument::shared(given); });
            }
            break;
        case ArgumentClass::Integer:
            if (const auto value = only(argument, "integer", classed("integer", R"({"integer": 3})"))) {
                m_arguments.push_back(
                    Argument::integer(static_cast<std::uint32_t>(value->integer(0, std::int64_t{integerEnd} - 1))));
            }
            break;
        case ArgumentClass::Constant:
            if (const auto value = only(argument, "constant", classed("constant", R"({"constant": [1, 2]})"))) {
                takeConstant(type.width, *value, Equal::Apart);
            }
            break;
        }
    }

    /// The value of an object with only this key; reports a fault and returns nullopt for anything else.
    template <typename Expected>
    [[nodiscard]] static std::optional<JsonValue> only(const JsonValue& object, std::string_view key,
                                                       const Expected& expected) {
        const JsonValue value = object[key];
        if (!value || object.size() != 1) {
            object.failFound(expected());
            return std::nullopt;
        }
        return value;
    }

    void takeRow(std::int32_t width, const JsonValue& argument) {
        if (!argument.isObject()) {
            takeValue(width, argument, [](Value given) { return Argument(given); });
        } else if (const auto value = only(argument, "constant", [] { return std::string(kNameOfOutputSuchAs); })) {
            takeConstant(width, *value, Equal::Once);
        }
    }

    template <typename Make>
    void takeValue(std::int32_t width, const JsonValue& name, const Make& make) {
        const std::optional<Found> found = valueAt(name);
        if (found && found->width != width) {
            name.failFound(fmt::format("a row of {}; this one is a row of {}", width, found->width));
        } else if (found) {
            m_arguments.push_back(make(found->value));
        }
    }

    void takeItems(std::int32_t width, const JsonValue& argument) {
        if (!argument.isArray()) {
            argument.failFound(kArrayOfNames);
        }
        std::size_t items = 0;
        argument.forEach([&](const JsonValue& item) {
            takeRow(width, item);
            ++items;
        });
        const std::size_t wanted = m_items.value_or(items);
        m_items = wanted;
        if (items != wanted) {
            argument.failFound(
                fmt::format("{} name{}, as in the variadic argument before it", wanted, wanted == 1 ? "" : "s"));
        }
    }

    /// Once: equal numbers share a row, as in slots for rows, where few differ (such as the zeros below a stack).
    /// Apart: they do not, as in slots for constants, whose data is not worth the search.
    enum class Equal : std::uint8_t { Once, Apart };

    void takeConstant(std::int32_t width, const JsonValue& numbers, Equal equal) {
        m_numbers.clear();
        if (numbers.isArray()) {
            numbers.forEach([this](const JsonValue& number) { m_numbers.push_back(number.number()); });
        }
        if (numbers.hasFault() || m_numbers.size() != static_cast<std::size_t>(width)) {
            numbers.failFound(fmt::format("an array of {} number{}", width, width == 1 ? "" : "s"));
            return;
        }
        if (equal == Equal::Apart) {
            m_arguments.push_back(m_fold.constant(m_numbers));
            return;
        }
        std::string bytes(m_numbers.size() * sizeof(double), '\0');
        std::memcpy(bytes.data(), m_numbers.data(), bytes.size());
        const auto [known, isNew] = m_constants.emplace(std::move(bytes), Argument());
        if (isNew) {
            known->second = m_fold.constant(m_numbers);
        }
        m_arguments.push_back(known->second);
    }

    /// The output that "a" or "a.0" names. Its call becomes a source of the next call.
    [[nodiscard]] std::optional<Found> valueAt(const JsonValue& name) {
        const auto failed = [&](std::string_view expected) {
            name.failFound(expected);
            return std::nullopt;
        };
        if (!name.isString()) {
            return failed(kNameOfOutputSuchAs);
        }
        const std::string_view text = name.text();
        const std::size_t dot = text.find('.');
        const auto known = m_callsByName.find(text.substr(0, dot));
        if (known == m_callsByName.end()) {
            return failed("the name of an earlier call, with or without an output, such as \"a.0\"; calls are made in "
                          "the order of /calls");
        }
        const Op& op = m_ops.set.ops[m_calls[known->second].op];
        if (dot == std::string_view::npos && op.outputs() > 1) {
            return failed(
                fmt::format("one of its {} outputs, such as \"a.0\": op '{}' has several", op.outputs(), op.name));
        }
        const std::optional<std::uint32_t> output =
            dot == std::string_view::npos ? std::optional(0U) : outputIn(text.substr(dot + 1), op);
        if (!output) {
            return failed(outputAfterDot(op.outputs(), op.name));
        }
        m_sources.push_back(known->second);
        return Found{{NodeId(std::size_t{known->second}), *output}, op.outputWidth(*output)};
    }

    void readOutput(const JsonValue& output) {
        if (!output.isString()) {
            output.hasOnly(kOutputKeys, "an output");
        }
        const std::optional<Found> found = valueAt(output.isString() ? output : output["value"]);
        if (!found) {
            return;
        }
        const JsonValue target = output["target"];
        const std::int64_t wanted = target ? target.integer(0, found->width - 1) : kNoTarget;
        m_sources.clear();
        m_fold.request(found->value, static_cast<std::int32_t>(wanted));
    }

    const ProgramOps& m_ops;
    Fold m_fold;
    std::vector<Call> m_calls; // by node, because nothing is merged
    std::unordered_map<std::string_view, std::uint32_t> m_callsByName;
    std::vector<std::uint32_t> m_sources;                  // calls whose outputs were named since the last call
    std::unordered_map<std::string, Argument> m_constants; // by their bytes; only with Equal::Once
    std::string m_sharing;
    std::size_t m_instances = 1; // 1 + the largest instance of a call
    // Data of the current call, kept to reuse the memory.
    std::vector<Argument> m_arguments;
    std::optional<std::size_t> m_items; // number of items in each variadic slot
    std::vector<double> m_numbers;
};

} // namespace

Result<RecordedProgram> recordProgram(std::string_view text, const std::string& file, DType dtype) {
    const Result<JsonDocument> json = JsonDocument::parse(text, file);
    TRY(json);
    const JsonValue top = json->top();
    top.hasOnly(kProgramKeys, "a program");
    const JsonValue version = top["batchscope_program"];
    if (!version) {
        top.fail(missingKey("batchscope_program", "\"batchscope_program\": 1 in a program"));
    } else if (version.source() != "1") {
        version.failFound("1, the only version of the format");
    }
    const std::string_view name = top["name"] ? top["name"].text() : std::string_view("program");
    if (top["note"]) {
        (void)top["note"].text();
    }
    const ProgramOps ops = readOps(top, dtype);
    TRY(json->status());
    CallReader reader(ops);
    reader.readCalls(top["calls"]);
    reader.readOutputs(top["outputs"]);
    TRY(json->status());
    Result<RecordedProgram> program = std::move(reader).finish();
    if (!program) {
        return Error{ErrorCode::Parse, program.error().message, file};
    }
    program->calls.ops.name = name;
    return program;
}

} // namespace batchscope
