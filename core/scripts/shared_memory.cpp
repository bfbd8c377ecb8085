// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/shared_memory.h"

#include "core/words/script_words.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace batchscope {

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
