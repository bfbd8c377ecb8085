// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/graph_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string lookupOperands(std::string_view table, std::int32_t argument) {
    return fmt::format("{}, argument {}", table, argument);
}

std::string unsplitValue(std::string_view op, std::size_t outputs) {
    return fmt::format("unsplit: op '{}' has {} outputs; select one with output(value, k) before using it (TorchFold "
                       "would only fail later, when it runs the batch)",
                       op, outputs);
}

std::string constantNeedsOneRow(std::size_t rows) {
    return fmt::format("row-count: a constant must have exactly 1 row, got {}; TorchFold would mistake it for the "
                       "batch size and give rows to the wrong nodes",
                       rows);
}

std::string outputOfMissingValue(std::uint32_t output) {
    return fmt::format("requested output {} of a value that does not exist", output);
}

std::string opWithoutOutput(std::string_view op, std::size_t outputs, std::uint32_t requested) {
    return fmt::format("op '{}' has {} output{}, but output {} was requested", op, outputs, outputs == 1 ? "" : "s",
                       requested);
}

std::string targetOutOfRange(std::int32_t target, std::string_view op, std::int32_t classes) {
    return fmt::format("target {} of op '{}' is out of range: it has only {} class{}", target, op, classes,
                       classes == 1 ? "" : "es");
}

std::string wrongArgumentCount(std::string_view op, std::size_t taken, std::size_t given) {
    return fmt::format("arity: op '{}' takes {} argument{}, got {}; TorchFold would truncate every call of the batch "
                       "to the shortest one",
                       op, taken, taken == 1 ? "" : "s", given);
}

std::string wrongGroupedCount(std::string_view op, std::size_t fixed, std::size_t group, std::size_t given) {
    return fmt::format("arity: op '{}' takes {} argument{} followed by any number of groups of {}, got {}", op, fixed,
                       fixed == 1 ? "" : "s", group, given);
}

std::string wrongArgumentKind(std::size_t slot, std::string_view op, std::string_view wanted, std::string_view given) {
    return fmt::format("argument {} of op '{}' must be {}, got {}", slot, op, wanted, given);
}

std::string mixedSharedArgument(std::size_t slot, std::string_view op, std::string_view wanted,
                                std::string_view given) {
    return fmt::format("mixed-shared: {}; a slot of an op is either shared by the whole batch or stacked, never both",
                       wrongArgumentKind(slot, op, wanted, given));
}

std::string argumentOfMissingValue(std::size_t slot, std::string_view op) {
    return fmt::format("argument {} of op '{}' names a value that does not exist", slot, op);
}

std::string argumentOfLaterRound(std::size_t slot, std::string_view op) {
    return fmt::format("argument {} of op '{}' names a value that does not exist yet: it is created in a later round",
                       slot, op);
}

std::string wrongArgumentWidth(std::size_t slot, std::string_view op, std::int32_t wanted, std::int32_t given) {
    return fmt::format("argument {} of op '{}' must be a row of {}, got {}", slot, op, wanted, given);
}

std::string messageOfTree(std::string_view message, std::string_view tree) {
    return fmt::format("{} (tree {})", message, tree);
}

} // namespace batchscope::words
