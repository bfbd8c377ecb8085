// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tree/format_registry.h"

#include "core/base/text.h"
#include "core/tree/bracket_reader.h"
#include "core/tree/conllu_reader.h"
#include "core/tree/foreign_formats.h"
#include "core/tree/idx_reader.h"
#include "core/tree/program_file.h"
#include "core/tree/snli_reader.h"
#include "core/tree/source_text.h"
#include "core/tree/sst_pair.h"
#include "core/tree/token_lines.h"
#include "core/tree/trees_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace batchscope {

namespace {

constexpr FormatTraits kConstituents = {.constituents = true};
constexpr FormatTraits kDependencies = {.onlyChildren = false};
constexpr FormatTraits kUnlabelled = {.labels = false};
constexpr FormatTraits kSentences = {.labels = false, .onlyChildren = false};
constexpr FormatTraits kSingleNodes = {.words = false, .labels = false, .innerNodes = false, .onlyChildren = false};

constexpr std::array kFormats = {
    Format{.name = "ptb",
           .description =
               "bracketed trees on one line or several lines each (Penn Treebank, Stanford Sentiment Treebank)",
           .accepts = acceptsBrackets,
           .records = bracketReader,
           .traits = kConstituents},
    Format{.name = "conllu",
           .description = "dependency trees, one token per line, ten columns (Universal Dependencies, CoNLL-U)",
           .accepts = acceptsConllu,
           .records = conlluReader,
           .traits = kDependencies},
    Format{.name = "snli",
           .description = "JSON lines, each with two bracketed sentences and a label (SNLI, MultiNLI)",
           .accepts = acceptsSnli,
           .records = snliReader},
    Format{.name = "trees-json",
           .description = "any trees as JSON lines, written by batchscope-cli convert --to json",
           .accepts = acceptsTreesJson,
           .records = treesJsonReader,
           .traits = kConstituents},
    Format{.name = "sst-pair",
           .description = "parent pointers and words in two files (STree.txt and SOStr.txt)",
           .accepts = acceptsSstPair,
           .records = nullptr,
           .together = readSstPairs,
           .traits = kUnlabelled},
    Format{.name = "tokens",
           .description = "plain sentences, one per line, words separated by spaces",
           .accepts = acceptsTokenLines,
           .records = tokenLineReader,
           .onlyNamed = true,
           .traits = kSentences},
    Format{.name = "idx",
           .description = "images as vectors, with or without a label file (MNIST, idx of unsigned bytes)",
           .accepts = acceptsIdx,
           .records = nullptr,
           .whole = readIdx,
           .leaves = Leaves::Vectors,
           .readLast = isIdxLabels,
           .traits = kSingleNodes},
    Format{.name = "program",
           .description = "a custom graph as JSON: ops, calls and outputs",
           .accepts = acceptsProgram,
           .records = nullptr,
           .whole = readProgram,
           .leaves = Leaves::Program,
           .traits = kSingleNodes},
};

/// The first format of this kind that accepts the beginning, or null.
const Format* accepting(Leaves leaves, std::string_view beginning) {
    const auto* const found = std::find_if(kFormats.begin(), kFormats.end(), [&](const Format& format) {
        return format.leaves == leaves && format.accepts(beginning);
    });
    return found == kFormats.end() ? nullptr : found;
}

} // namespace

std::span<const Format> formats() {
    return kFormats;
}

std::size_t byteOrderMarkLength(std::string_view text) {
    return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

FormatTraits traitsOf(const Treebank& bank) {
    FormatTraits all = kSingleNodes;
    for (const Format& format : kFormats) {
        const bool present = bank.format == format.name ||
                             std::any_of(bank.segments.begin(), bank.segments.end(),
                                         [&](const FileSegment& segment) { return segment.format == &format; });
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
        return failed("the file is empty; expected bracketed trees such as (3 (2 A) (2 film))", 0);
    }
    if (const Format* const binary = accepting(Leaves::Vectors, text.substr(0, kBeginning))) {
        return binary;
    }
    if (const std::optional<std::string> foreign = foreignFormat(text.substr(mark, kBeginning))) {
        return failed(*foreign, 0);
    }
    if (const std::size_t nul = text.substr(0, kBeginning).find('\0'); nul != std::string_view::npos) {
        return failed(fmt::format("binary data (a zero byte at offset {}), not a treebank; expected text", nul), nul);
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
        return failed("binary data or an unknown encoding, not a treebank; expected UTF-8 text", first);
    }
    return failed(fmt::format("no known treebank format starts with '{}'; expected '(', the ten columns of CoNLL-U or "
                              "plain sentences (see batchscope-cli list formats)",
                              elided(line, 40)),
                  first);
}

} // namespace batchscope
