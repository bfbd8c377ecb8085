// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/foreign_formats.h"

#include "core/formats/foreign_text.h"

#include <fmt/format.h>

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
    return text.starts_with("PK\x03\x04"sv) && text.find("data.pkl") != std::string_view::npos;
}

bool isHtml(std::string_view text) {
    text = foreign::trimmed(text);
    return text.starts_with("<!DOCTYPE html") || text.starts_with("<!doctype html") || text.starts_with("<html") ||
           text.starts_with("<HTML");
}

bool isDot(std::string_view text) {
    text = foreign::trimmed(text);
    const bool opens = text.starts_with("digraph") || text.starts_with("graph ") || text.starts_with("strict ");
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

constexpr const char* kUtf8 = "save it as UTF-8";
constexpr const char* kToBrackets = "convert it to bracketed trees or CoNLL-U (for example with treetools)";
constexpr const char* kUnpack = "unpack it and open the treebank inside";
constexpr const char* kPlainText = "save the trees as plain text";
constexpr const char* kNotText = "open a treebank: text, optionally compressed with gzip or zstd";
constexpr const char* kNoTrees = "it contains words and tags but no trees; open trees or plain sentences";

constexpr std::array kForeign = {
    ForeignFormat{"text in UTF-32", kUtf8, begins<"\xFF\xFE\0\0">},
    ForeignFormat{"text in UTF-32", kUtf8, begins<"\0\0\xFE\xFF">},
    ForeignFormat{"text in UTF-16", kUtf8, begins<"\xFF\xFE">},
    ForeignFormat{"text in UTF-16", kUtf8, begins<"\xFE\xFF">},
    ForeignFormat{"text in UTF-16", kUtf8, [](std::string_view text) { return hasZerosAt(text, 1); }},
    ForeignFormat{"text in UTF-16", kUtf8, [](std::string_view text) { return hasZerosAt(text, 0); }},
    ForeignFormat{"gzip data inside compressed data", "decompress it once", begins<"\x1F\x8B">},
    ForeignFormat{"zstd data inside compressed data", "decompress it once", begins<"\x28\xB5\x2F\xFD">},
    ForeignFormat{"bzip2 data", kUnpack, begins<"BZh">},
    ForeignFormat{"xz data", kUnpack,
                  begins<"\xFD"
                         "7zXZ">},
    ForeignFormat{"a 7-Zip archive", kUnpack, begins<"7z\xBC\xAF\x27\x1C">},
    ForeignFormat{"a tar archive", kUnpack, isTar},
    ForeignFormat{"a PyTorch file", "open the trees that the model reads, not the model", isZippedModel},
    ForeignFormat{"a ZIP archive (or an Office document)", kUnpack, begins<"PK\x03\x04">},
    ForeignFormat{"an old Office document", kPlainText, begins<"\xD0\xCF\x11\xE0">},
    ForeignFormat{"a Python pickle (or an old PyTorch file)", "export the trees as text from Python", isPickle},
    ForeignFormat{"a NumPy array", "export the trees as text from Python", begins<"\x93NUMPY">},
    ForeignFormat{"an HDF5 file", "export the trees as text", begins<"\x89HDF">},
    ForeignFormat{"an SQLite database", "export the trees as text", begins<"SQLite format 3">},
    ForeignFormat{"a Parquet file", "export the trees as text", begins<"PAR1">},
    ForeignFormat{"a PDF document", kPlainText, begins<"%PDF-">},
    ForeignFormat{"an RTF document", kPlainText, begins<"{\\rtf">},
    ForeignFormat{"a PNG picture", kNotText, begins<"\x89PNG">},
    ForeignFormat{"a JPEG picture", kNotText, begins<"\xFF\xD8\xFF">},
    ForeignFormat{"a GIF picture", kNotText, begins<"GIF8">},
    ForeignFormat{"a program (ELF)", kNotText,
                  begins<"\x7F"
                         "ELF">},
    ForeignFormat{"a Git LFS pointer", "fetch the file itself: git lfs pull",
                  begins<"version https://git-lfs.github.com/spec/">},
    ForeignFormat{"an Alpino treebank (XML)", kToBrackets, holdsTag<"alpino_ds">},
    ForeignFormat{"a TIGER-XML treebank", kToBrackets,
                  [](std::string_view text) {
                      return holdsTag<"corpus">(text) || (holdsTag<"terminals">(text) && holdsTag<"s">(text));
                  }},
    ForeignFormat{"a GraphML graph", "convert its trees to brackets", holdsTag<"graphml">},
    ForeignFormat{
        "a treebank in SGML (Chinese Treebank)",
        "extract the bracketed trees from between the tags; since CTB 9 they are in bracketed/",
        [](std::string_view text) { return holdsTag<"DOC">(text) || holdsTag<"S">(text) || holdsTag<"HEADER">(text); }},
    ForeignFormat{"an HTML page", "download the file that the page links to", isHtml},
    ForeignFormat{
        "XML", kToBrackets,
        [](std::string_view text) { return beginsBehindSpace<"<?xml">(text) || beginsBehindSpace<"<!">(text); }},
    ForeignFormat{"a Negra export treebank", kToBrackets, foreign::isNegra},
    ForeignFormat{"a Sinica treebank", kToBrackets, foreign::isSinica},
    ForeignFormat{"a Sejong treebank", "remove the lines that start with ';': the rest is bracketed trees",
                  foreign::isSejong},
    ForeignFormat{"discontinuous trees (discbracket)",
                  "convert them to bracketed trees without crossing branches (discodop treetransforms)",
                  foreign::isDiscbracket},
    ForeignFormat{"a CoNLL-2012 file (OntoNotes)", "extract its parse column as bracketed trees",
                  beginsBehindSpace<"#begin document">},
    ForeignFormat{"a CoNLL-2009 table", "convert it to CoNLL-U: ten columns, HEAD in column 7, DEPREL in column 8",
                  foreign::isConll2009},
    ForeignFormat{"a CoNLL table of chunks or named entities (IOB)", kNoTrees, foreign::isIobColumns},
    ForeignFormat{"tagged words, one per line", kNoTrees, foreign::isTagColumns},
    ForeignFormat{"tagged text, word/TAG (the .pos files of the Penn Treebank)",
                  "it contains no trees; open the bracketed files (.mrg) instead", foreign::isTaggedText},
    ForeignFormat{"word vectors", "open a treebank", foreign::isWordVectors},
    ForeignFormat{"phrases of the Stanford Sentiment Treebank (dictionary.txt)", "open STree.txt and SOStr.txt",
                  foreign::isPhraseDictionary},
    ForeignFormat{"phrase values of the Stanford Sentiment Treebank (sentiment_labels.txt)",
                  "open STree.txt and SOStr.txt", begins<"phrase ids|">},
    ForeignFormat{"sentences of the Stanford Sentiment Treebank (datasetSentences.txt)", "open STree.txt and SOStr.txt",
                  begins<"sentence_index\t">},
    ForeignFormat{"a graph in DOT", "open the trees it was made from", isDot},
    ForeignFormat{"source code or a build file", "open a treebank, or plain sentences, one per line",
                  foreign::isSourceCode},
    ForeignFormat{"JSON that is not a treebank",
                  "open SNLI, a program, or the output of convert --to json (batchscope-cli list formats)",
                  foreign::isOtherJson},
};

} // namespace

std::span<const ForeignFormat> foreignFormats() {
    return kForeign;
}

std::optional<std::string> foreignFormat(std::string_view beginning) {
    const auto* const found = std::find_if(kForeign.begin(), kForeign.end(),
                                           [&](const ForeignFormat& format) { return format.matches(beginning); });
    return found == kForeign.end()
               ? std::nullopt
               : std::optional(fmt::format("unsupported format: {}; {}", found->found, found->advice));
}

} // namespace batchscope
