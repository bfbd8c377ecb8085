// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/module_messages.h"

#include "core/base/budget.h"
#include "core/words/script_words.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <set>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace batchscope {

namespace {

constexpr std::int32_t kWidest = 1 << 24;

bool isWidth(std::int32_t width) {
    return width > 0 && width <= kWidest;
}

/// Checks the ops that a process sent against what core/nets expects.
class OpsCheck {
public:
    OpsCheck(const SentOps& sent, const ModuleFacts& facts, const OpsRequest& request)
        : m_sent(sent), m_ops(sent.hosted.ops), m_facts(facts), m_request(request) {}

    [[nodiscard]] bool areSound() {
        return m_ops.set.dtype == m_request.dtype && m_ops.values == m_facts.widths.size() && areParamsSound() &&
               areCallsSound() && areBodiesSound() && areOpsThere();
    }

private:
    bool areParamsSound() {
        std::uint64_t numbers = 0;
        for (const ParamSpec& param : m_ops.set.params) {
            if (param.given == nullptr) {
                return false;
            }
            numbers += param.given->size();
            if (param.rows < 1 || param.columns < 1 || param.meaning > RowMeaning::Bytes ||
                param.given->size() != std::uint64_t(param.rows) * std::uint64_t(param.columns)) {
                return false;
            }
        }
        return numbers <= memoryLimit() / sizeof(double);
    }

    bool areCallsSound() {
        return std::all_of(m_sent.calls.begin(), m_sent.calls.end(), [&](const SentCall& call) {
            const auto isParam = [&](ParamId param) { return m_ops.set.params.contains(param); };
            return m_ops.set.ops.contains(call.op) && m_called.insert(call.op).second &&
                   std::all_of(call.parameters.begin(), call.parameters.end(), isParam) &&
                   std::set(call.parameters.begin(), call.parameters.end()).size() == call.parameters.size();
        });
    }

    bool areBodiesSound() {
        for (std::size_t index = 0; index < m_ops.set.ops.size(); ++index) {
            const Op& op = m_ops.set.ops[OpId(index)];
            IdVector<BodyId, BodyValue> before;
            for (const BodyValue& value : op.body.values) {
                if (!isSound(value, before, op, m_called.contains(OpId(index)))) {
                    return false;
                }
                before.push_back(value);
            }
            const auto isValue = [&](BodyId output) { return before.contains(output); };
            if (op.body.outputs.empty() || !std::all_of(op.body.outputs.begin(), op.body.outputs.end(), isValue) ||
                op.batchable > Batchable::No) {
                return false;
            }
        }
        return true;
    }

    bool isSound(const BodyValue& value, const IdVector<BodyId, BodyValue>& before, const Op& op, bool isCalled) const {
        if (value.primitive > Primitive::Call || value.rows != RowsOf::Nodes || !isWidth(value.width) ||
            widthOf(value, before, m_ops.set.params) != value.width) {
            return false;
        }
        const auto argument = static_cast<std::size_t>(value.argument);
        switch (value.primitive) {
        case Primitive::Argument:
            return argument < op.arguments.size() && op.arguments[argument].kind == ArgumentClass::Row &&
                   op.arguments[argument].width == value.width;
        case Primitive::Lookup: // word ids are below embeddingRows, so no table may be smaller
            return argument < op.arguments.size() && op.arguments[argument].kind == ArgumentClass::Integer &&
                   m_facts.embeddingRows > 0 &&
                   static_cast<std::size_t>(m_ops.set.params[value.weight].rows) >= m_facts.embeddingRows;
        case Primitive::Call: return isCalled && value.begin >= 0;
        case Primitive::SegmentSum:
        case Primitive::SegmentMean:
        case Primitive::SegmentMax:
        case Primitive::Spread: return false; // no method takes a variable number of rows
        default: return !isCalled;
        }
    }

    /// Nets record with these ops; Fold::add then reports calls whose arguments do not fit.
    [[nodiscard]] bool areOpsThere() const {
        std::vector<OpId> used = m_ops.nodes;
        used.insert(used.end(),
                    {m_ops.leaf, m_ops.compose, m_ops.start, m_ops.zeros, m_ops.step, m_ops.logits, m_ops.compare});
        const bool areThere =
            std::all_of(used.begin(), used.end(), [&](OpId op) { return !op.valid() || m_ops.set.ops.contains(op); });
        switch (m_facts.recursion) {
        case Recursion::Binary: return areThere && m_ops.leaf.valid() && m_ops.compose.valid();
        case Recursion::Nary: return areThere && !m_ops.nodes.empty();
        case Recursion::Sequence: break;
        }
        return areThere && m_ops.step.valid() && (m_ops.start.valid() || m_ops.zeros.valid());
    }

    const SentOps& m_sent;
    const UserOps& m_ops;
    const ModuleFacts& m_facts;
    const OpsRequest& m_request;
    std::set<OpId> m_called;
};

} // namespace

bool areSound(const ModuleFacts& facts) {
    return !facts.widths.empty() && std::all_of(facts.widths.begin(), facts.widths.end(), isWidth) &&
           facts.recursion <= Recursion::Sequence && facts.classes >= 0 && facts.classes <= kWidest &&
           facts.compared >= 0 && facts.compared <= kWidest;
}

bool areSound(const SentOps& sent, const ModuleFacts& facts, const OpsRequest& request) {
    return OpsCheck(sent, facts, request).areSound();
}

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
