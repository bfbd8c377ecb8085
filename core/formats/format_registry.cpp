// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format_registry.h"

#include "core/base/registry.h"
#include "core/base/source_text.h"
#include "core/base/text.h"
#include "core/formats/foreign_formats.h"
#include "core/formats/format_list.h"
#include "core/words/format_words.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace batchscope {

namespace {

constexpr FormatTraits kNothing = {.words = false, .labels = false, .innerNodes = false, .onlyChildren = false};

/// The first format of this kind that accepts the beginning, or null.
const Format* accepting(Leaves leaves, std::string_view beginning) {
    const auto found = std::find_if(formats().begin(), formats().end(), [&](const Format& format) {
        return format.leaves == leaves && format.accepts(beginning);
    });
    return found == formats().end() ? nullptr : &*found;
}

} // namespace

std::span<const Format> formats() {
    static const std::vector<Format> kFormats = rowsOf(kFormatList);
    return kFormats;
}

std::vector<std::string> filePatterns() {
    std::vector<std::string> patterns;
    for (const Format& format : formats()) {
        for (std::string& pattern : split(format.files, ' ')) {
            if (std::find(patterns.begin(), patterns.end(), pattern) == patterns.end()) {
                patterns.push_back(std::move(pattern));
            }
        }
    }
    return patterns;
}

std::size_t byteOrderMarkLength(std::string_view text) {
    return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

FormatTraits traitsOf(const Treebank& bank) {
    FormatTraits all = kNothing;
    for (const Format& format : formats()) {
        const bool present = bank.format == format.name ||
                             std::any_of(bank.segments.begin(), bank.segments.end(),
                                         [&](const FileSegment& segment) { return segment.format == format.name; });
        if (present) {
            all.words |= format.traits.words;
            all.labels |= format.traits.labels;
            all.constituents |= format.traits.constituents;
            all.innerNodes |= format.traits.innerNodes;
            all.onlyChildren |= format.traits.onlyChildren;
        }
    }
    return all;
}

Result<const Format*> detectFormat(std::string_view text, const std::string& file) {
    constexpr std::size_t kBeginning = 4096;
    constexpr std::size_t kLongBeginning = std::size_t{64} << 10U; // comments may come before the first tree
    const std::size_t mark = byteOrderMarkLength(text);
    const auto failed = [&](std::string message, std::size_t byte) {
        return Error{ErrorCode::Parse, std::move(message), file, positionAt(text, byte)};
    };
    const std::size_t first = text.find_first_not_of(" \t\r\n", mark);
    if (first == std::string_view::npos) {
        return failed(std::string(words::kFileIsEmpty), 0);
    }
    if (const Format* const binary = accepting(Leaves::Vectors, text.substr(0, kBeginning))) {
        return binary;
    }
    if (const std::optional<std::string> foreign = foreignFormat(text.substr(mark, kBeginning))) {
        return failed(*foreign, 0);
    }
    if (const std::size_t nul = text.substr(0, kBeginning).find('\0'); nul != std::string_view::npos) {
        return failed(words::isBinaryData(nul), nul);
    }
    for (const std::size_t length : {kBeginning, kLongBeginning}) {
        for (const Leaves leaves : {Leaves::Words, Leaves::Program}) {
            if (const Format* const format = accepting(leaves, text.substr(first, length))) {
                return format;
            }
        }
    }
    const std::size_t end = text.find_first_of("\r\n", first);
    const std::string_view line = text.substr(first, end == std::string_view::npos ? end : end - first);
    if (findInvalidUtf8(line) != std::string_view::npos) {
        return failed(std::string(words::kUnknownEncoding), first);
    }
    return failed(words::isNoKnownFormat(elided(line, 40)), first);
}

} // namespace batchscope
