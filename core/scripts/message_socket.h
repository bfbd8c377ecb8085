// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages of a kind (module_messages.h), a length and bytes through a socket.
#pragma once

#include "core/scripts/module_messages.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace batchscope {

/// False where the other end is closed. No signal is raised (SIGPIPE).
[[nodiscard]] bool sendMessage(int socket, ModuleMessage kind, std::string_view bytes);

class MessageReader {
public:
    struct Message {
        ModuleMessage kind;
        std::string bytes;
    };

    explicit MessageReader(std::uint64_t most) : m_most(most) {}

    /// Waits for bytes and reads them; false at the end, and when a message is longer than `most`.
    [[nodiscard]] bool receive(int socket);
    /// The next whole message.
    [[nodiscard]] std::optional<Message> next();

private:
    std::uint64_t m_most;
    std::string m_received;
};

} // namespace batchscope
