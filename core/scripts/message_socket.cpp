// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/message_socket.h"

#include "core/words/script_words.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

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
    whole += bytes; // a single write, so that the other end wakes up only once
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

namespace {

Error failed() {
    return Error{ErrorCode::Backend, words::cannotTry(std::strerror(errno))};
}

} // namespace

Result<SharedMemory> SharedMemory::create() {
    const int descriptor = ::memfd_create("batchscope", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) {
        return failed();
    }
    SharedMemory memory(descriptor, true);
    return ::fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK) == 0 ? Result<SharedMemory>(std::move(memory)) : failed();
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)), m_isMaker(other.m_isMaker),
      m_data(std::exchange(other.m_data, nullptr)), m_size(std::exchange(other.m_size, 0)) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_isMaker, other.m_isMaker);
    std::swap(m_data, other.m_data);
    std::swap(m_size, other.m_size);
    return *this;
}

SharedMemory::~SharedMemory() {
    if (m_data != nullptr) {
        (void)::munmap(m_data, m_size);
    }
    if (m_descriptor >= 0) {
        (void)::close(m_descriptor);
    }
}

Status SharedMemory::grow(std::uint64_t bytes) {
    if (bytes <= m_size) {
        return Ok{};
    }
    if (m_isMaker && ::ftruncate(m_descriptor, static_cast<off_t>(bytes)) != 0) {
        return failed();
    }
    void* const mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, m_descriptor, 0);
    if (mapped == MAP_FAILED) { // NOLINT(performance-no-int-to-ptr): the system's own
        return failed();
    }
    if (m_data != nullptr) {
        (void)::munmap(m_data, m_size);
    }
    m_data = static_cast<std::byte*>(mapped);
    m_size = bytes;
    return Ok{};
}

} // namespace batchscope
