// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/reason_words.h"

#include <fmt/format.h>

namespace batchscope::words {

namespace {

/// A sentence that ends in a list.
std::string withList(std::string sentence, std::span<const std::string> items, std::string_view separator) {
    bool isFirst = true;
    for (const std::string& item : items) {
        sentence += fmt::format("{} {}", isFirst ? "" : separator, item);
        isFirst = false;
    }
    return sentence + ".";
}

} // namespace

std::string decision(std::string_view op, std::string_view size, std::string_view reason,
                     std::span<const std::string> ready) {
    std::string text = fmt::format("{} ×{} runs now: {}.", op, size, reason);
    return ready.empty() ? text : withList(text + " Ready:", ready, ",");
}

std::string signaturesDiffer(std::span<const std::string> fields) {
    return withList("Every policy batches only nodes of one signature, and theirs differ in:", fields, ";");
}

std::string wasNotReady(std::string_view batch, std::uint32_t node, std::span<const std::string> arguments) {
    return withList(fmt::format("When batch {} ran, node {} was not ready: it waited for", batch, node), arguments,
                    ", and for");
}

} // namespace batchscope::words
