// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/program_reader.h"

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/formats/format_registry.h"
#include "core/formats/json_pull.h"
#include "core/nets/json_path.h"
#include "core/nets/program_json.h"
#include "core/nets/program_ops.h"
#include "core/words/json_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

constexpr words::ProgramPart kProgramCall = {"a call", "call"};
constexpr std::string_view kAnOutput = "an output";
constexpr std::string_view kAProgram = "a program";
constexpr std::string_view kArrayOfNames =
    R"(an array of names or numbers, such as ["a.0", {"constant": [1, 2]}]: this argument is variadic)";
constexpr std::string_view kNameOfOutputSuchAs = "the name of a call's output, such as \"a.0\"";

std::string outputAfterDot(std::size_t outputs, std::string_view op) {
    if (outputs == 1) {
        return fmt::format("output 0, the only output of op '{}'", op);
    }
    return fmt::format("an output from 0 to {} after the dot: op '{}' has {}", outputs - 1, op, outputs);
}

constexpr auto kCallKeys = std::to_array<std::string_view>({"name", "op", "args", "instance"});
constexpr auto kOutputKeys = std::to_array<std::string_view>({"value", "target"});

/// A piece of the text that was read, and where.
struct Piece {
    JsonPiece kind = JsonPiece::End;
    std::string_view text = {}; ///< without quotes
    std::size_t byte = 0;       ///< of the program's text
};

/// The pieces of the text, or of a part of it, and the first fault. Functions that add a fault return false.
class ProgramText {
public:
    ProgramText(std::string_view text, const std::string& file) : m_text(text), m_file(file) {}

    [[nodiscard]] std::string_view text() const { return m_text; }
    [[nodiscard]] const std::string& file() const { return m_file; }
    /// Only after a fault.
    [[nodiscard]] const Error& error() const {
        BATCHSCOPE_CHECK(m_error.has_value());
        return *m_error;
    }
    bool take(Error error) {
        m_error = std::move(error);
        return false;
    }
    bool add(std::size_t byte, std::string_view message) {
        const std::string path = jsonPathAt(m_text, byte);
        return take(
            {ErrorCode::Parse, fmt::format("{}: {}", pathText(path), message), m_file, positionAt(m_text, byte)});
    }
    /// `found <the value there>; expected <expected>`
    bool addFound(std::size_t byte, std::string_view expected) {
        JsonPull json(m_text.substr(byte));
        const JsonPiece first = json.next();
        if (json.skip(first) == JsonPiece::Fault) {
            return addSyntax(byte + json.offset(), json.fault());
        }
        const std::size_t quotes = first == JsonPiece::String ? 2 : 0;
        const std::string_view value = m_text.substr(byte, json.offset() + json.text().size() + quotes);
        const Result<Json> read = parseJson(value, m_file);
        const std::string found = read ? describeJson(*read) : "'" + shownToken(value) + "'";
        return add(byte, words::foundInJson(found, expected));
    }
    bool addSyntax(std::size_t byte, std::string_view fault) {
        return take({ErrorCode::Parse, words::notJson(fault), m_file, positionAt(m_text, byte)});
    }
    bool addDuplicate(const Piece& key) {
        return add(key.byte, words::duplicateKey(shownJsonString(unescapedJson(key.text, Encoding::Utf8))));
    }
    bool addUnknown(const Piece& key, std::string_view what, std::span<const std::string_view> keys) {
        return add(key.byte,
                   words::unknownKey(shownJsonString(unescapedJson(key.text, Encoding::Utf8)), what, namesText(keys)));
    }

private:
    std::string_view m_text;
    const std::string& m_file;
    std::optional<Error> m_error;
};

/// The pieces of a part of the program.
class Pieces {
public:
    /// `part` is in the text.
    Pieces(ProgramText& program, std::string_view part)
        : m_program(program), m_json(part), m_begin(static_cast<std::size_t>(part.data() - program.text().data())) {}

    /// Fault, and the fault is known, where the text is not JSON.
    Piece next() {
        const JsonPiece kind = m_json.next();
        if (kind == JsonPiece::Fault) {
            m_program.addSyntax(m_begin + m_json.offset(), m_json.fault());
        }
        return {kind, m_json.text(), m_begin + m_json.offset()};
    }
    /// The text of the value that begins with this piece; empty after a fault.
    std::string_view valueOf(const Piece& first) {
        if (m_json.skip(first.kind) == JsonPiece::Fault) {
            m_program.addSyntax(m_begin + m_json.offset(), m_json.fault());
            return {};
        }
        const std::size_t quotes = first.kind == JsonPiece::String ? 2 : 0;
        const std::size_t end = m_begin + m_json.offset() + m_json.text().size() + quotes;
        return m_program.text().substr(first.byte, end - first.byte);
    }
    [[nodiscard]] std::size_t depth() const { return m_json.depth(); }

private:
    ProgramText& m_program;
    JsonPull m_json;
    std::size_t m_begin;
};

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

/// Nothing where a double has no room for it. An integer is zero without a sign.
std::optional<double> numberOf(std::string_view text) {
    double number = 0.0;
    const char* const end = text.data() + text.size();
    const std::errc code = std::from_chars(text.data(), end, number).ec;
    if (code == std::errc::result_out_of_range) {
        const bool isTiny = text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos;
        return isTiny ? std::optional(0.0) : std::nullopt;
    }
    return text == "-0" ? 0.0 : number;
}

std::string integerBelow(std::int64_t end) {
    return words::integerBetween(0, end - 1);
}

/// Reads calls and outputs into a CallBook.
class CallReader {
public:
    /// Both must outlive this.
    CallReader(ProgramText& program, const ProgramOps& ops) : m_program(program), m_ops(ops), m_book(ops) {}

    /// After the bracket that opens them, up to the one that closes them. False after a fault.
    [[nodiscard]] bool readCalls(Pieces& json) {
        for (Piece piece = json.next(); piece.kind != JsonPiece::ArrayEnd; piece = json.next()) {
            if (piece.kind == JsonPiece::Fault || !readCall(json, piece)) {
                return false;
            }
        }
        const std::size_t calls = m_book.calls();
        const bool fits = !m_largest || m_book.instances() <= calls;
        return fits || m_program.addFound(*m_largest, integerBelow(static_cast<std::int64_t>(calls)));
    }

    [[nodiscard]] bool readOutputs(Pieces& json, const Piece& begin) {
        std::size_t outputs = 0;
        for (Piece piece = json.next(); piece.kind != JsonPiece::ArrayEnd; piece = json.next()) {
            if (piece.kind == JsonPiece::Fault || !readOutput(json, piece)) {
                return false;
            }
            if (++outputs > kMostCalls) {
                return m_program.add(begin.byte, words::foundInJson("more", words::atMost(kMostCalls)));
            }
        }
        return outputs > 0 || m_program.addFound(begin.byte, "the names of one or more outputs to compute");
    }

    [[nodiscard]] Result<RecordedProgram> finish() && { return std::move(m_book).finish(); }

private:
    /// A call as far as it was read. What is missing has the kind End.
    struct Call {
        Piece name;
        Piece op;
        Piece args;
        Piece instance;
    };

    [[nodiscard]] bool readCall(Pieces& json, const Piece& begin) {
        if (begin.kind != JsonPiece::ObjectBegin) {
            return m_program.addFound(begin.byte, words::objectWith(kProgramCall.one, namesText(kCallKeys)));
        }
        if (m_book.calls() == kMostCalls) {
            return m_program.add(begin.byte, words::foundInJson("another call", words::atMost(kMostCalls)));
        }
        Call call;
        Piece piece = json.next();
        while (piece.kind == JsonPiece::Key && readMember(json, piece, call)) {
            piece = json.next();
        }
        return piece.kind == JsonPiece::ObjectEnd && record(begin, call);
    }

    [[nodiscard]] bool readMember(Pieces& json, const Piece& key, Call& call) {
        const std::string_view name = plain(key.text);
        Piece* const member = name == "name"       ? &call.name
                              : name == "op"       ? &call.op
                              : name == "args"     ? &call.args
                              : name == "instance" ? &call.instance
                                                   : nullptr;
        if (member == nullptr) {
            return m_program.addUnknown(key, kProgramCall.one, kCallKeys);
        }
        if (member->kind != JsonPiece::End) {
            return m_program.addDuplicate(key);
        }
        *member = json.next();
        if (member->kind == JsonPiece::Fault) {
            return false;
        }
        if (member == &call.args) {
            return keepArguments(json, call.args);
        }
        if (member == &call.instance) {
            return member->kind == JsonPiece::Number ||
                   m_program.addFound(member->byte, integerBelow(static_cast<std::int64_t>(kMostCalls)));
        }
        const std::string_view text = member->kind == JsonPiece::String ? plain(member->text) : std::string_view();
        member->text = text;
        return isName(text) || m_program.addFound(member->byte, words::nameOfBytes(kLongestName));
    }

    /// They may come before the op.
    [[nodiscard]] bool keepArguments(Pieces& json, const Piece& begin) {
        if (begin.kind != JsonPiece::ArrayBegin) {
            return m_program.addFound(begin.byte, words::kJsonArray);
        }
        const std::size_t depth = json.depth();
        m_pieces.clear();
        Piece piece = json.next();
        while (piece.kind != JsonPiece::Fault && json.depth() >= depth) {
            m_pieces.push_back(piece);
            piece = json.next();
        }
        return piece.kind != JsonPiece::Fault;
    }

    [[nodiscard]] bool record(const Piece& begin, const Call& call) {
        const auto has = [&](const Piece& member, std::string_view key, std::string_view expected) {
            return member.kind != JsonPiece::End || m_program.add(begin.byte, words::missingKey(key, expected));
        };
        static const std::string kNameExpected = words::nameOfBytes(kLongestName);
        if (!has(call.name, "name", kNameExpected) || !has(call.op, "op", kNameExpected) ||
            !has(call.args, "args", words::kJsonArray)) {
            return false;
        }
        const auto op = m_ops.names.find(call.op.text);
        if (op == m_ops.names.end()) {
            return m_program.addFound(call.op.byte, "the name of an op in /ops");
        }
        std::uint32_t instance = 0;
        if (!readInstance(call.instance, instance) || !takeArguments(op->second, call.args)) {
            return false;
        }
        return m_book.add(call.name.text, op->second, instance, m_arguments) ||
               m_program.add(begin.byte, words::secondNamed(kProgramCall.kind, call.name.text));
    }

    [[nodiscard]] bool readInstance(const Piece& given, std::uint32_t& instance) {
        if (given.kind == JsonPiece::End) {
            return true;
        }
        const std::optional<std::uint32_t> number = integerOf(given.text);
        if (!number || *number >= kMostCalls) {
            return m_program.addFound(given.byte, integerBelow(static_cast<std::int64_t>(kMostCalls)));
        }
        instance = *number;
        m_largest = instance >= m_book.instances() ? given.byte : m_largest;
        return true;
    }

    // The arguments of a call, from the pieces that were kept, from m_at on.

    [[nodiscard]] bool takeArguments(OpId op, const Piece& args) {
        m_at = 0;
        m_arguments.clear();
        m_items.reset();
        const std::size_t slots = m_ops.set.ops[op].arguments.size();
        std::size_t slot = 0;
        for (; slot < slots && m_at < m_pieces.size(); ++slot) {
            if (!takeArgument(op, slot)) {
                return false;
            }
        }
        return (slot == slots && m_at == m_pieces.size()) ||
               m_program.addFound(args.byte,
                                  fmt::format("{}, one for each argument of op '{}'", slots, m_ops.set.ops[op].name));
    }

    [[nodiscard]] bool takeArgument(OpId op, std::size_t slot) {
        const ArgumentType& type = m_ops.set.ops[op].arguments[slot];
        const auto classed = [](std::string_view key, std::string_view example) {
            return [=] { return fmt::format("{}: this argument is of class {}", example, key); };
        };
        switch (type.kind) {
        case ArgumentClass::Row: return type.arity == Arity::Any ? takeItems(type.width) : takeRow(type.width);
        case ArgumentClass::Shared:
            return takeOnly("shared", classed("shared", R"({"shared": "a.0"})"), [&] {
                const bool isTaken = takeValue(type.width);
                if (isTaken) {
                    m_arguments.back() = Argument::shared(m_arguments.back().value());
                }
                return isTaken;
            });
        case ArgumentClass::Integer:
            return takeOnly("integer", classed("integer", R"({"integer": 3})"),
                            [&] { return takeInteger(m_ops.integerEnds[op][slot]); });
        case ArgumentClass::Constant:
            return takeOnly("constant", classed("constant", R"({"constant": [1, 2]})"),
                            [&] { return takeConstant(type.width, CallBook::Equal::Apart); });
        }
        return false;
    }

    [[nodiscard]] bool is(JsonPiece kind) const { return m_at < m_pieces.size() && m_pieces[m_at].kind == kind; }
    [[nodiscard]] bool skip(JsonPiece kind) {
        const bool isThere = is(kind);
        m_at += isThere ? 1 : 0;
        return isThere;
    }
    [[nodiscard]] const Piece& piece() const { return m_pieces[m_at]; }

    /// An object with this one key; `take` takes its value, `expected` says what was expected instead of the object.
    template <typename Expected, typename Take>
    [[nodiscard]] bool takeOnly(std::string_view key, const Expected& expected, const Take& take) {
        const Piece& begin = piece();
        const auto wrong = [&] { return m_program.addFound(begin.byte, expected()); };
        if (!skip(JsonPiece::ObjectBegin) || !is(JsonPiece::Key) || plain(piece().text) != key) {
            return wrong();
        }
        ++m_at;
        return take() && (skip(JsonPiece::ObjectEnd) || wrong());
    }

    [[nodiscard]] bool takeRow(std::int32_t width) {
        return is(JsonPiece::ObjectBegin) ? takeOnly(
                                                "constant", [] { return std::string(kNameOfOutputSuchAs); },
                                                [&] { return takeConstant(width, CallBook::Equal::Once); })
                                          : takeValue(width);
    }

    [[nodiscard]] bool takeValue(std::int32_t width) {
        const std::optional<CallBook::Found> found = valueAt(piece());
        if (!found) {
            return false;
        }
        if (found->width != width) {
            return m_program.addFound(piece().byte,
                                      fmt::format("a row of {}; this one is a row of {}", width, found->width));
        }
        ++m_at;
        m_arguments.emplace_back(found->value);
        return true;
    }

    [[nodiscard]] bool takeItems(std::int32_t width) {
        const Piece& begin = piece();
        if (!skip(JsonPiece::ArrayBegin)) {
            return m_program.addFound(begin.byte, kArrayOfNames);
        }
        const std::size_t before = m_arguments.size();
        while (!is(JsonPiece::ArrayEnd)) {
            if (!takeRow(width)) {
                return false;
            }
        }
        ++m_at;
        const std::size_t items = m_arguments.size() - before;
        const std::size_t wanted = m_items.value_or(items);
        m_items = items;
        return items == wanted ||
               m_program.addFound(begin.byte, fmt::format("{} name{}, as in the variadic argument before it", wanted,
                                                          wanted == 1 ? "" : "s"));
    }

    [[nodiscard]] bool takeInteger(std::uint32_t end) {
        const std::optional<std::uint32_t> number = is(JsonPiece::Number) ? integerOf(piece().text) : std::nullopt;
        if (!number || *number >= end) {
            return m_program.addFound(piece().byte, integerBelow(end));
        }
        ++m_at;
        m_arguments.push_back(Argument::integer(*number));
        return true;
    }

    [[nodiscard]] bool takeConstant(std::int32_t width, CallBook::Equal equal) {
        const Piece& begin = piece();
        m_numbers.clear();
        if (skip(JsonPiece::ArrayBegin)) {
            for (; is(JsonPiece::Number); ++m_at) {
                const std::optional<double> number = numberOf(piece().text);
                if (!number) {
                    return m_program.addFound(piece().byte, words::kJsonNumber);
                }
                m_numbers.push_back(*number);
            }
            if (!is(JsonPiece::ArrayEnd)) {
                return m_program.addFound(piece().byte, words::kJsonNumber);
            }
            ++m_at;
        }
        if (begin.kind != JsonPiece::ArrayBegin || m_numbers.size() != static_cast<std::size_t>(width)) {
            return m_program.addFound(begin.byte, fmt::format("an array of {} number{}", width, width == 1 ? "" : "s"));
        }
        m_arguments.push_back(m_book.constant(m_numbers, equal));
        return true;
    }

    // Values by their names.

    /// The text of a string, which may have escapes.
    [[nodiscard]] std::string_view plain(std::string_view raw) {
        return isEscaped(raw) ? std::string_view(m_unescaped.emplace_back(unescapedJson(raw, Encoding::Utf8))) : raw;
    }

    [[nodiscard]] std::optional<CallBook::Found> valueAt(const Piece& name) {
        if (name.kind != JsonPiece::String) {
            m_program.addFound(name.byte, kNameOfOutputSuchAs);
            return std::nullopt;
        }
        const CallBook::Found found = m_book.find(plain(name.text));
        if (found.reference == CallBook::Reference::Good) {
            return found;
        }
        m_program.addFound(name.byte, expectedInstead(found));
        return std::nullopt;
    }

    [[nodiscard]] std::string expectedInstead(const CallBook::Found& found) const {
        if (found.reference == CallBook::Reference::NoCall) {
            return std::string("the name of an earlier call, with or without an output, such as \"a.0\"; calls are "
                               "made in the order of /calls");
        }
        const Op& op = m_ops.set.ops[found.op];
        return found.reference == CallBook::Reference::NeedsOutput
                   ? fmt::format("one of its {} outputs, such as \"a.0\": op '{}' has several", op.outputs(), op.name)
                   : outputAfterDot(op.outputs(), op.name);
    }

    [[nodiscard]] bool readOutput(Pieces& json, const Piece& begin) {
        Piece value = begin;
        Piece target;
        if (begin.kind == JsonPiece::ObjectBegin) {
            value = {};
            Piece key = json.next();
            for (; key.kind == JsonPiece::Key; key = json.next()) {
                const std::string_view name = plain(key.text);
                Piece& member = name == "value" ? value : target;
                if (name != "value" && name != "target") {
                    return m_program.addUnknown(key, kAnOutput, kOutputKeys);
                }
                if (member.kind != JsonPiece::End) {
                    return m_program.addDuplicate(key);
                }
                member = json.next();
                if (member.kind == JsonPiece::Fault || json.valueOf(member).empty()) {
                    return false;
                }
            }
            if (key.kind == JsonPiece::Fault) {
                return false;
            }
            if (value.kind == JsonPiece::End) {
                return m_program.add(begin.byte, words::missingKey("value", "the name of a call's output"));
            }
        } else if (begin.kind != JsonPiece::String) {
            return m_program.addFound(begin.byte, words::objectWith(kAnOutput, namesText(kOutputKeys)));
        }
        const std::optional<CallBook::Found> found = valueAt(value);
        if (!found) {
            return false;
        }
        std::int32_t wanted = kNoTarget;
        if (target.kind != JsonPiece::End) {
            const std::optional<std::uint32_t> number =
                target.kind == JsonPiece::Number ? integerOf(target.text) : std::nullopt;
            if (!number || *number >= static_cast<std::uint32_t>(found->width)) {
                return m_program.addFound(target.byte, integerBelow(found->width));
            }
            wanted = static_cast<std::int32_t>(*number);
        }
        m_book.request(found->value, wanted);
        return true;
    }

    ProgramText& m_program;
    const ProgramOps& m_ops;
    CallBook m_book;
    std::deque<std::string> m_unescaped;  // names that are escaped in the text
    std::optional<std::size_t> m_largest; // the byte of the largest instance
    // Of the present call; kept for their memory.
    std::vector<Piece> m_pieces;
    std::size_t m_at = 0;
    std::vector<Argument> m_arguments;
    std::optional<std::size_t> m_items; // of each variadic slot
    std::vector<double> m_numbers;
};

/// Takes the text apart. Its parts come in any order; the calls need the ops, and the outputs the calls.
class ProgramReader {
public:
    ProgramReader(std::string_view text, const std::string& file, DType dtype)
        : m_program(text, file), m_dtype(dtype) {}

    [[nodiscard]] Result<RecordedProgram> read() {
        if (!readParts() || !hasParts() || !readLater("calls") || !readLater("outputs")) {
            return m_program.error();
        }
        Result<RecordedProgram> program = std::move(*m_calls).finish();
        if (!program) {
            return Error{ErrorCode::Parse, program.error().message, m_program.file()};
        }
        const Part& name = part("name");
        program->calls.ops.name = name.value.empty() ? "program" : unescapedJson(name.first.text, Encoding::Utf8);
        return program;
    }

private:
    /// The value at a key of the document.
    struct Part {
        std::string_view value; // empty: there is none
        Piece first;
        bool isRead = false;
    };

    [[nodiscard]] Part& part(std::string_view key) {
        const auto found = std::find(kProgramKeys.begin(), kProgramKeys.end(), key);
        return m_parts[static_cast<std::size_t>(found - kProgramKeys.begin())];
    }

    [[nodiscard]] bool readParts() {
        Pieces json(m_program, m_program.text());
        Piece piece = json.next();
        if (piece.kind != JsonPiece::ObjectBegin) {
            return piece.kind != JsonPiece::Fault &&
                   m_program.addFound(piece.byte, words::objectWith(kAProgram, namesText(kProgramKeys)));
        }
        piece = json.next();
        while (piece.kind == JsonPiece::Key && readPart(json, piece)) {
            piece = json.next();
        }
        return piece.kind == JsonPiece::ObjectEnd && json.next().kind == JsonPiece::End;
    }

    [[nodiscard]] bool readPart(Pieces& json, const Piece& key) {
        const std::string name = unescapedJson(key.text, Encoding::Utf8);
        if (std::find(kProgramKeys.begin(), kProgramKeys.end(), name) == kProgramKeys.end()) {
            return m_program.addUnknown(key, kAProgram, kProgramKeys);
        }
        Part& read = part(name);
        if (!read.value.empty()) {
            return m_program.addDuplicate(key);
        }
        read.first = json.next();
        read.isRead = read.first.kind == JsonPiece::ArrayBegin && isComplete(name);
        if (read.first.kind == JsonPiece::Fault || (read.isRead && !readList(name, json))) {
            return false;
        }
        read.value = read.isRead ? m_program.text().substr(read.first.byte, 1) : json.valueOf(read.first);
        return !read.value.empty() && checkHead(name, read);
    }

    /// Version, name and note.
    [[nodiscard]] bool checkHead(std::string_view key, const Part& read) {
        if (key == "batchscope_program") {
            return read.value == "1" || m_program.addFound(read.first.byte, "1, the only version of the format");
        }
        if (key != "name" && key != "note") {
            return true;
        }
        if (read.first.kind != JsonPiece::String) {
            return m_program.addFound(read.first.byte, words::kJsonString);
        }
        return parsed(key, read).has_value();
    }

    /// Whether all that this list needs has been met. A program without parameters is only known as such at its end.
    [[nodiscard]] bool isComplete(std::string_view key) {
        return (key == "calls" && !part("params").value.empty() && !part("ops").value.empty()) ||
               (key == "outputs" && part("calls").isRead);
    }

    [[nodiscard]] bool hasParts() {
        if (part("batchscope_program").value.empty()) {
            return m_program.add(0, words::missingKey("batchscope_program", "\"batchscope_program\": 1 in a program"));
        }
        return m_calls || readOps();
    }

    [[nodiscard]] bool readLater(std::string_view key) {
        Part& read = part(key);
        if (read.isRead) {
            return true;
        }
        if (read.value.empty()) {
            return m_program.add(0, words::missingKey(key, words::kJsonArray));
        }
        if (read.first.kind != JsonPiece::ArrayBegin) {
            return m_program.addFound(read.first.byte, words::kJsonArray);
        }
        Pieces json(m_program, read.value);
        read.isRead = true;
        return json.next().kind == JsonPiece::ArrayBegin && readList(key, json);
    }

    [[nodiscard]] bool readList(std::string_view key, Pieces& json) {
        return key == "calls" ? (m_calls || readOps()) && m_calls->readCalls(json)
                              : m_calls->readOutputs(json, part(key).first);
    }

    /// Parameters and ops are few, and come as a document.
    [[nodiscard]] bool readOps() {
        m_document = Json::object();
        for (const std::string_view key : {"params", "ops"}) {
            if (const Part& read = part(key); !read.value.empty()) {
                std::optional<Json> value = parsed(key, read);
                if (!value) {
                    return false;
                }
                m_document[std::string(key)] = std::move(*value);
            }
        }
        ProgramFault fault;
        m_ops = batchscope::readOps(JsonPlace{m_document}, m_dtype, fault);
        if (fault.found()) {
            return m_program.take(fault.error(m_program.text(), m_program.file()));
        }
        m_calls.emplace(m_program, m_ops);
        return true;
    }

    [[nodiscard]] std::optional<Json> parsed(std::string_view key, const Part& read) {
        Result<Json> value = parseJson(JsonPart{read.value, m_program.text(), pathStep(key)}, m_program.file());
        if (!value) {
            m_program.take(value.error());
            return std::nullopt;
        }
        return std::move(*value);
    }

    ProgramText m_program;
    DType m_dtype;
    std::array<Part, kProgramKeys.size()> m_parts;
    Json m_document; // of the ops, whose names are in it
    ProgramOps m_ops;
    std::optional<CallReader> m_calls;
};

} // namespace

Result<RecordedProgram> recordProgram(std::string_view json, const std::string& file, DType dtype) {
    return ProgramReader(json.substr(byteOrderMarkLength(json)), file, dtype).read();
}

} // namespace batchscope
