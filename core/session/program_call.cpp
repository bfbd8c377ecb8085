// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/program_call.h"

#include "core/base/json_pull.h"

#include <fmt/format.h>

#include <string_view>

namespace batchscope {

namespace {

/// Of the object at the beginning of the text.
std::string nameOfCall(std::string_view text) {
    JsonPull json(text);
    json.next();
    for (JsonPiece piece = json.next(); piece == JsonPiece::Key; piece = json.next()) {
        const bool isName = json.text() == "name";
        const JsonPiece value = json.next();
        if (isName && value == JsonPiece::String) {
            return unescapedJson(json.text(), Encoding::Utf8);
        }
        json.skip(value);
    }
    return {};
}

} // namespace

std::optional<ProgramCall> programCallOf(const Treebank& bank, const OpGraph& graph, NodeId node) {
    if (!graph.callNumbers.contains(node) || graph.callNumbers[node] >= bank.calls.size()) {
        return std::nullopt;
    }
    const SourcePosition& position = bank.calls[graph.callNumbers[node]];
    return ProgramCall{nameOfCall(std::string_view(bank.program).substr(position.byte)),
                       fmt::format("{}:{}:{}", bank.files.front(), position.line, position.column)};
}

} // namespace batchscope
