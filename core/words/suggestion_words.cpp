// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/suggestion_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string binarizedFor(std::string_view binarization, std::string_view net, std::string_view input,
                         std::size_t children) {
    const std::string why = children > 2 ? fmt::format("nodes in these trees have up to {} children", children)
                                         : std::string("some nodes in these trees have only one child");
    return fmt::format("Binarized ({}): {} takes {}, but {}.", binarization, net, input, why);
}

std::string notBinarizedFor(std::string_view net) {
    return fmt::format("The trees are not binarized: {} does not take binarized trees.", net);
}

std::string switchedNet(const NetSwitch& nets) {
    return fmt::format("Switched to {}{}: these are {}, but {} takes {}.", nets.shown,
                       nets.binarization.empty() ? "" : fmt::format(", on binarized trees ({})", nets.binarization),
                       nets.trees, nets.chosen, nets.chosenInput);
}

std::string netDoesNotTake(std::string_view input, std::string_view kind) {
    return fmt::format("This net takes {}; the opened trees are {}.", input, kind);
}

std::string keepTreesAsRead(std::string_view net) {
    return fmt::format("Keep the trees as they are ({})", net);
}

std::string useNet(std::string_view net) {
    return fmt::format("Use {}", net);
}

} // namespace batchscope::words
