// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scripts/opened_module_torch.h"

#include "core/scripts/refusal_torch.h"
#include "core/words/script_words.h"

#include <caffe2/serialize/read_adapter_interface.h>
#include <fmt/format.h>
#include <torch/csrc/jit/serialization/import.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>

namespace batchscope {

namespace {

/// The first line that is not empty.
std::string firstLine(const std::string& text) {
    const std::size_t begin = std::min(text.find_first_not_of(" \n"), text.size());
    return text.substr(begin, text.find('\n', begin) - begin);
}

/// What a script raises comes behind a listing of the script.
std::string lastLine(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) {
        text.pop_back();
    }
    const std::size_t end = text.rfind('\n');
    return end == std::string::npos ? text : text.substr(end + 1);
}

/// Tables by words: `embedding(weight, word, …)`.
std::size_t tableRows(const LiftedMethod& method, const LiftedTensors& tensors, bool takesWord) {
    std::size_t rows = 0;
    if (!takesWord) {
        return rows;
    }
    const torch::jit::Value* const word = method.graph->inputs()[0];
    for (const torch::jit::Use& use : word->uses()) {
        if (operationName(*use.user) != "aten::embedding" || use.offset != 1) {
            continue;
        }
        const auto inputs = method.graph->inputs();
        const auto table = std::find(inputs.begin(), inputs.end(), use.user->inputs()[0]);
        const auto place = static_cast<std::size_t>(table - inputs.begin());
        if (table != inputs.end() && place >= method.formals) {
            const at::Tensor& weight = tensors[method.lifted[place - method.formals]].tensor;
            const auto count = static_cast<std::size_t>(weight.size(0));
            rows = rows == 0 ? count : std::min(rows, count);
        }
    }
    return rows;
}

/// The archive as LibTorch reads it.
class PackedArchive final : public caffe2::serialize::ReadAdapterInterface {
public:
    explicit PackedArchive(std::string_view bytes) : m_bytes(bytes) {}
    [[nodiscard]] std::size_t size() const override { return m_bytes.size(); }
    std::size_t read(std::uint64_t begin, void* to, std::size_t count, const char* /*what*/) const override {
        const std::string_view found = m_bytes.substr(std::min<std::uint64_t>(begin, m_bytes.size()), count);
        std::memcpy(to, found.data(), found.size());
        return found.size();
    }

private:
    std::string_view m_bytes;
};

/// Each storage must be covered by a record: a file may claim more numbers than it holds.
Status checkStorages(const LiftedTensors& tensors, const std::vector<std::uint64_t>& records) {
    std::map<const void*, std::uint64_t> storages;
    for (const LiftedTensor& lifted : tensors) {
        const at::Storage& storage = lifted.tensor.storage();
        storages[storage.unsafeGetStorageImpl()] = storage.nbytes();
    }
    std::vector<std::uint64_t> claimed;
    for (const auto& [storage, bytes] : storages) {
        claimed.push_back(bytes);
    }
    std::sort(claimed.rbegin(), claimed.rend());
    for (std::size_t index = 0; index < claimed.size(); ++index) {
        const std::uint64_t stored = index < records.size() ? records[index] : 0;
        if (claimed[index] > stored) {
            return Error{ErrorCode::Parse, fmt::format("damaged: a tensor claims {} bytes, and the file holds {}",
                                                       claimed[index], stored)};
        }
    }
    return Ok{};
}

} // namespace

std::string reasonOf(const std::exception& failure) {
    const auto* const own = dynamic_cast<const c10::Error*>(&failure);
    const std::string text = own == nullptr ? failure.what() : own->what_without_backtrace();
    std::string reason = text.starts_with("The following operation failed") ? lastLine(text) : firstLine(text);
    while (reason.ends_with(':')) { // what would follow are LibTorch's own lines
        reason.pop_back();
    }
    return reason;
}

Result<OpenedModule> openedModule(torch::jit::Module module, RecursionChoice recursion) {
    TRY(checkOperations(module));
    Result<FoundMethods> found = findMethods(module, recursion);
    TRY(found);
    OpenedModule opened{.module = module, .found = std::move(*found)};
    for (const auto& [role, method] : opened.found.methods) {
        const torch::jit::Method script = opened.module.get_method(method.name);
        LiftedMethod lifted = liftMethod(opened.module, script, opened.tensors);
        if (!lifted.changes.empty()) {
            return Error{ErrorCode::Parse, words::methodWrong(method.name, lifted.changes, words::kIsFunction)};
        }
        const std::size_t rows = tableRows(lifted, opened.tensors, method.takesWord);
        if (rows > 0) {
            opened.embeddingRows = opened.embeddingRows == 0 ? rows : std::min(opened.embeddingRows, rows);
        }
        opened.texts.emplace(role, textOf(script));
        opened.methods.emplace(role, std::move(lifted));
    }
    return opened;
}

Result<OpenedModule> openModule(const std::string& path, std::string_view packed,
                                const std::vector<std::uint64_t>& records, RecursionChoice recursion) {
    try {
        Result<OpenedModule> opened =
            openedModule(torch::jit::load(std::make_shared<PackedArchive>(packed), at::Device(at::kCPU)), recursion);
        const Status covered = opened ? checkStorages(opened->tensors, records) : Status(opened.error());
        return covered ? std::move(opened) : Error{covered.error().code, covered.error().message, path};
    } catch (const std::exception& failure) {
        return Error{ErrorCode::Parse, words::cannotLoad(reasonOf(failure)), path};
    }
}

} // namespace batchscope
