// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/session_words.h"

#include <fmt/format.h>

namespace batchscope::words {

std::string sessionOfOtherVersion(std::uint64_t version, std::uint64_t known) {
    return fmt::format("the session has format version {}; this Batchscope reads version {}. {}", version, known,
                       version > known ? "Update Batchscope" : "Open its files and save the session again");
}

std::string sessionChoiceUnknown(std::string_view choice, std::string_view why) {
    return fmt::format("choice \"{}\": {}", choice, why);
}

std::string cannotSaveSession(std::string_view why) {
    return fmt::format("the session cannot be saved: {}", why);
}

std::string filesChanged(std::string_view files) {
    return fmt::format("Changed since the session was saved: {}. Tree and node numbers may now refer to others.",
                       files);
}

} // namespace batchscope::words
