// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a trial's two processes say to each other through a socket: messages of a kind, a length and a text. The text
// may hold anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace batchscope {

enum class TrialMessage : char {
    // to the child
    Path = 'p',
    Text = 't',        ///< of the module; not sent for a file that LibTorch reads
    Recursion = 'r',   ///< recursionName()
    MostBytes = 'b',   ///< of memory, in addition to what the child has at its start
    MemoryLimit = 'l', ///< memoryLimit() (core/base/budget.h) of the program
    // from the child
    Doing = 'a', ///< what it does next; the first one says that it has started
    Found = 'f',
    NoMemory = 'm',
};

/// False where the other end is closed. No signal is raised (SIGPIPE).
[[nodiscard]] bool sendMessage(int socket, TrialMessage kind, std::string_view text);

class TrialMessages {
public:
    struct Message {
        TrialMessage kind;
        std::string text;
    };

    /// Waits for bytes and reads them; false at the end, and when more than kMostBytes wait to be taken.
    [[nodiscard]] bool receive(int socket);
    /// The next whole message.
    [[nodiscard]] std::optional<Message> next();

private:
    static constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20U;
    std::string m_received;
};

} // namespace batchscope
