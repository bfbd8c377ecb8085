// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/program_file.h"

#include "core/tree/format_registry.h"
#include "core/tree/tree_builder.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace batchscope {

namespace {

constexpr std::uint64_t kMostInstances = 10'000'000;

/// 1 + the largest number that stands as an instance; 1 for text that is no such document.
std::uint64_t instancesOf(std::string_view text) {
    const auto document = nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
    std::uint64_t largest = 0;
    if (!document.is_object() || !document.contains("calls") || !document["calls"].is_array()) {
        return 1;
    }
    for (const auto& call : document["calls"]) {
        if (call.is_object() && call.contains("instance") && call["instance"].is_number_unsigned()) {
            largest = std::max(largest, call["instance"].get<std::uint64_t>());
        }
    }
    return std::min(largest + 1, kMostInstances);
}

} // namespace

bool acceptsProgram(std::string_view beginning) {
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && beginning[first] == '{' &&
           beginning.find("\"batchscope_program\"") != std::string_view::npos;
}

Status readProgram(std::string_view text, std::uint32_t file, Treebank& bank, const RunControl& control) {
    const std::string_view body = text.substr(byteOrderMarkLength(text));
    bank.program = body;
    const std::uint64_t instances = instancesOf(body);
    for (std::uint64_t index = 0; index < instances; ++index) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const SourcePosition start{1, 1, 0};
        TreeBuilder builder;
        builder.open({}, start);
        builder.token(bank.words.intern(fmt::format("instance {}", index)), start);
        if (builder.close()) {
            Tree tree = builder.take();
            tree.file = file;
            bank.addTree(std::move(tree));
        }
    }
    return Ok{};
}

} // namespace batchscope
