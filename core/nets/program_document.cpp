// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/program_document.h"

#include "core/nets/program_json.h"
#include "core/nets/program_ops.h"
#include "core/words/json_words.h"
#include "core/words/program_json_words.h"
#include "core/words/program_words.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

constexpr auto kCallKeys = std::to_array<std::string_view>({"name", "op", "args", "instance"});
constexpr auto kOutputKeys = std::to_array<std::string_view>({"value", "target"});

/// Records calls in the order of the file.
class CallReader {
public:
    CallReader(const ProgramOps& ops, ProgramFault& fault) : m_ops(ops), m_fault(fault), m_book(ops) {}

    void readCall(const JsonPlace& place, std::size_t calls) {
        if (!checkObject(place, kCallKeys, words::kProgramCall.one, m_fault)) {
            return;
        }
        const std::string_view name = nameIn(place, "name", m_fault);
        const std::string_view opName = nameIn(place, "op", m_fault);
        std::uint32_t instance = 0;
        if (const std::optional<JsonPlace> given = place.member("instance")) {
            const IntegerRange range{0, static_cast<std::int64_t>(calls) - 1};
            instance = static_cast<std::uint32_t>(integerAt(*given, range, m_fault));
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
        readArguments(place, op->second);
        if (m_fault.found()) {
            return;
        }
        if (!m_book.add(name, op->second, instance, m_arguments)) {
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
        m_book.request(*value, target);
    }

    Result<RecordedProgram> finish() && { return std::move(m_book).finish(); }

private:
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
            case ArgumentClass::Constant: readConstant(place, slots[slot].width, CallBook::Equal::Apart); break;
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
        if (place.value.is_object() && place.value.size() == 1 && place.value.contains("constant")) {
            readConstant(place, width, CallBook::Equal::Once);
        } else if (const std::optional<Value> value = rowAt(place, width)) {
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

    void readConstant(const JsonPlace& place, std::int32_t width, CallBook::Equal equal) {
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
        m_arguments.push_back(m_book.constant(numbers, equal));
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
        const CallBook::Found found = m_book.find(place.value.get_ref<const std::string&>());
        m_width = found.width;
        if (found.reference == CallBook::Reference::Good) {
            return found.value;
        }
        m_fault.addFound(place, expectedInstead(found));
        return std::nullopt;
    }

    [[nodiscard]] std::string expectedInstead(const CallBook::Found& found) const {
        if (found.reference == CallBook::Reference::NoCall) {
            return std::string(words::kNameOfEarlierCall);
        }
        const Op& op = m_ops.set.ops[found.op];
        return found.reference == CallBook::Reference::NeedsOutput ? words::oneOfOutputs(op.outputs(), op.name)
                                                                   : words::outputAfterDot(op.outputs(), op.name);
    }

    const ProgramOps& m_ops;
    ProgramFault& m_fault;
    CallBook m_book;
    std::vector<Argument> m_arguments; // of the present call
    std::int32_t m_width = 0;          // of the value that valueAt found last
};

} // namespace

Result<RecordedProgram> readProgramDocument(std::string_view json, const std::string& file, DType dtype) {
    const Result<Json> document = parseJson(json, file);
    if (!document) {
        return document.error();
    }
    ProgramFault fault;
    const JsonPlace program{*document};
    checkProgramHead(program, fault);
    if (fault.found()) {
        return fault.error(json, file);
    }
    ProgramOps ops = readOps(program, dtype, fault);
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
    CallReader reader(ops, fault);
    for (std::size_t index = 0; index < calls->value.size() && !fault.found(); ++index) {
        reader.readCall(calls->element(index), calls->value.size());
    }
    for (std::size_t index = 0; index < outputs->value.size() && !fault.found(); ++index) {
        reader.readOutput(outputs->element(index));
    }
    if (fault.found()) {
        return fault.error(json, file);
    }
    Result<RecordedProgram> recorded = std::move(reader).finish();
    if (!recorded) {
        return Error{ErrorCode::Parse, recorded.error().message, file};
    }
    return recorded;
}

} // namespace batchscope
