// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/call_stream.h"

#include "core/base/text.h"
#include "core/nets/program_json.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace batchscope {

namespace {

bool isEscaped(std::string_view raw) {
    return raw.find('\\') != std::string_view::npos;
}

/// As nameIn.
bool isName(std::string_view text) {
    bool plain = !text.empty() && text.size() <= kLongestName;
    bool ascii = true;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        plain = plain && byte >= ' ' && byte != '.';
        ascii = ascii && byte < 0x80;
    }
    return plain && (ascii || findInvalidUtf8(text) == std::string_view::npos);
}

/// A number of digits alone.
std::optional<std::uint32_t> integerOf(std::string_view text) {
    std::uint32_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, number);
    return code == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

/// As the document has it: an integer is zero without a sign.
std::optional<double> numberOf(std::string_view text) {
    double number = 0.0;
    const char* const end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, number);
    if (code != std::errc() || stop != end) {
        return std::nullopt;
    }
    return text == "-0" ? 0.0 : number;
}

template <typename T>
bool setOnce(std::optional<T>& member, std::optional<T> value) {
    const bool isFirst = !member && value;
    member = value;
    return isFirst;
}

} // namespace

bool CallStream::readCalls(JsonPull& json) {
    JsonPiece piece = json.next();
    while (piece == JsonPiece::ObjectBegin && readCall(json)) {
        piece = json.next();
    }
    return piece == JsonPiece::ArrayEnd && m_book.calls() <= kMostCalls && m_book.instances() <= m_book.calls();
}

bool CallStream::readCall(JsonPull& json) {
    Call call;
    JsonPiece piece = json.next();
    while (piece == JsonPiece::Key && readMember(json, call)) {
        piece = json.next();
    }
    return piece == JsonPiece::ObjectEnd && record(call);
}

bool CallStream::readMember(JsonPull& json, Call& call) {
    const std::string_view key = json.text();
    const JsonPiece value = json.next();
    if (value == JsonPiece::String) {
        return (key == "name" && setOnce(call.name, nameOf(json.text()))) ||
               (key == "op" && setOnce(call.op, nameOf(json.text())));
    }
    if (value == JsonPiece::Number) {
        return key == "instance" && setOnce(call.instance, integerOf(json.text()));
    }
    const bool isArguments = key == "args" && value == JsonPiece::ArrayBegin && !call.hasArguments;
    call.hasArguments = true;
    return isArguments && keepArguments(json);
}

/// They may stand before the op.
bool CallStream::keepArguments(JsonPull& json) {
    const std::size_t depth = json.depth();
    m_pieces.clear();
    JsonPiece piece = json.next();
    while (piece != JsonPiece::Fault && json.depth() >= depth) {
        m_pieces.push_back({piece, json.text()});
        piece = json.next();
    }
    return piece == JsonPiece::ArrayEnd;
}

bool CallStream::record(const Call& call) {
    if (!call.name || !call.op || !call.hasArguments) {
        return false;
    }
    const auto op = m_ops.names.find(*call.op);
    return op != m_ops.names.end() && takeArguments(op->second) &&
           m_book.add(*call.name, op->second, call.instance.value_or(0), m_arguments);
}

bool CallStream::takeArguments(OpId op) {
    m_at = 0;
    m_arguments.clear();
    m_items.reset();
    const std::size_t slots = m_ops.set.ops[op].arguments.size();
    for (std::size_t slot = 0; slot < slots; ++slot) {
        if (!takeArgument(op, slot)) {
            return false;
        }
    }
    return m_at == m_pieces.size();
}

bool CallStream::takeArgument(OpId op, std::size_t slot) {
    const ArgumentType& type = m_ops.set.ops[op].arguments[slot];
    if (type.kind == ArgumentClass::Row) {
        return type.arity == Arity::Any ? takeItems(type.width) : takeRow(type.width);
    }
    if (!take(JsonPiece::ObjectBegin)) {
        return false;
    }
    bool right = false;
    switch (type.kind) {
    case ArgumentClass::Shared:
        right = takeKey("shared") && takeValue(type.width);
        if (right) {
            m_arguments.back() = Argument::shared(m_arguments.back().value());
        }
        break;
    case ArgumentClass::Integer: right = takeKey("integer") && takeInteger(m_ops.integerEnds[op][slot]); break;
    case ArgumentClass::Constant:
        right = takeKey("constant") && takeConstant(type.width, CallBook::Equal::Apart);
        break;
    case ArgumentClass::Row: break;
    }
    return right && take(JsonPiece::ObjectEnd);
}

bool CallStream::take(JsonPiece kind) {
    if (m_at == m_pieces.size() || m_pieces[m_at].kind != kind) {
        return false;
    }
    m_taken = m_pieces[m_at++].text;
    return true;
}

bool CallStream::takeRow(std::int32_t width) {
    return take(JsonPiece::ObjectBegin)
               ? takeKey("constant") && takeConstant(width, CallBook::Equal::Once) && take(JsonPiece::ObjectEnd)
               : takeValue(width);
}

bool CallStream::takeValue(std::int32_t width) {
    if (!take(JsonPiece::String)) {
        return false;
    }
    const CallBook::Found found = find(m_taken);
    if (found.reference != CallBook::Reference::Good || found.width != width) {
        return false;
    }
    m_arguments.emplace_back(found.value);
    return true;
}

bool CallStream::takeItems(std::int32_t width) {
    if (!take(JsonPiece::ArrayBegin)) {
        return false;
    }
    const std::size_t before = m_arguments.size();
    while (m_at < m_pieces.size() && m_pieces[m_at].kind != JsonPiece::ArrayEnd) {
        if (!takeRow(width)) {
            return false;
        }
    }
    const std::size_t items = m_arguments.size() - before;
    const bool asMany = !m_items || *m_items == items;
    m_items = items;
    return asMany && take(JsonPiece::ArrayEnd);
}

bool CallStream::takeInteger(std::uint32_t end) {
    const std::optional<std::uint32_t> number = take(JsonPiece::Number) ? integerOf(m_taken) : std::nullopt;
    if (!number || *number >= end) {
        return false;
    }
    m_arguments.push_back(Argument::integer(*number));
    return true;
}

bool CallStream::takeConstant(std::int32_t width, CallBook::Equal equal) {
    if (!take(JsonPiece::ArrayBegin)) {
        return false;
    }
    m_numbers.clear();
    while (take(JsonPiece::Number)) {
        const std::optional<double> number = numberOf(m_taken);
        if (!number) {
            return false;
        }
        m_numbers.push_back(*number);
    }
    if (m_numbers.size() != static_cast<std::size_t>(width) || !take(JsonPiece::ArrayEnd)) {
        return false;
    }
    m_arguments.push_back(m_book.constant(m_numbers, equal));
    return true;
}

std::optional<std::string_view> CallStream::nameOf(std::string_view raw) {
    if (isEscaped(raw)) {
        raw = m_unescaped.emplace_back(unescapedJson(raw, Encoding::Utf8));
    }
    return isName(raw) ? std::optional(raw) : std::nullopt;
}

CallBook::Found CallStream::find(std::string_view raw) {
    return isEscaped(raw) ? m_book.find(unescapedJson(raw, Encoding::Utf8)) : m_book.find(raw);
}

bool CallStream::readOutputs(JsonPull& json) {
    std::size_t outputs = 0;
    JsonPiece piece = json.next();
    while ((piece == JsonPiece::String || piece == JsonPiece::ObjectBegin) && readOutput(json, piece)) {
        piece = json.next();
        ++outputs;
    }
    return piece == JsonPiece::ArrayEnd && outputs > 0 && outputs <= kMostCalls;
}

bool CallStream::readOutput(JsonPull& json, JsonPiece first) {
    if (first == JsonPiece::String) {
        const CallBook::Found found = find(json.text());
        m_book.request(found.value, kNoTarget);
        return found.reference == CallBook::Reference::Good;
    }
    std::optional<std::string_view> value;
    std::optional<std::uint32_t> target;
    JsonPiece piece = json.next();
    while (piece == JsonPiece::Key) {
        const std::string_view key = json.text();
        const JsonPiece kind = json.next();
        const bool right =
            (key == "value" && kind == JsonPiece::String && setOnce(value, std::optional(json.text()))) ||
            (key == "target" && kind == JsonPiece::Number && setOnce(target, integerOf(json.text())));
        if (!right) {
            return false;
        }
        piece = json.next();
    }
    if (piece != JsonPiece::ObjectEnd || !value) {
        return false;
    }
    const CallBook::Found found = find(*value);
    if (found.reference != CallBook::Reference::Good ||
        (target && *target >= static_cast<std::uint32_t>(found.width))) {
        return false;
    }
    m_book.request(found.value, target ? static_cast<std::int32_t>(*target) : kNoTarget);
    return true;
}

std::optional<RecordedProgram> CallStream::finish() && {
    Result<RecordedProgram> recorded = std::move(m_book).finish();
    return recorded ? std::optional(std::move(*recorded)) : std::nullopt;
}

} // namespace batchscope
