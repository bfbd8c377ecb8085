// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/message_socket.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <unistd.h>

namespace batchscope {

namespace {

constexpr std::size_t kHead = 1 + sizeof(std::uint64_t);

bool sendAll(int socket, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent <= 0) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

} // namespace

bool sendMessage(int socket, ModuleMessage kind, std::string_view bytes) {
    const std::uint64_t length = bytes.size();
    std::string whole(1, static_cast<char>(kind));
    whole.append(reinterpret_cast<const char*>(&length), sizeof length);
    whole += bytes; // in one piece: the other end wakes up once
    return sendAll(socket, whole);
}

bool MessageReader::receive(int socket) {
    std::array<char, 65536> bytes{};
    ssize_t count = 0;
    do {
        count = ::read(socket, bytes.data(), bytes.size());
    } while (count < 0 && errno == EINTR);
    if (count <= 0 || m_received.size() > m_most + kHead) {
        return false;
    }
    m_received.append(bytes.data(), static_cast<std::size_t>(count));
    return true;
}

std::optional<MessageReader::Message> MessageReader::next() {
    std::uint64_t length = 0;
    if (m_received.size() < kHead) {
        return std::nullopt;
    }
    std::memcpy(&length, m_received.data() + 1, sizeof length);
    if (m_received.size() - kHead < length) {
        return std::nullopt;
    }
    Message message{static_cast<ModuleMessage>(m_received.front()), m_received.substr(kHead, length)};
    m_received.erase(0, kHead + length);
    return message;
}

} // namespace batchscope
