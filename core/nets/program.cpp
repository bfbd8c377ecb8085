// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/program.h"

#include "core/nets/program_json.h"
#include "core/nets/program_ops.h"
#include "core/words/json_words.h"
#include "core/words/program_json_words.h"
#include "core/words/program_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <unordered_map>

namespace batchscope {

namespace {

constexpr auto kProgramKeys =
    std::to_array<std::string_view>({"batchscope_program", "name", "note", "params", "ops", "calls", "outputs"});
constexpr auto kCallKeys = std::to_array<std::string_view>({"name", "op", "args", "instance"});
constexpr auto kOutputKeys = std::to_array<std::string_view>({"value", "target"});

/// Records calls in the order of the file.
class CallReader {
public:
    CallReader(const ProgramOps& ops, const FoldOptions& options, ProgramFault& fault)
        : m_ops(ops), m_fault(fault), m_fold(ops.set, options) {}

    void readCall(const JsonPlace& place, std::size_t calls) {
        if (!checkObject(place, kCallKeys, words::kProgramCall.one, m_fault)) {
            return;
        }
        const std::string_view name = nameIn(place, "name", m_fault);
        const std::string_view opName = nameIn(place, "op", m_fault);
        std::size_t instance = 0;
        if (const std::optional<JsonPlace> given = place.member("instance")) {
            const IntegerRange range{0, static_cast<std::int64_t>(calls) - 1};
            instance = static_cast<std::size_t>(integerAt(*given, range, m_fault));
        }
        if (m_fault.found()) {
            return;
        }
        const auto op = m_ops.names.find(opName);
        if (op == m_ops.names.end()) {
            m_fault.addFound(*place.member("op"), words::kNameOfOp);
            return;
        }
        m_arguments.clear();
        m_sources.clear();
        readArguments(place, op->second);
        if (m_fault.found()) {
            return;
        }
        m_instances = std::max(m_instances, instance + 1);
        noteSharing(name, instance);
        m_fold.setOrigin(TreeId(instance), TreeNodeId(std::size_t{0}));
        const Value value = m_fold.add(op->second, m_arguments);
        if (!m_values.emplace(name, Made{value, op->second, instance}).second) {
            m_fault.add(place, words::secondNamed(words::kProgramCall.kind, name));
        }
    }

    void readOutput(const JsonPlace& place) {
        const bool named = place.value.is_string();
        if (!named && !checkObject(place, kOutputKeys, words::kAnOutput, m_fault)) {
            return;
        }
        const std::optional<JsonPlace> reference = named ? place : place.member("value");
        if (!reference) {
            m_fault.add(place, words::missingKey("value", words::kNameOfCallOutput));
            return;
        }
        const std::optional<Value> value = valueAt(*reference);
        if (!value) {
            return;
        }
        std::int32_t target = kNoTarget;
        const std::optional<JsonPlace> given = place.value.is_object() ? place.member("target") : std::nullopt;
        if (given) {
            target = static_cast<std::int32_t>(integerAt(*given, {0, m_width - 1}, m_fault));
        }
        m_fold.request(*value, target);
    }

    Result<OpGraph> finish() && {
        m_fold.setTreeCount(m_instances);
        return std::move(m_fold).finish();
    }

    /// See ParsedProgram::sharing.
    [[nodiscard]] const std::string& sharing() const { return m_sharing; }

private:
    struct Made {
        Value value;
        OpId op;
        std::size_t instance;
    };
    /// Of an argument: which call it names, and whose that is.
    struct Source {
        std::string_view call;
        std::size_t instance;
    };

    void noteSharing(std::string_view call, std::size_t instance) {
        const auto foreign = std::find_if(m_sources.begin(), m_sources.end(),
                                          [&](const Source& source) { return source.instance != instance; });
        if (m_sharing.empty() && foreign != m_sources.end()) {
            m_sharing = words::usesForeignValue({call, instance}, {foreign->call, foreign->instance});
        }
    }

    void readArguments(const JsonPlace& call, OpId op) {
        const std::vector<ArgumentType>& slots = m_ops.set.ops[op].arguments;
        const std::optional<JsonPlace> args = arrayIn(call, "args", slots.size(), m_fault);
        if (!args) {
            return;
        }
        if (args->value.size() != slots.size()) {
            m_fault.addFound(*args, words::oneForEachArgument(slots.size(), m_ops.set.ops[op].name));
            return;
        }
        std::optional<std::size_t> items;
        for (std::size_t slot = 0; slot < slots.size() && !m_fault.found(); ++slot) {
            const JsonPlace place = args->element(slot);
            switch (slots[slot].kind) {
            case ArgumentClass::Row:
                if (slots[slot].arity == Arity::Any) {
                    readItems(place, slots[slot], items);
                } else {
                    readRow(place, slots[slot].width);
                }
                break;
            case ArgumentClass::Shared: readShared(place, slots[slot].width); break;
            case ArgumentClass::Integer: readInteger(place, m_ops.integerEnds[op][slot]); break;
            case ArgumentClass::Constant: readConstant(place, slots[slot].width); break;
            }
        }
    }

    /// The value at `key` of an argument written as an object with this one key.
    std::optional<JsonPlace> only(const JsonPlace& place, std::string_view key, std::string_view example) {
        if (!place.value.is_object() || place.value.size() != 1 || !place.value.contains(key)) {
            m_fault.addFound(place, words::ofArgumentClass(example, key));
            return std::nullopt;
        }
        return place.member(key);
    }

    void readRow(const JsonPlace& place, std::int32_t width) {
        if (const std::optional<Value> value = rowAt(place, width)) {
            m_arguments.emplace_back(*value);
        }
    }

    void readItems(const JsonPlace& place, const ArgumentType& slot, std::optional<std::size_t>& items) {
        if (!place.value.is_array()) {
            m_fault.addFound(place, words::kArrayOfNames);
            return;
        }
        if (items && *items != place.value.size()) {
            m_fault.addFound(place, words::asManyNames(*items));
        }
        items = place.value.size();
        for (std::size_t index = 0; index < *items && !m_fault.found(); ++index) {
            readRow(place.element(index), slot.width);
        }
    }

    void readShared(const JsonPlace& place, std::int32_t width) {
        if (const std::optional<JsonPlace> reference = only(place, "shared", R"({"shared": "a.0"})")) {
            if (const std::optional<Value> value = rowAt(*reference, width)) {
                m_arguments.push_back(Argument::shared(*value));
            }
        }
    }

    void readInteger(const JsonPlace& place, std::uint32_t end) {
        if (const std::optional<JsonPlace> number = only(place, "integer", "{\"integer\": 3}")) {
            const IntegerRange range{0, std::int64_t{end} - 1};
            m_arguments.push_back(Argument::integer(static_cast<std::uint32_t>(integerAt(*number, range, m_fault))));
        }
    }

    void readConstant(const JsonPlace& place, std::int32_t width) {
        const std::optional<JsonPlace> row = only(place, "constant", "{\"constant\": [1, 2]}");
        if (!row) {
            return;
        }
        if (!row->value.is_array() || row->value.size() != static_cast<std::size_t>(width)) {
            m_fault.addFound(*row, words::arrayOfNumbers(width));
            return;
        }
        std::vector<double> numbers;
        numbers.reserve(row->value.size());
        for (std::size_t index = 0; index < row->value.size() && !m_fault.found(); ++index) {
            numbers.push_back(numberAt(row->element(index), m_fault));
        }
        m_arguments.push_back(m_fold.constant(numbers));
    }

    std::optional<Value> rowAt(const JsonPlace& place, std::int32_t width) {
        const std::optional<Value> value = valueAt(place);
        if (value && m_width != width) {
            m_fault.addFound(place, words::rowOfWidth(width, m_width));
            return std::nullopt;
        }
        return value;
    }

    /// The output that "a" or "a.0" names; its width goes to m_width.
    std::optional<Value> valueAt(const JsonPlace& place) {
        if (!place.value.is_string()) {
            m_fault.addFound(place, words::kNameOfOutputSuchAs);
            return std::nullopt;
        }
        const std::string_view text = place.value.get_ref<const std::string&>();
        const std::size_t dot = text.find('.');
        const auto made = m_values.find(text.substr(0, dot));
        if (made == m_values.end()) {
            m_fault.addFound(place, words::kNameOfEarlierCall);
            return std::nullopt;
        }
        const Op& op = m_ops.set.ops[made->second.op];
        if (dot == std::string_view::npos && op.outputs() > 1) {
            m_fault.addFound(place, words::oneOfOutputs(op.outputs(), op.name));
            return std::nullopt;
        }
        std::uint32_t output = 0;
        if (dot != std::string_view::npos) {
            const char* const end = text.data() + text.size();
            const auto [stop, code] = std::from_chars(text.data() + dot + 1, end, output);
            if (code != std::errc() || stop != end || output >= op.outputs()) {
                m_fault.addFound(place, words::outputAfterDot(op.outputs(), op.name));
                return std::nullopt;
            }
        }
        m_width = op.outputWidth(output);
        m_sources.push_back({made->first, made->second.instance});
        return m_fold.output(made->second.value, output);
    }

    const ProgramOps& m_ops;
    ProgramFault& m_fault;
    Fold m_fold;
    std::unordered_map<std::string_view, Made> m_values;
    std::vector<Argument> m_arguments; // of the present call
    std::vector<Source> m_sources;     // of those that are values
    std::string m_sharing;
    std::int32_t m_width = 0; // of the value that valueAt found last
    std::size_t m_instances = 1;
};

} // namespace

Result<ParsedProgram> ParsedProgram::parse(std::string_view json, const std::string& file, DType dtype) {
    const Result<Json> document = parseJson(json, file);
    if (!document) {
        return document.error();
    }
    ProgramFault fault;
    const JsonPlace program{*document};
    checkProgramHead(program, kProgramKeys, words::kAProgram, fault);
    if (fault.found()) {
        return fault.error(json, file);
    }
    ProgramOps ops = readOps(program, dtype, nullptr, fault);
    const std::optional<JsonPlace> calls = fault.found() ? std::nullopt : arrayIn(program, "calls", kMostCalls, fault);
    const std::optional<JsonPlace> outputs = calls ? arrayIn(program, "outputs", kMostCalls, fault) : std::nullopt;
    if (outputs && outputs->value.empty()) {
        fault.addFound(*outputs, words::kOutputsToCompute);
    }
    if (fault.found()) {
        return fault.error(json, file);
    }
    const std::optional<JsonPlace> name = program.member("name");
    ops.set.name = name ? name->value.get<std::string>() : "program";
    CallReader reader(ops, {}, fault);
    for (std::size_t index = 0; index < calls->value.size() && !fault.found(); ++index) {
        reader.readCall(calls->element(index), calls->value.size());
    }
    for (std::size_t index = 0; index < outputs->value.size() && !fault.found(); ++index) {
        reader.readOutput(outputs->element(index));
    }
    if (fault.found()) {
        return fault.error(json, file);
    }
    std::string sharing = reader.sharing();
    Result<OpGraph> recorded = std::move(reader).finish();
    if (!recorded) {
        return Error{ErrorCode::Parse, recorded.error().message, file};
    }
    return ParsedProgram(std::move(*recorded), std::move(sharing));
}

Status ParsedProgram::checkSelection(const std::vector<bool>& chosen, std::size_t count) const {
    if (count < instances() && !m_sharing.empty()) {
        return Error{ErrorCode::Config, words::onlyTogether(m_sharing, instances())};
    }
    const bool asksForAny = std::any_of(m_calls.outputs.begin(), m_calls.outputs.end(), [&](const Value& output) {
        return chosen[m_calls.origins[output.node].tree.index()];
    });
    if (!asksForAny) {
        return Error{ErrorCode::Config, std::string(words::kNoChosenOutput)};
    }
    return Ok{};
}

Result<OpGraph> ParsedProgram::graph(std::span<const TreeId> instances, const FoldOptions& options) const {
    FoldMemory memory;
    return graph(instances, options, memory);
}

Result<OpGraph> ParsedProgram::graph(std::span<const TreeId> instances, const FoldOptions& options,
                                     FoldMemory& memory) const {
    std::vector<bool> chosen(m_calls.trees, false);
    for (const TreeId instance : instances) {
        chosen[instance.index()] = true;
    }
    if (const Status fits = checkSelection(chosen, instances.size()); !fits) {
        return fits.error();
    }
    Fold fold = memory.fold(m_calls.ops, options);
    std::vector<Value> made(m_calls.size());
    std::vector<Argument> arguments;
    for (std::size_t index = 0; index < m_calls.size(); ++index) {
        const NodeId node(index);
        const Origin& origin = m_calls.origins[node];
        if (!chosen[origin.tree.index()]) {
            continue;
        }
        const auto given = m_calls.argumentsOf(node);
        arguments.assign(given.begin(), given.end());
        for (Argument& argument : arguments) {
            if (argument.isValue()) {
                argument.payload = made[argument.node().index()].node.value;
            } else if (argument.kind == ArgumentClass::Constant) {
                argument = fold.constant(m_calls.constants[argument.constant()]);
            }
        }
        fold.setOrigin(origin.tree, origin.treeNode);
        made[index] = fold.add(m_calls.nodeOps[node], arguments);
    }
    for (std::size_t index = 0; index < m_calls.outputs.size(); ++index) {
        const Value& output = m_calls.outputs[index];
        if (chosen[m_calls.origins[output.node].tree.index()]) {
            fold.request({made[output.node.index()].node, output.output}, m_calls.targets[index]);
        }
    }
    fold.setTreeCount(instances.size());
    return std::move(fold).finish();
}

Result<OpGraph> graphOfProgram(std::string_view json, const std::string& file, const FoldOptions& options,
                               DType dtype) {
    const Result<ParsedProgram> program = ParsedProgram::parse(json, file, dtype);
    if (!program) {
        return program.error();
    }
    std::vector<TreeId> all;
    for (std::size_t instance = 0; instance < program->instances(); ++instance) {
        all.emplace_back(instance);
    }
    return program->graph(all, options);
}

} // namespace batchscope
