// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages of a kind (module_messages.h), a length and bytes through a socket.
#pragma once

#include "core/base/result.h"
#include "core/scripts/module_messages.h"

#include <cstddef>
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

// Memory that two processes have in common: one makes it, and the other gets its descriptor when it is started. It
// grows and never shrinks, so that neither can take from the other what it reads.

class SharedMemory {
public:
    /// Backend error: the kernel refuses it.
    [[nodiscard]] static Result<SharedMemory> create();
    /// What another process made, and has grown as far as this one will; `descriptor` is taken over.
    [[nodiscard]] static SharedMemory of(int descriptor) { return {descriptor, false}; }
    SharedMemory(SharedMemory&& other) noexcept;
    SharedMemory& operator=(SharedMemory&& other) noexcept;
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;
    ~SharedMemory();

    /// At least so many bytes, of which new ones are 0; data() changes. Backend error when there is no memory.
    [[nodiscard]] Status grow(std::uint64_t bytes);
    /// Null before grow().
    [[nodiscard]] std::byte* data() const { return m_data; }
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] int descriptor() const { return m_descriptor; }

private:
    SharedMemory(int descriptor, bool isMaker) : m_descriptor(descriptor), m_isMaker(isMaker) {}

    int m_descriptor = -1;
    bool m_isMaker = false;
    std::byte* m_data = nullptr;
    std::uint64_t m_size = 0;
};

} // namespace batchscope
