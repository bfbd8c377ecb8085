// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sends messages through a socket: a kind (module_messages.h), a length and bytes.
#pragma once

#include "core/base/result.h"
#include "core/scripts/module_messages.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace batchscope {

/// Returns false if the other end is closed. Raises no signal (SIGPIPE).
[[nodiscard]] bool sendMessage(int socket, ModuleMessage kind, std::string_view bytes);

class MessageReader {
public:
    struct Message {
        ModuleMessage kind;
        std::string bytes;
    };

    explicit MessageReader(std::uint64_t most) : m_most(most) {}

    /// Waits for bytes and reads them. Returns false at the end, or if a message is longer than `most`.
    [[nodiscard]] bool receive(int socket);
    /// The next complete message, if there is one.
    [[nodiscard]] std::optional<Message> next();

private:
    std::uint64_t m_most;
    std::string m_received;
};

// Memory shared by two processes: one creates it, and the other receives its descriptor at its start. It can grow but
// never shrink, so that neither process can invalidate memory that the other one reads.

class SharedMemory {
public:
    /// Backend error if the kernel refuses.
    [[nodiscard]] static Result<SharedMemory> create();
    /// Opens memory of another process, which must already have the size that grow() is called with. Owns `descriptor`.
    [[nodiscard]] static SharedMemory of(int descriptor) { return {descriptor, false}; }
    SharedMemory(SharedMemory&& other) noexcept;
    SharedMemory& operator=(SharedMemory&& other) noexcept;
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;
    ~SharedMemory();

    /// Grows to at least `bytes` bytes; new bytes are 0, and data() changes. Backend error if there is no memory.
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
