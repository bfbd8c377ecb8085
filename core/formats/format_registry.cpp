// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format_registry.h"

#include "core/base/registry.h"
#include "core/base/source_text.h"
#include "core/base/text.h"
#include "core/formats/format_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace batchscope {

namespace {

using namespace std::string_view_literals;

/// Files that users open by mistake. They are refused by name before a reader reports them as damaged trees.
struct ForeignFormat {
    std::string_view name;
    std::string_view advice;
    std::array<std::string_view, 6> beginnings;
};

constexpr std::string_view kSaveAsText = "save the trees as plain text";
constexpr auto kForeignFormats = std::to_array<ForeignFormat>({
    {"text in UTF-16 or UTF-32", "save it as UTF-8", {"\xFF\xFE"sv, "\xFE\xFF"sv, "\0\0\xFE\xFF"sv}},
    {"compressed data or an archive",
     "unpack it and open the treebank inside",
     {"\x1F\x8B"sv, "\x28\xB5\x2F\xFD"sv, "BZh"sv, "\xFD\x37zXZ"sv, "7z\xBC\xAF"sv}},
    {"a Python pickle or an old PyTorch file",
     "open the trees, and pass a module as --model or weights as --weights",
     {"\x80\x02"sv, "\x80\x03"sv, "\x80\x04"sv, "\x80\x05"sv}},
    {"a ZIP archive or an Office document",
     "unpack it and open the treebank inside, or save the trees as plain text",
     {"PK\x03\x04"sv, "\xD0\xCF\x11\xE0"sv}},
    {"a PDF or RTF document", kSaveAsText, {"%PDF-"sv, R"({\rtf)"sv}},
    {"a picture", "open the treebank itself", {"\x89PNG"sv, "\xFF\xD8\xFF"sv, "GIF8"sv}},
    {"a program (ELF)", "open a treebank", {"\x7F\x45LF"sv}},
    {"a database or a table of numbers (SQLite, Parquet, HDF5, NumPy)",
     kSaveAsText,
     {"SQLite format 3\0"sv, "PAR1"sv, "\x89HDF"sv, "\x93NUMPY"sv}},
    {"HTML or XML",
     "download the file that a page links to; convert a treebank to brackets or CoNLL-U (for example with treetools)",
     {"<!"sv, "<?xml"sv, "<html"sv, "<HTML"sv}},
});

/// The error message for a text that begins like a file of another kind; nullopt otherwise.
std::optional<std::string> foreignFormat(std::string_view beginning) {
    constexpr std::size_t kMagicOfTar = 257;
    constexpr auto kInModels = std::to_array<std::string_view>({"/data.pkl", "/code/__torch__", "/.data/"});
    const auto message = [](std::string_view name, std::string_view advice) {
        return fmt::format("unsupported format: {}; {}", name, advice);
    };
    const bool isZip = beginning.starts_with("PK\x03\x04"sv);
    if (isZip && std::any_of(kInModels.begin(), kInModels.end(),
                             [&](std::string_view name) { return beginning.find(name) != std::string_view::npos; })) {
        return message("a PyTorch file", kForeignFormats[2].advice);
    }
    if (beginning.size() > kMagicOfTar && beginning.substr(kMagicOfTar).starts_with("ustar")) {
        return message(kForeignFormats[1].name, kForeignFormats[1].advice);
    }
    for (const ForeignFormat& format : kForeignFormats) {
        for (const std::string_view bytes : format.beginnings) {
            if (!bytes.empty() && beginning.starts_with(bytes)) {
                return message(format.name, format.advice);
            }
        }
    }
    return std::nullopt;
}

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
        return failed(std::string("the file is empty; expected bracketed trees such as (3 (2 A) (2 film))"), 0);
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
        return failed(std::string("binary data or an unknown encoding, not a treebank; expected UTF-8 text"), first);
    }
    return failed(fmt::format("no known treebank format starts with '{}'; expected '(', the ten columns of CoNLL-U or "
                              "plain sentences (see batchscope-cli list formats)",
                              elided(line, 40)),
                  first);
}

} // namespace batchscope
