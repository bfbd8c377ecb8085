// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/foreign_formats.h"

#include "core/formats/foreign_text.h"

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

using namespace std::string_view_literals;

/// Bytes of which every second one is zero: UTF-16 without a mark, of a mostly Latin text.
bool hasZerosAt(std::string_view text, std::size_t parity) {
    constexpr std::size_t kSeen = 64;
    constexpr std::size_t kLeast = 4;
    text = text.substr(0, std::min(text.size() / 2 * 2, kSeen));
    for (std::size_t at = 0; at < text.size(); ++at) {
        if ((text[at] == '\0') != (at % 2 == parity)) {
            return false;
        }
    }
    return text.size() >= kLeast;
}

bool isTar(std::string_view text) {
    constexpr std::size_t kMagic = 257;
    return text.size() > kMagic && text.substr(kMagic).starts_with("ustar");
}

bool isPickle(std::string_view text) {
    constexpr char kOldest = 2;
    constexpr char kNewest = 5;
    return text.size() > 2 && text[0] == '\x80' && text[1] >= kOldest && text[1] <= kNewest;
}

bool isZippedModel(std::string_view text) {
    constexpr auto kNames = std::to_array<std::string_view>(
        {"/data.pkl", "/code/__torch__", "/.data/serialization_id", "/serialized_exported_program"});
    return text.starts_with("PK\x03\x04"sv) && std::any_of(kNames.begin(), kNames.end(), [text](std::string_view name) {
               return text.find(name) != std::string_view::npos;
           });
}

/// A header of JSON behind its length in eight bytes.
bool isSafetensors(std::string_view text) {
    constexpr std::size_t kLength = 8;
    return text.size() > kLength && text[kLength - 1] == '\0' && text.substr(kLength).starts_with("{\"");
}

/// The first fields of its protocol buffer: the version, then who made it.
bool isOnnx(std::string_view text) {
    constexpr char kNewestVersion = 32;
    return text.size() > 3 && text[0] == '\x08' && text[1] > 0 && text[1] < kNewestVersion && text[2] == '\x12';
}

bool isHtml(std::string_view text) {
    text = foreign::trimmed(text);
    return text.starts_with("<!DOCTYPE html") || text.starts_with("<!doctype html") || text.starts_with("<html") ||
           text.starts_with("<HTML");
}

bool isDot(std::string_view text) {
    text = foreign::trimmed(text);
    const bool opens = text.starts_with("digraph") || foreign::beginsWithWord(text, "graph") ||
                       foreign::beginsWithWord(text, "strict");
    return opens && text.substr(0, std::min(text.find('\n'), text.size())).find('{') != std::string_view::npos;
}

template <std::size_t Size>
struct Magic {
    char bytes[Size]; // NOLINT(*-avoid-c-arrays): a template argument
    constexpr Magic(const char (&text)[Size]) { std::copy_n(text, Size, bytes); } // NOLINT
};

/// Whether a text begins with these bytes.
template <Magic Bytes>
bool begins(std::string_view text) {
    return text.starts_with(std::string_view(Bytes.bytes, sizeof(Bytes.bytes) - 1));
}

/// The same behind white space.
template <Magic Bytes>
bool beginsBehindSpace(std::string_view text) {
    return begins<Bytes>(foreign::trimmed(text));
}

/// Whether it is XML (or SGML) that holds this tag.
template <Magic Bytes>
bool holdsTag(std::string_view text) {
    return beginsBehindSpace<"<">(text) &&
           foreign::hasTag(text, std::string_view(Bytes.bytes, sizeof(Bytes.bytes) - 1));
}

constexpr std::array kForeign = {
    ForeignFormat{words::kForeignUtf32, begins<"\xFF\xFE\0\0">},
    ForeignFormat{words::kForeignUtf32, begins<"\0\0\xFE\xFF">},
    ForeignFormat{words::kForeignUtf16, begins<"\xFF\xFE">},
    ForeignFormat{words::kForeignUtf16, begins<"\xFE\xFF">},
    ForeignFormat{words::kForeignUtf16, [](std::string_view text) { return hasZerosAt(text, 1); }},
    ForeignFormat{words::kForeignUtf16, [](std::string_view text) { return hasZerosAt(text, 0); }},
    ForeignFormat{words::kForeignGzip, begins<"\x1F\x8B">},
    ForeignFormat{words::kForeignZstd, begins<"\x28\xB5\x2F\xFD">},
    ForeignFormat{words::kForeignBzip2, begins<"BZh">},
    ForeignFormat{words::kForeignXz, begins<"\xFD"
                                            "7zXZ">},
    ForeignFormat{words::kForeign7Zip, begins<"7z\xBC\xAF\x27\x1C">},
    ForeignFormat{words::kForeignTar, isTar},
    ForeignFormat{words::kForeignPyTorch, isZippedModel},
    ForeignFormat{words::kForeignSafetensors, isSafetensors},
    ForeignFormat{words::kForeignOnnx, isOnnx},
    ForeignFormat{words::kForeignZip, begins<"PK\x03\x04">},
    ForeignFormat{words::kForeignOffice, begins<"\xD0\xCF\x11\xE0">},
    ForeignFormat{words::kForeignPickle, isPickle},
    ForeignFormat{words::kForeignNumPy, begins<"\x93NUMPY">},
    ForeignFormat{words::kForeignHdf5, begins<"\x89HDF">},
    ForeignFormat{words::kForeignSqlite, begins<"SQLite format 3">},
    ForeignFormat{words::kForeignParquet, begins<"PAR1">},
    ForeignFormat{words::kForeignPdf, begins<"%PDF-">},
    ForeignFormat{words::kForeignRtf, begins<"{\\rtf">},
    ForeignFormat{words::kForeignPng, begins<"\x89PNG">},
    ForeignFormat{words::kForeignJpeg, begins<"\xFF\xD8\xFF">},
    ForeignFormat{words::kForeignGif, begins<"GIF8">},
    ForeignFormat{words::kForeignElf, begins<"\x7F"
                                             "ELF">},
    ForeignFormat{words::kForeignGitLfs, begins<"version https://git-lfs.github.com/spec/">},
    ForeignFormat{words::kForeignAlpino, holdsTag<"alpino_ds">},
    ForeignFormat{words::kForeignTigerXml,
                  [](std::string_view text) {
                      return holdsTag<"corpus">(text) || (holdsTag<"terminals">(text) && holdsTag<"s">(text));
                  }},
    ForeignFormat{words::kForeignGraphMl, holdsTag<"graphml">},
    ForeignFormat{
        words::kForeignSgml,
        [](std::string_view text) { return holdsTag<"DOC">(text) || holdsTag<"S">(text) || holdsTag<"HEADER">(text); }},
    ForeignFormat{words::kForeignHtml, isHtml},
    ForeignFormat{
        words::kForeignXml,
        [](std::string_view text) { return beginsBehindSpace<"<?xml">(text) || beginsBehindSpace<"<!">(text); }},
    ForeignFormat{words::kForeignNegra, foreign::isNegra},
    ForeignFormat{words::kForeignSinica, foreign::isSinica},
    ForeignFormat{words::kForeignSejong, foreign::isSejong},
    ForeignFormat{words::kForeignDiscbracket, foreign::isDiscbracket},
    ForeignFormat{words::kForeignConll2012, beginsBehindSpace<"#begin document">},
    ForeignFormat{words::kForeignConll2009, foreign::isConll2009},
    ForeignFormat{words::kForeignIob, foreign::isIobColumns},
    ForeignFormat{words::kForeignTagColumns, foreign::isTagColumns},
    ForeignFormat{words::kForeignTaggedText, foreign::isTaggedText},
    ForeignFormat{words::kForeignVectors, foreign::isWordVectors},
    ForeignFormat{words::kForeignSstPhrases, foreign::isPhraseDictionary},
    ForeignFormat{words::kForeignSstValues, begins<"phrase ids|">},
    ForeignFormat{words::kForeignSstSentences, begins<"sentence_index\t">},
    ForeignFormat{words::kForeignDot, isDot},
    ForeignFormat{words::kForeignSourceCode, foreign::isSourceCode},
    ForeignFormat{words::kForeignJson, foreign::isOtherJson},
};

} // namespace

std::span<const ForeignFormat> foreignFormats() {
    return kForeign;
}

std::optional<std::string> foreignFormat(std::string_view beginning) {
    const auto* const found = std::find_if(kForeign.begin(), kForeign.end(),
                                           [&](const ForeignFormat& format) { return format.matches(beginning); });
    return found == kForeign.end() ? std::nullopt : std::optional(words::unsupportedFormat(found->text));
}

} // namespace batchscope
