// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/program_stream.h"

#include "core/formats/format_registry.h"
#include "core/formats/json_pull.h"
#include "core/nets/call_stream.h"
#include "core/nets/program_json.h"
#include "core/nets/program_ops.h"
#include "core/words/program_words.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace batchscope {

namespace {

/// Takes the text apart. Its parts come in any order; the calls need the ops, and the outputs the calls.
class ProgramStream {
public:
    ProgramStream(std::string_view text, DType dtype) : m_text(text), m_dtype(dtype), m_json(text) {}

    [[nodiscard]] std::optional<RecordedProgram> read() {
        if (!readParts() || !readLater("calls") || !readLater("outputs")) {
            return std::nullopt;
        }
        const std::optional<Json> head = document({"batchscope_program", "name", "note"});
        ProgramFault fault;
        if (head) {
            checkProgramHead(JsonPlace{*head}, fault);
        }
        std::optional<RecordedProgram> program = std::move(*m_stream).finish();
        if (!head || fault.found() || !program) {
            return std::nullopt;
        }
        program->calls.ops.name = head->value("name", "program");
        return program;
    }

private:
    /// Of a key of the document.
    struct Part {
        std::string_view text; // of the value; empty where there is none
        bool isRead = false;
    };

    [[nodiscard]] Part& part(std::string_view key) {
        const auto found = std::find(kProgramKeys.begin(), kProgramKeys.end(), key);
        return m_parts[static_cast<std::size_t>(found - kProgramKeys.begin())];
    }

    [[nodiscard]] bool readParts() {
        if (m_json.next() != JsonPiece::ObjectBegin) {
            return false;
        }
        JsonPiece piece = m_json.next();
        while (piece == JsonPiece::Key && readPart(m_json.text())) {
            piece = m_json.next();
        }
        return piece == JsonPiece::ObjectEnd && m_json.next() == JsonPiece::End;
    }

    [[nodiscard]] bool readPart(std::string_view key) {
        const bool isKnown = std::find(kProgramKeys.begin(), kProgramKeys.end(), key) != kProgramKeys.end();
        if (!isKnown || !part(key).text.empty()) {
            return false;
        }
        const JsonPiece first = m_json.next();
        const std::size_t begin = m_json.offset();
        const bool isNow = first == JsonPiece::ArrayBegin && isComplete(key);
        if (!(isNow ? readList(key, m_json) : m_json.skip(first) != JsonPiece::Fault)) {
            return false;
        }
        const std::size_t quotes = first == JsonPiece::String ? 2 : 0;
        part(key).text = m_text.substr(begin, m_json.offset() + m_json.text().size() + quotes - begin);
        part(key).isRead = isNow;
        return true;
    }

    /// Whether all that this list needs has been met. A program without parameters is only known as such at its end.
    [[nodiscard]] bool isComplete(std::string_view key) {
        return (key == "calls" && !part("params").text.empty() && !part("ops").text.empty()) ||
               (key == "outputs" && part("calls").isRead);
    }

    [[nodiscard]] bool readLater(std::string_view key) {
        if (part(key).isRead) {
            return true;
        }
        JsonPull json(part(key).text);
        return json.next() == JsonPiece::ArrayBegin && readList(key, json);
    }

    [[nodiscard]] bool readList(std::string_view key, JsonPull& json) {
        return key == "calls" ? readOps() && m_stream->readCalls(json) : m_stream->readOutputs(json);
    }

    [[nodiscard]] bool readOps() {
        m_document = document({"params", "ops"});
        if (!m_document) {
            return false;
        }
        ProgramFault fault;
        m_ops = batchscope::readOps(JsonPlace{*m_document}, m_dtype, fault);
        m_stream.emplace(m_ops);
        return !fault.found();
    }

    /// Of these parts, where there are any.
    [[nodiscard]] std::optional<Json> document(std::initializer_list<std::string_view> keys) {
        Json document = Json::object();
        for (const std::string_view key : keys) {
            if (const std::string_view text = part(key).text; !text.empty()) {
                Result<Json> value = parseJson(text, {});
                if (!value) {
                    return std::nullopt;
                }
                document[std::string(key)] = std::move(*value);
            }
        }
        return document;
    }

    std::string_view m_text;
    DType m_dtype;
    JsonPull m_json;
    std::array<Part, kProgramKeys.size()> m_parts;
    std::optional<Json> m_document; // of the ops, whose names are in it
    ProgramOps m_ops;
    std::optional<CallStream> m_stream;
};

} // namespace

std::optional<RecordedProgram> readProgramStream(std::string_view json, DType dtype) {
    return ProgramStream(json.substr(byteOrderMarkLength(json)), dtype).read();
}

} // namespace batchscope
