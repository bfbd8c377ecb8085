// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/program_file.h"

#include "core/base/budget.h"
#include "core/base/source_text.h"
#include "core/formats/format_list.h"
#include "core/formats/format_registry.h"
#include "core/tree/tree_builder.h"
#include "core/words/format_words.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace batchscope {

namespace {

/// 1 + the largest number that stands as an instance, at most the number of calls: an instance without calls is a
/// fault, which the graph's builder names. 1 for what is no such document.
std::uint64_t instancesOf(const nlohmann::json& document) {
    std::uint64_t largest = 0;
    if (!document.is_object() || !document.contains("calls") || !document["calls"].is_array()) {
        return 1;
    }
    for (const auto& call : document["calls"]) {
        if (call.is_object() && call.contains("instance") && call["instance"].is_number_unsigned()) {
            largest = std::max(largest, call["instance"].get<std::uint64_t>());
        }
    }
    return std::max<std::uint64_t>(std::min<std::uint64_t>(largest + 1, document["calls"].size()), 1);
}

/// The library names the number that it cannot hold, 'between quotes', but not where it stands.
std::size_t placeOfNumber(std::string_view body, std::string_view message) {
    const std::size_t begin = message.find('\'');
    const std::string_view number = message.substr(std::min(begin + 1, message.size()));
    const std::size_t place = body.find(number.substr(0, number.rfind('\'')));
    return place == std::string_view::npos ? 0 : place;
}

} // namespace

bool acceptsProgram(std::string_view beginning) {
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && beginning[first] == '{' &&
           beginning.find(R"("batchscope_program")") != std::string_view::npos;
}

Status readProgram(std::string_view text, std::uint32_t file, Treebank& bank, const RunControl& control) {
    const std::string_view body = text.substr(byteOrderMarkLength(text));
    std::uint64_t instances = 1;
    if (Status fits = checkJsonFits(body, bank.files[file], fileLimit(bank.bytesRead)); !fits) {
        return fits;
    }
    try {
        instances = instancesOf(nlohmann::json::parse(body.begin(), body.end()));
    } catch (const nlohmann::json::parse_error& fault) {
        const SourcePosition place = positionAt(body, std::max<std::size_t>(fault.byte, 1) - 1);
        bank.addDiagnostic(
            {bank.files[file], place, std::string(words::kProgramIsInvalidJson), lineExcerpt(body, place.byte)});
        return Ok{};
    } catch (const nlohmann::json::out_of_range& fault) {
        const std::size_t byte = placeOfNumber(body, fault.what());
        bank.addDiagnostic({bank.files[file], positionAt(body, byte), std::string(words::kNumberBeyond64Bits),
                            lineExcerpt(body, byte)});
        return Ok{};
    }
    bank.program = body;
    for (std::uint64_t index = 0; index < instances; ++index) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const SourcePosition start{1, 1, 0};
        TreeBuilder builder;
        builder.open({}, start);
        builder.token(bank.words.intern(words::instanceName(index)), start);
        if (builder.close()) {
            Tree tree = builder.take();
            tree.file = file;
            bank.addTree(std::move(tree));
        }
    }
    return Ok{};
}

constinit const Format kProgramFormat = {
    .name = "program",
    .description = words::kProgramDescription,
    .accepts = acceptsProgram,
    .whole = readProgram,
    .leaves = Leaves::Program,
    .traits = {.words = false, .labels = false, .innerNodes = false, .onlyChildren = false},
    .isJson = true,
    .files = "*.json",
};

} // namespace batchscope
