// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a program (core/nets/program.h) like any other file that the user opens, without interpreting it:
// Treebank::program keeps the text, and each instance named by the calls becomes a tree of one leaf.
#include "core/base/json_document.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/source_text.h"
#include "core/formats/format_list.h"
#include "core/formats/format_registry.h"
#include "core/tree/tree_builder.h"
#include "core/treebank/treebank.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace batchscope {

namespace {

/// The positions of the calls. Lines are counted from the previous call.
std::vector<SourcePosition> callsOf(std::string_view text, const JsonValue& calls) {
    std::vector<SourcePosition> positions;
    std::size_t counted = 0; // the lines before this byte are counted
    std::uint32_t line = 1;
    std::size_t lineStart = 0;
    calls.forEach([&](const JsonValue& call) {
        const std::size_t at = call.byte();
        const std::string_view before = text.substr(0, at); // leaves out the rest, perhaps one line of a million calls
        for (std::size_t end = before.find('\n', counted); end < at; end = before.find('\n', end + 1)) {
            lineStart = end + 1;
            ++line;
        }
        counted = at;
        positions.push_back({line, static_cast<std::uint32_t>(at - lineStart + 1), at});
    });
    return positions;
}

/// The number of instances: 1 + the largest "instance" of a call, but at most the number of calls. An instance without
/// calls is an error that the graph's builder reports.
std::uint64_t instancesOf(const JsonValue& calls) {
    std::uint64_t largest = 0;
    std::uint64_t count = 0;
    calls.forEach([&](const JsonValue& call) {
        const JsonValue instance = call["instance"];
        largest = std::max(largest, instance.isNumber() ? instance.count() : 0);
        ++count;
    });
    return std::clamp<std::uint64_t>(largest + 1, 1, std::max<std::uint64_t>(count, 1));
}

/// True for an object with the key "batchscope_program".
bool acceptsProgram(std::string_view beginning) {
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && beginning[first] == '{' &&
           beginning.find(R"("batchscope_program")") != std::string_view::npos;
}

/// Implements Format::whole. Checks only what the trees need; the graph's builder reports all other errors.
Status readProgram(std::string_view text, std::uint32_t file, Treebank& bank, const RunControl& control) {
    const std::string_view body = text.substr(byteOrderMarkLength(text));
    const Result<JsonDocument> json = JsonDocument::parse(body, bank.files[file]);
    if (!json && !json.error().position) {
        return json.error(); // out of memory
    }
    if (!json) {
        const SourcePosition& position = *json.error().position;
        bank.addDiagnostic({bank.files[file], position, json.error().message, lineExcerpt(body, position.byte)});
        return Ok{};
    }
    const JsonValue calls = json->top()["calls"];
    const std::uint64_t instances = instancesOf(calls);
    bank.calls = callsOf(body, calls);
    bank.program = body;
    for (std::uint64_t index = 0; index < instances; ++index) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const SourcePosition start{1, 1, 0};
        TreeBuilder builder;
        builder.open({}, start);
        builder.token(bank.words.intern(fmt::format("instance {}", index + 1)), start);
        if (builder.close()) {
            Tree tree = builder.take();
            tree.file = file;
            bank.addTree(std::move(tree));
        }
    }
    return Ok{};
}

} // namespace

constinit const Format kProgramFormat = {
    .name = "program",
    .description = "a custom graph as JSON: ops, calls and outputs",
    .accepts = acceptsProgram,
    .whole = readProgram,
    .leaves = Leaves::Program,
    .traits = {.words = false, .labels = false, .innerNodes = false, .onlyChildren = false},
    .isJson = true,
    .files = "*.json",
};

} // namespace batchscope
