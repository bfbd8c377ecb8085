// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/terminal.h"

#include "core/base/text.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <string_view>

namespace batchscope {

namespace {

constexpr std::string_view kEraseLine = "\033[K";

/// What a stream to a terminal is made of.
struct Terminal {
    int descriptor;
    std::string held; ///< the first byte of a character whose second has not come
};

bool writeAll(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno != EINTR) {
            return false;
        }
        text.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
    return true;
}

ssize_t writeGuarded(void* cookie, const char* text, std::size_t size) {
    Terminal& terminal = *static_cast<Terminal*>(cookie);
    std::string all = terminal.held + std::string(text, size);
    terminal.held.clear();
    if (all.ends_with('\xC2')) {
        terminal.held = all.back();
        all.pop_back();
    }
    std::string shown;
    for (std::string_view rest = all; !rest.empty();) {
        const std::size_t erase = rest.find(kEraseLine);
        shown += withoutControls(rest.substr(0, erase), "\n\r\t");
        shown += erase == std::string_view::npos ? std::string_view() : kEraseLine;
        rest.remove_prefix(erase == std::string_view::npos ? rest.size() : erase + kEraseLine.size());
    }
    return writeAll(terminal.descriptor, shown) ? static_cast<ssize_t>(size) : 0;
}

/// Puts itself in the place of a stream, for the rest of the program.
void guard(FILE*& stream, Terminal& terminal, int buffering) {
    if (::isatty(terminal.descriptor) != 1) {
        return;
    }
    FILE* const guarded =
        ::fopencookie(&terminal, "w", {.read = nullptr, .write = writeGuarded, .seek = nullptr, .close = nullptr});
    if (guarded != nullptr) {
        std::setvbuf(guarded, nullptr, buffering, BUFSIZ);
        stream = guarded;
    }
}

} // namespace

void guardTerminal() {
    // Never freed: the streams are written to until the very end.
    static Terminal* const out = new Terminal{STDOUT_FILENO, {}};
    static Terminal* const err = new Terminal{STDERR_FILENO, {}};
    guard(stdout, *out, _IOLBF);
    guard(stderr, *err, _IONBF);
}

} // namespace batchscope
