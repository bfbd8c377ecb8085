// SPDX-License-Identifier: GPL-3.0-or-later
//
// The filter of trees: what its keys mean, and what is wrong with a text that is no filter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

/// What each key means; one line, for help texts.
inline constexpr const char* kTreeFilterSize = "nodes of the tree";
inline constexpr const char* kTreeFilterWords = "words of the sentence";
inline constexpr const char* kTreeFilterLeaves = "nodes without children";
inline constexpr const char* kTreeFilterHeight = "edges from the root to the deepest leaf";
inline constexpr const char* kTreeFilterArity = "most children of any node";
inline constexpr const char* kTreeFilterLabel = "some node has this label";
inline constexpr const char* kTreeFilterPos = "some word has this part of speech";
inline constexpr const char* kTreeFilterRel =
    "some word has this relation to its head (rel:nsubj also finds nsubj:pass)";
inline constexpr const char* kTreeFilterLemma = "some word has this lemma, in CoNLL-U";
inline constexpr const char* kTreeFilterRoot = "the root has this label";
inline constexpr const char* kTreeFilterWord = "the sentence contains this whole word";
inline constexpr const char* kTreeFilterShape = "same shape as the selected tree (shape:17: as tree 17; shape:shared: "
                                                "of several trees; shape:single: of one tree only)";
inline constexpr const char* kTreeFilterFile = "the file's path contains this";
inline constexpr const char* kTreeFilterLine = "line of the file";
inline constexpr const char* kTreeFilterNumber = "number of the tree, counted from 0 here: tree:0 is tree 1";

inline constexpr std::string_view kFilterNotUtf8 = "this is not UTF-8";
inline constexpr std::string_view kFilterNothingBeforeOr =
    "expected a condition before OR (put \"OR\" in quotes to search for it)";
inline constexpr std::string_view kFilterNothingInQuotes = "expected text between the quotes";
inline constexpr std::string_view kFilterQuoteNotClosed = "this quote is not closed; expected another \"";
inline constexpr std::string_view kFilterNothingBeforeClosing = "expected a condition before ')'";
inline constexpr std::string_view kFilterClosingWithoutOpening =
    "this ')' has no matching '(' (put it in quotes to search for it)";
inline constexpr std::string_view kFilterNothingAfterOr = "expected a condition after OR";
inline constexpr std::string_view kFilterNothingAfterMinus = "expected a condition after '-'";
inline constexpr std::string_view kFilterNothingAfterOpening = "expected a condition after '('";
inline constexpr std::string_view kFilterOpeningNotClosed = "this '(' is not closed; expected ')'";

[[nodiscard]] std::string unknownFilterKey(std::string_view key, std::string_view known);
[[nodiscard]] std::string filterKeyIsNoNumber(std::string_view key, std::string_view example);
[[nodiscard]] std::string filterKeyNeedsValue(std::string_view key, std::string_view sign, std::string_view example);
[[nodiscard]] std::string filterShapeUnknown(std::string_view found);

[[nodiscard]] std::string filterNeedsNumber(std::string_view found, std::string_view example);
[[nodiscard]] std::string filterNeedsMagnitude(std::string_view found, std::string_view example);
[[nodiscard]] std::string filterNeedsYesOrNo(std::string_view found, std::string_view example);
[[nodiscard]] std::string filterNeedsDifference(std::string_view found, std::string_view example);
[[nodiscard]] std::string filterNeedsNumberOrRange(std::string_view found, std::string_view example);
/// The bounds in the right order.
[[nodiscard]] std::string filterRangeReversed(std::uint64_t least, std::uint64_t most);

inline constexpr std::string_view kFilterNeedsSelectedTree = "shape:same refers to the selected tree; select one first";
[[nodiscard]] std::string filterShapeOfMissingTree(std::uint64_t asked, std::size_t trees);

} // namespace batchscope::words
