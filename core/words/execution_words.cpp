// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/execution_words.h"

#include <fmt/format.h>

#include <cstddef>

namespace batchscope::words {

std::string listed(std::span<const std::string> parts) {
    std::string text;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        text += part == 0 ? "" : part + 1 == parts.size() ? " and " : ", ";
        text += parts[part];
    }
    return text;
}

std::string oneBatch(std::string_view number) {
    return fmt::format("batch {}", number);
}

std::string batchesFromTo(std::string_view first, std::string_view last) {
    return fmt::format("batches {} to {}", first, last);
}

std::string callsRepeatEarlierOnes(std::string_view calls) {
    return fmt::format("Nothing to compute: all {} calls repeat earlier ones and share their rows.", calls);
}

std::string rowsForNodes(std::string_view rows, std::string_view nodes) {
    return fmt::format("{} for {} nodes; equal calls share a row", rows, nodes);
}

std::string outputsAreConstant(std::string_view op, std::string_view rows) {
    return fmt::format("Nothing to compute: the outputs of {} are constant rows, written before the first batch ({}).",
                       op, rows);
}

std::string outputsAreLookedUp(std::string_view op, std::string_view rows) {
    return fmt::format("Table lookup, nothing to compute: the outputs of {} are rows of its table, copied "
                       "before the first batch ({}).",
                       op, rows);
}

std::string outputsAreArguments(std::string_view op, std::string_view rows) {
    return fmt::format("Nothing to compute: the outputs of {} are its arguments ({}).", op, rows);
}

std::string rowsComputedForNodes(std::string_view rows, std::string_view nodes) {
    return fmt::format("{} computed for {} nodes, because equal calls share a row.", rows, nodes);
}

std::string productsOfWordsLookedUp(std::string_view products) {
    return fmt::format("Table lookup: {} of words were computed in an earlier run.", products);
}

std::string productsCopiedFromTable(std::string_view which, std::string_view batches) {
    return fmt::format("{} come from {}, which copied them from the table of an earlier run.", which, batches);
}

std::string productsComputedWith(std::string_view which, std::string_view batches) {
    return fmt::format("{} were computed together with {} (push form).", which, batches);
}

std::string lookedUpRows(std::string_view use) {
    return fmt::format("looked-up rows, {}", use);
}

std::string productsWithGroups(std::uint32_t groups) {
    return fmt::format("{} products", groups);
}

std::string computedHereOrCopied(std::string_view products) {
    return fmt::format("{}, computed here or copied from the table", products);
}

std::string computedHere(std::string_view products) {
    return fmt::format("{}, computed here", products);
}

std::string computedWith(std::string_view products, std::string_view batches) {
    return fmt::format("{}, computed with {}", products, batches);
}

} // namespace batchscope::words
