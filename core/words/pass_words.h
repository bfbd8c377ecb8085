// SPDX-License-Identifier: GPL-3.0-or-later
//
// Passes of the engine: titles, descriptions, errors of their names, and the words of the code that they make. Title
// and description are C strings, as Qt translates them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace batchscope::words {

struct PassWords {
    const char* title;       ///< for people
    const char* description; ///< one line: what it does
};

inline constexpr PassWords kCsePass = {.title = "Common subexpressions",
                                       .description = "computes each repeated expression of a body only once"};
inline constexpr PassWords kFusePass = {
    .title = "Fused blocks",
    .description = "runs all elementwise work between two products in one pass over cached blocks"};
inline constexpr PassWords kPushPass = {
    .title = "Push form",
    .description =
        "applies a linear map to a row once, where the row is computed, instead of in every batch that reads it"};
inline constexpr PassWords kOrderPass = {
    .title = "Row order",
    .description = "stores rows used by the same products next to each other, so that products read them in place"};
inline constexpr PassWords kPackPass = {
    .title = "Packed weights",
    .description = "stores weights of the same operand side by side, so that one product applies them all"};
inline constexpr PassWords kDedupPass = {.title = "Equal leaves",
                                         .description = "lets equal lookups and leaves share one row and its products"};
inline constexpr PassWords kTablePass = {
    .title = "Product table",
    .description = "inference only: keeps the products of words and reuses them in later runs"};

/// Where all, none and off are taken as well.
[[nodiscard]] inline std::string unknownPass(std::string_view name, std::span<const std::string_view> passes) {
    std::string text = "unknown pass '" + std::string(name) + "'; expected all, none, off, or passes from ";
    for (std::size_t index = 0; index < passes.size(); ++index) {
        text += index == 0 ? "" : ", ";
        text += passes[index];
    }
    return text;
}

[[nodiscard]] inline std::string noPassChoice(std::string_view text) {
    return "expected all, none, off, pass names separated by commas, or -NAME; got '" + std::string(text) + '\'';
}

/// The head of a fused kernel in the text of an op's code; `row` is what a row of it stands for.
[[nodiscard]] inline std::string kernelHead(std::string_view row, int columns) {
    return "kernel: each " + std::string(row) + ", " + std::to_string(columns) + " columns";
}

} // namespace batchscope::words
