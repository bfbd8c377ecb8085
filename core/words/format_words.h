// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the formats of treebanks are called, what is said of a file whose format is not recognized, and the messages of
// plain sentences, of programs opened as files, and of trees written as DOT.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

// The formats, in one line each:
inline constexpr const char* kPtbDescription =
    "bracketed trees, each on one or more lines (Penn Treebank, Stanford Sentiment Treebank)";
inline constexpr const char* kConlluDescription =
    "dependency trees, one token per line, ten columns (Universal Dependencies, CoNLL-U)";
inline constexpr const char* kSnliDescription =
    "JSON lines, each with two bracketed sentences and a label (SNLI, MultiNLI)";
inline constexpr const char* kTreesJsonDescription =
    "any trees as JSON lines, written by batchscope-cli convert --to json";
inline constexpr const char* kSstPairDescription = "parent pointers and words in two files (STree.txt and SOStr.txt)";
inline constexpr const char* kTokensDescription = "plain sentences, one per line, words separated by spaces";
inline constexpr const char* kIdxDescription =
    "images as vectors, with or without a label file (MNIST, idx of unsigned bytes)";
inline constexpr const char* kProgramDescription = "a custom graph as JSON: ops, calls and outputs";

// Which format a file has:
inline constexpr std::string_view kFileIsEmpty =
    "the file is empty; expected bracketed trees such as (3 (2 A) (2 film))";
inline constexpr std::string_view kUnknownEncoding =
    "binary data or an unknown encoding, not a treebank; expected UTF-8 text";
[[nodiscard]] std::string isBinaryData(std::size_t zeroByteAt);
/// `line`: how the file begins.
[[nodiscard]] std::string isNoKnownFormat(std::string_view line);

// Plain sentences:
[[nodiscard]] std::string controlCharacterInSentence(unsigned character);

// Programs opened as files:
inline constexpr std::string_view kProgramIsInvalidJson =
    "the file starts like a program, but the JSON is invalid here";
inline constexpr std::string_view kNumberBeyond64Bits =
    "found a number that does not fit into 64 bits; expected a smaller one";
/// The word of the only leaf of an instance's tree.
[[nodiscard]] std::string instanceName(std::uint64_t index);

// Trees as DOT:
[[nodiscard]] std::string treeName(std::size_t tree);
[[nodiscard]] std::string treeTooLargeForDot(std::string_view name, std::size_t nodes, std::size_t mostNodes);

} // namespace batchscope::words
