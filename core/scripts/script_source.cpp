// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/script_source_torch.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <tuple>

namespace batchscope {

namespace {

constexpr std::string_view kNextDef = "\ndef ";

/// The position in the user's source if it is known, else in the code that LibTorch printed into the archive.
torch::jit::SourceRange originalOf(const torch::jit::SourceRange& range) {
    torch::jit::SourceRange present = range;
    while (present.source()) {
        const auto earlier = present.findSourceRangeThatGenerated();
        if (!earlier || !earlier->source()) {
            break;
        }
        present = *earlier;
    }
    return present;
}

std::string fileOf(const torch::jit::Source& source) {
    auto& known = const_cast<torch::jit::Source&>(source); // the getter is not const in LibTorch 1.13
    return known.filename() ? std::filesystem::path(*known.filename()).filename().string() : std::string();
}

std::size_t lineOf(const torch::jit::SourceRange& range) {
    return range.source()->lineno_to_source_lineno(range.source()->lineno_for_offset(range.start())) + 1;
}

std::string trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r";
    const std::size_t first = text.find_first_not_of(kSpace);
    return first == std::string_view::npos ? std::string()
                                           : std::string(text.substr(first, text.find_last_not_of(kSpace) - first + 1));
}

std::string lineText(const torch::jit::SourceRange& range) {
    const std::string text = range.source()->text_str().str();
    const std::size_t at = std::min(range.start(), text.size());
    const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    return trimmed(std::string_view(text).substr(begin, text.find('\n', at) - begin));
}

/// The place in the method itself that leads to the operation: a line of the user, not of a library.
torch::jit::SourceRange outermostOf(const torch::jit::Node& node) {
    const auto stack = node.callstack();
    if (stack) {
        const auto calls = (*stack)->vec();
        if (!calls.empty()) {
            return originalOf(std::get<1>(calls.front()));
        }
    }
    return originalOf(node.sourceRange());
}

/// The text of a single method, if `whole` contains several.
ScriptText onlyOf(const std::string& method, ScriptText whole) {
    const std::size_t found = whole.text.find(std::string(kNextDef) + method + '(');
    if (found == std::string::npos) {
        return whole;
    }
    const std::size_t begin = found + 1;
    const std::size_t end = whole.text.find(kNextDef, begin);
    whole.line += static_cast<std::size_t>(
        std::count(whole.text.begin(), whole.text.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
    whole.text = whole.text.substr(begin, end == std::string::npos ? end : end - begin);
    return whole;
}

std::string shownRange(const torch::jit::SourceRange& range) {
    constexpr std::size_t kMost = 80;
    std::string text = lineText(range);
    if (text.size() > kMost) {
        text = text.substr(0, kMost) + "…";
    }
    return fmt::format("{}:{}: {}", fileOf(*range.source()), lineOf(range), text);
}

} // namespace

std::string operationName(const torch::jit::Node& node) {
    return node.kind().toQualString();
}

std::string placeOf(const torch::jit::Node& node) {
    const torch::jit::SourceRange range = outermostOf(node);
    return range.source() ? shownRange(range) : std::string();
}

ScriptText textOf(const torch::jit::Method& method) {
    for (const torch::jit::Node* node : method.graph()->nodes()) {
        const torch::jit::SourceRange range = originalOf(node->sourceRange());
        if (!range.source() || range.source()->text_str().size() == 0) {
            continue;
        }
        return onlyOf(method.name(), {fileOf(*range.source()), range.source()->lineno_to_source_lineno(0) + 1,
                                      range.source()->text_str().str()});
    }
    return {};
}

} // namespace batchscope
