// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the calls and the outputs of a program from its text, piece by piece, into a CallBook. See program_stream.h.
#pragma once

#include "core/formats/json_pull.h"
#include "core/nets/call_book.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

class CallStream {
public:
    /// `ops` and the texts that are read must outlive this.
    explicit CallStream(const ProgramOps& ops) : m_ops(ops), m_book(ops) {}

    /// After the bracket that opens them, up to the one that closes them. False where anything is wrong.
    [[nodiscard]] bool readCalls(JsonPull& json);
    [[nodiscard]] bool readOutputs(JsonPull& json);

    /// Nothing where it is wrong as a whole.
    [[nodiscard]] std::optional<RecordedProgram> finish() &&;

private:
    struct Piece {
        JsonPiece kind;
        std::string_view text;
    };
    /// What was read of the present call. A key that is missing has no value, a name that is wrong is none.
    struct Call {
        std::optional<std::string_view> name;
        std::optional<std::string_view> op;
        std::optional<std::uint32_t> instance;
        bool hasArguments = false;
    };

    [[nodiscard]] bool readCall(JsonPull& json);
    [[nodiscard]] bool readMember(JsonPull& json, Call& call);
    [[nodiscard]] bool keepArguments(JsonPull& json);
    [[nodiscard]] bool record(const Call& call);
    [[nodiscard]] bool readOutput(JsonPull& json, JsonPiece first);

    // Of the pieces that were kept, from m_at on.
    [[nodiscard]] bool takeArguments(OpId op);
    [[nodiscard]] bool takeArgument(OpId op, std::size_t slot);
    [[nodiscard]] bool take(JsonPiece kind);
    [[nodiscard]] bool takeKey(std::string_view key) { return take(JsonPiece::Key) && m_taken == key; }
    [[nodiscard]] bool takeRow(std::int32_t width);
    [[nodiscard]] bool takeValue(std::int32_t width);
    [[nodiscard]] bool takeItems(std::int32_t width);
    [[nodiscard]] bool takeInteger(std::uint32_t end);
    [[nodiscard]] bool takeConstant(std::int32_t width, CallBook::Equal equal);

    [[nodiscard]] std::optional<std::string_view> nameOf(std::string_view raw);
    [[nodiscard]] CallBook::Found find(std::string_view raw);

    const ProgramOps& m_ops;
    CallBook m_book;
    std::deque<std::string> m_unescaped; // names that the text has in other words
    // Of the present call; kept for their memory.
    std::vector<Piece> m_pieces;
    std::size_t m_at = 0;
    std::string_view m_taken;
    std::vector<Argument> m_arguments;
    std::optional<std::size_t> m_items; // of each variadic slot
    std::vector<double> m_numbers;
};

} // namespace batchscope
