// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef USE_C10D_GLOO
#define USE_C10D_GLOO // some LibTorch builds do not define it although c10d has Gloo
#endif

#include "core/exec/process_group.h"
#include "core/exec/torch_parts.h"

#include <fmt/format.h>
#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#include <torch/types.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>

namespace batchscope {

namespace {

/// The first line of the message; the other lines say where LibTorch threw the exception.
std::string firstLine(const std::exception& error) {
    const std::string text = error.what();
    return text.substr(0, text.find('\n'));
}

class GlooGroup final : public ProcessGroup {
public:
    GlooGroup(const GroupPlace& place, const c10::intrusive_ptr<c10d::Store>& store)
        : m_place(place), m_group(store, place.rank, place.size, optionsOf(place)) {}

    [[nodiscard]] int rank() const override { return m_place.rank; }
    [[nodiscard]] int size() const override { return m_place.size; }
    [[nodiscard]] Status sum(std::span<float> numbers) override { return sumOf(numbers, torch::kFloat32); }
    [[nodiscard]] Status sum(std::span<double> numbers) override { return sumOf(numbers, torch::kFloat64); }

    [[nodiscard]] Result<std::vector<std::vector<std::byte>>> gather(std::span<const std::byte> bytes) override {
        try {
            const std::vector<at::Tensor> sizes =
                all(torch::full({1}, static_cast<std::int64_t>(bytes.size()), torch::kInt64));
            std::int64_t longest = 1; // Gloo divides by the size
            for (const at::Tensor& size : sizes) {
                longest = std::max(longest, size.item<std::int64_t>());
            }
            at::Tensor own = torch::zeros({longest}, torch::kUInt8);
            std::copy(bytes.begin(), bytes.end(), static_cast<std::byte*>(own.data_ptr()));
            const std::vector<at::Tensor> texts = all(own);
            std::vector<std::vector<std::byte>> gathered;
            for (std::size_t rank = 0; rank < texts.size(); ++rank) {
                const auto* const begin = static_cast<const std::byte*>(texts[rank].data_ptr());
                gathered.emplace_back(begin, begin + sizes[rank].item<std::int64_t>());
            }
            return gathered;
        } catch (const std::exception& error) {
            return failed(error);
        }
    }

private:
    static c10::intrusive_ptr<c10d::ProcessGroupGloo::Options> optionsOf(const GroupPlace& place) {
        auto options = c10d::ProcessGroupGloo::Options::create();
        options->timeout = std::chrono::milliseconds(static_cast<std::int64_t>(1000.0 * place.patience));
        options->threads = 2;
        options->devices.push_back(!place.networkCard.empty()
                                       ? c10d::ProcessGroupGloo::createDeviceForInterface(place.networkCard)
                                   : !place.file.empty() ? c10d::ProcessGroupGloo::createDeviceForHostname("127.0.0.1")
                                                         : c10d::ProcessGroupGloo::createDefaultDevice());
        return options;
    }

    std::vector<at::Tensor> all(at::Tensor own) {
        std::vector<at::Tensor> input = {std::move(own)};
        std::vector<std::vector<at::Tensor>> output(1);
        for (int rank = 0; rank < m_place.size; ++rank) {
            output.front().push_back(torch::empty_like(input.front()));
        }
        m_group.allgather(output, input)->wait();
        return output.front();
    }

    template <typename T>
    Status sumOf(std::span<T> numbers, at::ScalarType type) {
        if (numbers.empty()) {
            return Ok{};
        }
        try {
            std::vector<at::Tensor> tensors = {
                torch::from_blob(numbers.data(), {static_cast<std::int64_t>(numbers.size())}, type)};
            m_group.allreduce(tensors)->wait();
            return Ok{};
        } catch (const std::exception& error) {
            return failed(error);
        }
    }

    [[nodiscard]] Error failed(const std::exception& error) const {
        return {
            ErrorCode::Backend,
            fmt::format("rank {} of {} got no answer: another rank has ended, or was not heard of for {:.0f} s ({})",
                        m_place.rank, m_place.size, m_place.patience, firstLine(error))};
    }

    GroupPlace m_place;
    c10d::ProcessGroupGloo m_group;
};

} // namespace

Result<std::unique_ptr<ProcessGroup>> joinGlooGroup(const GroupPlace& place) {
    try {
        c10::intrusive_ptr<c10d::Store> store;
        const auto patience = std::chrono::milliseconds(static_cast<std::int64_t>(1000.0 * place.patience));
        if (!place.file.empty()) {
            store = c10::make_intrusive<c10d::FileStore>(place.file, place.size);
            store->setTimeout(patience);
        } else {
            c10d::TCPStoreOptions options;
            options.port = place.port;
            options.isServer = place.rank == 0;
            options.numWorkers = static_cast<std::size_t>(place.size);
            options.timeout = patience;
            store = c10::make_intrusive<c10d::TCPStore>(place.host, options);
        }
        return std::unique_ptr<ProcessGroup>(std::make_unique<GlooGroup>(place, store));
    } catch (const std::exception& error) {
        return Error{ErrorCode::Backend,
                     fmt::format("rank {} of {} cannot join its group at {}: {}", place.rank, place.size,
                                 place.file.empty() ? fmt::format("{}:{}", place.host, place.port) : place.file,
                                 firstLine(error))};
    }
}

} // namespace batchscope
