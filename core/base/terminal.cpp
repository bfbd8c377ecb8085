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

/// The state of a guarded stream to a terminal.
struct Terminal {
    int descriptor;
    std::string held; ///< an incomplete character
};

/// The number of bytes at the end that begin a UTF-8 character or a line end without completing it.
std::size_t unfinished(std::string_view text) {
    if (text.ends_with('\r')) {
        return 1;
    }
    constexpr std::size_t kLongest = 4;
    for (std::size_t back = 1; back < kLongest && back <= text.size(); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if (byte >= 0xC0) {
            const std::size_t whole = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
            return back < whole ? back : 0;
        }
        if (byte < 0x80) {
            return 0;
        }
    }
    return 0;
}

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
    for (std::size_t at = 0; (at = all.find("\r\n", at)) != std::string::npos;) { // terminals need no \r
        all.erase(at, 1);
    }
    const std::size_t ready = all.size() - unfinished(all);
    terminal.held = all.substr(ready);
    const std::string shown = withoutControls(std::string_view(all).substr(0, ready), "\n\t");
    return writeAll(terminal.descriptor, shown) ? static_cast<ssize_t>(size) : 0;
}

/// Replaces a stream with a guarded one until the program ends.
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

void writeProgress(std::string_view line) {
    (void)writeAll(STDERR_FILENO, "\r\033[K" + withoutControls(line, ""));
}

void guardTerminal() {
    // Never freed: the streams are written to until the program ends.
    static Terminal* const kOut = new Terminal{STDOUT_FILENO, {}};
    static Terminal* const kErr = new Terminal{STDERR_FILENO, {}};
    guard(stdout, *kOut, _IOLBF);
    guard(stderr, *kErr, _IONBF);
}

} // namespace batchscope
