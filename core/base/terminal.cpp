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
    std::string all(text, size);
    for (std::size_t at = 0; (at = all.find("\r\n", at)) != std::string::npos;) { // terminals need no \r
        all.erase(at, 1);
    }
    const int descriptor = ::fileno(static_cast<FILE*>(cookie));
    return writeAll(descriptor, withoutControls(all, "\n\t")) ? static_cast<ssize_t>(size) : 0;
}

/// Replaces a stream with a guarded one until the program ends.
void guard(FILE*& stream, int buffering) {
    if (::isatty(::fileno(stream)) != 1) {
        return;
    }
    FILE* const guarded =
        ::fopencookie(stream, "w", {.read = nullptr, .write = writeGuarded, .seek = nullptr, .close = nullptr});
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
    guard(stdout, _IOLBF);
    guard(stderr, _IONBF);
}

} // namespace batchscope
